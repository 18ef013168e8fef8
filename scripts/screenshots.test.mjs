// Every screen of the console has screenshots: a new route without a line in e2e/screenshots fails here.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { routeOf } from '../e2e/screenshots/screen.ts';
import { SCREENS } from '../e2e/screenshots/screens.ts';

const CONTENTS = join(import.meta.dirname, '..', 'apps/console/src/features/index.ts');
/** The console's routes, as its table of contents lists them. */
const routes = [...readFileSync(CONTENTS, 'utf8').matchAll(/^ {2}'(\/[^']*)': \{$/gm)].map(([, route]) => route);

describe('the list of screens', () => {
  it('has every route of the console', () => {
    expect(routes.length).toBeGreaterThan(20);
    const shown = new Set(SCREENS.map(routeOf));
    expect(routes.filter((route) => !shown.has(route ?? ''))).toEqual([]);
  });

  it('names each screen once', () => {
    const names = SCREENS.map(({ name }) => name);
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  });
});
