import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const resolve = { conditions: ['source', 'module', 'import', 'default'] };
const ssr = { resolve: { conditions: ['source', 'node'], externalConditions: ['node'] } };
const isLong = process.env.TEST_LONG === '1';
const exclude = [
  '**/node_modules/**',
  ...(isLong ? [] : ['**/*.long.test.*']),
  ...(process.env.TEST_QUICK === '1' ? ['**/*.slow.test.*'] : []),
];
const setupFiles = ['scripts/property-tests.setup.ts'];
const ROUTER_CORE = `${import.meta.dirname}/node_modules/@tanstack/router-core/dist/esm`;
const serverSetup = 'apps/server/src/db/testing/global-setup.ts';

/** Files that mock a module, which another file may have loaded; and those whose clicks can be lost, for a reason not known. */
const ALONE = [
  'apps/console/src/app/app-boundary.test.tsx',
  'apps/console/src/app/pages/*.test.tsx',
  'apps/console/src/app/session/start-up-presence.test.ts',
  'apps/console/src/lib/live/record-versions.test.tsx',
  'apps/console/src/records/also-here.test.tsx',
];
const consoleModules = {
  // In Node the router assumes a server, even if a test has a document.
  resolve: { ...resolve, alias: { '@tanstack/router-core/isServer': `${ROUTER_CORE}/isServer/development.js` } },
  ssr,
};
const inlineRouter = { deps: { inline: [/@tanstack\/(react-router|router-core)/] } };

/**
 * Unit and integration tests. Where
 * `isolate` is false, a worker keeps its modules from one file to the next: importing them again took half of the time (decision 0063). `npm
 * test` adds the end-to-end tests (e2e/vitest.config.ts).
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    // Ends what hangs; a test with more work says how long and why (decision 0063).
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The default of 1 s is too short on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        ...consoleModules,
        test: {
          name: 'packages',
          isolate: false,
          setupFiles,
          server: inlineRouter,
          provide: { isLong },
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'apps/console/src/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', ...ALONE],
        },
      },
      { ...consoleModules, test: { name: 'pages', setupFiles, server: inlineRouter, include: ALONE } },
      { test: { name: 'scripts', include: ['scripts/*.test.mjs', 'bench/*.test.ts'], exclude } },
      {
        // The same file as Node loads: otherwise Vite loads graphql's `module` file, and there are two copies of it.
        resolve: {
          ...resolve,
          alias: [{ find: /^graphql$/, replacement: `${import.meta.dirname}/node_modules/graphql/index.js` }],
        },
        ssr,
        test: {
          name: 'server',
          isolate: false,
          setupFiles,
          include: ['apps/server/src/**/*.test.ts'],
          exclude,
          globalSetup: existsSync(serverSetup) ? [serverSetup] : [],
        },
      },
    ],
  },
});
