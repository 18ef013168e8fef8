import { GIVEAWAY_MACHINE } from '@backcounter/domain';
import type { InputFieldMap } from '@pothos/core';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Expected } from '../../crud/read-record.ts';
import { createFields, patchFields } from '../../crud/record-fields.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import {
  addChange,
  addMutation,
  auditReason,
  expectedRecord,
  type InputFields,
  type RecordPayload,
  recordPayload,
} from '../../graphql/schema/mutation.ts';
import type { GiveawayRef } from './giveaway.graphql.ts';
import { GIVEAWAY_FIELDS } from './giveaway.list.ts';
import type { GiveawayEnums } from './giveaway-enums.graphql.ts';
import { lockGiveaway } from './giveaway-lock.ts';
import { readGiveaway, refuseGiveaway } from './giveaway-record.ts';
import {
  announceGiveaway,
  cancelGiveaway,
  publishGiveaway,
  recordRegistration,
  settleGiveaway,
} from './giveaway-state.ts';
import { createGiveaway, duplicateGiveaway, updateGiveaway } from './giveaway-write.ts';

/** Adds the input fields of a new giveaway and the type of its patch. */
function addGiveawayInputs(builder: Builder, { prizeKind }: GiveawayEnums) {
  const prize = builder.inputType('GiveawayPrizeInput', {
    description: 'One or more equal prizes of a giveaway.',
    fields: (t) => ({
      rank: t.int({ required: true, description: 'Order of the draw, 1 to 50; 1 is drawn first.' }),
      titleI18n: t.field({ type: 'LocalizedText', required: true, description: 'Title, by language.' }),
      quantity: t.int({ required: true, description: 'Number of equal prizes, 1 to 1,000.' }),
      kind: t.field({ type: prizeKind, required: true, description: 'Kind of the prize.' }),
      points: t.int({ description: 'Points of each prize; POINTS only.' }),
      campaignId: t.id({ description: 'Campaign with unique codes; COUPON only.' }),
      valueMinor: t.field({
        type: 'SafeInt',
        description:
          'Value of each prize in minor units of `currency`; required if accounts in the United States can enter.',
      }),
      currency: t.string({ description: 'Currency of the value, ISO 4217.' }),
      imageUrl: t.string({ description: 'Path of its picture, from `publishPicture`.' }),
    }),
  });
  const lists = (t: InputFields, required: boolean): InputFieldMap => ({
    countryCodes: t.stringList({
      required,
      description: 'Countries whose accounts can enter, ISO 3166-1 alpha-2; at least one.',
    }),
    prizes: t.field({ type: [prize], required, description: 'Prizes, at most 50 kinds.' }),
  });
  const patch = builder.inputType('GiveawayPatchInput', {
    description: 'Absent fields are kept; null clears a field; a list replaces the whole list.',
    fields: (t) => ({ ...patchFields(t, GIVEAWAY_FIELDS, {}), ...lists(t, false) }),
  });
  return { fields: (t: InputFields) => ({ ...createFields(t, GIVEAWAY_FIELDS, {}), ...lists(t, true) }), patch };
}

const { EDIT, PUBLISH, REGISTER, ANNOUNCE, SETTLE, CANCEL, DUPLICATE } = GIVEAWAY_MACHINE.actions;
const TYPED_CODE = 'Code of the giveaway, typed as confirmation.';

/** Adds mutations of giveaways. Each returns the giveaway after the change. */
export function addGiveawayMutations(builder: Builder, enums: GiveawayEnums, giveaway: GiveawayRef): void {
  const payload = recordPayload('giveaway', giveaway, readGiveaway);
  addWriting(builder, enums, payload);
  addCopying(builder, payload);
  addPublication(builder, payload);
  addEnding(builder, payload);
}

function addWriting(builder: Builder, enums: GiveawayEnums, payload: RecordPayload): void {
  const { fields, patch } = addGiveawayInputs(builder, enums);
  addMutation(builder, 'createGiveaway', {
    description: 'Creates a draft of a giveaway.',
    extensions: needs('giveaway.edit'),
    input: fields,
    resolve: async (input, context) => ({ id: await createGiveaway(context, input) }),
    payload,
  });
  addChange(builder, 'updateGiveaway', {
    description: 'Changes fields; after publication only titles and descriptions.',
    extensions: needs(EDIT.permission),
    input: (t) => ({
      ...expectedRecord(t, 'giveaway'),
      patch: t.field({ type: patch, required: true, description: 'The fields to change.' }),
    }),
    change: ({ patch: changes, ...expected }, context) => updateGiveaway(context, expected, changes),
    payload,
  });
  addChange(builder, 'setGiveawayImage', {
    description: 'Makes an uploaded picture the picture of a giveaway.',
    extensions: needs(EDIT.permission),
    input: (t) => ({
      ...expectedRecord(t, 'giveaway'),
      uploadId: t.id({
        required: true,
        description: 'From `POST /files/uploads?kind=giveaway`; valid for one use.',
      }),
    }),
    change: ({ uploadId, ...expected }, context) => setGiveawayImage(context, expected, uploadId),
    payload,
  });
}

