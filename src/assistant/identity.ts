import type { AssistantEvent } from "./event.ts";

/**
 * What makes an event the one it is: two hooks that were started for it have the same, so that the
 * platform delivers one of them. Taken before `withRemembered`: what one of the two still finds in
 * memory, the other may not.
 */
export function identityOf(event: AssistantEvent): string[] {
  return [
    event.assistant,
    event.session,
    event.cwd,
    event.promptId,
    event.agentId,
    event.kind,
    event.name,
    ...said(event),
  ];
}

function said(event: AssistantEvent): string[] {
  switch (event.kind) {
    case "stop":
      return [event.text ?? "", String(event.running)];
    case "failure":
      return [event.error, event.details, event.text];
    case "permission":
      return [event.message, event.tool, event.extract];
    case "request":
      return [event.tool, event.extract];
    case "idle":
      return [event.message];
    case "notification":
      return [event.type, event.message];
    default:
      return [];
  }
}
