import { ADMIN_SCREENS } from './admin.screens.ts';
import { ENGAGE_SCREENS } from './engage.screens.ts';
import { PEOPLE_SCREENS } from './people.screens.ts';
import type { Screen } from './screen.ts';
import { SHELL_SCREENS } from './shell.screens.ts';

/** Every screen of the product, in the order of the numbers. A new screen is a line in one of these lists. */
export const SCREENS: readonly Screen[] = [...SHELL_SCREENS, ...PEOPLE_SCREENS, ...ENGAGE_SCREENS, ...ADMIN_SCREENS];