function addCopying(builder: Builder, payload: RecordPayload): void {
  addMutation(builder, 'duplicateGiveaway', {
    description: 'Creates a draft with the same terms and dates; entries and the draw are not copied.',
    extensions: needs(DUPLICATE.permission),
    input: (t) => ({
      id: t.id({ required: true, description: 'The giveaway to copy.' }),
      code: t.string({ required: true, description: 'Code of the copy.' }),
    }),
    resolve: async ({ id, code }, context) => ({ id: await duplicateGiveaway(context, id, code) }),
    payload,
  });
}

function addPublication(builder: Builder, payload: RecordPayload): void {
  addChange(builder, 'recordGiveawayRegistration', {
    description: 'Records the numbers under which the prizes are registered in New York and Florida; drafts only.',
    extensions: needs(REGISTER.permission),
    input: (t) => ({
      ...expectedRecord(t, 'giveaway'),
      newYork: t.string({ description: 'Registration number of New York; absent, null or empty: none.' }),
      florida: t.string({ description: 'Registration number of Florida; absent, null or empty: none.' }),
    }),
    change: ({ newYork, florida, ...expected }, context) =>
      recordRegistration(context, { ...expected, newYork: newYork ?? null, florida: florida ?? null }),
    payload,
  });
  addMutation(builder, 'publishGiveaway', {
    description:
      'Freezes rules, prizes and dates, puts the points of prizes into escrow and publishes the commitment to a seed.',
    extensions: needs(PUBLISH.permission),
    input: (t) => ({
      ...expectedRecord(t, 'giveaway'),
      reason: auditReason(t, true),
      confirmCode: t.string({ required: true, description: TYPED_CODE }),
      agreedEscrowPoints: t.field({
        type: 'SafeInt',
        required: true,
        description: 'Displayed escrow; `exposure.changed` if it has changed since.',
      }),
      acceptsConsideration: t.boolean({
        description: 'Required if entering costs points: the publisher accepts responsibility.',
      }),
    }),
    resolve: async ({ acceptsConsideration, ...said }, context) => {
      await publishGiveaway(context, { ...said, acceptsConsideration: acceptsConsideration === true });
      return said;
    },
    payload,
  });
}

function addEnding(builder: Builder, payload: RecordPayload): void {
  addMutation(builder, 'cancelGiveaway', {
    description: 'Cancels it before the entries are frozen; the points of entries and the escrow are returned.',
    extensions: needs(CANCEL.permission),
    input: (t) => ({
      ...expectedRecord(t, 'giveaway'),
      reason: auditReason(t, true),
      confirmCode: t.string({ required: true, description: TYPED_CODE }),
    }),
    resolve: async (said, context) => {
      await cancelGiveaway(context, said);
      return said;
    },
    payload,
  });
  addMutation(builder, 'announceGiveaway', {
    description: 'Notifies the winners, who can then claim their prizes.',
    extensions: needs(ANNOUNCE.permission),
    input: (t) => ({
      ...expectedRecord(t, 'giveaway'),
      hasReviewed: t.boolean({
        required: true,
        description: 'Must be true: the eligibility of the winners has been reviewed.',
      }),
    }),
    resolve: async (said, context) => {
      await announceGiveaway(context, said);
      return said;
    },
    payload,
  });
  addMutation(builder, 'settleGiveaway', {
    description: 'Ends it once every prize is given or forfeited; this also happens automatically.',
    extensions: needs(SETTLE.permission),
    input: (t) => ({ ...expectedRecord(t, 'giveaway'), reason: auditReason(t, true) }),
    resolve: async (said, context) => {
      await settleGiveaway(context, said);
      return said;
    },
    payload,
  });
}

/**
 * Sets an uploaded picture as the picture of a giveaway. The file is moved before the transaction commits, so a record never
 * references a missing file.
 * @throws AppError `record.not-found` for the giveaway or the upload, `record.conflict`, `state.invalid-transition`, `service.unavailable`
 */
async function setGiveawayImage(context: RequestContext, expected: Expected, uploadId: string): Promise<void> {
  const { uploads, giveawayImages } = context.services.files;
  const { db, caller } = context;
  const picture = await uploads.use(db, caller, uploadId, 'giveaway');
  const path = giveawayImages.newPath(uploadId);
  const current = await lockGiveaway(context, expected);
  refuseGiveaway(context, current, 'EDIT');
  await db
    .updateTable('giveaway')
    .set({ image_path: path, version: sql`version + 1`, updated_at: sql`now()`, updated_by: caller.sub })
    .where('id', '=', current.id)
    .execute();
  await recordAudit(context, {
    action: 'giveaway.update',
    entityType: 'giveaway',
    entityId: current.id,
    outcome: 'DONE',
    changes: { imagePath: [current.imagePath, path] },
  });
  await giveawayImages.put(db, path, picture);
  if (current.imagePath !== null) await giveawayImages.remove(db, current.imagePath);
}
