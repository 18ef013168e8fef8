/**
 * One deliberate violation for each law. Those of the import law are checked in a scratch tree, those of the text laws
 * in memory.
 */

/** @typedef {{ law: string, file: string, code: string, beside?: Record<string, string> }} Violation */

const EMPTY = 'export {};\n';
const S = 'apps/server/src';
const C = 'apps/console/src';

/** @type {Violation[]} */
export const IMPORT_VIOLATIONS = [
  { law: 'domain-imports-only-zod', file: 'packages/domain/src/badge.ts', code: "import 'react';\n" },
  { law: 'ui-knows-no-data', file: 'packages/ui/src/button.tsx', code: "import '@tanstack/react-router';\n" },
  {
    law: 'ui-knows-no-data',
    file: 'packages/ui/src/badge.tsx',
    code: "import type { Role } from '../../domain/src/roles.ts';\nexport type R = Role;\n",
    beside: { 'packages/domain/src/roles.ts': 'export type Role = string;\n' },
  },
  {
    law: 'sdk-stands-alone',
    file: 'packages/auth/src/session.ts',
    code: "import '../../i18n/src/locale.ts';\n",
    beside: { 'packages/i18n/src/locale.ts': EMPTY },
  },
  { law: 'sdk-core-is-framework-free', file: 'packages/i18n/src/core.ts', code: "import 'react';\n" },
  {
    law: 'server-feature-not-to-feature',
    file: `${S}/features/account/account.service.ts`,
    code: "import '../store/store.service.ts';\n",
    beside: { [`${S}/features/store/store.service.ts`]: EMPTY },
  },
  {
    law: 'server-reads-files-in-threads',
    file: `${S}/imports/import-preview.ts`,
    code: "import './reading/table.ts';\n",
    beside: { [`${S}/imports/reading/table.ts`]: EMPTY },
  },
  {
    law: 'server-reads-files-in-threads',
    file: `${S}/features/draw/ticket-file.ts`,
    code: "import 'csv-parse';\n",
  },
  {
    law: 'server-imports-looks-down',
    file: `${S}/imports/import-job.ts`,
    code: "import '../features/coupon/coupon.service.ts';\n",
    beside: { [`${S}/features/coupon/coupon.service.ts`]: EMPTY },
  },
  {
    law: 'server-feature-uses-shared-rooms',
    file: `${S}/features/account/account.graphql.ts`,
    code: "import { config } from '../../config.ts';\nexport const port = config;\n",
    beside: { [`${S}/config.ts`]: 'export const config = 1;\n' },
  },
  ...[
    'http',
    'files',
    'housekeeping',
    'approvals',
    'attention',
    'metrics',
    'mail',
    'texts',
    'references',
    'crud',
    'listing',
    'live',
    'jobs',
    'ledger',
    'audit',
    'graphql',
    'db',
    'pages',
    'ports',
  ].map((room) => ({
    law: `server-${room}-looks-down`,
    file: `${S}/${room}/upwards.ts`,
    code: "import '../features/store/store.service.ts';\n",
  })),
  {
    law: 'server-docs-looks-down',
    file: `${S}/docs/upwards.ts`,
    code: "import '../services.ts';\n",
    beside: { [`${S}/services.ts`]: EMPTY },
  },
  {
    law: 'server-graphql-looks-down',
    file: `${S}/graphql/sideways.ts`,
    code: "import '../listing/page.ts';\n",
    beside: { [`${S}/listing/page.ts`]: EMPTY },
  },
  {
    law: 'server-edge-sees-ports-only',
    file: `${S}/embedded/identity/sign-in.ts`,
    code: "import '../../features/store/store.service.ts';\n",
  },
  {
    law: 'server-edges-not-to-each-other',
    file: `${S}/adapters/oidc/verify.ts`,
    code: "import '../../embedded/identity/keys.ts';\n",
    beside: { [`${S}/embedded/identity/keys.ts`]: EMPTY },
  },
  {
    law: 'demo-is-the-roof',
    file: `${S}/db/filled.ts`,
    code: "import '../demo/seed.ts';\n",
    beside: { [`${S}/demo/seed.ts`]: EMPTY },
  },
  { law: 'only-main-sees-edges', file: `${S}/app.ts`, code: "import './embedded/identity/keys.ts';\n" },
  {
    law: 'only-main-composes',
    file: `${S}/features/session/provider.ts`,
    code: "import '../../compose/identity.ts';\n",
    beside: { [`${S}/compose/identity.ts`]: EMPTY },
  },
  {
    law: 'main-is-a-leaf',
    file: `${S}/cli/staff.ts`,
    code: "import '../main.ts';\n",
    beside: { [`${S}/main.ts`]: EMPTY },
  },
  { law: 'config-stays-at-the-top', file: `${S}/embedded/identity/issuer.ts`, code: "import '../../config.ts';\n" },
  {
    law: 'server-imports-domain-and-i18n',
    file: `${S}/embedded/identity/page.ts`,
    code: "import '../../../../../packages/ui/src/theme.ts';\n",
    beside: { 'packages/ui/src/theme.ts': EMPTY },
  },
  {
    law: 'console-feature-not-to-feature',
    file: `${C}/features/account/account-list.page.tsx`,
    code: "import '../store/store-form.tsx';\n",
    beside: { [`${C}/features/store/store-form.tsx`]: EMPTY },
  },
  {
    law: 'console-feature-uses-shared-rooms',
    file: `${C}/features/account/account-record.page.tsx`,
    code: "import '../../app/router.tsx';\n",
    beside: { [`${C}/app/router.tsx`]: EMPTY },
  },
  ...['points', 'attention', 'jobs', 'listing', 'records', 'exports', 'imports'].map((room) => ({
    law: `console-${room}-looks-down`,
    file: `${C}/${room}/part.tsx`,
    code: "import '../features/store/store-form.tsx';\n",
    beside: { [`${C}/features/store/store-form.tsx`]: EMPTY },
  })),
  { law: 'console-lib-is-the-floor', file: `${C}/lib/dates.ts`, code: "import '../app/router.tsx';\n" },
  {
    law: 'console-app-not-inside-features',
    file: `${C}/app/layout.tsx`,
    code: "import '../features/store/store-form.tsx';\n",
  },
  {
    law: 'apps-not-to-each-other',
    file: `${C}/lib/schema.ts`,
    code: "import '../../../server/src/graphql/builder.ts';\n",
    beside: { [`${S}/graphql/builder.ts`]: EMPTY },
  },
  {
    law: 'outside-uses-public-interfaces',
    file: 'e2e/accounts.test.ts',
    code: "import '../apps/server/src/app.ts';\n",
  },
  {
    law: 'vendor-inside-its-adapter',
    file: `${S}/features/account/account.picture.ts`,
    code: "import 'firebase-admin/storage';\n",
  },
  {
    law: 'production-not-to-tests',
    file: `${S}/db/client.ts`,
    code: "import './testing/test-database.ts';\n",
    beside: { [`${S}/db/testing/test-database.ts`]: EMPTY },
  },
  { law: 'production-not-to-tests', file: `${S}/db/migrate.ts`, code: "import 'vitest';\n" },
  {
    law: 'no-circular',
    file: `${C}/listing/filters.ts`,
    code: "import './columns.ts';\n",
    beside: { [`${C}/listing/columns.ts`]: "import type { F } from './filters.ts';\nexport type C = F;\n" },
  },
  { law: 'no-unresolvable', file: `${C}/listing/chips.tsx`, code: "import './gone.ts';\n" },
  { law: 'no-undeclared-library', file: `${S}/db/undeclared.ts`, code: "import 'kysely';\n" },
];

