import type { BadgeState } from '@backcounter/domain';
import { addAction, addCreate, addUpdate, payloadOf } from '../../crud/mutation.graphql.ts';
import { addEntity, type EntityTypes } from '../../crud/record.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addChange, expectedRecord } from '../../graphql/schema/mutation.ts';
import { badge } from './badge.entity.ts';
import { activateBadge, followRuleChange, setBadgeImage } from './badge.service.ts';

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
    change: ({ uploadId, ...expected }, context) => setBadgeImage(context, expected, uploadId),
    payload: payloadOf(badge, 'Badge', refs),
  });
}
