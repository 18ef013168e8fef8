import {
  IMPORT_PERMISSIONS,
  IMPORT_TRANSFER_CODES,
  type ImportTransferCode,
  POINTS_LIMITS,
  reason,
  SYSTEM_WALLETS,
} from '@backcounter/domain';
import { z } from 'zod';
import { rememberActor } from '../../../audit/record-audit.ts';
import type { ImportDefinition, ImportRow, RowOutcome, RowProblem } from '../../../imports/import-definition.ts';
import { importField } from '../../../imports/record-import.ts';
import type { TransferRefusal } from '../../../ledger/post-transfer.ts';
import { entriesByReceipt, findOwners, type ImportOwner, instantsOf } from './points-import-lookup.ts';
import { holdFile, type NewEntry, type PointsFile, postEntries, readTotals } from './points-import-write.ts';
import { pointsReversalJob } from './points-reversal.job.ts';

const KIND_NAMES = ['Kind', 'Type', 'Art', 'Buchungsart', 'Nature', 'Tipo', 'النوع'];

/** Wallets of the product on the other side, and whether points go there. */
const OTHER_SIDE: Readonly<Record<ImportTransferCode, { readonly walletId: string; readonly isOut: boolean }>> = {
  OPENING: { walletId: SYSTEM_WALLETS.ISSUANCE, isOut: false },
  ISSUE: { walletId: SYSTEM_WALLETS.ISSUANCE, isOut: false },
  EARN: { walletId: SYSTEM_WALLETS.ISSUANCE, isOut: false },
  MANUAL_CREDIT: { walletId: SYSTEM_WALLETS.CORRECTION, isOut: false },
  SPEND: { walletId: SYSTEM_WALLETS.BREAKAGE, isOut: true },
  MANUAL_DEBIT: { walletId: SYSTEM_WALLETS.CORRECTION, isOut: true },
};
const codeOf = ({ code }: ImportRow['values']): ImportTransferCode => (code ?? 'OPENING') as ImportTransferCode;

/** Fields of a row by the refusals of the ledger; null: the row as a whole. */
const REFUSED_FIELDS: Readonly<Partial<Record<TransferRefusal, string>>> = {
  'points.insufficient': 'points',
  'transfer.time-out-of-range': 'occurredAt',
  'transfer.wrong-wallets': 'code',
  'wallet.full': 'points',
};

const writeRows: ImportDefinition['write'] = async (context, rows, options) => {
  const { work, isDryRun, settings } = options;
  if (work === undefined) throw new Error('Entries need their file.');
  const [match = ''] = settings.matchBy;
  const file = await holdFile(context, { work, isDryRun }, rows);
  const ownerOf = await findOwners(context, match, rows, isDryRun);
  const owners = rows.map(({ values }) => ownerOf(values[match]));
  const instants = await instantsOf(context, rows, owners);
  const judged = rows.map((row, index) => judge(row, match, owners[index] ?? null, instants[index] ?? null, file));
  const known = await entriesByReceipt(
    context,
    judged.flatMap((each) => ('transfer' in each ? [each.transfer] : [])),
  );
  const outcomes: RowOutcome[] = judged.map((each) => {
    if (!('transfer' in each)) return each.outcome;
    const { amount } = each.transfer;
    const before = known(each.transfer);
    if (before === null) return 'created';
    return before === amount ? 'exists' : [{ field: 'receipt', rule: 'receipt-used', params: { points: before } }];
  });
  const entries = judged.flatMap((each, index) =>
    'transfer' in each && outcomes[index] === 'created' ? [{ ...each, index }] : [],
  );
  if (!isDryRun) await rememberActor(context);
  const posted = await postEntries(context, { file, work, isDryRun }, entries);
  for (const [at, { index }] of entries.entries()) {
    const refusal = posted[at];
    if (refusal === undefined) throw new Error('An entry has no outcome.');
    if (refusal === 'too-many-points')
      outcomes[index] = [{ field: 'points', rule: refusal, params: { max: POINTS_LIMITS.importFileMax } }];
    else if (refusal !== null) outcomes[index] = [{ field: REFUSED_FIELDS[refusal] ?? null, rule: refusal }];
  }
  return outcomes;
};

type Judged = NewEntry | { readonly outcome: RowOutcome };

