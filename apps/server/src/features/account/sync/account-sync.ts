import { MACHINE_ROWS_MAX } from '@backcounter/domain';
import { sql } from 'kysely';
import { rememberActor } from '../../../audit/record-audit.ts';
import { fieldsInvalid } from '../../../crud/field-input.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import type {
  ImportRow,
  ImportSettings,
  ImportValue,
  RowOutcome,
  RowProblem,
} from '../../../imports/import-definition.ts';
import { writeTolerantly } from '../../../imports/write-tolerantly.ts';
import { boundsOf } from '../../../references/client-bounds.ts';
import { accountImport, timezoneProblem } from '../import/account.import.ts';

/** An account in the company's own system: absent fields do not change, null clears. */
export interface AccountSyncInput extends Readonly<Record<string, unknown>> {
  readonly firebaseId: string;
}

/** Outcome of a row. */
export type SyncOutcome = 'CREATED' | 'UPDATED' | 'UNCHANGED' | 'REFUSED';

/** Result of one row. */
export interface AccountSyncResult {
  readonly firebaseId: string;
  readonly outcome: SyncOutcome;
  /** Null if there is no account. */
  readonly accountId: string | null;
  readonly problems: readonly RowProblem[];
  /** Values that were replaced. */
  readonly warnings: readonly RowProblem[];
}

const SETTINGS: ImportSettings = {
  mapping: [],
  matchBy: ['firebaseId'],
  emptyCells: 'CLEAR',
  existingRows: 'UPDATE',
  missingRows: 'CREATE',
};

/**
 * Creates and changes accounts by Firebase id, each row independently, with an audit row for each change. The rules are those of an
 * import from a file. Returns results in the order of the rows.
 * @throws AppError `field.invalid` for more than 1,000 rows
 */
export async function syncAccounts(
  context: RequestContext,
  accounts: readonly AccountSyncInput[],
): Promise<AccountSyncResult[]> {
  checkRowCount('accounts', accounts.length);
  await rememberActor(context);
  const outcomes = repeatedRows(accounts);
  const { countries = null } = boundsOf(context.caller) ?? {};
  for (const [number, { countryCode }] of accounts.entries())
    if (countries !== null && typeof countryCode === 'string' && !countries.includes(countryCode))
      outcomes.set(number, [{ field: 'countryCode', rule: 'out-of-bounds' }]);
  const rows = accounts
    .map(rowOf)
    .filter(({ number }) => !outcomes.has(number))
    // Two batches create the same accounts in the same order, so that they cannot deadlock.
    .sort((one, other) => (String(one.values['firebaseId']) < String(other.values['firebaseId']) ? -1 : 1));
  const written = await writeTolerantly(context, accountImport, rows, {
    settings: SETTINGS,
    isDryRun: false,
    replacesTimezones: true,
  });
  for (const [index, { number }] of rows.entries()) outcomes.set(number, written[index] ?? []);
  const ids = await idsOf(context, accounts);
  return accounts.map(({ firebaseId, timezone }, number) => {
    const outcome = outcomes.get(number);
    if (outcome === undefined) throw new Error('A row has no result.');
    const rule = timezoneProblem(timezone as ImportValue);
    return {
      firebaseId,
      outcome: typeof outcome === 'string' ? (outcome.toUpperCase() as AccountSyncResult['outcome']) : 'REFUSED',
      accountId: ids.get(firebaseId) ?? null,
      problems: typeof outcome === 'string' ? [] : outcome,
      warnings: typeof outcome === 'string' && rule !== undefined ? [{ field: 'timezone', rule }] : [],
    };
  });
}

/** @throws AppError `field.invalid` on the argument for more rows than a request may have */
export function checkRowCount(argument: string, count: number): void {
  if (count > MACHINE_ROWS_MAX) {
    throw fieldsInvalid({ [argument]: [{ rule: 'too-large', params: { max: MACHINE_ROWS_MAX } }] });
  }
}

function rowOf(account: AccountSyncInput, number: number): ImportRow {
  const given = Object.entries(account).filter(([, value]) => value !== undefined);
  return { number, values: Object.fromEntries(given) as ImportRow['values'] };
}

type Outcomes = Map<number, RowOutcome>;

/** Refuses rows with the account or email of an earlier row. */
function repeatedRows(accounts: readonly AccountSyncInput[]): Outcomes {
  const refused: Outcomes = new Map();
  const seen = new Map<string, number>();
  for (const [number, { firebaseId, email: given }] of accounts.entries()) {
    const email = typeof given === 'string' ? given.trim().toLowerCase() : '';
    const keys = [['firebaseId', firebaseId], ...(email === '' ? [] : [['email', email]])] as const;
    const problems = keys.flatMap(([field = '', value]): RowProblem[] => {
      const before = seen.get(`${field} ${value}`);
      if (before === undefined) seen.set(`${field} ${value}`, number);
      return before === undefined ? [] : [{ field, rule: 'repeated', params: { row: before } }];
    });
    if (firebaseId.trim() === '' || firebaseId !== firebaseId.trim())
      problems.push({ field: 'firebaseId', rule: 'invalid' });
    if (problems.length > 0) refused.set(number, problems);
  }
  return refused;
}

async function idsOf(
  { db }: RequestContext,
  accounts: readonly AccountSyncInput[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; firebase_id: string }>`
    select id, firebase_id from account
    where firebase_id = any(${accounts.map(({ firebaseId }) => firebaseId)}::text[])`.execute(db);
  return new Map(rows.map(({ id, firebase_id: firebaseId }) => [firebaseId, id]));
}
