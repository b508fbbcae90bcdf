import { createHash } from "node:crypto";
import type { Reply } from "../http/route.ts";
import { script } from "./script.ts";
import { style } from "./style.ts";

/** What the page may do: run and show itself, and ask its own server. Anything else the browser refuses. */
const policy = [
  "default-src 'none'",
  `script-src ${hashed(script)}`,
  `style-src ${hashed(style)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The page of received cards. `hook` is the path of the webhook that a newcomer is told to use. */
export function pageReply(hook: string): Reply {
  return {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-cache",
    },
    body: pageHtml(escapeHtml(hook)),
  };
}

function pageHtml(hook: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Chat sandbox</title>
<style>${style}</style>
</head>
<body>
<header><h1>Chat sandbox</h1><span id="state" role="status">starting</span><button id="clear" type="button">Clear</button></header>
<main>
<noscript><p>This page needs JavaScript. Without it: <code>GET /messages</code> and <code>GET /refusals</code>.</p></noscript>
<section id="empty">
<p><strong>Nothing has arrived yet.</strong></p>
<p>Give <code>notify</code> or <code>relay</code> this address as <code>CHAT_WEBHOOK_URL</code>:</p>
<pre><span class="origin"></span>${hook}</pre>
<p>Or post a message by hand:</p>
<pre>curl -d '{"msg_type":"text","content":{"text":"Hello"}}' <span class="origin"></span>${hook}</pre>
<p>It appears here within a second. What the platform would refuse appears too, with the reason.</p>
</section>
<div id="list" aria-live="polite"></div>
</main>
<script>${script}</script>
</body>
</html>
`;
}

function hashed(source: string): string {
  return `'sha256-${createHash("sha256").update(source).digest("base64")}'`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
