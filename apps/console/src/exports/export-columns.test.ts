// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IMPORT_LISTS } from '@backcounter/domain';
import { describe, expect, it } from 'vitest';
import type { ExportedList } from '../lib/record/selected-rows.ts';
import { listOf } from '../records/entity-request.ts';
import { columnsInOrder, columnsOnScreen, exportLabelKey } from './export-columns.ts';

const SCHEMA = readFileSync(join(import.meta.dirname, '../../../server/schema.graphql'), 'utf8');
const [, NAMES = ''] = /\nenum ListName \{\n([^}]*)/.exec(SCHEMA) ?? [];
/** Columns of the files of each list, as the schema says them. */
const OFFERED = Object.fromEntries(
  [...NAMES.matchAll(/Columns of its files: ([^.]*)\.[\s"]*([A-Z_]+)/g)].map(([, columns = '', list = '']) => [
    list,
    [...columns.matchAll(/\w+/g)].map(String),
  ]),
);
/** Lists that only the API has: the console shows them as a tab of another kind. */
const NOT_SHOWN = ['ACCOUNT_GIVEAWAYS', 'ACCOUNT_NOTIFICATIONS', 'ACCOUNT_REDEMPTIONS', 'COUPON_BATCHES'];

/** Every list of the console. */
const LISTS: Record<string, ExportedList> = {};
const modules = import.meta.glob<Record<string, unknown>>([
  '../features/**/*{.entity,.list,-list.page}.{ts,tsx}',
  '../points/points-entry-list.ts',
]);
for (const load of Object.values(modules))
  for (const [name, made] of Object.entries(await load())) {
    const isMade = typeof made === 'function' && /^[a-z]\w*List$/.test(name) && !name.startsWith('use');
    const found = isMade ? made({ id: 'x', locale: 'de-DE', timezone: 'UTC' }, '/x', []) : made;
    const list = found?.list ? listOf(found) : found;
    if (list?.capability && list.columns) LISTS[list.capability] ??= list;
  }

const listed = (capability: string): ExportedList => LISTS[capability] ?? { capability: 'AUDIT', columns: [] };
const onScreen = (capability: string, ...shown: string[]) =>
  columnsOnScreen(listed(capability), shown, OFFERED[capability] ?? []);
const label = (capability: string, column: string) =>
  exportLabelKey(listed(capability), column, OFFERED[capability] ?? []);

describe('columns of a file', () => {
  it('start with those on screen, in their order, without those that files do not have', () => {
    expect(onScreen('ACCOUNTS', 'name', 'online', 'lastSeen', 'country', 'number')).toEqual([
      'displayName',
      'lastSeenAt',
      'country',
      'number',
    ]);
    expect(columnsOnScreen(listed('ACCOUNTS'), ['name', 'country'], ['countryCode', 'code', 'name'])).toEqual([
      'name',
      'countryCode',
    ]);
  });

  it('of entries of points match those of the tab', () => {
    const shown = ['recorded', 'code', 'other', 'reference', 'reason', 'who', 'amount', 'balance', 'number'];
    expect(onScreen('POINTS_ENTRIES', ...shown)).toEqual([
      'recordedAt',
      'code',
      'otherSide',
      'referenceId',
      'reason',
      'by',
      'delta',
      'balanceAfter',
      'seq',
    ]);
  });

  it('of campaigns, coupons and giveaways match their lists', () => {
    expect(onScreen('CAMPAIGNS', 'name', 'window', 'budget')).toEqual(['name', 'startsAt', 'endsAt', 'budgetUse']);
    expect(onScreen('COUPONS', 'uses', 'used')).toEqual(['usesConfirmed', 'usesMax', 'lastUsedAt']);
    expect(onScreen('CAMPAIGN_REDEMPTIONS', 'when', 'order')).toEqual(['reservedAt', 'orderMinor', 'currency']);
    expect(onScreen('GIVEAWAYS', 'entries', 'store')).toEqual(['entries', 'sponsor']);
  });

  it('never include one that this person may not have [ux 38]', () => {
    expect(columnsOnScreen(listed('ACCOUNTS'), ['email', 'number'], ['number'])).toEqual(['number']);
  });

  it('are all offered, each once', () => {
    expect(columnsInOrder(['country', 'displayName'], ['displayName', 'id', 'country'])).toEqual([
      'country',
      'displayName',
      'id',
    ]);
  });

  it('have labels in every list, those of their fields, or else none that could be wrong', () => {
    expect([...Object.keys(LISTS), ...NOT_SHOWN].sort()).toEqual(Object.keys(OFFERED).sort());
    for (const list of Object.keys(LISTS))
      for (const column of OFFERED[list] ?? []) expect(label(list, column), `${list} ${column}`).not.toBeNull();
    expect(label('CAMPAIGNS', 'percentBp')).toBe('campaign.field.percentBp');
    expect(label('CAMPAIGNS', 'reserved')).toBe('campaign.figures.reserved');
    expect(label('POINTS_ENTRIES', 'delta')).toBe('points.field.amount');
    expect(label('TRANSLATIONS', 'key')).toBe('translation.field.key');
    expect(label('ACCOUNTS', 'unheardOf')).toBeNull();
  });
});

it('have the headings that the server recognises in files [import 6]', async () => {
  const messages = join(import.meta.dirname, '../messages');
  const languages = readdirSync(messages, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const texts = languages.map(({ name }): Record<string, string> => {
    const files = readdirSync(join(messages, name)).map((file) => readFileSync(join(messages, name, file), 'utf8'));
    return Object.assign({}, ...files.map((file) => JSON.parse(file)));
  });
  const lines = IMPORT_LISTS.map((list) => {
    const labels = (OFFERED[list] ?? []).map(
      (column) => `${column}: ${JSON.stringify(texts.map((each) => each[label(list, column) ?? ''] ?? column))}`,
    );
    return `  ${list}: {${labels.join(', ')}},\n`;
  });
  const names = languages.map(({ name }) => name).join(', ');
  await expect(`// Written by apps/console/src/exports/export-columns.test.ts: npx vitest run export-columns -u
import type { ImportList } from '@backcounter/domain';

/** Headings of the columns of exported files: ${names}. */
// biome-ignore format: a line for each list
export const COLUMN_LABELS: Readonly<Record<ImportList, Readonly<Record<string, readonly string[]>>>> = {
${lines.join('')}};
`).toMatchFileSnapshot('../../../server/src/imports/column-labels.ts');
});
