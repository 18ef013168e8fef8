import type { BadgeState } from '@backcounter/domain';
import { addAction, addCreate, addUpdate } from '../../crud/mutation.graphql.ts';
import { readRecord } from '../../crud/read-record.ts';
import { addEntity, type EntityTypes } from '../../crud/record.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { selectionOf } from '../../graphql/selection.ts';
import { badge } from './badge.entity.ts';
import { activateBadge, followRuleChange, setBadgeImage } from './badge.service.ts';

/** Badges: list, record, what changes them, their picture and their states. */
export function addBadge(builder: Builder, shared: EntityTypes): void {
  const refs = addEntity(builder, shared, badge, { one: 'badge', many: 'badges' }, (t, enums) => ({
    state: t.field({ type: enums('state'), resolve: ({ state }) => state as BadgeState }),
    awardCount: t.int({ description: 'Awards that are not revoked.', resolve: ({ awardCount }) => Number(awardCount) }),
    imageUrl: t.string({
      nullable: true,
      description:
        'Path and query on this server that show the picture to whoever has them, for 10 to 15 minutes; null without one.',
      resolve: ({ imagePath }, _args, { services }) =>
        typeof imagePath === 'string' ? services.files.badgeImages.address(imagePath) : null,
    }),
  }));
  addCreate(builder, badge, 'Badge', refs);
  addUpdate(builder, badge, 'Badge', refs, followRuleChange);
  addAction(builder, badge, 'Badge', 'ACTIVATE', refs, activateBadge);
  addAction(builder, badge, 'Badge', 'RETIRE', refs);
  builder.mutationField('setBadgeImage', (t) =>
    t.field({
      type: refs.record,
      extensions: needs('badge.edit'),
      args: {
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        uploadId: t.arg.id({ required: true, description: 'From `POST /files/uploads?kind=badge`; good for one use.' }),
      },
      resolve: async (_root, { uploadId, ...expected }, context, info) => {
        await setBadgeImage(context, expected, uploadId);
        return readRecord(context, badge, expected.id, selectionOf(info));
      },
    }),
  );
}
