import { IMPORT_PERMISSIONS, SOURCE_LOCALE } from '@backcounter/domain';
import type { EffectContext } from '../../../graphql/request-context.ts';
import { namesOf } from '../../../imports/field-names.ts';
import type {
  ImportDefinition,
  ImportRow,
  RowOutcome,
  RowProblem,
  WriteOptions,
} from '../../../imports/import-definition.ts';
import { importField } from '../../../imports/record-import.ts';
import { recheckMessages } from '../../../texts/recheck-messages.ts';
import { holdClient } from '../translation-record.ts';
import { problemsOfValue } from '../translation-write.ts';
import {
  type FoundText,
  findTexts,
  onlyClient,
  type TextChange,
  textKey,
  writeTexts,
} from './translation-import-write.ts';

const VALUE = 'value.';
const FILE_LOCALE = /(?:^|[^A-Za-z])([a-z]{2}-[A-Z]{2})(?:\.[0-9a-f]+)?\.json$/;

/**
 * Imports texts by key, one column per language (`value.de-DE`), or one column of texts beside one of languages. Keys and
 * languages must exist. With several clients, a column names the client.
 */
export const translationImport: ImportDefinition = {
  entity: 'TRANSLATIONS',
  permission: IMPORT_PERMISSIONS.TRANSLATIONS,
  fields: [
    importField('key', 'TEXT', 'shop.title', { isRequired: true }),
    { key: 'value', kind: 'LOCALIZED_TEXT', needsLanguage: true, example: 'Shop', names: namesOf('value') },
    importField('value', 'TEXT', ''),
    importField('locale', 'TEXT', ''),
    importField('client', 'TEXT', ''),
  ],
  matches: [['client', 'key', 'locale'], ['client', 'key'], ['key', 'locale'], ['key']],
  unique: [],
  canCreate: false,
  // The name of a file with one language contains the locale.
  fieldOfFile: (fileName) => {
    const locale = FILE_LOCALE.exec(fileName)?.[1];
    return locale === undefined ? null : `${VALUE}${locale}`;
  },
  batchRows: 500,
  write: writeRows,
};

/**
 * Finds and locks all texts of a batch at once, validates them here, and writes them and their audit events with one
 * statement per step.
 */
async function writeRows(
  context: EffectContext,
  rows: readonly ImportRow[],
  options: WriteOptions,
): Promise<RowOutcome[]> {
  const only = await onlyClient(context);
  const clients = rows.map(({ values }) => (values['client'] == null ? only : String(values['client'])));
  for (const clientId of new Set(clients.filter((id) => id !== null).sort())) await holdClient(context, clientId);
  const texts = await findTexts(
    context,
    rows.map(({ values }, index) => ({ clientId: clients[index] ?? '', key: String(values['key']) })),
  );
  const changes: TextChange[] = [];
  const outcomes: RowOutcome[] = [];
  for (const [index, row] of rows.entries()) {
    const clientId = clients[index] ?? null;
    const judged =
      clientId === null
        ? [{ field: 'client', rule: 'required' }]
        : await judge(row, texts.get(textKey(clientId, String(row.values['key']))) ?? null, options);
    if (typeof judged === 'object' && 'changes' in judged) {
      changes.push(...judged.changes);
      outcomes.push('updated');
    } else outcomes.push(judged);
  }
  await write(context, changes);
  return outcomes;
}

type Judged = { readonly changes: readonly TextChange[] } | Exclude<RowOutcome, 'created' | 'updated'>;

async function judge(
  { values }: ImportRow,
  found: ReadonlyMap<string, FoundText> | null,
  { settings }: WriteOptions,
): Promise<Judged> {
  if (found === null) return 'missing';
  const cells = Object.entries(values).flatMap(([field, value]) =>
    field === 'value' || field.startsWith(VALUE)
      ? [
          {
            field,
            value: value === null ? null : String(value),
            locale: field === 'value' ? String(values['locale'] ?? '') : field.slice(VALUE.length),
          },
        ]
      : [],
  );
  const english = cells.find(({ locale }) => locale === SOURCE_LOCALE)?.value;
  const problems: RowProblem[] = [];
  const changes: TextChange[] = [];
  let kept = 0;
  for (const { field, value, locale } of cells) {
    const text = found.get(locale);
    if (text === undefined) problems.push(field === 'value' ? unknownLocale(locale) : { field, rule: 'unknown' });
    else if (value === text.value) continue;
    else if (text.isRetired) problems.push({ field: 'key', rule: 'not-editable' });
    else if (settings.existingRows === 'SKIP' && text.value !== null) kept += 1;
    else {
      const source = english ?? text.source;
      const wrong = await problemsOfValue({ locale, source, shippedValue: text.shippedValue }, value);
      problems.push(...wrong.map((problem) => ({ field, ...problem })));
      if (wrong.length === 0) changes.push({ id: text.id, isSource: locale === SOURCE_LOCALE, text, value });
    }
  }
  if (problems.length > 0) return problems;
  if (changes.length > 0) return { changes };
  return kept > 0 ? 'exists' : 'unchanged';
}

function unknownLocale(locale: string): RowProblem {
  return { field: 'locale', rule: locale === '' ? 'required' : 'unknown' };
}

/** English first: translations in the same row are of the new English text. */
async function write(context: EffectContext, changes: readonly TextChange[]): Promise<void> {
  const english = changes.filter(({ isSource }) => isSource);
  await writeTexts(context, english);
  for (const clientId of new Set(english.map(({ text }) => text.clientId))) {
    const keys = english.filter(({ text }) => text.clientId === clientId).map(({ text }) => text.key);
    await recheckMessages(context.db, clientId, keys);
  }
  await writeTexts(
    context,
    changes.filter(({ isSource }) => !isSource),
  );
}
