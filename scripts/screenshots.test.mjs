// Every screen of the console has screenshots: a new route without a line in e2e/screenshots fails here.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { routeOf } from '../e2e/screenshots/screen.ts';
import { SCREENS } from '../e2e/screenshots/screens.ts';

const FEATURES = join(import.meta.dirname, '..', 'apps/console/src/features');
/** The console's routes, as its tables of contents list them. */
const routes = ['index.ts', 'reference-routes.ts'].flatMap((table) =>
  [...readFileSync(join(FEATURES, table), 'utf8').matchAll(/^ {2}'(\/[^']*)': (?:reference\()?\{$/gm)].map(
    ([, route]) => route,
  ),
);

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
