import { secretAssigned } from "./assignment.ts";
import {
  chatAccessToken,
  chatAppSecret,
  cloudSecretKey,
  curlLogin,
  encodedLogin,
  filled,
  headerValue,
  jsonParts,
  keyFollows,
  numberedBytes,
  opaqueValue,
  plainLogin,
} from "./structure.ts";

/** How one kind of secret is recognised. */
export type SecretRule = {
  /** In kebab case; it stands in findings. */
  id: string;
  what: string;
  /** Global, so that it serves `matchAll`; its time grows with the text's length and no faster. */
  pattern: RegExp;
  /** Where the pattern alone also meets harmless texts: true when this match is a secret. */
  check?: (match: RegExpExecArray) => boolean;
};

// A pattern must stay linear on any text. So a repetition without a bound is entered only where a run of
// its characters begins (the lookbehind before it), or is never left in vain; all others have bounds.
// What follows a name is only looked at, so that a name within it is met as well.
// Prefixes that base64 can spell are not sought after its signs, so that a picture has none within.

/**
 * The secrets that no record may hold. Forms and lengths from the rules of gitleaks and trufflehog:
 * https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml,
 * https://github.com/trufflesecurity/trufflehog/tree/main/pkg/detectors.
 */
export const secretRules: readonly SecretRule[] = [
  {
    id: "github-token",
    what: "a GitHub token",
    pattern: /(?<![A-Za-z0-9])gh[pour]_([A-Za-z0-9]{36,})/g,
    check: filled,
  },
  {
    id: "github-server-token",
    // Since April 2026 also `ghs_<application>_<JSON web token>`.
    what: "a GitHub App's token",
    pattern: /(?<![A-Za-z0-9])ghs_([\w.-]{36,})/g,
    check: filled,
  },
  {
    id: "github-fine-grained-token",
    what: "a fine-grained GitHub token",
    pattern: /(?<![A-Za-z0-9])github_pat_(\w{82,})/g,
    check: filled,
  },
  {
    id: "gitlab-token",
    what: "a GitLab token",
    pattern:
      /(?<![A-Za-z0-9])(?:glpat|gldt|glft|glrt|glrtr|glptt|glcbt|glimt|glagent|gloas|glsoat|glffct|glwt)-([\w.-]{20,})/g,
    check: filled,
  },
  {
    id: "atlassian-cloud-token",
    what: "an Atlassian Cloud token",
    pattern: /(?<![A-Za-z0-9])ATATT3([\w=-]{180,})/g,
    check: filled,
  },
  {
    id: "atlassian-organization-key",
    what: "an Atlassian organization's key",
    pattern: /(?<![A-Za-z0-9])ATCTT3xFfG([\w=-]{100,})/g,
    check: filled,
  },
  {
    id: "atlassian-data-center-token",
    what: "a personal access token of Jira or Confluence Data Center",
    pattern: /(?<![A-Za-z0-9+])[MNO][A-Za-z0-9+/]{43}(?![A-Za-z0-9+/=])/g,
    check: numberedBytes,
  },
  {
    id: "bitbucket-data-center-token",
    what: "an access token of Bitbucket Data Center",
    pattern: /(?<![A-Za-z0-9])BBDC-([A-Za-z0-9+/@_-]{40,50})/g,
    check: filled,
  },
  {
    id: "feishu-app-secret",
    what: "the secret of a Feishu or Lark app",
    pattern: /(?<![\w-])[A-Za-z0-9]{32}(?![\w-])/g,
    check: chatAppSecret,
  },
  {
    id: "feishu-access-token",
    what: "an access token of Feishu or Lark",
    pattern: /(?<![\w-])[tua]-([A-Za-z0-9_.]{14,})/g,
    check: chatAccessToken,
  },
  {
    id: "feishu-webhook",
    what: "the address of a Feishu or Lark webhook",
    // Any host: the platform is also installed under companies' own names.
    pattern: /\/(?:open-apis\/bot\/(?:v\d\/)?hook|flow\/api\/trigger-webhook)\/([A-Za-z0-9_-]{16,})/gi,
    check: filled,
  },
  {
    id: "aws-access-key-id",
    what: "the id of an AWS access key",
    pattern: /(?<![A-Za-z0-9+/])(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)([A-Z2-7]{16})(?![A-Za-z0-9])/g,
    check: filled,
  },
  {
    id: "aws-secret-access-key",
    what: "an AWS secret access key",
    pattern: /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])/g,
    check: cloudSecretKey,
  },
  {
    id: "google-key",
    what: "a Google key or client secret",
    pattern: /(?<![A-Za-z0-9+/])(?:AIza([\w-]{35})(?![\w-])|GOCSPX-[\w-]{28}(?![\w-]))/g,
    check: filled,
  },
  {
    id: "slack-token",
    what: "a Slack token",
    pattern: /(?<![A-Za-z0-9])(?:xox[abeoprs]|xapp)-([A-Za-z0-9.-]{10,})/g,
    check: filled,
  },
  {
    id: "slack-webhook",
    what: "the address of a Slack webhook",
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/([A-Za-z0-9+/]{36,})/gi,
    check: filled,
  },
  {
    id: "npm-token",
    what: "an npm token",
    pattern: /(?<![A-Za-z0-9])npm_([A-Za-z0-9]{36,})/g,
    check: filled,
  },
  {
    id: "pypi-token",
    what: "a PyPI token",
    pattern: /(?<![A-Za-z0-9])pypi-Ag(?:EIcHlwaS5vcmc|ENdGVzdC5weXBpLm9yZw)([\w-]{50,})/g,
    check: filled,
  },
  {
    id: "docker-hub-token",
    what: "a Docker Hub token",
    pattern: /(?<![A-Za-z0-9])dckr_[po]at_([\w-]{27,})/g,
    check: filled,
  },
  {
    id: "openai-key",
    what: "a key of OpenAI, or of a service with keys of the same form",
    pattern: /(?<![A-Za-z0-9])sk-([\w-]{20,90}T3BlbkFJ[\w-]{20,90}|[A-Za-z0-9]{32,})/g,
    check: filled,
  },
  {
    id: "anthropic-key",
    what: "an Anthropic key",
    pattern: /(?<![A-Za-z0-9])sk-ant-[a-z]{3,8}\d\d-([\w-]{80,})/g,
    check: filled,
  },
  {
    id: "hugging-face-token",
    what: "a Hugging Face token",
    pattern: /(?<![A-Za-z0-9])(?:hf|api_org)_([A-Za-z0-9]{34,})/g,
    check: filled,
  },
  {
    id: "stripe-key",
    what: "a Stripe key",
    pattern: /(?<![A-Za-z0-9])[sr]k_(?:test|live|prod)_([A-Za-z0-9]{10,})/g,
    check: filled,
  },
  {
    id: "sendgrid-key",
    what: "a SendGrid key",
    pattern: /(?<![A-Za-z0-9])SG\.([\w-]{20,24}\.[\w-]{39,50})/g,
    check: filled,
  },
  {
    id: "twilio-key",
    what: "a Twilio key",
    pattern: /(?<![\w+/-])SK([0-9a-f]{32})(?![A-Za-z0-9])/g,
  },
  {
    id: "vault-token",
    what: "a HashiCorp Vault token",
    pattern: /(?<![A-Za-z0-9])hv[sbr]\.([\w-]{24,})/g,
    check: filled,
  },
  {
    id: "digitalocean-token",
    what: "a DigitalOcean token",
    pattern: /(?<![A-Za-z0-9])do[opr]_v1_([0-9a-f]{64})/g,
  },
  {
    id: "azure-storage-key",
    what: "a key in an Azure connection string",
    pattern: /(?:Account|SharedAccess)Key\s{0,4}=\s{0,4}([A-Za-z0-9+/]{43,86}={1,2})/gi,
    check: filled,
  },
  {
    id: "azure-client-secret",
    what: "the secret of an Azure application",
    pattern: /[\w~.]{3}\dQ~([\w~.-]{31,34})/g,
    check: filled,
  },
  {
    id: "alibaba-access-key-id",
    what: "the id of an Alibaba Cloud access key",
    pattern: /(?<![A-Za-z0-9+/])LTAI([A-Za-z0-9]{12,26})(?![A-Za-z0-9])/g,
    check: filled,
  },
  {
    id: "json-web-token",
    what: "a JSON web token",
    // Only the first part is taken, so that the next match may begin with the second.
    pattern: /(?<![\w-])(e[wy][\w-]{8,})(?=\.(e[\w-]{2,})\.)/g,
    check: jsonParts,
  },
  {
    id: "private-key",
    what: "a private key",
    pattern: /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g,
    check: keyFollows,
  },
  {
    id: "putty-private-key",
    what: "a private key of PuTTY",
    pattern: /PuTTY-User-Key-File-\d: ?[a-z][a-z0-9@.-]{2,40}/g,
  },
  {
    id: "url-login",
    what: "a user and password in an address",
    pattern:
      /(?<=[a-z0-9]):\/\/([^\s:@/?#"'`<>]{0,256}):((?:[^\s/?#"'`<>@]{1,2}@)?[^\s/?#"'`<>@]{1,256})@(?=[\w[$])/gi,
    check: plainLogin,
  },
  {
    id: "authorization-header",
    what: "the value of an authorization header",
    pattern:
      /\bauthorization["'`\]]{0,3}[ \t]{0,4}[:=,][ \t]{0,4}["'`]{0,2}(basic|bearer|token|apikey)[ \t]{1,4}(?=([\w.~+/=-]{8,512}))/gi,
    check: headerValue,
  },
  {
    id: "bearer-token",
    what: "a bearer token",
    pattern: /\bbearer[ \t]{1,4}(?=([\w.~+/=-]{20,512}))/gi,
    check: opaqueValue,
  },
  {
    id: "curl-login",
    what: "a user and password for curl",
    pattern:
      /(?<=[\s"'])(?:-[A-Za-z]{0,6}[uU]|--(?:proxy-)?user)(?:[ \t]{1,4}|=)?["'`]?([^\s:"'`$<]{1,128}):([^\s"'`<>，。；、）】」]{1,256})/g,
    check: curlLogin,
  },
  {
    id: "registry-login",
    what: "a registry's login, as Docker's and npm's configurations hold it",
    pattern: /auth["'`]{0,2}[ \t]{0,4}[:=][ \t]{0,4}["'`]{0,2}([A-Za-z0-9+/]{8,512}={0,2})/g,
    check: encodedLogin,
  },
  {
    id: "assigned-secret",
    what: "a value under a name that says password, secret, token or key",
    pattern:
      /((?:passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|credential|authorization|(?:access|private|auth|signing|encryption)[_-]?key|密码|口令|密钥|令牌)[\w-]{0,24})(?:["'`]?\]?)(?:[ \t]{0,4}(?:=>|[:=]{1,3}|：)[ \t]{0,4}|>(?=[^<\s]{10,256}<\/)|(?<=--[\w-]{1,60})[ \t]{1,4})(["'`]{0,3})(?=([^\s"'`<>，。；、）】」]{10,64}))/gi,
    check: secretAssigned,
  },
];
