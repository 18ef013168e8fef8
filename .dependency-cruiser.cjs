/**
 * The import law (docs/architecture.md, "Laws"). Every rule has a deliberate violation in
 * scripts/checks/law-fixtures/ that `npm run check` must catch; a rule without one fails the check.
 *
 * The parser is swc: dependency-cruiser reads TypeScript through the `typescript` package only below version 7 and
 * silently sees no import at all above it.
 */

const SERVER = '^apps/server/src/';
const CONSOLE = '^apps/console/src/';
/** Our code, as opposed to a library. */
const OURS = '^(apps|packages|e2e|bench|scripts)/';
/** Holds the version. */
const MANIFEST = '^apps/server/package\\.json$';
/** A library, wherever npm installed it. */
const npm = (names) => `(^|/)node_modules/${names}(/|$)|^${names}(/|$)`;
/** Test files, which may import test libraries. */
const TEST_FILES = '\\.test(-d)?\\.tsx?$|\\.contract\\.ts$|/testing/';
const TEST_LIBRARIES = npm('(vitest|fast-check|oauth2-mock-server|@testing-library)');

/**
 * A shared room of the server, which may import itself, the rooms below it and `packages/domain`, or the listed
 * packages.
 */
const room = (name, below, packages = ['domain']) => ({
  name: `server-${name}-looks-down`,
  comment: `The server's ${name} room imports only ${[...below, ...packages.map((each) => `packages/${each}`)].join(', ')}.`,
  severity: 'error',
  from: { path: `${SERVER}${name}/`, pathNot: TEST_FILES },
  to: {
    path: OURS,
    pathNot: [`${SERVER}(${[name, ...below, 'generated'].join('|')})/`, `^packages/(${packages.join('|')})/`, MANIFEST],
  },
});

/** A shared room of the console, which may import itself, the rooms below it, lib, generated operations and some packages. */
const consoleRoom = (name, below) => ({
  name: `console-${name}-looks-down`,
  comment: `The console's ${name} room imports only ${[...below, 'lib'].join(', ')}, generated operations, ui, domain and i18n.`,
  severity: 'error',
  from: { path: `${CONSOLE}${name}/`, pathNot: TEST_FILES },
  to: {
    path: OURS,
    pathNot: [`${CONSOLE}(${[name, ...below, 'lib', 'generated'].join('|')})/`, '^packages/(ui|domain|i18n)/'],
  },
});

