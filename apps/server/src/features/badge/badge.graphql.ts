import type { BadgeState } from '@backcounter/domain';
import { fieldsInvalid } from '../../crud/field-input.ts';
import { addAction, addCreate, addUpdate, payloadOf } from '../../crud/mutation.graphql.ts';
import type { Expected } from '../../crud/read-record.ts';
import { addEntity, type EntityTypes } from '../../crud/record.graphql.ts';
import { changeState } from '../../crud/write-record.ts';
import { needs } from '../../graphql/authorise.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addChange, expectedRecord } from '../../graphql/schema/mutation.ts';
import { badge } from './badge.entity.ts';
import { startBackfill } from './badge-backfill.job.ts';
import { putBadgeImage } from './badge-picture.import.ts';

/** Badges: list, record, changes, picture and states. */
export function addBadge(builder: Builder, shared: EntityTypes): void {
  const refs = addEntity(builder, shared, badge, { one: 'badge', many: 'badges' }, (t, enums) => ({
    state: t.field({
      type: enums('state'),
      description: 'Whether it can be awarded.',
      resolve: ({ state }) => state as BadgeState,
    }),
    awardCount: t.int({
      description: 'Number of awards that are not revoked.',
      resolve: ({ awardCount }) => Number(awardCount),
    }),
    imageUrl: t.string({
      nullable: true,
      description:
        'Path and query on this server that serve the picture without a token for 10 to 15 minutes; null without a picture.',
      resolve: ({ imagePath }, _args, { services }) =>
        typeof imagePath === 'string' ? services.files.badgeImages.address(imagePath) : null,
    }),
  }));
  addCreate(builder, badge, 'Badge', refs);
  addUpdate(builder, badge, 'Badge', refs, followRuleChange);
  addAction(builder, badge, 'Badge', 'ACTIVATE', refs, activateBadge);
  addAction(builder, badge, 'Badge', 'RETIRE', refs);
  addChange(builder, 'setBadgeImage', {
    description: 'Sets the picture of one badge, replacing the current one.',
    extensions: needs('badge.edit'),
    input: (t) => ({
      ...expectedRecord(t, 'badge'),
      uploadId: t.id({ required: true, description: 'Id from `POST /files/uploads?kind=badge`; can be used once.' }),
    }),
    change: ({ uploadId, ...expected }, context) =>
      putBadgeImage(context, expected, () =>
        context.services.files.uploads.use(context.db, context.caller, uploadId, 'badge'),
      ),
    payload: payloadOf(badge, 'Badge', refs),
  });
}

/**
 * Activates a draft. A badge with a rule also starts a job that awards it to the accounts that meet the rule.
 * @throws AppError as `applyAction` does; `field.invalid` on `imageUrl` for a badge without a picture
 */
async function activateBadge(context: RequestContext, expected: Expected, reason: string | null): Promise<void> {
  await changeState(context, badge, 'ACTIVATE', expected, reason, ({ imagePath }) => {
    if (imagePath == null) throw fieldsInvalid({ imageUrl: [{ rule: 'required' }] });
  });
  await startBackfill(context, expected.id);
}

const RULE_FIELDS: readonly string[] = ['awardMode', 'ruleKind', 'ruleThreshold'];

/** Starts a backfill after the rule of an active badge has changed. */
async function followRuleChange(context: RequestContext, id: string, input: object): Promise<void> {
  const isAboutRule = Object.entries(input).some(
    ([field, value]) => RULE_FIELDS.includes(field) && value !== undefined,
  );
  if (isAboutRule) await startBackfill(context, id);
}