/** @type {Violation[]} */
export const SOURCE_VIOLATIONS = [
  { law: 'file-length', file: `${C}/features/store/store-list.page.tsx`, code: '\n'.repeat(401) },
  { law: 'file-names', file: `${S}/features/store/store-list.ts`, code: EMPTY },
  { law: 'file-names', file: `${S}/features/store/store.rows.ts`, code: EMPTY },
  { law: 'file-names', file: `${C}/features/store/store-form.tsx`, code: EMPTY },
  { law: 'file-names', file: `${C}/features/store/store.rows.tsx`, code: EMPTY },
  { law: 'file-names', file: `${C}/lib/utils.ts`, code: EMPTY },
  { law: 'file-names', file: `${C}/lib/common/dates.ts`, code: EMPTY },
  { law: 'file-names', file: `${C}/lib/DateFormat.ts`, code: EMPTY },
  { law: 'no-barrels', file: `${C}/records/index.ts`, code: EMPTY },
  { law: 'no-barrels', file: `${C}/records/parts.ts`, code: "/** Parts. */\nexport { a } from './a.ts';\n" },
  { law: 'environment-in-config', file: `${S}/db/client.ts`, code: 'export const url = process.env.DATABASE_URL;\n' },
  { law: 'no-empty-catch', file: `${S}/db/client.ts`, code: 'try {\n} catch {\n  // never mind\n}\n' },
  { law: 'no-empty-catch', file: `${S}/db/client.ts`, code: 'promise.catch(() => {});\n' },
  { law: 'nothing-unfinished', file: 'docs/operations.md', code: 'TODO: write\n' },
  { law: 'public-references', file: 'docs/operations.md', code: 'See /home/ann/notes.txt.\n' },
  { law: 'public-references', file: `${S}/db/client.ts`, code: "const dir = '/Users/ann/backcounter';\n" },
  { law: 'doc-comments', file: 'packages/ui/src/theme.ts', code: 'export const theme = {};\n' },
  { law: 'doc-comments', file: `${S}/listing/page.ts`, code: '// not a doc comment\nexport function page() {}\n' },
  { law: 'dialogs-return-the-focus', file: `${C}/records/a.tsx`, code: "import { Drawer } from '@mantine/core';\n" },
  { law: 'mocks-run-alone', file: `${C}/records/a.test.tsx`, code: "vi.mock('./b.ts', () => ({}));\n" },
  { law: 'queries-are-repeated', file: `${C}/points/a.ts`, code: 'useQuery({ queryKey: [], retry: false });\n' },
  { law: 'sql-of-postgres-15', file: `${S}/features/a/a.sql`, code: "SELECT pg_input_is_valid(a, 'uuid');\n" },
  { law: 'long-waits-say-why', file: `${S}/a.test.ts`, code: 'it("a", async () => {\n}, 60_001);\n' },
  { law: 'no-built-in-fetch', file: `${S}/adapters/oidc/discovery.ts`, code: 'const answer = await fetch(url);\n' },
  {
    law: 'certificates-are-verified',
    file: `${S}/adapters/oidc/discovery.ts`,
    code: 'https.request(address, { rejectUnauthorized: false });\n',
  },
  { law: 'formats-are-kept', file: `${C}/jobs/a.tsx`, code: 'new Intl.NumberFormat(locale);\n' },
  {
    law: 'field-rules-have-words',
    file: 'packages/domain/src/badge.ts',
    code: "export const icon = z.string().max(9, { error: 'icon-size' });\n",
  },
  { law: 'breakpoints', file: `${C}/lib/card.css`, code: '@media (max-width: 64em) {\n}\n' },
  { law: 'breakpoints', file: `${C}/lib/card.css`, code: '@media (width < 1024px) {\n}\n' },
  { law: 'breakpoints', file: `${C}/lib/card.tsx`, code: "const isWide = matchMedia('(min-width: 1200px)');\n" },
  { law: 'style-modules', file: `${C}/lib/card.module.css`, code: '.card {\n  gap: 1rem;\n}\n' },
  { law: 'style-modules', file: `${C}/lib/card.module.css`, code: 'p {\n  composes: bc-bow from global;\n}\n' },
  { law: 'style-modules', file: `${C}/lib/card.module.css`, code: 'p {\n  color: var(--bc-colour);\n}\n' },
  {
    law: 'style-modules',
    file: `${C}/lib/card.tsx`,
    code: "import styles from './card.module.css';\n\nexport const Card = () => <p className={styles['cart']} />;\n",
  },
  {
    law: 'errors-are-shown',
    file: `${C}/lib/names.ts`,
    code: "export const save = () => request(rename, {}, { errorsShown: 'in-place' });\n",
  },
  {
    law: 'errors-are-shown',
    file: `${C}/lib/names.ts`,
    code: 'export function useNames() {\n  const names = useQuery(namesQuery);\n  return names.data ?? [];\n}\n',
  },
  {
    law: 'errors-are-shown',
    file: `${C}/lib/names.tsx`,
    code: 'function useNames() {\n  return useQuery(namesQuery);\n}\nfunction Names() {\n  const { data } = useNames();\n  return data;\n}\n',
  },
];

