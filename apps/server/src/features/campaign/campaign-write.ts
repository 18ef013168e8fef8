import { isDeepStrictEqual } from 'node:util';
import {
  type CampaignInput,
  type CampaignTerms,
  campaignFields,
  campaignProblems,
  campaignRecord,
  type FieldProblem,
} from '@backcounter/domain';
import { requireApproval } from '../../approvals/require-approval.ts';
import { type AuditChanges, recordAudit } from '../../audit/record-audit.ts';
import { fieldsInvalid, parseFields, refuseProblems } from '../../crud/field-input.ts';
import type { Expected } from '../../crud/read-record.ts';
import { columnsOf, inputOf } from '../../crud/record-fields.ts';
import { enteredChanges, insertRow, updateRow } from '../../crud/write-row.ts';
import { readWholeSetting } from '../../db/setting.ts';
import { violatedConstraint } from '../../graphql/constraint-violation.ts';
import { type EffectContext, type RequestContext, requirePermission } from '../../graphql/request-context.ts';
import { checkSegment } from '../../references/segment-field.graphql.ts';
import { CAMPAIGN_FIELDS } from './campaign.list.ts';
import { worstCase, worstCaseValue } from './campaign-approval.ts';
import { type LockedCampaign, lockCampaign, peekCampaign } from './campaign-lock.ts';
import { checkPlaces, writePlaces } from './campaign-places.ts';
import { exposureOf, openFieldsOf, refuseCampaign } from './campaign-record.ts';
import { writeStreamers } from './streamer/campaign-streamers.ts';

const CHILDREN = ['storeIds', 'areaIds', 'streamers'] as const;
const patchFields = campaignFields.partial();
/** Seconds that a new campaign holds a use. */
export const reservationSecondsDefault = (db: EffectContext['db']) =>
  readWholeSetting(db, 'coupon.reservation_seconds');
/** SQLSTATE of a locked column, which the error names. */
const LOCKED_STATE = 'BC003';

/** Creates a draft; returns its id. @throws AppError `field.invalid`, `coupon.limit-reached` */
export async function createCampaign(context: RequestContext, input: object): Promise<string> {
  const values = parseFields(campaignFields, input);
  refuseProblems(campaignProblems(values));
  await checkLimits(context, values);
  await checkPlaces(context, values.currency ?? null, values);
  await checkSegment(context, values.segmentId);
  const reservation = { reservation_seconds: await reservationSecondsDefault(context.db) };
  const id = await written(() =>
    insertRow(context, 'campaign', { ...reservation, ...columnsOf(CAMPAIGN_FIELDS, values) }),
  );
  await writePlaces(context, id, values);
  await writeStreamers(context, await peekCampaign(context, id), values.streamers ?? []);
  const { streamers, storeIds, areaIds, ...plain } = values;
  await audit(context, 'campaign.create', id, {
    ...enteredChanges(plain),
    ...childChanges(null, await peekCampaign(context, id)),
  });
  return id;
}

/**
 * Changes the given fields. Equal values write nothing: no new version, no audit row.
 * @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition`, `field.invalid`, `coupon.limit-reached`, and
 *   `access.denied` if the new worst case requires approval by an administrator
 */
export async function updateCampaign(context: RequestContext, expected: Expected, input: object): Promise<void> {
  const values = parseFields(patchFields, input);
  const current = await lockCampaign(context, expected);
  refuseCampaign(current, 'EDIT', context);
  const before = termsOf(current);
  const changed = Object.fromEntries(
    Object.entries(values).filter(([field, value]) => !isSame(value, before[field as keyof CampaignInput])),
  ) as Partial<CampaignInput>;
  if (Object.keys(changed).length === 0) return;
  refuseProblems(lockedProblems(current, before, changed));
  const whole = { ...before, ...changed };
  refuseProblems(campaignProblems(whole as CampaignTerms));
  await checkLimits(context, changed);
  await checkPlaces(context, whole.currency ?? null, changed.currency === undefined ? added(before, changed) : whole);
  await checkSegment(context, changed.segmentId);
  await written(() => updateRow(context, 'campaign', current.id, columnsOf(CAMPAIGN_FIELDS, changed)));
  await writePlaces(context, current.id, changed);
  if (changed.streamers !== undefined) {
    await writeStreamers(context, await peekCampaign(context, current.id), changed.streamers);
  }
  const afterwards = await peekCampaign(context, current.id);
  if (current.state !== 'DRAFT') await checkWorstCase(context, current, afterwards);
  const changes = Object.fromEntries(
    Object.entries(changed)
      .filter(([field]) => !(CHILDREN as readonly string[]).includes(field))
      .map(([field, value]) => [field, [before[field as keyof CampaignInput] ?? null, value] as const]),
  );
  await audit(context, 'campaign.update', current.id, { ...changes, ...childChanges(current, afterwards) });
}

/** Whether this caller may raise the worst case of a campaign that runs. */
async function checkWorstCase(context: EffectContext, before: LockedCampaign, after: LockedCampaign): Promise<void> {
  const [old, exposure] = [exposureOf(before), exposureOf(after)];
  if (exposure.needsAdmin && !old.needsAdmin) requirePermission(context.caller, 'campaign.run-large');
  const [was, value] = [worstCaseValue(old), worstCaseValue(exposure)];
  const isRaised = was !== null && (value === null || value > was);
  if (isRaised || context.approval?.kind === 'GRANTED')
    await requireApproval(context, worstCase(context, after, exposure, before));
}

