import { graphql } from '../../../generated/gql.ts';

graphql(`
  fragment OwnPeriodView on OwnPeriod { from currency uses commissionMinor }
`);

/** Uses and commission of the calling streamer. */
export const ownFiguresQuery = graphql(`
  query OwnFigures {
    myStreamer {
      usesToday pending { currency uses commissionMinor } days { ...OwnPeriodView } months { ...OwnPeriodView }
      recentUses { id state at codeLast4 campaignId campaignName storeName commissionMinor currency }
    }
  }
`);

/** Campaigns of the calling streamer that are open or about to start, those that end soonest first. */
export const ownCampaignsQuery = graphql(`
  query OwnCampaigns($locale: String!) {
    campaigns(
      first: 20
      filter: { status: { in: [SCHEDULED, RUNNING, EXHAUSTED, PAUSED] } }
      sort: { key: ENDS, direction: ASC }
    ) {
      nodes { ...CampaignRow partnerFigures { commissionMinor } }
    }
  }
`);
