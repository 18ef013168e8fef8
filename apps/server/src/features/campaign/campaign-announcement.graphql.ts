import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import {
  ANNOUNCEMENT_KINDS,
  type CampaignAnnouncement,
  dismissAnnouncements,
  followAnnouncements,
  readAnnouncements,
} from './campaign-announcement.ts';

/** What partners are told of the campaigns that name them, until they have read it. */
export function addCampaignAnnouncements(builder: Builder): void {
  const kind = builder.enumType('CampaignAnnouncementKind', { values: ANNOUNCEMENT_KINDS });
  const announcement = builder.objectRef<CampaignAnnouncement>('CampaignAnnouncement').implement({
    description: 'What happened last to a campaign that names the caller.',
    fields: (t) => ({
      campaignId: t.exposeID('campaignId'),
      code: t.exposeString('code'),
      name: t.exposeString('name'),
      timezone: t.exposeString('timezone', { description: 'Of the campaign.' }),
      kind: t.expose('kind', { type: kind }),
      at: t.expose('at', { type: 'DateTime' }),
    }),
  });
  const read = builder.inputType('ReadAnnouncementInput', {
    fields: (t) => ({
      campaignId: t.id({ required: true }),
      at: t.field({ type: 'DateTime', required: true, description: '`at` of what was read.' }),
    }),
  });
  builder.queryField('campaignAnnouncements', (t) =>
    t.field({
      type: [announcement],
      description:
        'For the person of a streamer: what happened within 30 days to campaigns that name them and is not dismissed, newest first, at most twenty.',
      extensions: needs('campaign.read'),
      resolve: (_root, _args, context) => readAnnouncements(context),
    }),
  );
  builder.mutationField('dismissCampaignAnnouncements', (t) =>
    t.field({
      type: [announcement],
      description: 'Notes what was read, so that it is told no more on any device; answers with what is left.',
      extensions: needs('campaign.read'),
      args: { announcements: t.arg({ type: [read], required: true }) },
      resolve: async (_root, { announcements }, context) => {
        await dismissAnnouncements(context, announcements);
        return readAnnouncements(context);
      },
    }),
  );
  builder.subscriptionField('campaignAnnounced', (t) =>
    t.field({
      type: [announcement],
      description: '`campaignAnnouncements` at once, then whenever they change, at most once a second.',
      extensions: needs('campaign.read'),
      subscribe: (_root, _args, context) => followAnnouncements(context),
      resolve: (announcements) => announcements,
    }),
  );
}
