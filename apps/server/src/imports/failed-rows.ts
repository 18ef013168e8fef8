import type { JobRun } from '../jobs/job-definition.ts';
import { csvLine } from '../jobs/result/csv.ts';
import { TRANSFER_REFUSALS } from '../ledger/post-transfer.ts';
import { heldRows } from './held-rows.ts';
import type { StoredProblem } from './import-problems.ts';
import type { TableRow } from './table-row.ts';

type Params = Readonly<Record<string, string | number>>;

/** English message of each rule, for files; the console has its own in every language. */
const MESSAGES: Readonly<Record<string, (params: Params) => string>> = {
  ...Object.fromEntries(Object.entries(TRANSFER_REFUSALS).map(([rule, text]) => [rule, () => text])),
  'ambiguous-file': () => 'has a name that fits several records: use the number',
  ambiguous: () => 'is the name of several records: use the code',
  'area-code': () => 'is not an area code: 2 to 24 capital letters, digits or hyphens',
  boolean: () => 'must be yes or no',
  'card-number': () => 'had a number like that of a payment card, which was removed',
  'cell-error': () => 'is a spreadsheet error',
  'campaign-over': () => 'the campaign takes no codes now',
  'changed-since': () => 'belongs to a record that was changed after the check',
  characters: () => 'has invisible characters',
  code: () => 'is not a code: lowercase letters, digits, dots, hyphens and underscores',
  'code-alike': () => 'looks like a code that exists: O and 0, I, L and 1 are the same',
  'code-elsewhere': () => 'is a code of another campaign',
  'code-length': ({ min, max }) => `must have ${min} to ${max} letters and digits`,
  'code-limit': ({ max }) => `the campaign has its ${max} codes`,
  'code-symbols': () => 'has other characters than letters and digits',
  'country-former': ({ values }) => `is a former country, now ${values}`,
  currency: () => 'is not an ISO 4217 currency code',
  date: () => 'must be a date such as 1990-12-31',
  'date-order': () => 'is not clear: choose the order of day and month for the column',
  'decimal-mark': () => 'is not clear: choose the decimal mark for the column',
  'dial-code': () => 'is not a calling code without +',
  email: () => 'is not an e-mail address',
  'email-several': () => 'has several e-mail addresses',
  encoding: () => 'has characters that do not fit the encoding of the file',
  'file-size': ({ max }) => `is larger than ${max} MB`,
  'firebase-id': () => 'belongs to an account without the app',
  fixed: () => 'cannot be changed once the record exists',
  'is-closed': () => 'belongs to an account or store that is closed',
  'is-erased': () => 'belongs to an account that was erased',
  locale: () => 'is not a language such as en-US',
  'message-forms': ({ forms }) => `lacks plural forms of its language: ${forms}`,
  'message-kind': ({ names }) => `uses ${names} differently from the English text`,
  'message-lacking': ({ names }) => `lacks ${names} of the English text`,
  'message-strange': ({ names }) => `has ${names}, which the English text does not have`,
  'message-syntax': ({ detail }) => `cannot be read as a text with placeholders: ${detail}`,
  'no-owner': () => 'is not that of an account or store',
  'not-editable': () => 'belongs to a record that cannot be edited now',
  'not-stored': ({ rule }) => `cannot be stored: it breaks the rule ${rule}`,
  'not-in-country': () => 'is in another country',
  'not-in-use': () => 'is archived or switched off',
  'one-of': ({ values }) => `must be one of: ${values}`,
  'only-with-rule': () => 'is only for badges awarded by a rule',
  'phone-country': () => 'needs its country code, or a country in the row or for the column',
  'phone-extension': () => 'has an extension, which is not stored',
  'phone-invalid': ({ country }) => `is not a phone number of ${country}`,
  'phone-long': () => 'has too many digits for a phone number',
  'phone-rounded': () => 'was rounded by a spreadsheet: format the column as text',
  'phone-short': () => 'has too few digits for a phone number',
  'phone-e164': () => 'is not a phone number such as +4930123456',
  past: () => 'must not be in the future',
  'picture-damaged': () => 'is damaged or incomplete',
  'picture-pixels': ({ max }) => `has more than ${max} megapixels`,
  'picture-type': () => 'is not a PNG, JPEG or WebP picture',
  range: () => 'is out of range',
  'receipt-used': ({ points }) => `already has an entry of ${points} points`,
  repeated: ({ row }) => `is already in row ${row}`,
  'repeated-alike': ({ row }) => `looks like the code in row ${row}: O and 0, I, L and 1 are the same`,
  'repeated-entry': ({ row }) => `the row has the receipt of row ${row}`,
  'repeated-file': () => 'is a further file of the same record',
  required: () => 'is missing',
  'store-sid': () => 'is not a store id: 6 to 12 capital letters and digits',
  taken: () => 'belongs to another record',
  timezone: () => 'is not a time zone such as Europe/Berlin',
  'timezone-like': ({ values }) => `is not a time zone; it may be one of ${values}`,
  'too-large': ({ max }) => `must be at most ${max}`,
  'too-long': ({ max }) => `has more than ${max} characters`,
  'too-many': () => 'has too many languages',
  'too-many-points': ({ max }) => `is beyond the ${max} points that a file can move`,
  'too-many-cells': ({ max }) => `the row has more cells than the ${max} columns of the heading`,
  'too-small': ({ min }) => `must be at least ${min}`,
  unknown: () => 'does not exist',
  'whole-number': () => 'must be a whole number',
  'zip-encrypted': () => 'is encrypted',
  'zip-path': () => 'is outside the folder of the archive',
};

