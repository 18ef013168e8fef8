import { createHash } from 'node:crypto';

const M = 'apps/server/migrations';
const checksum = (/** @type {string} */ text) => createHash('sha256').update(text).digest('hex');
const NARROW = 'ALTER TABLE a DROP COLUMN b;\n';
const SKIPPING =
  'UPDATE a SET b = 1 WHERE id IN (SELECT id FROM a WHERE b IS NULL LIMIT 500 FOR UPDATE SKIP LOCKED);\n';

const FUNCTION = 'CREATE OR REPLACE FUNCTION one() RETURNS int LANGUAGE sql RETURN 1;\n';

/** Steps that break a rule, and checksums that do not match. */
export const MIGRATION_VIOLATIONS = {
  files: [
    { path: 'apps/server/package.json', text: '{ "version": "0.3.0" }' },
    {
      path: `${M}/checksums.json`,
      text: JSON.stringify({
        '0.1.0': {
          'baseline/10_first.sql': checksum('SELECT 1;\n'),
          'baseline/20_gone.sql': checksum('SELECT 2;\n'),
        },
        '0.2.0': { '0350_changed.expand.sql': checksum('SELECT 3;\n') },
        '0.3.0': {
          '0360_edited.expand.sql': checksum('SELECT 4;\n'),
          '0362_narrow.expand.sql': checksum(NARROW),
          '0363_skipping.data.sql': checksum(SKIPPING),
          '0364_headless.contract.sql': checksum(NARROW),
          '0365_ending.expand.sql': checksum('COMMIT;\n'),
          '0366_defining.expand.sql': checksum(FUNCTION),
        },
      }),
    },
    { path: `${M}/baseline/10_first.sql`, text: 'SELECT 1;\n' },
    { path: `${M}/0350_changed.expand.sql`, text: 'SELECT 30;\n' },
    { path: `${M}/0360_edited.expand.sql`, text: 'SELECT 40;\n' },
    { path: `${M}/0360_kindless.sql`, text: 'SELECT 5;\n' },
    { path: `${M}/0362_narrow.expand.sql`, text: NARROW },
    { path: `${M}/0363_skipping.data.sql`, text: SKIPPING },
    { path: `${M}/0364_headless.contract.sql`, text: NARROW },
    { path: `${M}/0365_ending.expand.sql`, text: 'COMMIT;\n' },
    { path: `${M}/0366_defining.expand.sql`, text: FUNCTION },
  ],
  expected: [
    'baseline/20_gone.sql is missing, and version 0.1.0 was released with it',
    '0350_changed.expand.sql has changed, and version 0.2.0 was released with it',
    'is stale at 0360_edited.expand.sql',
    '0360_kindless.sql: another migration has its number',
    '0360_kindless.sql: the name of a step is',
    'lacks 0360_kindless.sql',
    '0362_narrow.expand.sql takes something away from older versions',
    '0363_skipping.data.sql has no $1',
    '0363_skipping.data.sql skips locked rows',
    '0364_headless.contract.sql has no line such as',
    '0365_ending.expand.sql ends its transaction',
    '0366_defining.expand.sql makes a function, a view or a trigger',
  ],
};
