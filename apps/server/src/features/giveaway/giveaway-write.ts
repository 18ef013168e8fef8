import { isDeepStrictEqual } from 'node:util';
import {
  type FieldProblem,
  type GiveawayInput,
  type GiveawayPrizeInput,
  giveawayFields,
  giveawayProblems,
  giveawayRecord,
} from '@backcounter/domain';
import { sql } from 'kysely';
import { type AuditChanges, recordAudit } from '../../audit/record-audit.ts';
import { fieldsInvalid, parseFields, refuseProblems } from '../../crud/field-input.ts';
import type { Expected } from '../../crud/read-record.ts';
import { columnsOf, inputOf } from '../../crud/record-fields.ts';
import { enteredChanges, insertRow, updateRow } from '../../crud/write-row.ts';
import { readWholeSetting } from '../../db/setting.ts';
import { violatedConstraint } from '../../graphql/constraint-violation.ts';
import type { EffectContext, RequestContext } from '../../graphql/request-context.ts';
import { checkSegment } from '../../references/segment-field.graphql.ts';
import { GIVEAWAY_FIELDS } from './giveaway.list.ts';
import { type LockedGiveaway, lockGiveaway, peekGiveaway } from './giveaway-lock.ts';
import { openFieldsOf, refuseGiveaway } from './giveaway-record.ts';

/**
 * Checks the records that a giveaway references: active countries and their age of majority, the sponsor, the segment,
 * campaigns whose codes can be won, and pictures of prizes.
 * @param changed new values; existing references may have been archived since
 * @throws AppError `field.invalid`
 */
async function checkGiveawayPlaces(
  context: RequestContext,
  whole: GiveawayInput,
  changed: Partial<GiveawayInput>,
): Promise<void> {
  const { db } = context;
  const problems: Record<string, FieldProblem[]> = {};
  const { rows: countries } = await sql<{ code: string; minAge: number; isActive: boolean }>`
    select code::text, min_age as "minAge", is_active as "isActive" from country where code = any(${whole.countryCodes}::char(2)[])`.execute(
    db,
  );
  if (
    changed.countryCodes !== undefined &&
    countries.filter(({ isActive }) => isActive).length < whole.countryCodes.length
  ) {
    problems['countryCodes'] = [{ rule: countries.length < whole.countryCodes.length ? 'unknown' : 'not-in-use' }];
  }
  const min = Math.max(0, ...countries.map(({ minAge }) => minAge));
  if (whole.minAge < min) problems['minAge'] = [{ rule: 'too-small', params: { min } }];
  if (changed.storeId != null) {
    const { rows: stores } = await sql<{
      state: string;
    }>`select state from store where id = ${changed.storeId}`.execute(db);
    if (stores[0] === undefined) problems['storeId'] = [{ rule: 'unknown' }];
    else if (stores[0].state !== 'ACTIVE') problems['storeId'] = [{ rule: 'not-active' }];
  }
  const campaigns = (changed.prizes ?? []).flatMap(({ campaignId }) => (campaignId == null ? [] : [campaignId]));
  if (campaigns.length > 0) {
    const { rows } = await sql<{ id: string; isShared: boolean; isOver: boolean }>`
      select id, code_mode = 'SHARED' as "isShared", state in ('CANCELED', 'ARCHIVED') or ends_at <= now() as "isOver"
      from campaign where id = any(${campaigns}::uuid[])`.execute(db);
    const known = new Map(rows.map((row) => [row.id, row]));
    for (const [index, { campaignId }] of (changed.prizes ?? []).entries()) {
      if (campaignId == null) continue;
      const campaign = known.get(campaignId.toLowerCase());
      const field = `prizes.${index}.campaignId`;
      if (campaign === undefined) problems[field] = [{ rule: 'unknown' }];
      else if (campaign.isShared) problems[field] = [{ rule: 'only-unique-codes' }];
      else if (campaign.isOver) problems[field] = [{ rule: 'not-active' }];
    }
  }
  const { publishedPictures } = context.services.files;
  for (const [index, { imageUrl }] of (changed.prizes ?? []).entries()) {
    if (imageUrl != null && !(await publishedPictures.isThere(db, imageUrl)))
      problems[`prizes.${index}.imageUrl`] = [{ rule: 'picture-gone' }];
  }
  refuseProblems(problems);
  await checkSegment(context, changed.segmentId);
}

const patchFields = giveawayFields.partial();
/** Days that winners of a new giveaway have to claim. */
export const claimDaysDefault = (db: EffectContext['db']) => readWholeSetting(db, 'giveaway.claim_days');

/** Creates a draft and returns its id. @throws AppError `field.invalid` */
export async function createGiveaway(context: RequestContext, input: object): Promise<string> {
  const values = parseFields(giveawayFields, input);
  refuseProblems(giveawayProblems(values));
  await checkGiveawayPlaces(context, values, values);
  const claim = { claim_days: await claimDaysDefault(context.db) };
  const id = await written(() => insertRow(context, 'giveaway', { ...claim, ...giveawayColumns(values) }));
  await writePrizes(context, id, values.prizes);
  await audit(context, 'giveaway.create', id, enteredChanges(values));
  return id;
}