module.exports = {
  forbidden: [
    {
      name: 'domain-imports-only-zod',
      comment: 'packages/domain imports zod and the hashes of proofs (decision 0094), and nothing else.',
      severity: 'error',
      from: { path: '^packages/domain/src/', pathNot: TEST_FILES },
      to: { path: '.', pathNot: ['^packages/domain/src/', npm('(zod|@noble/hashes)')] },
    },
    {
      name: 'ui-knows-no-data',
      comment: 'packages/ui imports React, Mantine and their small companions: no domain, no data, no router.',
      severity: 'error',
      from: { path: '^packages/ui/src/', pathNot: TEST_FILES },
      to: { path: '.', pathNot: ['^packages/ui/src/', npm('(react|react-dom|@mantine|@tabler|get-nonce|dayjs)')] },
    },
    {
      name: 'sdk-stands-alone',
      comment:
        'packages/{auth,i18n,presence,release-notes} import nothing of ours; the host hands them what they need.',
      severity: 'error',
      from: { path: '^packages/(auth|i18n|presence|release-notes)/' },
      to: { path: OURS, pathNot: '^packages/$1/' },
    },
    {
      name: 'sdk-core-is-framework-free',
      comment: 'Outside of its react folder an SDK package does not import React.',
      severity: 'error',
      from: { path: '^packages/(auth|i18n|presence)/src/', pathNot: [TEST_FILES, '/src/react[/.]'] },
      to: { path: npm('(react|react-dom|react-intl)') },
    },
    {
      name: 'server-reads-files-in-threads',
      comment:
        'Uploaded files are parsed in a thread of their own, which imports/table-thread.ts starts. Those of backups are not uploaded.',
      severity: 'error',
      from: { path: `${SERVER}`, pathNot: [`${SERVER}(imports/reading|embedded/postgres/backup)/`, TEST_FILES] },
      to: {
        path: [`${SERVER}imports/reading/`, npm('(csv-parse|saxes|yauzl)')],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'server-feature-not-to-feature',
      comment: 'Code that two features share moves down, or into a small service named in a decision record.',
      severity: 'error',
      from: { path: `${SERVER}features/([^/]+)/` },
      to: { path: `${SERVER}features/`, pathNot: `${SERVER}features/$1/` },
    },
    {
      name: 'server-feature-uses-shared-rooms',
      comment:
        'A feature imports its folder, the shared rooms and packages/domain: no adapter, neighbour, main, config.',
      severity: 'error',
      from: { path: `${SERVER}features/`, pathNot: TEST_FILES },
      to: {
        path: OURS,
        pathNot: [
          `${SERVER}features/`,
          `${SERVER}(graphql|listing|live|imports|references|approvals|crud|db|jobs|metrics|ports|ledger|audit|attention|files|mail|texts)/`,
          '^packages/domain/',
        ],
      },
    },
    room('docs', ['features', 'graphql', 'pages', 'ports']),
    room('http', ['graphql', 'db', 'ports']),
    room('files', ['graphql', 'db', 'ports']),
    room('housekeeping', ['db']),
    room('metrics', ['db']),
    room('mail', ['pages', 'db', 'ports'], ['domain', 'i18n']),
    room('texts', ['db'], ['domain', 'i18n']),
    room('imports', [
      'approvals',
      'texts',
      'crud',
      'jobs',
      'ledger',
      'audit',
      'listing',
      'live',
      'graphql',
      'db',
      'ports',
    ]),
    room('references', ['crud', 'listing', 'graphql', 'db', 'ports']),
    room('crud', ['jobs', 'ledger', 'audit', 'listing', 'live', 'graphql', 'db', 'ports']),
    room('approvals', ['mail', 'audit', 'graphql', 'db', 'ports']),
    room('attention', ['jobs', 'audit', 'listing', 'live', 'graphql', 'db', 'ports']),
    room('jobs', ['approvals', 'mail', 'ledger', 'audit', 'listing', 'live', 'graphql', 'db', 'ports']),
    room('ledger', ['audit', 'listing', 'live', 'graphql', 'db', 'ports']),
    room('audit', ['listing', 'live', 'graphql', 'db', 'ports']),
    room('listing', ['live', 'graphql', 'db', 'ports']),
    room('live', ['graphql', 'db', 'ports']),
    room('graphql', ['db', 'ports']),
    room('db', ['ports']),
    room('pages', []),
    room('ports', []),
    {
      name: 'server-edge-sees-ports-only',
      comment:
        'An adapter or an embedded neighbour imports ports, db, mail, pages, texts, domain and its vendor; never a feature.',
      severity: 'error',
      from: { path: `${SERVER}(adapters|embedded)/`, pathNot: TEST_FILES },
      to: {
        path: OURS,
        pathNot: [`${SERVER}(adapters|embedded|ports|db|mail|pages|texts)/`, '^packages/(domain|i18n)/'],
      },
    },
    {
      name: 'server-edges-not-to-each-other',
      comment: 'An adapter or an embedded neighbour does not import another one.',
      severity: 'error',
      from: { path: `${SERVER}(adapters|embedded)/([^/]+)/` },
      to: { path: `${SERVER}(adapters|embedded)/`, pathNot: `${SERVER}$1/$2/` },
    },
    {
      name: 'only-main-sees-edges',
      comment: 'The composition root (main.ts and compose) alone sees adapters and embedded neighbours.',
      severity: 'error',
      from: {
        path: `${SERVER}(?!adapters/|embedded/)`,
        pathNot: [`${SERVER}main\\.ts$`, `${SERVER}(compose|cli|demo)/`, TEST_FILES],
      },
      to: { path: `${SERVER}(adapters|embedded)/` },
    },
    {
      name: 'demo-is-the-roof',
      comment: 'The data of the demo may use everything; only a start and commands fill a database with it.',
      severity: 'error',
      from: { pathNot: [`${SERVER}main\\.ts$`, `${SERVER}(cli|demo)/`, TEST_FILES] },
      to: { path: `${SERVER}demo/` },
    },
    {
      name: 'only-main-composes',
      comment:
        'compose is part of the composition root; only main.ts and the command that examines an installation import it.',
      severity: 'error',
      from: { pathNot: [`${SERVER}(main|cli/doctor)\\.ts$`, `${SERVER}compose/`, TEST_FILES] },
      to: { path: `${SERVER}compose/` },
    },
    {
      name: 'main-is-a-leaf',
      comment: 'Nothing imports the composition root.',
      severity: 'error',
      from: {},
      to: { path: `${SERVER}main\\.ts$` },
    },
    {
      name: 'config-stays-at-the-top',
      comment: 'Only the composition root and the app know the settings; they pass values to all other code.',
      severity: 'error',
      from: { path: `${SERVER}`, pathNot: [`${SERVER}(main|app|config)\\.ts$`, `${SERVER}(compose|cli)/`, TEST_FILES] },
      to: { path: `${SERVER}config\\.ts$` },
    },
    {
      name: 'server-imports-domain-and-i18n',
      comment: 'The server imports only domain and i18n of the packages.',
      severity: 'error',
      from: { path: SERVER },
      to: { path: '^packages/', pathNot: '^packages/(domain|i18n)/' },
    },
    {
      name: 'console-feature-not-to-feature',
      comment: 'A feature of the console imports only public.tsx of another feature.',
      severity: 'error',
      from: { path: `${CONSOLE}features/([^/]+)/` },
      to: {
        path: `${CONSOLE}features/`,
        pathNot: [`${CONSOLE}features/$1/`, `${CONSOLE}features/[^/]+/public\\.tsx?$`],
      },
    },
    {
      name: 'console-feature-uses-shared-rooms',
      comment:
        'A feature imports its folder, points, attention, jobs, listing, records, lib, generated operations and packages; not the app.',
      severity: 'error',
      from: { path: `${CONSOLE}features/`, pathNot: TEST_FILES },
      to: {
        path: OURS,
        pathNot: [`${CONSOLE}(features|points|attention|jobs|listing|records|lib|generated)/`, '^packages/'],
      },
    },
    consoleRoom('points', ['listing', 'records']),
    consoleRoom('attention', ['jobs', 'listing', 'records']),
    consoleRoom('jobs', ['listing', 'records']),
    consoleRoom('listing', ['exports', 'imports']),
    consoleRoom('records', ['listing']),
    consoleRoom('exports', []),
    consoleRoom('imports', []),
    {
      name: 'console-lib-is-the-floor',
      comment: 'lib imports packages, texts and generated operations, nothing above it.',
      severity: 'error',
      from: { path: `${CONSOLE}lib/`, pathNot: TEST_FILES },
      to: { path: OURS, pathNot: [`${CONSOLE}(lib|generated|messages)/`, '^packages/'] },
    },
    {
      name: 'console-app-not-inside-features',
      comment: 'The app knows features by their table of contents only.',
      severity: 'error',
      from: { path: `${CONSOLE}(app/|main\\.tsx$)`, pathNot: TEST_FILES },
      to: { path: `${CONSOLE}features/`, pathNot: `${CONSOLE}features/index\\.tsx?$` },
    },
    {
      name: 'apps-not-to-each-other',
      comment: 'An app does not import another app; the console reads schema.graphql as data.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^(apps|e2e|bench|scripts)/', pathNot: '^apps/$1/' },
    },
    {
      name: 'outside-uses-public-interfaces',
      comment: 'e2e, bench and scripts import packages; of the apps they use commands and addresses only.',
      severity: 'error',
      from: { path: '^(e2e|bench|scripts)/' },
      to: { path: '^apps/' },
    },
    {
      name: 'vendor-inside-its-adapter',
      comment: 'The SDK of an outside service is imported by its adapter or neighbour only.',
      severity: 'error',
      from: {
        path: '^(apps|packages)/',
        pathNot: [`${SERVER}(adapters|embedded)/`, '^packages/(auth|presence)/', TEST_FILES],
      },
      to: {
        path: npm(
          '(oidc-provider|oidc-client-ts|@firebase|firebase|firebase-admin|ioredis|redis|@aws-sdk|@opentelemetry|@node-rs/argon2|sharp)',
        ),
      },
    },
    {
      name: 'production-not-to-tests',
      comment: 'Code that ships does not import a test, a test fixture or a test library.',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: [TEST_FILES, '/generate-[a-z]+\\.ts$'] },
      to: { path: `${TEST_FILES}|${TEST_LIBRARIES}` },
    },
    {
      name: 'no-circular',
      comment: 'No circular imports, types included.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'Every import is found.',
      severity: 'error',
      // bench/postgraphile and the apps of others have their own installations, created when they run.
      from: { pathNot: '/generated/|^bench/postgraphile/|^e2e/outside/app/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'no-undeclared-library',
      comment: 'A library is declared by the workspace that imports it.',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: [TEST_FILES, '/generated/'] },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps|packages)/[^/]+/dist/' },
    moduleSystems: ['es6', 'cjs'],
    combinedDependencies: false,
    enhancedResolveOptions: {
      conditionNames: ['source', 'import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.d.ts'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
