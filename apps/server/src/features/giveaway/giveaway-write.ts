import { isDeepStrictEqual } from 'node:util';
import {
  type FieldProblem,
  type FieldProblems,
  type GiveawayInput,
  type GiveawayPrizeInput,
  giveawayFields,
  giveawayProblems,
} from '@backcounter/domain';
import { sql } from 'kysely';
import { type AuditChanges, recordAudit } from '../../audit/record-audit.ts';
import { fieldsInvalid, parseFields } from '../../crud/field-input.ts';
import type { Expected } from '../../crud/read-record.ts';
import { snakeCase } from '../../crud/snake-case.ts';
import { violatedConstraint } from '../../graphql/constraint-violation.ts';
import type { EffectContext } from '../../graphql/request-context.ts';
import { type LockedGiveaway, lockGiveaway, peekGiveaway } from './giveaway-lock.ts';
import { checkGiveawayPlaces } from './giveaway-places.ts';
import { openFieldsOf, refuseGiveaway } from './giveaway-record.ts';

const patchFields = giveawayFields.partial();
const MAPS: ReadonlySet<string> = new Set(['titleI18n', 'descriptionI18n', 'rulesI18n']);

/** Makes a draft and gives its id. @throws AppError `field.invalid` */
export async function createGiveaway(context: EffectContext, input: object): Promise<string> {
  const values = parseFields(giveawayFields, input);
  refuseProblems(giveawayProblems(values));
  await checkGiveawayPlaces(context, values, values);
  const id = await insertGiveaway(context, values);
  await writePrizes(context, id, values.prizes);
  await audit(context, 'giveaway.create', id, after(values));
  return id;
}

/**
 * Changes the given fields; what is equal already is left alone: no new version, no trace.
 * @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition`, `field.invalid`
 */
export async function updateGiveaway(context: EffectContext, expected: Expected, input: object): Promise<void> {
  const values = parseFields(patchFields, input);
  const current = await lockGiveaway(context, expected);
  refuseGiveaway(context, current, 'EDIT');
  const before = inputOf(current);
  const changed = Object.fromEntries(
    Object.entries(values).filter(([field, value]) => !isSame(value, before[field as keyof GiveawayInput])),
  ) as Partial<GiveawayInput>;
  if (Object.keys(changed).length === 0) return;
  refuseProblems(lockedProblems(current, changed));
  const whole = { ...before, ...changed };
  if (current.state === 'DRAFT') {
    refuseProblems(giveawayProblems(whole));
    await checkGiveawayPlaces(context, whole, changed);
  }
  await writeColumns(context, current.id, columnsOf(changed));
  if (changed.prizes !== undefined) {
    await context.db.deleteFrom('giveaway_prize').where('giveaway_id', '=', current.id).execute();
    await writePrizes(context, current.id, changed.prizes);
  }
  const changes = Object.entries(changed).map(([field, value]) => [
    field,
    [before[field as keyof GiveawayInput] ?? null, value ?? null] as const,
  ]);
  await audit(context, 'giveaway.update', current.id, Object.fromEntries(changes));
}

/** Makes a draft of the same terms under another code; entries, the draw and registration numbers are not copied. @throws AppError `record.not-found`, `field.invalid` */
export async function duplicateGiveaway(context: EffectContext, id: string, newCode: string): Promise<string> {
  const { code } = parseFields(giveawayFields.pick({ code: true }), { code: newCode });
  const source = await peekGiveaway(context, id);
  const values = { ...inputOf(source), code };
  const copy = await insertGiveaway(context, values);
  await writePrizes(context, copy, values.prizes);
  await audit(context, 'giveaway.duplicate', copy, { duplicateOf: [null, source.code], code: [null, code] });
  return copy;
}

/** A giveaway as a form has it. */
function inputOf(row: LockedGiveaway): GiveawayInput {
  return {
    code: row.code,
    titleI18n: row.titleI18n,
    descriptionI18n: row.descriptionI18n,
    rulesI18n: row.rulesI18n,
    storeId: row.store?.id ?? null,
    countryCodes: [...row.countryCodes],
    minAge: row.minAge,
    opensAt: new Date(row.opensAt),
    closesAt: new Date(row.closesAt),
    drawAt: new Date(row.drawAt),
    timezone: row.timezone,
    maxTicketsPerAccount: row.maxTicketsPerAccount,
    maxEntries: row.maxEntries,
    entryCostPoints: row.entryCostPoints,
    alternates: row.alternates,
    claimDays: row.claimDays,
    prizes: row.prizes.map(({ rank, titleI18n, quantity, kind, points, campaign, valueMinor, currency }) => ({
      rank,
      titleI18n,
      quantity,
      kind,
      points,
      campaignId: campaign?.id ?? null,
      valueMinor,
      currency,
    })),
  };
}

