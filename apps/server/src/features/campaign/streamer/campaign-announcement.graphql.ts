import { needs } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { addMutation } from '../../../graphql/schema/mutation.ts';
import {
  type CampaignAnnouncement,
  dismissAnnouncements,
  followAnnouncements,
  readAnnouncements,
} from './campaign-announcement.ts';

const KINDS: Readonly<Record<CampaignAnnouncement['kind'], string>> = {
  PAUSED: 'It was paused.',
  RESUMED: 'It was resumed.',
  ENDED: 'It is over.',
  CANCELED: 'It was canceled.',
};

/** Unread announcements of campaigns for their streamers. */
export function addCampaignAnnouncements(builder: Builder): void {
  const kind = addEnum(builder, 'CampaignAnnouncementKind', 'Event of a campaign.', KINDS);
  const announcement = builder.objectRef<CampaignAnnouncement>('CampaignAnnouncement').implement({
    description: 'Latest event of a campaign of the calling streamer.',
    fields: (t) => ({
      campaignId: t.exposeID('campaignId', { description: 'The campaign.' }),
      code: t.exposeString('code', { description: 'Code of the campaign.' }),
      name: t.exposeString('name', { description: 'Name of the campaign.' }),
      timezone: t.exposeString('timezone', { description: 'Time zone of the campaign.' }),
      kind: t.expose('kind', { type: kind, description: 'The event.' }),
      at: t.expose('at', { type: 'DateTime', description: 'When it happened.' }),
    }),
  });
  const read = builder.inputType('ReadAnnouncementInput', {
    description: 'An announcement that was read.',
    fields: (t) => ({
      campaignId: t.id({ required: true, description: 'Its campaign.' }),
      at: t.field({ type: 'DateTime', required: true, description: '`at` of the announcement.' }),
    }),
  });
  builder.queryField('campaignAnnouncements', (t) =>
    t.field({
      type: [announcement],
      description: 'Unread events of the last 30 days in campaigns of the calling streamer; newest first, at most 20.',
      extensions: needs('campaign.read'),
      resolve: (_root, _args, context) => readAnnouncements(context),
    }),
  );
  addMutation(builder, 'dismissCampaignAnnouncements', {
    description: 'Marks announcements as read, on every device of the caller.',
    extensions: needs('campaign.read'),
    input: (t) => ({
      announcements: t.field({ type: [read], required: true, description: 'Announcements that were read.' }),
    }),
    resolve: async ({ announcements }, context) => {
      await dismissAnnouncements(context, announcements);
      return { campaignAnnouncements: await readAnnouncements(context) };
    },
    payload: (t) => ({
      campaignAnnouncements: t.expose('campaignAnnouncements', {
        type: [announcement],
        description: 'Unread announcements, as the query `campaignAnnouncements` returns them.',
      }),
    }),
  });
  builder.subscriptionField('campaignAnnounced', (t) =>
    t.field({
      type: [announcement],
      description: '`campaignAnnouncements` immediately, then after each change, at most once a second.',
      extensions: needs('campaign.read'),
      subscribe: (_root, _args, context) => followAnnouncements(context),
      resolve: (announcements) => announcements,
    }),
  );
}