/** The English message of a rule, for files. */
function ruleMessage(rule: string, params: Params = {}): string {
  return MESSAGES[rule]?.(params) ?? 'is not valid';
}

/** Heading of the problem column. A file that contains it can be imported unchanged. */
const REASON_HEADER = 'import_problem';

/** The file's own headings, without a problem column and anything after it. */
export function ownHeaders(headers: readonly string[]): readonly string[] {
  const reasonAt = headers.indexOf(REASON_HEADER);
  return reasonAt < 0 ? headers : headers.slice(0, reasonAt);
}

/**
 * Writes the refused rows of a file that aren't imported yet with their problems as CSV, if there are any. Secrets are
 * read from the file again, as they are not stored.
 */
export async function writeFailedRows(
  run: JobRun,
  importId: string,
  headers: readonly string[],
  file: AsyncGenerator<TableRow> | undefined,
): Promise<void> {
  const refused = heldRows(run.db, importId, ['REFUSED', 'CORRECTED']);
  const first = await refused.next();
  if (first.done === true) return;
  const own = ownHeaders(headers);
  let rows = 0;
  async function* content(): AsyncGenerator<string> {
    // Byte order mark by which spreadsheets recognise UTF-8.
    yield `\ufeff${csvLine([...own, REASON_HEADER])}`;
    for (let next = first; next.done !== true; next = await refused.next()) {
      const { row: number, problems } = next.value;
      const cells = (file === undefined ? next.value.cells : await cellsOf(file, number)) ?? [];
      const values = own.map((_header, index) => cells[index] ?? '');
      // Cells beyond the headings are kept, so the row is refused until they are removed.
      const beyond = cells.slice(own.length < headers.length ? own.length + 1 : own.length);
      yield csvLine([...values, problems.map(problemWords).join('; '), ...beyond]);
      rows += 1;
    }
    await file?.return(undefined);
  }
  await run.writeResult({ ending: 'csv', content: content(), rows: () => rows });
}

async function cellsOf(file: AsyncGenerator<TableRow>, number: number): Promise<readonly string[] | undefined> {
  for (;;) {
    const { value, done } = await file.next();
    if (done === true) return undefined;
    if (value.number === number) return value.cells;
  }
}

function problemWords({ column, rule, params, suggestion }: StoredProblem): string {
  const message = ruleMessage(rule, params) + (suggestion === undefined ? '' : ` (${suggestion}?)`);
  return column === null ? message : `${column}: ${message}`;
}
