import { stableId } from '../stable-id.ts';

/** A demo campaign without its generated rows. Days are relative to the demo's present; negative days are past. */
export interface CampaignPlan {
  readonly code: string;
  readonly name: string;
  readonly description?: string;
  readonly reward:
    | { readonly type: 'PERCENT'; readonly percentBp: number; readonly maxMinor?: number }
    | { readonly type: 'AMOUNT'; readonly amountMinor: number }
    | { readonly type: 'POINTS'; readonly points: number }
    | { readonly type: 'GIFT'; readonly gift: Readonly<Record<string, string>> };
  readonly currency?: string;
  readonly minOrderMinor?: number;
  readonly firstOrderOnly?: boolean;
  readonly state: 'DRAFT' | 'ACTIVE' | 'PAUSED' | 'CANCELED' | 'ARCHIVED';
  readonly reason?: string;
  readonly createdDay: number;
  readonly startDay: number;
  readonly endDay: number;
  /** Day on which it was paused, canceled or archived. */
  readonly changedDay?: number;
  readonly timezone: string;
  readonly mode: 'UNIQUE' | 'SHARED';
  readonly prefix?: string;
  readonly perCoupon?: number;
  readonly perAccount?: number;
  readonly redemptionsLimit?: number;
  /** Used fraction of the budget; absent: no budget. */
  readonly budgetUsed?: number;
  /** Codes of each batch; reserved for the streamer, if given. */
  readonly batches: readonly { readonly codes: number; readonly streamer?: string; readonly endDay?: number }[];
  readonly streamers: readonly {
    readonly key: string;
    readonly shared?: string;
    readonly quota?: number;
    readonly commissionBp: number;
  }[];
  /** Number of people who use it, if there are as many. */
  readonly uses: number;
  /** Typical order in minor units. */
  readonly order: number;
  /** Country whose areas the campaign is limited to. */
  readonly areasOf?: string;
}

/** Partners of the demo; the first is streamer@demo.test. */
export const STREAMER_PLANS = [
  { key: 'sora', name: 'Sora Tanaka', platform: 'TWITCH', channel: 'https://twitch.tv/soraplays', country: 'JP' },
  { key: 'frida', name: 'Frida Nordahl', platform: 'YOUTUBE', channel: 'https://youtube.com/@nordlys', country: 'SE' },
  { key: 'kenji', name: 'Kenji Watanabe', platform: 'TWITCH', channel: 'https://twitch.tv/kenjiw', country: 'JP' },
  { key: 'zainab', name: 'Zainab Okafor', platform: 'TIKTOK', channel: 'https://tiktok.com/@zainab', country: 'NG' },
  { key: 'lucia', name: 'Lucía Ferrer', platform: 'KICK', channel: 'https://kick.com/luciaf', country: 'ES' },
  { key: 'omar', name: 'عمر الشامي', platform: 'YOUTUBE', channel: 'https://youtube.com/@omarsh', country: 'EG' },
  { key: 'ben', name: 'Ben Adeyemi', platform: 'OTHER', channel: null, country: 'GB', suspended: 'Contract ended' },
] as const;

/** Id of a partner by short name. */
export const streamerId = (key: string): string => stableId(`streamer ${key}`);

const berlin = 'Europe/Berlin';
const newYork = 'America/New_York';

