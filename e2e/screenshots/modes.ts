import type { VisitOptions } from '../harness/visit.ts';
import type { Mode } from './screen.ts';

/** How the browser and its person are in a mode. */
export interface ModeSettings {
  readonly locale: string;
  readonly visit: VisitOptions;
}

const DESK = { viewport: { width: 1440, height: 900 } };

export const MODE_SETTINGS: Readonly<Record<Mode, ModeSettings>> = {
  desktop: { locale: 'en-US', visit: DESK },
  phone: {
    locale: 'en-US',
    visit: { viewport: { width: 375, height: 760 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  },
  dark: { locale: 'en-US', visit: { ...DESK, colorScheme: 'dark' } },
  rtl: { locale: 'ar-EG', visit: DESK },
};

/** What a screen that people scroll is given instead. */
export const LONG_HEIGHT: Readonly<Record<Mode, number>> = { desktop: 1500, phone: 1800, dark: 1500, rtl: 1500 };
