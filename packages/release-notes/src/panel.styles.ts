/**
 * The popup's style sheet. `!important` on the host element only, where it overrides every rule of the page. Rules of
 * the page do not reach into the shadow root, and inherited properties are reset at the host element.
 */
export const PANEL_STYLES = `
:host {
  all: initial !important;
  display: block !important;
  position: fixed !important;
  inset: 0 !important;
  z-index: 50000 !important;
  pointer-events: none !important;
}
*, ::before, ::after { box-sizing: border-box; margin: 0; padding: 0; }

dialog {
  --surface: #fff; --canvas: #f7f8f9; --scrim: 247 248 249;
  --line: #eaedef; --border: #dfe3e7; --hover: #f1f3f4;
  --text: #15191e; --text2: #4d555f; --text3: #626a75; --on-primary: #fff;
  --red: #b3282d; --red-tint: #fdebeb; --green: #17754a; --green-tint: #e6f5ec; --purple: #6a3dbd; --purple-tint: #f2ecfc;
  --shadow: 0 2px 6px rgb(16 24 32 / .08), 0 16px 40px rgb(16 24 32 / .18);
  --gutter: 32px;
  color-scheme: light;
  position: fixed; inset: 0; width: 100%; height: 100%; max-width: none; max-height: none;
  border: 0; background: rgb(var(--scrim) / .82); -webkit-backdrop-filter: blur(7px); backdrop-filter: blur(7px);
  color: var(--text); font: 400 13px/20px "Inter Variable", Inter, "IBM Plex Sans Arabic", system-ui, sans-serif;
  overflow-wrap: anywhere; -webkit-font-smoothing: antialiased;
  display: grid; place-items: center; overflow: hidden; pointer-events: auto; overscroll-behavior: contain;
}
dialog:not([open]) { display: none; }
dialog.dark {
  --surface: #15191c; --canvas: #0f1214; --scrim: 15 18 20;
  --line: #23292d; --border: #2b3238; --hover: #20262a;
  --text: #e7eaec; --text2: #a9b1ba; --text3: #8b939d; --on-primary: #0b0d0f;
  --red: #f48d88; --red-tint: #351c1d; --green: #62cf95; --green-tint: #13291e; --purple: #b89df0; --purple-tint: #271f3c;
  --shadow: 0 2px 6px rgb(0 0 0 / .4), 0 16px 40px rgb(0 0 0 / .55), inset 0 0 0 1px #2b3238;
  color-scheme: dark;
}
dialog[data-phase="hidden"] { visibility: hidden; }
dialog[data-phase="open"] { animation: appear .18s cubic-bezier(.2, 0, 0, 1); }
dialog[data-phase="open"] .panel { animation: bounce .4s cubic-bezier(.2, 0, 0, 1); }
dialog[data-phase="closing"] { opacity: 0; transition: opacity .18s cubic-bezier(.2, 0, 0, 1); }
@keyframes appear { from { opacity: 0; } }
@keyframes bounce {
  0% { transform: translateY(28px) scale(.94); }
  55% { transform: translateY(-5px) scale(1.012); }
  80% { transform: translateY(1px) scale(.998); }
}

.panel {
  display: flex; flex-direction: column; width: min(800px, 100% - 48px); max-height: calc(100% - 64px);
  background: var(--surface); border: 1px solid var(--border); border-radius: 12px; box-shadow: var(--shadow); overflow: hidden;
}
.head { display: flex; align-items: center; gap: 16px; padding: 26px var(--gutter) 24px; border-block-end: 1px solid var(--border); }
.tile { flex: none; display: grid; place-items: center; width: 36px; height: 36px; border-radius: 9px; background: var(--rn-primary); color: var(--on-primary); }
.tile .icon { width: 21px; height: 21px; }
h2 { flex: 1; min-width: 0; font-size: 22px; line-height: 28px; font-weight: 600; letter-spacing: -.018em; outline: none; }
:lang(ar) h2, :lang(ar) h3, :lang(fa) h2, :lang(fa) h3, :lang(he) h2, :lang(he) h3 { letter-spacing: normal; }
.close { flex: none; display: grid; place-items: center; width: 32px; height: 32px; margin-inline-end: -8px; border: 0; border-radius: 6px; background: none; color: var(--text2); cursor: pointer; }
.close:hover { background: var(--hover); color: var(--text); }

.releases { flex: 0 1 auto; min-height: 0; overflow-y: auto; overscroll-behavior: contain; padding: 0 var(--gutter) 20px; }
.release-head { position: sticky; inset-block-start: 0; z-index: 1; display: flex; align-items: center; gap: 8px; padding: 13px 0 12px; background: var(--surface); border-block-end: 1px solid var(--border); }
.release-head .icon { width: 17px; height: 17px; color: var(--rn-secondary); }
h3 { flex: 1; min-width: 0; font-size: 18px; line-height: 26px; font-weight: 600; letter-spacing: -.012em; }
time { flex: none; color: var(--text2); }
.list { padding: 16px 0 18px; }
.list + .list { border-block-start: 1px solid var(--border); }
h4 { margin-block-end: 11px; font-size: 14px; line-height: 20px; font-weight: 600; }
.group { display: grid; grid-template-columns: minmax(128px, max-content) minmax(0, 1fr); gap: 16px; align-items: start; }
hr { border: 0; border-block-start: 1px solid var(--line); margin: 12px 0; }
.badge { justify-self: start; display: inline-flex; align-items: center; gap: 6px; min-height: 22px; padding: 2px 8px 2px 6px; border: 1px solid transparent; border-radius: 4px; font-size: 12px; line-height: 16px; font-weight: 500; }
.badge .icon { width: 14px; height: 14px; }
.badge.BUG { color: var(--red); background: var(--red-tint); }
.badge.FEATURE { color: var(--green); background: var(--green-tint); }
.badge.IMPROVEMENT { color: var(--purple); background: var(--purple-tint); }
.badge.OTHER { color: var(--text2); background: var(--hover); }
ul { display: grid; gap: 12px; list-style: none; min-width: 0; }
li { min-width: 0; overflow: hidden; }
.change-title { font-size: 14px; line-height: 20px; font-weight: 600; }
.description { color: var(--text2); white-space: pre-line; }
.description:empty { display: none; }
.more { border: 0; background: none; border-radius: 3px; font: inherit; font-weight: 500; color: var(--rn-primary); cursor: pointer; }
.more:hover { text-decoration: underline; text-underline-offset: 2px; }
.left-out { padding-block-start: 12px; border-block-start: 1px solid var(--border); color: var(--text3); }

.foot { display: flex; align-items: center; justify-content: flex-end; flex-wrap: wrap; gap: 8px; padding: 12px var(--gutter); border-block-start: 1px solid var(--border); background: var(--canvas); }
.view-more { display: inline-flex; align-items: center; gap: 7px; min-height: 38px; margin-inline-end: auto; font-size: 14px; font-weight: 500; color: var(--rn-primary); text-decoration: none; border-radius: 4px; }
.view-more:hover { text-decoration: underline; text-underline-offset: 3px; }
.view-more .icon { width: 16px; height: 16px; }
.button { display: inline-flex; align-items: center; justify-content: center; gap: 6px; min-height: 38px; padding: 4px 16px; border: 1px solid var(--border); border-radius: 6px; background: var(--surface); color: var(--text); font: inherit; font-size: 14px; font-weight: 500; cursor: pointer; box-shadow: 0 1px 2px rgb(16 24 32 / .05); }
.button:hover { background: var(--hover); }
.button.filled { border-color: transparent; background: var(--rn-primary); color: var(--on-primary); }
.button.filled:hover { background: color-mix(in srgb, var(--rn-primary), var(--text) 14%); }
.button[aria-busy="true"] { opacity: .7; }
.button .icon { width: 16px; height: 16px; }

.icon { flex: none; width: 16px; height: 16px; fill: none; stroke: currentColor; stroke-width: 1.9; stroke-linecap: round; stroke-linejoin: round; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[dir="auto"] { text-align: left; }
dialog:dir(rtl) [dir="auto"] { text-align: right; }
:focus-visible { outline: 2px solid var(--rn-primary); outline-offset: 2px; }
.releases:focus-visible { outline-offset: -2px; }
h2:focus-visible { outline: none; }
dialog:dir(rtl) .icon-external, dialog:dir(rtl) .icon-tag { transform: scaleX(-1); }

.mobile { --gutter: 16px; font-size: 14px; place-items: stretch; }
.mobile .panel { width: 100%; height: 100%; max-height: none; border: 0; border-radius: 0; box-shadow: none; }
.mobile .head { gap: 12px; padding-block: 14px; }
.mobile h2 { font-size: 18px; line-height: 24px; }
.mobile .close { width: 44px; height: 44px; margin-block: -6px; margin-inline-end: -12px; }
.mobile .releases { flex: 1; }
.mobile .group { grid-template-columns: minmax(0, 1fr); gap: 8px; }
.mobile .more { padding-block: 10px; margin-block: -10px; }
.mobile .foot { padding-block: 10px max(10px, env(safe-area-inset-bottom)); }
.mobile .view-more { flex: 1 0 100%; justify-content: center; min-height: 44px; }
.mobile .button { flex: 1; min-height: 44px; white-space: nowrap; }

@media (max-height: 460px) {
  .panel { display: block; max-height: calc(100% - 16px); overflow-y: auto; }
  .releases { overflow: visible; }
  .mobile .panel { max-height: none; }
}
@media (prefers-reduced-motion: reduce) {
  dialog[data-phase="open"] .panel { animation: none; }
}
@media (forced-colors: active) {
  .badge, .button.filled, .tile { border: 1px solid; }
}
@media print {
  :host { position: absolute !important; inset: 0 0 auto !important; }
  dialog { position: static; height: auto; display: block; background: #fff; backdrop-filter: none; overflow: visible; animation: none; }
  .panel { display: block; width: auto; height: auto !important; max-height: none !important; border: 0; box-shadow: none; overflow: visible; animation: none; }
  .releases { overflow: visible; }
  .release-head { position: static; break-after: avoid; }
  li { break-inside: avoid; }
  .foot, .close, .more { display: none; }
}
`;