const row = (/** @type {string} */ id, /** @type {string} */ statement) => `| ${id} | ${statement} |\n`;

/** A small table and its tests, and their problems. */
export const COVERAGE_VIOLATIONS = {
  files: [
    {
      path: 'docs/spec-coverage.md',
      text: [
        row('spec 1.1', 'Proved'),
        row('spec 1.2', 'Skipped'),
        row('spec 1.3', 'Bare'),
        row('spec 1.4', 'Not shown. Nothing to prove: decided here'),
        row('spec 1.5', 'Late. Not testable: takes a year'),
        row('spec 1.6', 'Double. Nothing to prove: see 1.1'),
        row('spec 1.6', 'Double. Nothing to prove: see 1.1'),
      ].join(''),
    },
    {
      path: 'e2e/a.test.ts',
      text: "it('one [spec 1.1, 1.5] [ux 7]', a);\nit.skip('two [spec 1.2]', a);\n",
    },
  ],
  expected: [
    'e2e/a.test.ts names ux 7, which docs/spec-coverage.md does not have',
    'e2e/a.test.ts names spec 1.2 outside of the title of a test that runs',
    'spec 1.2 is proved by no test and gives no reason',
    'spec 1.3 is proved by no test and gives no reason',
    'spec 1.5 is proved by a test, so it needs no reason',
    'docs/spec-coverage.md has spec 1.6 twice',
  ],
};