/**
 * Changes the given fields. Equal values change nothing: no new version, no audit event.
 * @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition`, `field.invalid`
 */
export async function updateGiveaway(context: RequestContext, expected: Expected, input: object): Promise<void> {
  const values = parseFields(patchFields, input);
  const current = await lockGiveaway(context, expected);
  refuseGiveaway(context, current, 'EDIT');
  const before = termsOf(current);
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
  await written(() => updateRow(context, 'giveaway', current.id, giveawayColumns(changed)));
  if (changed.prizes !== undefined) {
    for (const path of picturesOf(before.prizes).filter((path) => !picturesOf(changed.prizes).includes(path)))
      await context.services.files.publishedPictures.leave(context.db, path);
    await context.db.deleteFrom('giveaway_prize').where('giveaway_id', '=', current.id).execute();
    await writePrizes(context, current.id, changed.prizes);
  }
  const { prizes, ...plain } = changed;
  const changes = Object.entries(plain).map(([field, value]) => [
    field,
    [before[field as keyof GiveawayInput] ?? null, value ?? null] as const,
  ]);
  await audit(context, 'giveaway.update', current.id, {
    ...Object.fromEntries(changes),
    ...(prizes === undefined ? {} : prizeChanges(before.prizes, prizes)),
  });
}

/**
 * Creates a draft with the same terms and another code; entries, the draw and registration numbers are not copied.
 * @throws AppError `record.not-found`, `field.invalid`
 */
export async function duplicateGiveaway(context: RequestContext, id: string, newCode: string): Promise<string> {
  const { code } = parseFields(giveawayFields.pick({ code: true }), { code: newCode });
  const source = await peekGiveaway(context, id);
  const values = { ...termsOf(source), code };
  const { giveawayImages } = context.services.files;
  const { imagePath } = source;
  const isPictured = imagePath !== null && (await giveawayImages.isThere(context.db, imagePath));
  const columns = { ...giveawayColumns(values), ...(isPictured ? { image_path: imagePath } : {}) };
  const copy = await written(() => insertRow(context, 'giveaway', columns));
  await writePrizes(context, copy, values.prizes);
  await audit(context, 'giveaway.duplicate', copy, { duplicateOf: [null, source.code], code: [null, code] });
  return copy;
}

/** The form values of a giveaway. */
function termsOf(row: LockedGiveaway): GiveawayInput {
  return {
    ...inputOf(giveawayRecord, row),
    countryCodes: [...row.countryCodes],
    prizes: row.prizes.map(({ campaign, id: _id, ...prize }) => ({
      ...prize,
      campaignId: campaign?.id ?? null,
    })),
  };
}

/** Compares values: countries are a set, and absent members of a prize are null. */
function isSame(value: unknown, present: unknown): boolean {
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
  const { points = null, campaignId = null, valueMinor = null, currency = null, imageUrl = null } = prize;
  return { ...prize, points, campaignId, valueMinor, currency, imageUrl };
}

const picturesOf = (prizes: readonly GiveawayPrizeInput[] = []): readonly string[] =>
  prizes.flatMap(({ imageUrl }) => imageUrl ?? []);

/** Changes of prizes for the history: those of pictures apart, by the titles of their prizes. */
function prizeChanges(before: readonly GiveawayPrizeInput[], after: readonly GiveawayPrizeInput[]): AuditChanges {
  const bare = (prizes: readonly GiveawayPrizeInput[]) => prizes.map((prize) => ({ ...prize, imageUrl: null }));
  const titles = (own: readonly GiveawayPrizeInput[], other: readonly GiveawayPrizeInput[]) =>
    own
      .filter(({ imageUrl }) => imageUrl != null && !picturesOf(other).includes(imageUrl))
      .map(({ titleI18n }) => titleI18n);
  const [removed, added] = [titles(before, after), titles(after, before)];
  return {
    ...(isSame(bare(after), bare(before)) ? {} : { prizes: [before, after] }),
    ...(removed.length + added.length === 0 ? {} : { prizePictures: [removed, added] }),
  };
}

/** Problems of fields that may no longer be changed. */
function lockedProblems(row: LockedGiveaway, changed: object): Record<string, FieldProblem[]> {
  const open = openFieldsOf(row);
  return Object.fromEntries(
    Object.keys(changed)
      .filter((field) => !open.includes(field))
      .map((field) => [field, [{ rule: 'locked' }]]),
  );
}

function giveawayColumns({ countryCodes, ...terms }: Partial<GiveawayInput>) {
  const columns = columnsOf(GIVEAWAY_FIELDS, terms);
  return countryCodes === undefined ? columns : { ...columns, country_codes: countryCodes };
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
        image_url: prize.imageUrl ?? null,
      })),
    )
    .execute();
}

/** Runs a statement; a duplicate code becomes a problem of the field. */
async function written<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (violatedConstraint(error)?.name === 'giveaway_code_key') throw fieldsInvalid({ code: [{ rule: 'taken' }] });
    throw error;
  }
}

function audit(context: EffectContext, action: string, id: string, changes: AuditChanges): Promise<void> {
  return recordAudit(context, { action, entityType: 'giveaway', entityId: id, outcome: 'DONE', changes });
}
