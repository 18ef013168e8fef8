import type { Person } from '../harness/people.ts';
import type { ConsolePage } from './console-page.ts';

/** The four ways in which every screen is shown. */
export const MODES = ['desktop', 'phone', 'dark', 'rtl'] as const;
export type Mode = (typeof MODES)[number];

/** One picture of the product. */
export interface Screen {
  /** Its file, behind a number that says its place in the list. */
  readonly name: string;
  /** Where it is; `{running-campaign}` stands for the id of that record of the demo (`demo-records.ts`). */
  readonly path: string;
  /** Who looks at it; `stranger` has not signed in. */
  readonly person?: Person | 'stranger';
  /** What is done before the picture is taken. */
  readonly steps?: (page: ConsolePage) => Promise<void>;
  /** Higher than a window, for what people scroll. */
  readonly isLong?: true;
  /** It shows something going wrong, so errors on the browser's console belong to it. */
  readonly isBroken?: true;
  /** Where it is not to be seen: a way of looking that does not have it. */
  readonly not?: readonly Mode[];
  /** It needs what is done to a demo of its own only, such as a second factor. */
  readonly needsOwnDemo?: true;
}

/** The route of the console that a screen belongs to, as the console's table of routes writes it. */
export function routeOf({ path }: Screen): string {
  return path.replace(/[?#].*$/, '').replaceAll(/\{[^}]+\}/g, '$id');
}