/** Code that the linter must refuse: rule -> code. */
export const LINT_VIOLATIONS = {
  'suspicious/noExplicitAny': 'export const a: any = 1;\n',
  'style/noDefaultExport': 'export default function page() {}\n',
  'style/noNonNullAssertion': 'export const a = (b: string | null) => b!.length;\n',
  'style/noProcessEnv': 'export const a = process.env.A;\n',
  'suspicious/noEmptyBlockStatements': 'try {\n  a();\n} catch {}\n',
};

/**
 * Text to remove from a file so that an SDK setting, claim or event loses its producer or consumer, and the start of
 * the problem.
 * @type {[path: string, words: string, expected: string][]}
 */
export const REACHABILITY_VIOLATIONS = [
  [
    `${C}/lib/settings/i18n.ts`,
    '  useTranslationLogger:',
    'TranslationSettings.useTranslationLogger is passed by no host',
  ],
  [`${C}/lib/settings/i18n.ts`, 'createI18n({', `${C}/lib/settings/i18n.ts has no block "createI18n({" with members`],
  [
    'packages/i18n/src/translation-client.ts',
    'settings.suppressLogs',
    'TranslationSettings.suppressLogs is read by nothing',
  ],
  ['apps/server/src/app.ts', '        suppressLogs:', 'ConsoleConfig.suppressLogs is not written by the server'],
  [`${C}/app/session/auth.ts`, 'config.scope', 'ConsoleConfig.scope is used by nothing in the console'],
  [`${C}/app/session/auth.ts`, '    scope:', 'AuthSettings.scope is passed by no host'],
  [`${C}/lib/settings/session.ts`, 'profile.admin_url', 'claim admin_url is read by nothing'],
  ['apps/server/src/embedded/identity/provider.ts', '          name: person.name,', 'claim name is not issued'],
  [
    'apps/server/src/embedded/identity/person.ts',
    '.set({ preferred_language_key:',
    'claim preferred_language_key has a column that nothing writes',
  ],
  [
    'packages/release-notes/src/install-options.ts',
    '  readonly isMobile?: boolean;',
    'ReleaseNotesOptions: isMobile has a reason',
  ],
  [
    `${C}/app/release-notes/release-notes-popup.ts`,
    '    onUnread,',
    'ReleaseNotesOptions.onUnread is passed by no host',
  ],
  [
    'packages/release-notes/src/opening.ts',
    "'release-notes-read'",
    'event release-notes-read is dispatched by nothing',
  ],
];

