import { type AccountPatch, AppError, accountRecord, IMPORT_PERMISSIONS, timezone } from '@backcounter/domain';
import type { EffectContext } from '../../../graphql/request-context.ts';
import type {
  ImportDefinition,
  ImportRow,
  ImportValue,
  RowOutcome,
  RowProblem,
  WriteOptions,
} from '../../../imports/import-definition.ts';
import { importField, importFields } from '../../../imports/record-import.ts';
import { fieldProblem } from '../account.service.ts';
import { ACCOUNT_FIELDS, accountChange, parseAccountPatch } from '../account-change.ts';
import { undoAccountImport } from '../bulk/account-bulk.job.ts';
import { type AccountSurroundings, type FoundAccount, lookAround } from './account-import-lookup.ts';
import {
  type NewAccount,
  type UpdatedAccount,
  writeNewAccounts,
  writeUpdatedAccounts,
} from './account-import-write.ts';

const entered = importFields(ACCOUNT_FIELDS, accountRecord.rules).map((each) => {
  if (each.key === 'displayName') return { ...each, isJoined: true };
  if (each.key === 'email') return { ...each, compareAs: (text: string) => text.toLowerCase() };
  return each.key === 'countryCode' ? { ...each, isRequired: true } : each;
});

/**
 * Imports accounts by Firebase id, email or number. The product assigns numbers, so rows with a number only change accounts. The
 * Firebase id of an account never changes.
 */
export const accountImport: ImportDefinition = {
  entity: 'ACCOUNTS',
  permission: IMPORT_PERMISSIONS.ACCOUNTS,
  fields: [
    importField('firebaseId', 'TEXT', 'kX2mP8fQ1aZr'),
    importField('number', 'WHOLE', ''),
    ...entered.flatMap((each) =>
      each.key === 'countryCode' ? [each, importField('areaCode', 'TEXT', 'DE-BE')] : [each],
    ),
  ],
  matches: [['number'], ['firebaseId'], ['email']],
  unique: ['firebaseId', 'email', 'number'],
  canCreate: true,
  batchRows: 1_000,
  write: writeRows,
  undo: undoAccountImport,
  problemsOf: (error) => {
    const problem = fieldProblem(error);
    return problem && formProblems(problem);
  },
};

type Judged =
  | { readonly create: NewAccount }
  | { readonly update: UpdatedAccount }
  | Exclude<RowOutcome, 'created' | 'updated'>;

/** Looks up the records of rows in a few statements, validates the rows, and writes them in two. */
async function writeRows(
  context: EffectContext,
  rows: readonly ImportRow[],
  options: WriteOptions,
): Promise<RowOutcome[]> {
  const around = await lookAround(context, rows, options);
  const judged = rows.map((row) => judge(context, row, around, options));
  const created: NewAccount[] = [];
  const updated: UpdatedAccount[] = [];
  const outcomes = judged.map((each): RowOutcome => {
    if (typeof each === 'string' || Array.isArray(each)) return each as RowOutcome;
    if ('create' in each) {
      created.push(each.create);
      return 'created';
    }
    if ('update' in each) {
      updated.push(each.update);
      return 'updated';
    }
    return each;
  });
  if (!options.isDryRun) {
    await writeNewAccounts(context, created);
    await writeUpdatedAccounts(context, updated);
  }
  return outcomes;
}

function judge(
  context: EffectContext,
  { values }: ImportRow,
  around: AccountSurroundings,
  options: WriteOptions,
): Judged {
  const { matchBy, missingRows, existingRows } = options.settings;
  const [key = ''] = matchBy;
  const current = around.find(values[key]);
  if (current === null && missingRows === 'SKIP') return 'missing';
  if (current === null && key === 'number') return [{ field: 'number', rule: 'unknown' }];
  if (current !== null && existingRows === 'SKIP') return 'exists';
  const problems: RowProblem[] = [];
  const { timezone: zone, ...others } = values;
  const isReplaced = options.replacesTimezones === true && timezoneProblem(zone) !== undefined;
  const given = patchOf(isReplaced ? others : values, current, around, problems);
  const country = around.country(String(given.countryCode ?? current?.country_code));
  // Not checked: the country's may be disputed, and no customer is refused for a zone.
  const patch = isReplaced && country !== null ? { ...given, timezone: country.default_timezone } : given;
  problems.push(...identityProblems(values, current, patch, around));
  if (problems.length > 0) return problems;
  if (current === null) return { create: newAccount(values, patch, around) };
  const change = accountChange(current, patch, context.now);
  if (change === null) return 'unchanged';
  return current.state === 'ERASED' ? [{ field: key, rule: 'is-erased' }] : { update: { current, change } };
}