const amount = z.int().min(1).max(POINTS_LIMITS.importRowMax);
const receiptRule = z.string().min(1).max(POINTS_LIMITS.referenceMaxLength);

function judge(
  { number, values }: ImportRow,
  match: string,
  owner: ImportOwner | null,
  occurredAt: Date | 'future' | 'range' | null,
  file: PointsFile,
): Judged {
  if (file.posted.has(number)) return { outcome: 'exists' };
  const problems: RowProblem[] = [];
  const code = codeOf(values);
  const { walletId, isOut } = OTHER_SIDE[code];
  const given = Number(values['points'] ?? 0);
  const points = isOut ? Math.abs(given) : given;
  if (values['points'] == null) problems.push({ field: 'points', rule: 'required' });
  else if (points > POINTS_LIMITS.importRowMax)
    problems.push({ field: 'points', rule: 'too-large', params: { max: POINTS_LIMITS.importRowMax } });
  else if (points !== 0 && !amount.safeParse(points).success)
    problems.push({ field: 'points', rule: 'too-small', params: { min: 0 } });
  const receipt = values['receipt'] == null ? null : String(values['receipt']);
  if (receipt !== null && !receiptRule.safeParse(receipt).success)
    problems.push({ field: 'receipt', rule: 'too-long', params: { max: POINTS_LIMITS.referenceMaxLength } });
  const note = String(values['note'] ?? file.name);
  const isReasonNeeded = code === 'MANUAL_CREDIT' || code === 'MANUAL_DEBIT';
  if (!reason.safeParse(note).success) problems.push({ field: 'note', rule: 'too-long', params: { max: 300 } });
  if (owner === null) problems.push({ field: match, rule: 'no-owner' });
  else if (owner.state === 'ERASED') problems.push({ field: match, rule: 'is-erased' });
  else if (owner.state === 'CLOSED') problems.push({ field: match, rule: 'is-closed' });
  if (occurredAt === 'future') problems.push({ field: 'occurredAt', rule: 'past' });
  if (occurredAt === 'range') problems.push({ field: 'occurredAt', rule: 'range' });
  if (owner === null || problems.length > 0 || typeof occurredAt === 'string') return { outcome: problems };
  // Lists of balances have accounts without points too.
  if (points === 0) return { outcome: 'unchanged' };
  return {
    row: number,
    owner,
    isOut,
    transfer: {
      debitWalletId: isOut ? owner.walletId : walletId,
      creditWalletId: isOut ? walletId : owner.walletId,
      amount: points,
      code,
      reason: values['note'] != null || isReasonNeeded ? note : null,
      occurredAt,
      reference: { type: 'IMPORT', id: receipt },
      key: file.keyOf(number),
    },
  };
}

/** Imports opening balances and past entries of accounts and stores, a row an entry. Decision 0206. */
export const pointsImport: ImportDefinition = {
  entity: 'POINTS',
  permission: IMPORT_PERMISSIONS.POINTS,
  fields: [
    importField('number', 'WHOLE', '1001'),
    importField('id', 'TEXT', ''),
    importField('firebaseId', 'TEXT', ''),
    importField('email', 'TEXT', '', { compareAs: (text) => text.toLowerCase() }),
    importField('sid', 'TEXT', ''),
    importField('points', 'WHOLE', '120', { isRequired: true }),
    importField('code', 'ENUM', 'OPENING', { values: IMPORT_TRANSFER_CODES, names: KIND_NAMES }),
    importField('occurredAt', 'INSTANT', '2025-12-31'),
    importField('receipt', 'TEXT', ''),
    importField('note', 'TEXT', ''),
  ],
  matches: [['number'], ['id'], ['firebaseId'], ['email'], ['sid']],
  unique: [],
  entries: {
    keyOf: (values, [match = '']) =>
      values['receipt'] == null
        ? null
        : JSON.stringify([match, String(values[match]).toLowerCase(), codeOf(values), values['receipt']]),
    totals: readTotals,
  },
  canCreate: false,
  batchRows: 1_000,
  undo: ({ undone, reason }, fileName) => ({
    kind: pointsReversalJob.kind,
    params: { importId: undone.id, fileName, reason, undoOf: undone.id },
  }),
  write: writeRows,
};
