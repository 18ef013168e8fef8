import { graphql } from '../../../generated/gql.ts';

graphql(`
  fragment Announcement on CampaignAnnouncement { campaignId name kind at }
`);

/** What happened to the campaigns that name the person, until it is dismissed. */
export const campaignAnnouncedSubscription = graphql(`
  subscription CampaignAnnounced { campaignAnnounced { ...Announcement } }
`);

/** Notes what was read. */
export const dismissAnnouncementsMutation = graphql(`
  mutation DismissCampaignAnnouncements($announcements: [ReadAnnouncementInput!]!) {
    dismissCampaignAnnouncements(input: { announcements: $announcements }) { campaignAnnouncements { ...Announcement } }
  }
`);
