/** How the page looks, on a phone and on a desk, by day and by night. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f2f3f5, #17181a);
  --surface: light-dark(#ffffff, #232427);
  --ink: light-dark(#1f2329, #e7e9ec);
  --quiet: light-dark(#646a73, #9da3ad);
  --edge: light-dark(#dee0e3, #3a3c41);
  --code: light-dark(#f5f6f7, #1b1c1f);
  --alarm: light-dark(#c02a1e, #ff8a80);
  --good: light-dark(#2a8a3e, #5cc878);
  --warn: light-dark(#8a5a00, #f0b655);
  --hue: #8f959e;
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--ground);
  color: var(--ink);
  font: 15px/1.55 system-ui, "Noto Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif;
}
header, main { max-width: 44rem; margin: 0 auto; padding: 0 1rem; }
header {
  position: sticky; top: 0; z-index: 1;
  display: flex; align-items: center; gap: .75rem;
  padding-block: .75rem;
  background: var(--ground);
}
h1 { margin: 0; font-size: 1.05rem; }
#state { color: var(--quiet); font-size: .85rem; }
#state::before { content: ""; display: inline-block; width: .55rem; height: .55rem; margin-right: .4rem; border-radius: 50%; background: var(--quiet); }
#state.live::before { background: var(--good); }
#state.lost { color: var(--alarm); }
#state.lost::before { background: var(--alarm); }
#clear {
  margin-left: auto; padding: .35rem .9rem;
  border: 1px solid var(--edge); border-radius: .5rem;
  background: var(--surface); color: inherit; font: inherit; font-size: .85rem; cursor: pointer;
}
#clear:hover { border-color: var(--quiet); }
#clear:focus-visible { outline: 2px solid light-dark(#1456f0, #75a4ff); outline-offset: 2px; }
article { margin: 0 0 1.25rem; }
.meta { display: flex; flex-wrap: wrap; gap: .1rem .75rem; margin-bottom: .35rem; color: var(--quiet); font-size: .8rem; }
.meta span { overflow-wrap: anywhere; }
.kind { color: var(--ink); font-weight: 600; }
.warning { color: var(--warn); }
.card, .bubble, .refusal, #empty {
  border: 1px solid var(--edge); border-radius: .6rem;
  background: var(--surface); overflow: hidden; overflow-wrap: anywhere;
}
.bubble, .refusal, #empty { padding: .7rem 1rem; }
.bubble { white-space: pre-wrap; }
.refusal { border-left: 4px solid var(--alarm); }
.refusal strong { color: var(--alarm); }
.refusal p { margin: .25rem 0 0; color: var(--quiet); font-size: .85rem; }
.card h2 {
  margin: 0; padding: .6rem 1rem; font-size: 1rem;
  background: color-mix(in oklab, var(--hue) 20%, var(--surface));
  color: color-mix(in oklab, var(--hue) 45%, var(--ink));
}
.body { display: grid; gap: .75rem; padding: .8rem 1rem 1rem; }
.body:empty { display: none; }
.fields { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem 1rem; }
.field { grid-column: 1 / -1; min-width: 0; }
.field.short { grid-column: auto; }
.columns { display: flex; flex-wrap: wrap; gap: .75rem 1rem; }
.column { flex: 1 1 10rem; min-width: 0; display: grid; gap: .75rem; }
.note { color: var(--quiet); font-size: .85rem; }
.actions { display: flex; flex-wrap: wrap; gap: .5rem; }
.button { padding: .25rem .8rem; border: 1px solid var(--edge); border-radius: .4rem; }
.body hr { width: 100%; margin: .25rem 0; border: 0; border-top: 1px solid var(--edge); }
pre {
  margin: .35rem 0 0; padding: .6rem .75rem; border-radius: .4rem;
  background: var(--code); font: .85em/1.5 ui-monospace, "SFMono-Regular", Consolas, monospace;
  white-space: pre-wrap; overflow-wrap: anywhere; max-height: 24rem; overflow-y: auto;
}
code { font: .9em ui-monospace, "SFMono-Regular", Consolas, monospace; }
.mention, .link { color: light-dark(#1456f0, #75a4ff); }
.mention { padding: 0 .25rem; border-radius: .25rem; background: color-mix(in oklab, #1456f0 15%, var(--surface)); }
.address { color: var(--quiet); font-size: .85em; }
.tag { padding: 0 .35rem; border-radius: .25rem; background: var(--code); font-size: .85em; }
.tint-green { color: var(--good); } .tint-red { color: var(--alarm); } .tint-grey { color: var(--quiet); }
.tint-orange, .tint-yellow { color: var(--warn); } .tint-blue { color: light-dark(#1456f0, #75a4ff); }
.tint-purple { color: light-dark(#7a35c0, #c39bf0); } .tint-turquoise { color: light-dark(#0b7a75, #4fd1c9); }
.shade-blue { --hue: #3370ff; } .shade-wathet { --hue: #14a0e6; } .shade-turquoise { --hue: #0fb5ae; }
.shade-green { --hue: #2ea121; } .shade-yellow { --hue: #e0a500; } .shade-orange { --hue: #ed6d0c; }
.shade-red { --hue: #e22d22; } .shade-carmine { --hue: #d1246f; } .shade-violet { --hue: #c02adb; }
.shade-purple { --hue: #7a35f0; } .shade-indigo { --hue: #4954e6; } .shade-grey { --hue: #7b8087; }
#empty p { margin: .25rem 0 .5rem; }
#empty[hidden] { display: none; }
@media (max-width: 30rem) {
  header, main { padding-inline: .75rem; }
  .fields { gap: .6rem .75rem; }
}
`;