/** Creates a draft with the same terms under another code and name; codes are not copied. @throws AppError `record.not-found`, `field.invalid` */
export async function duplicateCampaign(
  context: EffectContext,
  id: string,
  input: { readonly code: string; readonly name: string },
): Promise<string> {
  const { code, name } = parseFields(campaignFields.pick({ code: true, name: true }), input);
  const source = await peekCampaign(context, id);
  const { streamers = [], storeIds, areaIds, ...terms } = termsOf(source);
  const copy = await written(() =>
    insertRow(context, 'campaign', columnsOf(CAMPAIGN_FIELDS, { ...terms, code, name })),
  );
  await writePlaces(context, copy, { storeIds, areaIds });
  const active = new Set(source.streamers.filter(({ state }) => state === 'ACTIVE').map((streamer) => streamer.id));
  const places = streamers
    .filter(({ streamerId }) => active.has(streamerId))
    .map(({ sharedCode: _code, ...place }) => place);
  await writeStreamers(context, await peekCampaign(context, copy), places);
  await audit(context, 'campaign.duplicate', copy, {
    duplicateOf: [null, source.code],
    code: [null, code],
    name: [null, name],
  });
  return copy;
}

/** The entered fields of a campaign. */
function termsOf(row: LockedCampaign): CampaignInput {
  return {
    ...inputOf(campaignRecord, row),
    storeIds: row.stores.map(({ id }) => id),
    areaIds: row.areas.map(({ id }) => id),
    streamers: row.streamers.map(({ id, code, couponQuota, commissionBp }) => ({
      streamerId: id,
      sharedCode: code,
      couponQuota,
      commissionBp,
    })),
  };
}

/** Stores and areas to add. Existing ones are not checked again, even if they have closed since. */
function added(before: CampaignInput, { storeIds, areaIds }: Partial<CampaignInput>): Partial<CampaignInput> {
  return {
    storeIds: storeIds?.filter((id) => before.storeIds?.includes(id) !== true),
    areaIds: areaIds?.filter((id) => before.areaIds?.includes(id) !== true),
  };
}

/** Whether a value is unchanged. Lists compare as sets, and missing terms of streamers as their defaults. */
function isSame(value: unknown, present: unknown): boolean {
  if (!Array.isArray(value)) return isDeepStrictEqual(value ?? null, present ?? null);
  const canonical = (list: unknown) =>
    (list as readonly unknown[])
      .map((one) => (typeof one === 'string' ? one : JSON.stringify({ ...NO_TERMS, ...(one as object) }, TERM_ORDER)))
      .sort();
  return isDeepStrictEqual(canonical(value), canonical(present));
}
const NO_TERMS = { sharedCode: null, couponQuota: 0, commissionBp: 0 };
const TERM_ORDER = ['streamerId', 'sharedCode', 'couponQuota', 'commissionBp'];

/** Checks fields that can no longer be changed, or only increased. */
function lockedProblems(
  row: LockedCampaign,
  before: CampaignInput,
  changed: Partial<CampaignInput>,
): Record<string, FieldProblem[]> {
  const open = openFieldsOf(row);
  const problems = Object.fromEntries(
    Object.keys(changed)
      .filter((field) => !open.includes(field))
      .map((field) => [field, [{ rule: 'locked' }]]),
  );
  if (row.state === 'DRAFT') return problems;
  if (changed.endsAt !== undefined && changed.endsAt < before.endsAt) problems['endsAt'] = [{ rule: 'not-later' }];
  const least = before.perAccountLimit ?? 1;
  if (changed.perAccountLimit !== undefined && changed.perAccountLimit < least) {
    problems['perAccountLimit'] = [{ rule: 'too-small', params: { min: least } } as FieldProblem];
  }
  return problems;
}

async function checkLimits({ db }: EffectContext, { couponsLimit }: Partial<CampaignInput>): Promise<void> {
  if (couponsLimit === undefined) return;
  const max = await readWholeSetting(db, 'coupon.max_per_campaign');
  if (couponsLimit > max) throw fieldsInvalid({ couponsLimit: [{ rule: 'too-large', params: { max } }] });
}

/** Runs a statement; a refused column becomes a problem of its field. */
async function written<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const { code, column } = (error ?? {}) as { readonly code?: unknown; readonly column?: unknown };
    if (code === LOCKED_STATE && typeof column === 'string') {
      const field = column.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
      const isLimit = /^(coupons|per_coupon|redemptions)_limit$|^budget_minor$/.test(column);
      throw fieldsInvalid({ [field]: [{ rule: isLimit ? 'below-used' : 'locked' }] });
    }
    if (violatedConstraint(error)?.name === 'campaign_code_key') throw fieldsInvalid({ code: [{ rule: 'taken' }] });
    throw error;
  }
}

/**
 * Changes for the audit trail: stores by sid, areas by code, streamers by name with their terms. Shared codes are not included: they are
 * audited with their coupons, for callers who may see codes.
 */
function childChanges(before: LockedCampaign | null, afterwards: LockedCampaign): AuditChanges {
  const labels = (row: LockedCampaign | null) => ({
    stores: row?.stores.map(({ sid }) => sid) ?? [],
    areas: row?.areas.map(({ countryCode, code }) => `${countryCode} ${code}`) ?? [],
    streamers:
      row?.streamers.map(({ displayName, couponQuota, commissionBp }) => ({
        displayName,
        couponQuota,
        commissionBp,
      })) ?? [],
  });
  const [old, now] = [labels(before), labels(afterwards)];
  return Object.fromEntries(
    (['stores', 'areas', 'streamers'] as const)
      .filter((field) => !isDeepStrictEqual(old[field], now[field]))
      .map((field) => [field, [old[field], now[field]] as const]),
  );
}

function audit(context: EffectContext, action: string, id: string, changes: AuditChanges): Promise<void> {
  return recordAudit(context, { action, entityType: 'campaign', entityId: id, outcome: 'DONE', changes });
}
