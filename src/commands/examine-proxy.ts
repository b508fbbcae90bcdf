import { text, wantsProxy } from "../cli/env.ts";
import { UsageError } from "../cli/usage.ts";
import type { Errand } from "./errand.ts";
import { bad, type Finding, good } from "./finding.ts";

/** Which proxy variables are set; their values may hold a password. */
export function examineProxy({ env }: Errand): Finding {
  try {
    if (!wantsProxy(env)) return good("proxy: none");
  } catch (error) {
    if (error instanceof UsageError) return bad("proxy", error.message);
    throw error;
  }
  const names = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy"];
  return good(`proxy: ${names.filter((name) => text(name, env)).join(", ")}`);
}
