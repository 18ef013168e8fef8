import type { Person } from '../harness/people.ts';
import type { ConsolePage } from './console-page.ts';

/** The modes of every screen; `narrow` and `wide` are desktops of 1024 and 1920 px. */
export const MODES = ['desktop', 'phone', 'dark', 'rtl', 'narrow', 'wide'] as const;
export type Mode = (typeof MODES)[number];

/** One screenshot of the product. */
export interface Screen {
  /** Its file name, after its number in the list. */
  readonly name: string;
  /** Its path; `{running-campaign}` is replaced with the id of that record of the demo (`demo-records.ts`). */
  readonly path: string;
  /** The signed-in person; `stranger` has not signed in. */
  readonly person?: Person | 'stranger';
  /** Steps before the screenshot is taken. */
  readonly steps?: (page: ConsolePage) => Promise<void>;
  /** Taller than a window, for a page that scrolls. */
  readonly isLong?: true;
  /** It shows a failure, so errors on the browser's console are expected. */
  readonly isBroken?: true;
  /** Modes that do not have the screen. */
  readonly not?: readonly Mode[];
  /** It needs changes that are only made to a separate demo, such as a second factor. */
  readonly needsOwnDemo?: true;
}

/** The route of a screen, as the console's table of routes writes it. */
export function routeOf({ path }: Screen): string {
  return path.replace(/[?#].*$/, '').replaceAll(/\{[^}]+\}/g, '$id');
}
