import { COUPON_CODE_LIMITS, foldSymbols, IMPORT_PERMISSIONS, normaliseCouponCode } from '@backcounter/domain';
import { sql } from 'kysely';
import { recordAudit } from '../../../audit/record-audit.ts';
import type { EffectContext } from '../../../graphql/request-context.ts';
import { namesOf } from '../../../imports/field-names.ts';
import type {
  ImportDefinition,
  ImportInto,
  ImportRow,
  RowOutcome,
  RowProblem,
  WriteOptions,
} from '../../../imports/import-definition.ts';
import { admitOwnCodes } from './coupon-order.service.ts';

const FIELD = 'code';
const NAMES = namesOf('couponCode');
const HEADINGS = new Set(NAMES.map(normaliseCouponCode));
/** A code as it is stored for display. */
const MASKED = /^•{4,16}[0-9A-Z]{4}$/;
const { ownMinLength, ownMaxLength } = COUPON_CODE_LIMITS;

/** Adds codes of others from a file to a campaign, as one batch for each job. */
export const couponImport: ImportDefinition = {
  entity: 'OWN_COUPONS',
  permission: IMPORT_PERMISSIONS.OWN_COUPONS,
  fields: [
    {
      key: FIELD,
      kind: 'TEXT',
      isRequired: true,
      example: 'PARTNER-7K3M-9QXT',
      names: NAMES,
      compareAs: normaliseCouponCode,
      lookAlike: keyOf,
    },
  ],
  matches: [[FIELD]],
  unique: [],
  canCreate: true,
  batchRows: 5_000,
  admit: admitOwnCodes,
  isData: (cell) => MASKED.test(normaliseCouponCode(cell)),
  mask: (text) => text.replace(/[^,;|\t·]+/g, masked),
  write: writeRows,
};

/** Hides a cell that may be a code, but for its last four signs. */
function masked(cell: string): string {
  const signs = cell.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (signs < ownMinLength || HEADINGS.has(normaliseCouponCode(cell))) return cell;
  let place = 0;
  return cell.replace(/[\p{L}\p{N}]/gu, (sign) => {
    place += 1;
    return place > signs - 4 ? sign : '•';
  });
}

function keyOf(text: string): string {
  return foldSymbols(normaliseCouponCode(text));
}

/** The rule of its form that a normalized code breaks. */
function formProblem(code: string): RowProblem | null {
  if (!/^[0-9A-Z]+$/.test(code)) return { field: FIELD, rule: 'code-symbols' };
  if (code.length < ownMinLength || code.length > ownMaxLength)
    return { field: FIELD, rule: 'code-length', params: { min: ownMinLength, max: ownMaxLength } };
  return null;
}

interface Target {
  readonly isOpen: boolean;
  readonly limit: number;
  readonly left: number;
}

async function writeRows(
  context: EffectContext,
  rows: readonly ImportRow[],
  { into, isDryRun }: WriteOptions,
): Promise<RowOutcome[]> {
  if (into === undefined) throw new Error('Codes are imported into a campaign.');
  const { campaignId } = into;
  const { limit, left, isOpen } = await readTarget(context, campaignId, isDryRun);
  let free = isDryRun ? left - into.created : left;
  const codes = rows.map(({ values }) => normaliseCouponCode(String(values[FIELD] ?? '')));
  const known = await findKnown(context, campaignId, codes.map(foldSymbols));
  const added: string[] = [];
  const outcomes = codes.map((code): RowOutcome => {
    const problem = formProblem(code);
    if (problem !== null) return [problem];
    const same = known.get(foldSymbols(code));
    if (same !== undefined && same.code !== code) return [{ field: FIELD, rule: 'code-alike' }];
    if (same !== undefined) return same.isHere ? 'exists' : [{ field: FIELD, rule: 'code-elsewhere' }];
    if (!isOpen) return [{ field: null, rule: 'campaign-over' }];
    if (free <= 0) return [{ field: null, rule: 'code-limit', params: { max: limit } }];
    free -= 1;
    added.push(code);
    return 'created';
  });
  if (!isDryRun && added.length > 0) await addCodes(context, into, added);
  return outcomes;
}

/** Locks the campaign, so that other orders of codes wait and then see these. */
async function readTarget({ db }: EffectContext, campaignId: string, isDryRun: boolean): Promise<Target> {
  // A separate statement, so that the next one sees the writes of the previous lock holder.
  if (!isDryRun) await sql`select from campaign where id = ${campaignId} for no key update`.execute(db);
  const { rows } = await sql<Target>`
    select coupon_limit(c.id) as "limit", (coupon_limit(c.id) - campaign_coupons_ordered(c.id))::int as "left",
      campaign_takes_codes(c.id) as "isOpen"
    from campaign c where c.id = ${campaignId}`.execute(db);
  const [target] = rows;
  if (target === undefined) throw new Error(`There is no campaign ${campaignId}.`);
  return target;
}

interface Known {
  readonly code: string;
  readonly isHere: boolean;
}

async function findKnown({ db }: EffectContext, campaignId: string, keys: readonly string[]) {
  const { rows } = await sql<Known & { readonly key: string }>`
    select code, code_key as key, campaign_id = ${campaignId} as "isHere" from coupon
    where code_key = any(${keys}::text[])`.execute(db);
  return new Map<string, Known>(rows.map((row) => [row.key, row]));
}

/** A code that another transaction adds first violates the unique key, and the rows are checked again. */
async function addCodes(
  context: EffectContext,
  { campaignId, jobId }: ImportInto,
  codes: readonly string[],
): Promise<void> {
  const { db, caller } = context;
  const count = codes.length;
  const { rows } = await sql<{ id: string }>`
    update coupon_batch set requested = requested + ${count}, generated = generated + ${count}, updated_at = now()
    where campaign_id = ${campaignId} and job_id = ${jobId} returning id`.execute(db);
  let batchId = rows[0]?.id;
  if (batchId === undefined) {
    const batch = await db
      .insertInto('coupon_batch')
      .values({
        campaign_id: campaignId,
        job_id: jobId,
        is_own: true,
        requested: count,
        generated: count,
        state: 'RUNNING',
        created_by: caller.sub,
        updated_by: caller.sub,
      })
      .returning(['id', 'number'])
      .executeTakeFirstOrThrow();
    batchId = batch.id;
    await recordAudit(context, {
      action: 'coupon.add-own',
      entityType: 'campaign',
      entityId: campaignId,
      outcome: 'DONE',
      changes: { batch: [null, batch.number] },
    });
  }
  await sql`
    insert into coupon (campaign_id, batch_id, max_redemptions, is_own, code)
    select c.id, ${batchId}, c.per_coupon_limit, true, k.code from campaign c, unnest(${codes}::text[]) as k (code)
    where c.id = ${campaignId}`.execute(db);
}
