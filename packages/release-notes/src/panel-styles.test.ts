import { expect, test } from 'vitest';
import { PANEL_STYLES } from './panel.styles.ts';

/** Declarations of the first rule of a selector. */
function ruleOf(selector: string): Record<string, string> {
  const [, body = ''] = PANEL_STYLES.split(`\n${selector} {`);
  const declarations = body.slice(0, body.indexOf('}')).split(';');
  return Object.fromEntries(
    declarations.flatMap((each) => {
      const at = each.indexOf(':');
      return at < 0 ? [] : [[each.slice(0, at).trim(), each.slice(at + 1).trim()]];
    }),
  );
}

test('the popup covers the window, fixed, at stacking level 50000, whatever the page says [spec 2.35]', () => {
  expect(ruleOf(':host')).toMatchObject({
    all: 'initial !important',
    display: 'block !important',
    position: 'fixed !important',
    inset: '0 !important',
    'z-index': '50000 !important',
  });
  expect(ruleOf('dialog')).toMatchObject({ position: 'fixed', inset: '0', width: '100%', height: '100%' });
});

/** The hue of a hexadecimal colour in degrees. */
function hueOf(hex: string): number {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
}
const HUES = { BUG: ['red', 0], FEATURE: ['green', 145], IMPROVEMENT: ['purple', -100] } as const;

test.each(['dialog', 'dialog.dark'])(
  'badges are red for bug, green for feature, purple for improvement (%s) [spec 2.45]',
  (mode) => {
    for (const [type, [name, hue]] of Object.entries(HUES)) {
      expect(ruleOf(`.badge.${type}`)).toEqual({ color: `var(--${name})`, background: `var(--${name}-tint)` });
      for (const variable of [`--${name}`, `--${name}-tint`]) {
        const away = Math.abs(hueOf(ruleOf(mode)[variable] ?? '') - hue);
        expect([type, variable, Math.min(away, 360 - away) < 20]).toEqual([type, variable, true]);
      }
    }
  },
);