/** Countries are a set; what is absent of a prize is null. */
function isSame(value: unknown, present: unknown): boolean {
  if (value instanceof Date && present instanceof Date) return value.getTime() === present.getTime();
  if (!Array.isArray(value)) return isDeepStrictEqual(value ?? null, present ?? null);
  return isDeepStrictEqual(canonical(value), canonical(present as readonly unknown[]));
}

function canonical(list: readonly unknown[]): unknown[] {
  const ranked = list.map((one) => (typeof one === 'string' ? one : wholePrize(one as GiveawayPrizeInput)));
  return ranked.sort((one, other) => {
    if (typeof one === 'string' || typeof other === 'string') return String(one) < String(other) ? -1 : 1;
    return one.rank - other.rank;
  });
}

function wholePrize(prize: GiveawayPrizeInput): GiveawayPrizeInput {
  const { points = null, campaignId = null, valueMinor = null, currency = null } = prize;
  return { ...prize, points, campaignId, valueMinor, currency };
}

/** What may no longer be changed. */
function lockedProblems(row: LockedGiveaway, changed: object): Record<string, FieldProblem[]> {
  const open = openFieldsOf(row);
  return Object.fromEntries(
    Object.keys(changed)
      .filter((field) => !open.includes(field))
      .map((field) => [field, [{ rule: 'locked' }]]),
  );
}

function refuseProblems(problems: FieldProblems): void {
  if (Object.keys(problems).length > 0) throw fieldsInvalid(problems);
}

function columnsOf({ prizes: _prizes, ...values }: Partial<GiveawayInput>): Map<string, unknown> {
  return new Map(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [snakeCase(field), MAPS.has(field) ? JSON.stringify(value) : value]),
  );
}

async function insertGiveaway(context: EffectContext, values: GiveawayInput): Promise<string> {
  const columns = columnsOf(values);
  columns.set('created_by', context.caller.sub).set('updated_by', context.caller.sub);
  const { rows } = await written(() =>
    sql<{ id: string }>`
      insert into giveaway (${sql.join([...columns.keys()].map((column) => sql.ref(column)))})
      values (${sql.join([...columns.values()])}) returning id`.execute(context.db),
  );
  const [row] = rows;
  if (row === undefined) throw new Error('No giveaway was written.');
  return row.id;
}

async function writeColumns(context: EffectContext, id: string, columns: Map<string, unknown>): Promise<void> {
  const sets = [...columns].map(([column, value]) => sql`${sql.ref(column)} = ${value}, `);
  await written(() =>
    sql`update giveaway set ${sql.join(sets, sql``)} version = version + 1, updated_at = now(), updated_by = ${context.caller.sub}
      where id = ${id}`.execute(context.db),
  );
}

async function writePrizes({ db }: EffectContext, id: string, prizes: readonly GiveawayPrizeInput[]): Promise<void> {
  if (prizes.length === 0) return;
  await db
    .insertInto('giveaway_prize')
    .values(
      prizes.map((prize) => ({
        giveaway_id: id,
        rank: prize.rank,
        title_i18n: JSON.stringify(prize.titleI18n),
        quantity: prize.quantity,
        kind: prize.kind,
        points: prize.points ?? null,
        campaign_id: prize.campaignId ?? null,
        value_minor: prize.valueMinor ?? null,
        currency: prize.currency ?? null,
      })),
    )
    .execute();
}

/** Runs a statement; a code that another giveaway has becomes a problem of the field. */
async function written<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (violatedConstraint(error)?.name === 'giveaway_code_key') throw fieldsInvalid({ code: [{ rule: 'taken' }] });
    throw error;
  }
}

function after(values: object): AuditChanges {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value != null)
      .map(([field, value]) => [field, [null, value] as const]),
  );
}

function audit(context: EffectContext, action: string, id: string, changes: AuditChanges): Promise<void> {
  return recordAudit(context, { action, entityType: 'giveaway', entityId: id, outcome: 'DONE', changes });
}