/** The form fields of a row; adds invalid ones to the problems. */
function patchOf(
  values: ImportRow['values'],
  current: FoundAccount | null,
  around: AccountSurroundings,
  problems: RowProblem[],
): AccountPatch {
  const { firebaseId: _firebaseId, number: _number, areaCode, ...texts } = values;
  const { countryCode: code } = texts;
  const given = typeof code === 'string' ? { ...texts, countryCode: code.toUpperCase() } : texts;
  let patch: AccountPatch = {};
  try {
    patch = parseAccountPatch(withoutCleared(given));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    problems.push(...formProblems(error));
    return patch;
  }
  const countryCode = patch.countryCode ?? current?.country_code ?? null;
  if (countryCode === null) return { ...patch, ...missing(problems, 'countryCode') };
  const country = around.country(countryCode);
  if (country === null) problems.push({ field: 'countryCode', rule: 'unknown' });
  else if (!country.is_active && countryCode !== current?.country_code)
    problems.push({ field: 'countryCode', rule: 'not-in-use' });
  return { ...patch, ...areaOf(areaCode, countryCode, current, around, problems) };
}

/** The rule that a text breaks as a time zone; undefined for a zone and for anything but text. */
export function timezoneProblem(value: ImportValue | undefined): string | undefined {
  return typeof value === 'string' ? timezone.safeParse(value).error?.issues[0]?.message : undefined;
}

/** Checks that the area is in the new country of the account. */
function areaOf(
  code: ImportValue | undefined,
  countryCode: string,
  current: FoundAccount | null,
  around: AccountSurroundings,
  problems: RowProblem[],
): AccountPatch {
  if (code === undefined) {
    const isLeftBehind = current?.area_id != null && current.country_code !== countryCode;
    if (isLeftBehind) problems.push({ field: 'areaCode', rule: 'not-in-country' });
    return {};
  }
  if (code === null) return { areaId: null };
  const found = around.areas(String(code));
  const here = found.filter((each) => each.country_code === countryCode);
  const area = here.find(({ id }) => id === current?.area_id) ?? here[0] ?? null;
  if (area === null) problems.push({ field: 'areaCode', rule: found.length > 0 ? 'not-in-country' : 'unknown' });
  else if (here.length > 1 && area.id !== current?.area_id) problems.push({ field: 'areaCode', rule: 'ambiguous' });
  else if (!area.is_open && area.id !== current?.area_id) problems.push({ field: 'areaCode', rule: 'not-in-use' });
  return area === null ? {} : { areaId: area.id };
}

/** Checks unique values, and the Firebase id, which never changes. */
function identityProblems(
  { firebaseId }: ImportRow['values'],
  current: FoundAccount | null,
  { email }: AccountPatch,
  around: AccountSurroundings,
): RowProblem[] {
  const problems: RowProblem[] = [];
  if (typeof email === 'string' && around.isEmailTaken(email, current))
    problems.push({ field: 'email', rule: 'taken' });
  if (typeof firebaseId !== 'string') return problems;
  if (firebaseId.length > FIREBASE_ID_MAX) {
    problems.push({ field: 'firebaseId', rule: 'too-long', params: { max: FIREBASE_ID_MAX } });
  } else if (current !== null && current.firebase_id !== firebaseId) {
    problems.push({ field: 'firebaseId', rule: 'fixed' });
  } else if (current === null && around.isFirebaseIdTaken(firebaseId)) {
    problems.push({ field: 'firebaseId', rule: 'taken' });
  }
  return problems;
}

const FIREBASE_ID_MAX = 128;

/** Defaults of a new account: language and time zone of its country. */
function newAccount({ firebaseId }: ImportRow['values'], patch: AccountPatch, around: AccountSurroundings): NewAccount {
  const country = around.country(patch.countryCode ?? '');
  return {
    firebaseId: typeof firebaseId === 'string' ? firebaseId : null,
    patch: { locale: country?.default_locale, timezone: country?.default_timezone, ...patch },
  };
}

/** Required fields of an account: an empty cell leaves them unchanged in every mode. */
const NEVER_EMPTY: ReadonlySet<string> = new Set(
  ACCOUNT_FIELDS.filter(({ isNullable }) => !isNullable).map(({ name }) => name),
);

function withoutCleared(values: ImportRow['values']): ImportRow['values'] {
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => value !== null || !NEVER_EMPTY.has(key)));
}

function missing(problems: RowProblem[], key: string): AccountPatch {
  problems.push({ field: key, rule: 'required' });
  return {};
}

/** Problems of form fields as problems of a row. */
function formProblems({ details }: AppError): RowProblem[] {
  return Object.entries(details.fields ?? {}).flatMap(([path, found]) =>
    found.map((problem) => ({ field: path.replace(/^patch\./, ''), ...problem })),
  );
}
