const SCOPE = 'from to previousFrom previousTo timezone asOf isComplete ignoresFilters';
const tile = (name: string, fields: string): string =>
  `query Tile($filter: DashboardFilter) { ${name}(filter: $filter) { ${fields} } }`;
const FIGURE = '{ value previous }';
/** The dashboard's requests, one for each tile. */
export const TILES = {
  accounts: tile(
    'dashboardAccounts',
    `${SCOPE} total ${FIGURE} created ${FIGURE} days { day value } createdDays { day value }`,
  ),
  'accounts seen within a week': tile(
    'dashboardActiveAccounts',
    `${SCOPE} active ${FIGURE} countKind days { day value }`,
  ),
  stores: tile('dashboardStores', `${SCOPE} active ${FIGURE} opened ${FIGURE} days { day value }`),
  points: tile('dashboardPoints', `${SCOPE} issued ${FIGURE} spent ${FIGURE} days { day issued spent }`),
  notifications: tile(
    'dashboardNotifications',
    `${SCOPE} notifications ${FIGURE} recipients ${FIGURE} sent ${FIGURE} received ${FIGURE} opened ${FIGURE} failed ${FIGURE} skipped ${FIGURE}`,
  ),
  redemptions: tile(
    'dashboardRedemptions',
    `${SCOPE} confirmed ${FIGURE} rolledBack ${FIGURE} days { day confirmed rolledBack }`,
  ),
  'entries of giveaways': tile('dashboardGiveawayEntries', `${SCOPE} entries ${FIGURE} days { day value }`),
  'open giveaways': tile(
    'dashboardOpenGiveaways',
    'open closingSoonest { id code titleI18n closesAt timezone entries entriesToday isMoreToday } timezone asOf ignoresFilters',
  ),
  'running campaigns': tile(
    'dashboardCampaigns',
    `running mostUsed { id code name endsAt timezone usedPercent limitKind redemptions redemptionsLimit pointsUsed usedMinor budgetMinor currency
      exhaustsAt } asOf ignoresFilters`,
  ),
  'online by store': tile(
    'dashboardOnlineStores',
    'isAvailable online inStores storeCount stores { id sid name countryCode online } asOf',
  ),
} as const;
