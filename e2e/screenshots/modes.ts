import type { VisitOptions } from '../harness/visit.ts';
import type { Mode } from './screen.ts';

/** Browser and person for one mode, or for several that differ only in their colours and share each page. */
export interface Setting {
  readonly colours: Readonly<Partial<Record<Mode, 'light' | 'dark'>>>;
  readonly locale: string;
  readonly visit: VisitOptions & { readonly viewport: { readonly width: number; readonly height: number } };
  /** Height for a screen that scrolls. */
  readonly longHeight: number;
}

const DESK = { viewport: { width: 1440, height: 900 } };

export const SETTINGS: readonly Setting[] = [
  { colours: { desktop: 'light', dark: 'dark' }, locale: 'en-US', visit: DESK, longHeight: 1500 },
  {
    colours: { phone: 'light' },
    locale: 'en-US',
    visit: { viewport: { width: 375, height: 760 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
    longHeight: 1800,
  },
  { colours: { rtl: 'light' }, locale: 'ar-EG', visit: DESK, longHeight: 1500 },
  {
    colours: { narrow: 'light' },
    locale: 'en-US',
    visit: { viewport: { width: 1024, height: 768 } },
    longHeight: 1500,
  },
  { colours: { wide: 'light' }, locale: 'en-US', visit: { viewport: { width: 1920, height: 1080 } }, longHeight: 1500 },
];

/** The same desktops and phones in another language. */
export function settingsIn(locale: string): readonly Setting[] {
  return SETTINGS.filter((setting) => setting.locale === 'en-US').map((setting) => ({ ...setting, locale }));
}