/** Rows of the security map with missing references. */
export const SECURITY_MAP_VIOLATIONS = {
  files: [
    {
      path: 'docs/security.md',
      text: [
        '| 1.1.1 | Proved | fulfilled | `e2e/a.test.ts`, spec 1.1, attack: known |',
        '| 1.1.2 | Lost | fulfilled | `e2e/b.test.ts` |',
        '| 1.1.3 | Unknown statement | fulfilled | spec 1.2 |',
        '| 1.1.4 | Unknown attack | fulfilled | attack: unknown |',
        '| 1.1.5 | Bare | open |  |',
        '| 1.1.6 | Other word | done | `e2e/a.test.ts` |',
        '| 1.1.7 | Reason | not applicable | no mail is sent |',
        '| 1.1.8 | Double | open | later |',
        '| 1.1.8 | Double | open | later |',
      ].join('\n'),
    },
    { path: 'docs/spec-coverage.md', text: row('spec 1.1', 'Proved') },
    { path: 'e2e/attack/classes/a.ts', text: "const known: AttackClass = {\n  name: 'known',\n};\n" },
    { path: 'e2e/a.test.ts', text: '' },
  ],
  expected: [
    '1.1.2 names `e2e/b.test.ts`, which is not there',
    '1.1.3 names spec 1.2, which is not there',
    '1.1.4 names attack: unknown, which is not there',
    '1.1.5 has neither proof nor reason',
    '1.1.6 has the status done',
    'has 1.1.8 twice',
  ],
};

/** Documents that are not listed, lack a part, or point to what is not there. */
export const DOCUMENT_VIOLATIONS = {
  files: [
    { path: 'docs/README.md', text: '[Listed](listed.md) [Settings](settings.md)\n' },
    { path: 'docs/decisions/README.md', text: '' },
    { path: 'docs/decisions/0001-partial.md', text: '# 0001\n\n## Background\n\n## Decision\n' },
    {
      path: 'docs/listed.md',
      text: '# Listed page\n\n[ok](#listed-page) [bad](#no-heading) [lost](lost.md) `scripts/lost.mjs` `docs/listed.md`\n',
    },
    { path: 'docs/unlisted.md', text: '[ok](listed.md#listed-page) (decisions 0001 and 0009)\n' },
    { path: 'docs/settings.md', text: '`PORT`\n' },
    { path: 'apps/server/src/config.ts', text: '  PORT: number,\n  HOST: text,\n' },
    { path: 'README.md', text: 'npm test, npm run check\n' },
    { path: 'package.json', text: '{ "scripts": { "test": "", "check": "", "lost": "" } }' },
  ],
  expected: [
    '0001-partial.md is not listed in docs/decisions/README.md',
    '0001-partial.md has no part "Consequences"',
    'docs/unlisted.md is not listed in docs/README.md',
    'docs/unlisted.md names decision 0009',
    'docs/listed.md links to #no-heading',
    'docs/listed.md links to lost.md',
    'docs/listed.md names scripts/lost.mjs',
    'docs/settings.md lacks HOST',
    'README.md lacks npm run lost',
  ],
};