/** At least one campaign in every state; the newest is complete. */
export const CAMPAIGN_PLANS: readonly CampaignPlan[] = [
  {
    code: 'SPRING-26',
    name: 'Spring cleaning',
    reward: { type: 'PERCENT', percentBp: 1000 },
    currency: 'EUR',
    state: 'ARCHIVED',
    createdDay: -270,
    startDay: -255,
    endDay: -195,
    changedDay: -180,
    timezone: berlin,
    mode: 'UNIQUE',
    prefix: 'SPRING',
    budgetUsed: 0.94,
    batches: [{ codes: 160 }],
    streamers: [{ key: 'frida', commissionBp: 300 }],
    uses: 110,
    order: 4200,
  },
  {
    code: 'SUMMER-LIVE-26',
    name: 'Summer live tour',
    reward: { type: 'AMOUNT', amountMinor: 700 },
    currency: 'EUR',
    minOrderMinor: 3000,
    state: 'ACTIVE',
    createdDay: -84,
    startDay: -64,
    endDay: -31,
    timezone: 'Europe/Madrid',
    mode: 'SHARED',
    perCoupon: 2000,
    budgetUsed: 0.88,
    batches: [],
    streamers: [
      { key: 'lucia', shared: 'VERANO26', commissionBp: 500 },
      { key: 'frida', shared: 'NORDSUMMER', commissionBp: 500 },
      { key: 'sora', shared: 'SORASUN', commissionBp: 400 },
    ],
    uses: 2100,
    order: 6200,
  },
  {
    code: 'BACK-TO-SCHOOL',
    name: 'Back to school',
    reward: { type: 'PERCENT', percentBp: 1500, maxMinor: 1500 },
    currency: 'GBP',
    state: 'ACTIVE',
    createdDay: -110,
    startDay: -95,
    endDay: -60,
    timezone: 'Europe/London',
    mode: 'UNIQUE',
    prefix: 'BTS',
    redemptionsLimit: 400,
    batches: [{ codes: 120 }],
    streamers: [{ key: 'ben', commissionBp: 250 }],
    uses: 60,
    order: 5100,
  },
  {
    code: 'MIDWEEK-MIXUP',
    name: 'Midweek treat',
    reward: { type: 'PERCENT', percentBp: 5000 },
    currency: 'EUR',
    state: 'CANCELED',
    reason: 'The percentage was meant to be 5, not 50',
    createdDay: -66,
    startDay: -60,
    endDay: -30,
    changedDay: -59.6,
    timezone: berlin,
    mode: 'UNIQUE',
    batches: [{ codes: 80 }],
    streamers: [],
    uses: 6,
    order: 3800,
  },
  {
    code: 'LISBOA-OPENING',
    name: 'Opening in Lisbon',
    description: 'Handed out at the door of the new stores.',
    reward: { type: 'AMOUNT', amountMinor: 500 },
    currency: 'EUR',
    minOrderMinor: 2000,
    state: 'PAUSED',
    reason: 'Codes were posted on a deals forum',
    createdDay: -48,
    startDay: -40,
    endDay: 20,
    changedDay: -2.3,
    timezone: 'Europe/Lisbon',
    mode: 'UNIQUE',
    prefix: 'LX',
    budgetUsed: 0.41,
    batches: [{ codes: 150 }, { codes: 100, endDay: 5 }],
    streamers: [],
    uses: 90,
    order: 3300,
    areasOf: 'PT',
  },
  {
    code: 'BLACK-WEEK-26',
    name: 'Black week',
    reward: { type: 'AMOUNT', amountMinor: 1000 },
    currency: 'USD',
    minOrderMinor: 4000,
    state: 'ACTIVE',
    createdDay: -30,
    startDay: -6.5,
    endDay: 3.5,
    timezone: newYork,
    mode: 'UNIQUE',
    prefix: 'BLACK',
    budgetUsed: 1,
    batches: [{ codes: 200 }],
    streamers: [{ key: 'zainab', quota: 100, commissionBp: 350 }],
    uses: 90,
    order: 8800,
  },
  {
    code: 'KONBINI-POINTS',
    name: 'Yōkoso points',
    description: 'Points for the first order of new members in Japan.',
    reward: { type: 'POINTS', points: 500 },
    state: 'ACTIVE',
    firstOrderOnly: true,
    createdDay: -35,
    startDay: -28,
    endDay: 62,
    timezone: 'Asia/Tokyo',
    mode: 'UNIQUE',
    prefix: 'YO',
    redemptionsLimit: 500,
    batches: [{ codes: 140 }],
    streamers: [{ key: 'kenji', quota: 50, commissionBp: 0 }],
    uses: 60,
    order: 3000,
  },
  {
    code: 'TOTE-BAG-26',
    name: 'A bag for every stream',
    reward: {
      type: 'GIFT',
      gift: { 'en-US': 'A tote bag', 'de-DE': 'Eine Stofftasche', 'ar-EG': 'حقيبة قماشية' },
    },
    state: 'ACTIVE',
    createdDay: -26,
    startDay: -20,
    endDay: 25,
    timezone: berlin,
    mode: 'SHARED',
    perCoupon: 300,
    redemptionsLimit: 260,
    batches: [],
    streamers: [
      { key: 'omar', shared: 'SHANTA', commissionBp: 0 },
      { key: 'sora', shared: 'SORABAG', commissionBp: 0 },
    ],
    uses: 240,
    order: 2500,
  },
  {
    code: 'STREAM-WEEK-26',
    name: 'Streamer week',
    description: 'Every streamer has a code of their own.',
    reward: { type: 'AMOUNT', amountMinor: 500 },
    currency: 'EUR',
    minOrderMinor: 2500,
    state: 'ACTIVE',
    createdDay: -24,
    startDay: -18,
    endDay: 12,
    timezone: berlin,
    mode: 'SHARED',
    perCoupon: 5000,
    budgetUsed: 0.97,
    batches: [],
    streamers: [
      { key: 'frida', shared: 'NORDLYS5', commissionBp: 500 },
      { key: 'sora', shared: 'SORA5', commissionBp: 400 },
      { key: 'lucia', shared: 'LUCIA5', commissionBp: 400 },
      { key: 'zainab', shared: 'ZAINAB5', commissionBp: 400 },
    ],
    uses: 420,
    order: 4700,
  },
  {
    code: 'WINTER-LIGHTS-26',
    name: 'Winter lights',
    reward: { type: 'PERCENT', percentBp: 2000, maxMinor: 4000 },
    currency: 'EUR',
    state: 'ACTIVE',
    createdDay: -14,
    startDay: 10,
    endDay: 41,
    timezone: berlin,
    mode: 'UNIQUE',
    prefix: 'LIGHT',
    redemptionsLimit: 5000,
    budgetUsed: 0,
    batches: [{ codes: 250 }],
    streamers: [{ key: 'frida', quota: 200, commissionBp: 500 }],
    uses: 0,
    order: 5200,
  },
  {
    code: 'NEW-YEAR-LIVE',
    name: 'New year countdown',
    description: 'One night, live from New York: each streamer says a code when the ball drops.',
    redemptionsLimit: 3000,
    reward: { type: 'AMOUNT', amountMinor: 2026 },
    currency: 'USD',
    minOrderMinor: 10000,
    state: 'ACTIVE',
    createdDay: -9,
    startDay: 40,
    endDay: 41,
    timezone: newYork,
    mode: 'SHARED',
    perCoupon: 1000,
    budgetUsed: 0,
    batches: [],
    streamers: [
      { key: 'sora', shared: 'SORA2027', commissionBp: 800 },
      { key: 'zainab', shared: 'ZAINABNYE', commissionBp: 600 },
    ],
    areasOf: 'US',
    uses: 0,
    order: 12000,
  },
  {
    code: 'TOKYO-NIGHTS-27',
    name: 'Tokyo nights',
    description: 'Waits for the contract with the streamers.',
    reward: { type: 'AMOUNT', amountMinor: 800 },
    currency: 'JPY',
    minOrderMinor: 4000,
    state: 'DRAFT',
    createdDay: -5,
    startDay: 35,
    endDay: 90,
    timezone: 'Asia/Tokyo',
    mode: 'SHARED',
    perCoupon: 2000,
    batches: [],
    streamers: [{ key: 'kenji', commissionBp: 600 }],
    uses: 0,
    order: 6000,
  },
  {
    code: 'LOYALTY-27',
    name: 'Thank you for ten years',
    reward: { type: 'PERCENT', percentBp: 2500 },
    currency: 'EUR',
    state: 'DRAFT',
    createdDay: -3,
    startDay: 30,
    endDay: 120,
    timezone: berlin,
    mode: 'UNIQUE',
    batches: [{ codes: 150 }],
    streamers: [],
    uses: 0,
    order: 5000,
  },
  {
    code: 'AUTUMN-LIVE-26',
    name: 'Autumn live drops',
    description: 'A code for everyone who watches to the end, generated in batches for each stream.',
    reward: { type: 'PERCENT', percentBp: 1500, maxMinor: 2000 },
    currency: 'EUR',
    state: 'ACTIVE',
    createdDay: -56,
    startDay: -51,
    endDay: 9,
    timezone: berlin,
    mode: 'UNIQUE',
    prefix: 'LIVE',
    redemptionsLimit: 1200,
    budgetUsed: 0.83,
    batches: [
      { codes: 200 },
      { codes: 150, endDay: -21 },
      { codes: 120, streamer: 'sora' },
      { codes: 120, streamer: 'frida' },
      { codes: 80, streamer: 'kenji' },
      { codes: 150 },
    ],
    streamers: [
      { key: 'sora', quota: 200, commissionBp: 400 },
      { key: 'frida', quota: 200, commissionBp: 500 },
      { key: 'kenji', quota: 100, commissionBp: 300 },
    ],
    uses: 460,
    order: 6400,
    areasOf: 'DE',
  },
];
