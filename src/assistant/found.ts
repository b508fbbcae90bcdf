import { memberOf, type Outline, outline } from "../json/outline.ts";
import { type JsonObject, parseObject } from "../json/parse.ts";
import { isOwn } from "./wiring.ts";

/** One member of a container, by its place. */
export type Step = { container: Outline; index: number };

/** A hook of ours in the assistant's settings. */
export type OwnHook = {
  event: string;
  /** The group that it is in. */
  group: JsonObject;
  handler: JsonObject;
  /** The way to it: the member `hooks` of the settings, the event, the group, the handler. */
  trail: Step[];
  /** Where the handler stands. */
  span: Outline;
};

/** Every hook of ours in the text of a settings file, in order; what has another shape than hooks is passed over. */
export function ownHooks(text: string, command: string): OwnHook[] {
  const settings = outline(text);
  return settings ? under(settings, "hooks").flatMap((hooks) => events(text, hooks, command)) : [];
}

type Way = { trail: Step[]; value: Outline };

function events(text: string, hooks: Way, command: string): OwnHook[] {
  return effective(hooks).flatMap(({ key: event, ...way }) =>
    items(way).flatMap((group) => {
      const spelled = objectAt(text, group.value);
      const [list] = under(group.value, "hooks");
      if (!spelled || !list) return [];
      return items({ trail: group.trail, value: list.value }).flatMap(({ trail, value: span }) => {
        const handler = objectAt(text, span);
        return handler && isOwn(handler, command) ? [{ event, group: spelled, handler, trail, span }] : [];
      });
    }),
  );
}

/** The member that counts under a key, if there is one. */
function under(object: Outline, key: string): Way[] {
  const member = memberOf(object, key);
  return member ? [{ trail: [step(object, member)], value: member.value }] : [];
}

/** The members of an object that count: of a key that stands twice, the last. */
function effective({ trail, value }: Way): (Way & { key: string })[] {
  return value.members
    .filter((member) => memberOf(value, member.key) === member)
    .map((member) => ({ key: member.key, trail: [...trail, step(value, member)], value: member.value }));
}

function items({ trail, value }: Way): Way[] {
  if (value.kind !== "array") return [];
  return value.members.map((member) => ({ trail: [...trail, step(value, member)], value: member.value }));
}

function step(container: Outline, member: Outline["members"][number]): Step {
  return { container, index: container.members.indexOf(member) };
}

function objectAt(text: string, { kind, start, end }: Outline): JsonObject | null {
  return kind === "object" ? parseObject(text.slice(start, end)) : null;
}
