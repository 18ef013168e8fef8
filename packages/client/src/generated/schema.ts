// Written by packages/client/generate.ts from apps/server/schema.public.graphql.
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A calendar date, `YYYY-MM-DD`. */
  Date: { input: string; output: string; }
  /** An instant in UTC, ISO 8601 with milliseconds. */
  DateTime: { input: string; output: string; }
  /** A JSON value: a preference, or a field's value before or after a change. */
  JSON: { input: unknown; output: unknown; }
  /** A whole number up to 2^53 - 1. */
  SafeInt: { input: number; output: number; }
};

/** Absent fields do not change; null clears. A new account needs a country. */
export type AccountSyncInput = {
  /** Code of the area; null where the account is in no area. */
  readonly areaCode?: InputMaybe<Scalars['String']['input']>;
  /** Date of birth, `YYYY-MM-DD`. */
  readonly birthDate?: InputMaybe<Scalars['String']['input']>;
  /** Country, ISO 3166-1 alpha-2. */
  readonly countryCode?: InputMaybe<Scalars['String']['input']>;
  /** Display name. */
  readonly displayName?: InputMaybe<Scalars['String']['input']>;
  /** Email address; unique. */
  readonly email?: InputMaybe<Scalars['String']['input']>;
  /** User id in Firebase. It identifies the account. */
  readonly firebaseId: Scalars['String']['input'];
  /** Language of its notifications, such as `de-DE`. */
  readonly locale?: InputMaybe<Scalars['String']['input']>;
  /** Phone number, E.164. */
  readonly phone?: InputMaybe<Scalars['String']['input']>;
  /** Whether the person agreed to notifications of marketing topics. */
  readonly pushConsent?: InputMaybe<Scalars['Boolean']['input']>;
  /** IANA time zone, such as `Europe/Berlin`. */
  readonly timezone?: InputMaybe<Scalars['String']['input']>;
};

/** Outcome of a row. */
export type AccountSyncOutcome =
  /** The account is new. */
  | 'CREATED'
  /** Nothing was changed; `problems` say why. */
  | 'REFUSED'
  /** The account had these values already. */
  | 'UNCHANGED'
  /** The account has changed. */
  | 'UPDATED';

/** Result of one account. */
export type AccountSyncResult = {
  /** Id of the account; null where there is none. */
  readonly accountId: Maybe<Scalars['ID']['output']>;
  /** User id in Firebase. */
  readonly firebaseId: Scalars['String']['output'];
  /** Outcome of the row. */
  readonly outcome: AccountSyncOutcome;
  /** Problems of the row; empty unless it was refused. */
  readonly problems: ReadonlyArray<RowProblem>;
  /** Values that were replaced: a `timezone` that is none, with the time zone of the country. */
  readonly warnings: ReadonlyArray<RowProblem>;
};

/** Input of `addGiveawayTickets`. */
export type AddGiveawayTicketsInput = {
  /** Id of the account; either this or `firebaseId`. */
  readonly accountId?: InputMaybe<Scalars['ID']['input']>;
  /** Firebase id of the account; either this or `accountId`. */
  readonly firebaseId?: InputMaybe<Scalars['String']['input']>;
  /** Id of the giveaway. */
  readonly giveawayId: Scalars['ID']['input'];
  /** 1 to 64 visible ASCII characters, unique per client and giveaway: the same key always means the same change. */
  readonly key: Scalars['String']['input'];
  /** Number of tickets to add; absent: 1. */
  readonly tickets?: InputMaybe<Scalars['Int']['input']>;
};

/** Answer of `addGiveawayTickets`. */
export type AddGiveawayTicketsPayload = {
  /** Figures of the rule that refused it, such as `opensAt`, `minAge` or `maxTickets`. */
  readonly details: Scalars['JSON']['output'];
  /** The entry after the change; null if there is none. */
  readonly entry: Maybe<GiveawayParticipationEntry>;
  /** True if the same request had been processed before. */
  readonly isReplayed: Scalars['Boolean']['output'];
  /** Outcome of the change. */
  readonly outcome: GiveawayEntryOutcome;
};

/** Reward of a code. */
export type CampaignReward =
  /** A fixed discount. */
  | 'AMOUNT'
  /** A gift. */
  | 'GIFT'
  /** A share of the order as a discount. */
  | 'PERCENT'
  /** Points for the account. */
  | 'POINTS';

/** A code with account, store and order; rules without their values are not checked. */
export type CheckCouponInput = {
  /** The account that would use it. Programs need exactly one of `accountId`, `firebaseId` and `card`. */
  readonly accountId?: InputMaybe<Scalars['ID']['input']>;
  /** Number of the account, instead of `accountId`; for staff. */
  readonly accountNumber?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Number of the card of the account, instead of `accountId`; for programs. */
  readonly card?: InputMaybe<Scalars['String']['input']>;
  /** The code in any spelling. */
  readonly code: Scalars['String']['input'];
  /** IP address of the consumer, for programs with the scope `coupon.forward-address`. */
  readonly consumerAddress?: InputMaybe<Scalars['String']['input']>;
  /** Currency of the order, ISO 4217; absent: that of the campaign. */
  readonly currency?: InputMaybe<Scalars['String']['input']>;
  /** Firebase id of the account, instead of `accountId`. */
  readonly firebaseId?: InputMaybe<Scalars['String']['input']>;
  /** Whether the app would report a first order; absent: true for staff, false for programs. */
  readonly isFirstOrder?: InputMaybe<Scalars['Boolean']['input']>;
  /** Price of the order in minor units of the campaign's currency. */
  readonly orderMinor?: InputMaybe<Scalars['SafeInt']['input']>;
  /** The store where it would be used; for staff. */
  readonly storeId?: InputMaybe<Scalars['ID']['input']>;
  /** Sid of that store, instead of `storeId`. */
  readonly storeSid?: InputMaybe<Scalars['String']['input']>;
};

/** The campaign of a checked code. */
export type CheckedCampaign = {
  /** Code of the campaign. */
  readonly code: Scalars['String']['output'];
  /** Currency of its amounts; null if it has none. */
  readonly currency: Maybe<Scalars['String']['output']>;
  /** Id of the campaign. */
  readonly id: Scalars['ID']['output'];
  /** Name of the campaign. */
  readonly name: Scalars['String']['output'];
  /** A `CampaignStatus`. */
  readonly status: Scalars['String']['output'];
};

/** Input of `claimGiveawayPrize`. */
export type ClaimGiveawayPrizeInput = {
  /** Id of the account; either this or `firebaseId`. */
  readonly accountId?: InputMaybe<Scalars['ID']['input']>;
  /** Firebase id of the account; either this or `accountId`. */
  readonly firebaseId?: InputMaybe<Scalars['String']['input']>;
  /** Id of the giveaway. */
  readonly giveawayId: Scalars['ID']['input'];
};

/** Answer of `claimGiveawayPrize`. */
export type ClaimGiveawayPrizePayload = {
  /** True if it had been claimed before. */
  readonly isReplayed: Scalars['Boolean']['output'];
  /** Outcome of the claim. */
  readonly outcome: GiveawayClaimOutcome;
  /** Prize of the account; null without one. */
  readonly won: Maybe<GiveawayWin>;
};

/** An export of this client. */
export type ClientExport = {
  /** Why it failed; null: it did not. */
  readonly errorCode: Maybe<Scalars['String']['output']>;
  /** Until when the file is there; null: not ready, or expired. */
  readonly expiresAt: Maybe<Scalars['DateTime']['output']>;
  /** Its id. */
  readonly id: Scalars['ID']['output'];
  /** Where to get the file, with the token: `GET` this path. Null: not ready, or expired. */
  readonly path: Maybe<Scalars['String']['output']>;
  /** Rows written so far. */
  readonly rows: Scalars['SafeInt']['output'];
  /** Its state. */
  readonly state: JobState;
};

/** A list that programs may export. */
export type ClientExportList =
  /** Accounts: with `account.read` id, number, firebaseId, countryCode, areaCode, state, suspendedUntil, badges, pushConsent, emailVerified, locale, timezone, lastSeenAt, createdAt, updatedAt; with `account.read-contact` displayName, email, phone, birthDate; with `points.read` points. */
  | 'ACCOUNTS'
  /** Entries of the wallet that `filter` names: with `points.read` seq, occurredAt, recordedAt, code, delta, balanceAfter, referenceType, referenceId, reversalOf, transferId, hash. */
  | 'POINTS_ENTRIES';

/** Input of `confirmRedemption`. */
export type ConfirmRedemptionInput = {
  /** The redemption to confirm. */
  readonly redemptionId: Scalars['ID']['input'];
};

/** Answer of `confirmRedemption`. */
export type ConfirmRedemptionPayload = {
  /** Figures of the rule that refused the code, such as `minOrderMinor`, `startsAt` or `retryAt`. */
  readonly details: Scalars['JSON']['output'];
  /** Whether it repeats an earlier request. */
  readonly isReplayed: Scalars['Boolean']['output'];
  /** Outcome of the request. */
  readonly outcome: RedemptionOutcome;
  /** The current redemption; null if the code was refused. */
  readonly redemption: Maybe<Redemption>;
};

/** A code, and the outcome of redeeming it now. */
export type CouponCheck = {
  /** Its campaign; null where there is no such code. */
  readonly campaign: Maybe<CheckedCampaign>;
  /** The code in groups for reading; null if it is not well-formed. */
  readonly formatted: Maybe<Scalars['String']['output']>;
  /** Whether it is well-formed. */
  readonly isWellFormed: Scalars['Boolean']['output'];
  /** Kind of the code; null if it is not well-formed. */
  readonly kind: Maybe<CouponCodeKind>;
  /** The code in capitals without spaces and dashes. */
  readonly normalised: Scalars['String']['output'];
  /** Every rule, in the order in which a redemption checks them. */
  readonly rules: ReadonlyArray<CouponCheckRule>;
  /** `RedemptionOutcome` of a redemption that would be refused now; null if no checked rule fails. */
  readonly verdict: Maybe<Scalars['String']['output']>;
};

/** Outcome of a rule. */
export type CouponCheckOutcome =
  /** The code violates it. */
  | 'FAILED'
  /** It needs a value that was not given, a segment that the caller may not use, or there is no such coupon. */
  | 'NOT_JUDGED'
  /** The code meets it. */
  | 'PASSED';

/** A rule of redemptions and its outcome for the code. */
export type CouponCheckRule = {
  /** Figures that it was checked by. */
  readonly detail: Scalars['JSON']['output'];
  /** Whether it is the first failed rule, which decides the outcome of a redemption. */
  readonly isDecisive: Scalars['Boolean']['output'];
  /** Whether a redemption reaches this rule. */
  readonly isReached: Scalars['Boolean']['output'];
  /** Its outcome. */
  readonly outcome: CouponCheckOutcome;
  /** `RedemptionOutcome` of this rule alone; null unless FAILED. */
  readonly refusal: Maybe<Scalars['String']['output']>;
  /** The rule. */
  readonly rule: RedemptionRule;
};

/** Kind of a code. */
export type CouponCodeKind =
  /** Chosen, for many people. */
  | 'SHARED'
  /** Generated, for one person. */
  | 'UNIQUE';

/** A push token reported by an app. */
export type DeviceSyncInput = {
  /** Version of the app. */
  readonly appVersion?: InputMaybe<Scalars['String']['input']>;
  /** User id in Firebase. */
  readonly firebaseId: Scalars['String']['input'];
  /** Platform of the app. */
  readonly platform: DeviceSyncPlatform;
  /** Registration token of Firebase Cloud Messaging. */
  readonly pushToken: Scalars['String']['input'];
};

/** Outcome of a row. */
export type DeviceSyncOutcome =
  /** The device is new. */
  | 'ADDED'
  /** The push token was known and has been refreshed. */
  | 'REFRESHED'
  /** Nothing was changed; `problems` say why. */
  | 'REFUSED';

/** Platform of an app. */
export type DeviceSyncPlatform =
  /** Android. */
  | 'ANDROID'
  /** iOS. */
  | 'IOS';

/** Result of one push token. */
export type DeviceSyncResult = {
  /** User id in Firebase. */
  readonly firebaseId: Scalars['String']['output'];
  /** Outcome of the row. */
  readonly outcome: DeviceSyncOutcome;
  /** Problems of the row; empty unless it was refused. */
  readonly problems: ReadonlyArray<RowProblem>;
};

/** Input of `enterGiveaway`. */
export type EnterGiveawayInput = {
  /** Id of the account; either this or `firebaseId`. */
  readonly accountId?: InputMaybe<Scalars['ID']['input']>;
  /** Firebase id of the account; either this or `accountId`. */
  readonly firebaseId?: InputMaybe<Scalars['String']['input']>;
  /** Id of the giveaway. */
  readonly giveawayId: Scalars['ID']['input'];
  /** 1 to 64 visible ASCII characters, unique per client and giveaway: the same key always means the same change. */
  readonly key: Scalars['String']['input'];
  /** Number of tickets; absent: 1. */
  readonly tickets?: InputMaybe<Scalars['Int']['input']>;
};

/** Answer of `enterGiveaway`. */
export type EnterGiveawayPayload = {
  /** Figures of the rule that refused it, such as `opensAt`, `minAge` or `maxTickets`. */
  readonly details: Scalars['JSON']['output'];
  /** The entry after the change; null if there is none. */
  readonly entry: Maybe<GiveawayParticipationEntry>;
  /** True if the same request had been processed before. */
  readonly isReplayed: Scalars['Boolean']['output'];
  /** Outcome of the change. */
  readonly outcome: GiveawayEntryOutcome;
};

/** Format of the file. */
export type ExportFormat =
  /** Text in UTF-8, with commas between the cells. */
  | 'CSV'
  /** Excel workbook. */
  | 'XLSX';

/** Outcome of a claim. */
export type GiveawayClaimOutcome =
  /** Refused: the account is not active. */
  | 'ACCOUNT_NOT_ACTIVE'
  /** Done: staff will deliver the prize. */
  | 'CLAIMED'
  /** Refused: the claim period has ended. */
  | 'CLAIM_EXPIRED'
  /** Refused: the prize was forfeited. */
  | 'FORFEITED'
  /** Done: the account has the prize. */
  | 'GRANTED'
  /** Refused: winners are not announced yet. */
  | 'NOT_ANNOUNCED'
  /** Refused: the account has no prize. */
  | 'NOT_A_WINNER';

/** Outcome of a change of an entry. */
export type GiveawayEntryOutcome =
  /** Refused: the account is not active. */
  | 'ACCOUNT_NOT_ACTIVE'
  /** Refused: the account is younger than the setting `giveaway.min_account_age_days`. */
  | 'ACCOUNT_TOO_NEW'
  /** Refused: the account has entered already. */
  | 'ALREADY_ENTERED'
  /** Refused: the giveaway has a minimum age, and the date of birth is not known. */
  | 'BIRTH_DATE_UNKNOWN'
  /** Refused: the giveaway is canceled. */
  | 'CANCELED'
  /** Refused: entries have closed. */
  | 'CLOSED'
  /** Refused: the entry is disqualified. */
  | 'DISQUALIFIED'
  /** Done: the account takes part. */
  | 'ENTERED'
  /** Refused: the giveaway has its maximum number of entries. */
  | 'FULL'
  /** Refused: the account has not entered. */
  | 'NOT_ENTERED'
  /** Refused: the account is not in the segment that the giveaway is for. */
  | 'NOT_IN_SEGMENT'
  /** Refused: the giveaway is not open yet. */
  | 'NOT_OPEN_YET'
  /** Refused: the account has too few points for the tickets. */
  | 'POINTS_INSUFFICIENT'
  /** Refused: the account belongs to staff. */
  | 'STAFF_ACCOUNT'
  /** Done: the entry has more tickets. */
  | 'TICKETS_ADDED'
  /** Refused: the account would exceed its maximum number of tickets. */
  | 'TOO_MANY_TICKETS'
  /** Refused: the person is too young. */
  | 'TOO_YOUNG'
  /** Refused: the wallet of the account is frozen. */
  | 'WALLET_FROZEN'
  /** Done: the entry is withdrawn. */
  | 'WITHDRAWN'
  /** Refused: the giveaway is not open to the country of the account. */
  | 'WRONG_COUNTRY';

/** State of an entry. */
export type GiveawayEntryState =
  /** Excluded from the draw by staff. */
  | 'DISQUALIFIED'
  /** Takes part in the draw. */
  | 'VALID'
  /** Withdrawn by the account, which can enter again while the giveaway is open. */
  | 'WITHDRAWN';

/** The leaf of an entry and its path to the published root (RFC 6962), in hexadecimal. */
export type GiveawayInclusionProof = {
  /** Id of the account. */
  readonly accountId: Scalars['ID']['output'];
  /** Number of entries in the list. */
  readonly entries: Scalars['Int']['output'];
  /** Id of the entry. */
  readonly entryId: Scalars['ID']['output'];
  /** Id of the giveaway. */
  readonly giveawayId: Scalars['ID']['output'];
  /** Hash of its leaf. */
  readonly leafHash: Scalars['String']['output'];
  /** Its place in the list, from 0. */
  readonly leafIndex: Scalars['Int']['output'];
  /** Hashes on the path from the leaf to the root. */
  readonly path: ReadonlyArray<Scalars['String']['output']>;
  /** Pseudonym of the account in the proof file. */
  readonly pseudonym: Scalars['String']['output'];
  /** The published root. */
  readonly root: Scalars['String']['output'];
  /** Its first ticket, from 0. */
  readonly ticketStart: Scalars['SafeInt']['output'];
  /** Number of its tickets. */
  readonly tickets: Scalars['Int']['output'];
  /** Number of tickets in the list. */
  readonly totalTickets: Scalars['SafeInt']['output'];
};

/** Public data of a giveaway. */
export type GiveawayOffer = {
  /** Length of the claim period in days. */
  readonly claimDays: Scalars['Int']['output'];
  /** End of the entry period, exclusive. */
  readonly closesAt: Scalars['DateTime']['output'];
  /** Its code. */
  readonly code: Scalars['String']['output'];
  /** Countries whose accounts can enter, ISO 3166-1 alpha-2. */
  readonly countryCodes: ReadonlyArray<Scalars['String']['output']>;
  /** Its description in one language. */
  readonly description: Scalars['String']['output'];
  /** When winners are drawn. */
  readonly drawAt: Scalars['DateTime']['output'];
  /** When winners were drawn; null before. */
  readonly drawnAt: Maybe<Scalars['DateTime']['output']>;
  /** Number of frozen entries; null before the freeze. */
  readonly entriesCount: Maybe<Scalars['Int']['output']>;
  /** Root of the Merkle tree of the frozen entries in hex; null before the freeze. */
  readonly entriesRoot: Maybe<Scalars['String']['output']>;
  /** Points that each ticket costs; 0: free. */
  readonly entryCostPoints: Scalars['Int']['output'];
  /** When its entries were frozen; null before. */
  readonly frozenAt: Maybe<Scalars['DateTime']['output']>;
  /** Its id. */
  readonly id: Scalars['ID']['output'];
  /** Maximum number of accounts; null: no limit. */
  readonly maxEntries: Maybe<Scalars['Int']['output']>;
  /** Maximum number of tickets per account. */
  readonly maxTicketsPerAccount: Scalars['Int']['output'];
  /** Minimum age in years on the day of the entry in `timezone`. */
  readonly minAge: Scalars['Int']['output'];
  /** Start of the entry period. */
  readonly opensAt: Scalars['DateTime']['output'];
  /** Prizes in the order in which they are drawn. */
  readonly prizes: ReadonlyArray<GiveawayOfferPrize>;
  /** When it was published. */
  readonly publishedAt: Scalars['DateTime']['output'];
  /** Its official rules in one language. */
  readonly rules: Scalars['String']['output'];
  /** SHA-256 in hex of all terms fixed at publication. */
  readonly rulesHash: Scalars['String']['output'];
  /** Hash of the seed in hex, public before the first entry. */
  readonly seedCommitment: Scalars['String']['output'];
  /** The seed in hex; null before the draw. */
  readonly seedRevealed: Maybe<Scalars['String']['output']>;
  /** Its state at this moment. */
  readonly status: GiveawayStatus;
  /** Number of frozen tickets; null before the freeze. */
  readonly ticketsCount: Maybe<Scalars['SafeInt']['output']>;
  /** Time zone in which its dates are displayed. */
  readonly timezone: Scalars['String']['output'];
  /** Its title in one language. */
  readonly title: Scalars['String']['output'];
};


/** Public data of a giveaway. */
export type GiveawayOfferDescriptionArgs = {
  locale?: InputMaybe<Scalars['String']['input']>;
};


/** Public data of a giveaway. */
export type GiveawayOfferRulesArgs = {
  locale?: InputMaybe<Scalars['String']['input']>;
};


/** Public data of a giveaway. */
export type GiveawayOfferTitleArgs = {
  locale?: InputMaybe<Scalars['String']['input']>;
};

/** One or more equal prizes of a published giveaway. */
export type GiveawayOfferPrize = {
  /** Path of its picture on this server, which anyone may load; null without one. */
  readonly imageUrl: Maybe<Scalars['String']['output']>;
  /** Kind of the prize. */
  readonly kind: GiveawayPrizeKind;
  /** Points of each prize; null unless POINTS. */
  readonly points: Maybe<Scalars['Int']['output']>;
  /** Number of equal prizes. */
  readonly quantity: Scalars['Int']['output'];
  /** Order of the draw; 1 is drawn first. */
  readonly rank: Scalars['Int']['output'];
  /** Its title in one language. */
  readonly title: Scalars['String']['output'];
};


/** One or more equal prizes of a published giveaway. */
export type GiveawayOfferPrizeTitleArgs = {
  locale?: InputMaybe<Scalars['String']['input']>;
};

/** Participation of an account in a giveaway. */
export type GiveawayParticipation = {
  /** Its entry; null if it has not entered. */
  readonly entry: Maybe<GiveawayParticipationEntry>;
  /** Its prize; null before the giveaway is announced, and without a prize. */
  readonly won: Maybe<GiveawayWin>;
};

/** An entry as machine clients see it. */
export type GiveawayParticipationEntry = {
  /** Id of the account. */
  readonly accountId: Scalars['ID']['output'];
  /** When the account entered. */
  readonly enteredAt: Scalars['DateTime']['output'];
  /** Id of the giveaway. */
  readonly giveawayId: Scalars['ID']['output'];
  /** Its id. */
  readonly id: Scalars['ID']['output'];
  /** Points paid for its tickets and not refunded. */
  readonly pointsPaid: Scalars['Int']['output'];
  /** Whether it takes part. */
  readonly state: GiveawayEntryState;
  /** Number of its tickets. */
  readonly tickets: Scalars['Int']['output'];
};

/** Kind of a prize. */
export type GiveawayPrizeKind =
  /** One code of a campaign, assigned when the prize is claimed. */
  | 'COUPON'
  /** A physical prize, delivered by staff. */
  | 'PHYSICAL'
  /** Points, credited from the escrow when the prize is claimed. */
  | 'POINTS';

/** A drawn winner or alternate. */
export type GiveawayResult = {
  /** Id of the account. */
  readonly accountId: Scalars['ID']['output'];
  /** End of the claim period, exclusive; null before the winner is notified. */
  readonly claimDeadline: Maybe<Scalars['DateTime']['output']>;
  /** Id of the entry. */
  readonly entryId: Scalars['ID']['output'];
  /** How it was drawn. */
  readonly kind: GiveawayWinnerKind;
  /** Position in the order of the draw, from 1. */
  readonly position: Scalars['Int']['output'];
  /** Rank of the prize; null for an alternate without one. */
  readonly prizeRank: Maybe<Scalars['Int']['output']>;
  /** State of the winner. */
  readonly state: GiveawayWinnerState;
};

/** The state, with PUBLISHED divided by time. */
export type GiveawayStatus =
  /** Winners have been notified and can claim. */
  | 'ANNOUNCED'
  /** Canceled before the freeze; points are refunded. */
  | 'CANCELED'
  /** Entries are closed; the list is about to be frozen. */
  | 'CLOSED'
  /** Being prepared; only staff see it. */
  | 'DRAFT'
  /** Winners are drawn but not reviewed or notified yet. */
  | 'DRAWN'
  /** Entries are closed and their list is fixed; waiting for the draw. */
  | 'FROZEN'
  /** People can enter. */
  | 'OPEN'
  /** Published; `opensAt` is still to come. */
  | 'SCHEDULED'
  /** Complete: every prize was given or forfeited. */
  | 'SETTLED';

/** Prize of an account. */
export type GiveawayWin = {
  /** End of the claim period, exclusive; null before the winner is notified. */
  readonly claimDeadline: Maybe<Scalars['DateTime']['output']>;
  /** The won code; null if the prize is not a code or none is assigned yet. */
  readonly couponCode: Maybe<Scalars['String']['output']>;
  /** Points that were won; null unless POINTS. */
  readonly points: Maybe<Scalars['Int']['output']>;
  /** Position in the order of the draw, from 1. */
  readonly position: Scalars['Int']['output'];
  /** Path of the picture of the prize on this server, which anyone may load; null without one. */
  readonly prizeImageUrl: Maybe<Scalars['String']['output']>;
  /** Rank of the prize; 1 is drawn first. */
  readonly prizeRank: Scalars['Int']['output'];
  /** Title of the prize in one language. */
  readonly prizeTitle: Scalars['String']['output'];
  /** State of the winner. */
  readonly state: GiveawayWinnerState;
};


/** Prize of an account. */
export type GiveawayWinPrizeTitleArgs = {
  locale?: InputMaybe<Scalars['String']['input']>;
};

/** Kind of a drawn position. */
export type GiveawayWinnerKind =
  /** Drawn to replace a winner whose prize is forfeited. */
  | 'ALTERNATE'
  /** Drawn for a prize. */
  | 'WINNER';

/** State of a winner or alternate. */
export type GiveawayWinnerState =
  /** Has claimed the prize and is waiting for it. */
  | 'CLAIMED'
  /** Drawn; not notified yet. */
  | 'DRAWN'
  /** The prize was forfeited. */
  | 'FORFEITED'
  /** Has the prize. */
  | 'FULFILLED'
  /** Told; can claim. */
  | 'NOTIFIED'
  /** An alternate who got a forfeited prize; not notified yet. */
  | 'PROMOTED'
  /** An alternate who was not needed. */
  | 'UNUSED';

/** State of a job. */
export type JobState =
  /** Ended by a cancellation. */
  | 'CANCELED'
  /** Ended by an error; `errorCode` says why. */
  | 'FAILED'
  /** Waiting for a worker. */
  | 'QUEUED'
  /** A worker is working on it. */
  | 'RUNNING'
  /** Ended; all records were processed. */
  | 'SUCCEEDED';

/** An account, for machine clients. */
export type Member = {
  /**
   * Its points; null without the scope `points.read`.
   *
   * Scope: `points.read`.
   */
  readonly balance: Maybe<Scalars['SafeInt']['output']>;
  /** Its country, ISO 3166-1. */
  readonly countryCode: Scalars['String']['output'];
  /**
   * Its name. Null if unknown, and without the scope `account.read-contact`.
   *
   * Scope: `account.read-contact`.
   */
  readonly displayName: Maybe<Scalars['String']['output']>;
  /**
   * Its email address. Null if unknown, and without the scope `account.read-contact`.
   *
   * Scope: `account.read-contact`.
   */
  readonly email: Maybe<Scalars['String']['output']>;
  /**
   * Its last entries, newest first; null without the scope `points.read`.
   *
   * Scope: `points.read`.
   */
  readonly entries: Maybe<ReadonlyArray<MemberEntry>>;
  /** User id in Firebase; null if it has none. */
  readonly firebaseId: Maybe<Scalars['String']['output']>;
  /** Id of the account. */
  readonly id: Scalars['ID']['output'];
  /** Language in which the person is addressed, such as `de-DE`. */
  readonly locale: Scalars['String']['output'];
  /** Short number that support reads on the phone. */
  readonly number: Scalars['SafeInt']['output'];
  /**
   * Its phone number. Null if unknown, and without the scope `account.read-contact`.
   *
   * Scope: `account.read-contact`.
   */
  readonly phone: Maybe<Scalars['String']['output']>;
  /** Its state. */
  readonly state: MemberState;
};


/** An account, for machine clients. */
export type MemberEntriesArgs = {
  before?: InputMaybe<Scalars['SafeInt']['input']>;
  first?: Scalars['Int']['input'];
};

/** Points that a wallet received or gave. */
export type MemberEntry = {
  /** Balance after it. */
  readonly balanceAfter: Scalars['SafeInt']['output'];
  /** Purpose of the transfer. */
  readonly code: PointsTransferCode;
  /** Points in; negative: points out. */
  readonly delta: Scalars['SafeInt']['output'];
  /** Whether this client posted it. */
  readonly isOwn: Scalars['Boolean']['output'];
  /** Key that this client gave; null for a transfer of others. */
  readonly key: Maybe<Scalars['String']['output']>;
  /** When it happened. */
  readonly occurredAt: Scalars['DateTime']['output'];
  /** Reference that this client gave; null without one. */
  readonly reference: Maybe<Scalars['String']['output']>;
  /** The transfer that it reverses; null if it is not a reversal. */
  readonly reversalOf: Maybe<Scalars['ID']['output']>;
  /** 1, 2, 3, … within the wallet. */
  readonly seq: Scalars['SafeInt']['output'];
  /** The transfer. */
  readonly transferId: Scalars['ID']['output'];
};

/** Which account. */
export type MemberInput =
  /** By its id. */
  { readonly accountId: Scalars['ID']['input']; readonly card?: never; readonly firebaseId?: never; }
  |  /** By the number of its card. Wrong numbers are counted and limited. */
  { readonly accountId?: never; readonly card: Scalars['String']['input']; readonly firebaseId?: never; }
  |  /** By its user id in Firebase. */
  { readonly accountId?: never; readonly card?: never; readonly firebaseId: Scalars['String']['input']; };

/** State of an account that is not closed. */
export type MemberState =
  /** It may earn, spend and redeem. */
  | 'ACTIVE'
  /** It may earn, but neither spend nor redeem. */
  | 'SUSPENDED';

export type Mutation = {
  /**
   * Adds tickets to an entry, up to the maximum per account.
   *
   * Scope: `giveaway.enter`.
   */
  readonly addGiveawayTickets: AddGiveawayTicketsPayload;
  /**
   * Claims the prize of an account. Points and codes are given at once. Repeated claims have no further effect.
   *
   * Scope: `giveaway.enter`.
   */
  readonly claimGiveawayPrize: ClaimGiveawayPrizePayload;
  /**
   * Makes a held use final; safe to repeat.
   *
   * Scope: `coupon.redeem`.
   */
  readonly confirmRedemption: ConfirmRedemptionPayload;
  /**
   * Enters an account once and debits the points for its tickets. An account that has withdrawn may enter again.
   *
   * Scope: `giveaway.enter`.
   */
  readonly enterGiveaway: EnterGiveawayPayload;
  /**
   * Notes up to 1000 receipts, in any order; repeated ones are ignored.
   *
   * Scope: `notification.receipt`.
   */
  readonly recordNotificationReceipts: RecordNotificationReceiptsPayload;
  /**
   * Uses a code immediately, without a reservation.
   *
   * Scope: `coupon.redeem`.
   */
  readonly redeemCoupon: RedeemCouponPayload;
  /**
   * Releases a held use; safe to repeat.
   *
   * Scope: `coupon.redeem`.
   */
  readonly releaseRedemption: ReleaseRedemptionPayload;
  /**
   * Holds one use of a code and its discount for `reservationSeconds` of the campaign; then it is released automatically.
   *
   * Scope: `coupon.redeem`.
   */
  readonly reserveCoupon: ReserveCouponPayload;
  /**
   * Reverses a whole transfer that this client posted, once; a refusal is returned as an error.
   *
   * Scope: `points.reverse`.
   */
  readonly reversePoints: ReversePointsPayload;
  /**
   * Rolls back a confirmed redemption within 90 days, with its use, budget, points and commission. Machine clients roll back only their own, and may repeat it.
   *
   * Scope: `redemption.roll-back`.
   */
  readonly rollBackRedemption: RollBackRedemptionPayload;
  /**
   * Starts an export of a list to a file; one of a client at a time. A repeated request returns the same export while it runs.
   *
   * Scope: `export.run`.
   */
  readonly runExport: RunExportPayload;
  /**
   * Records push tokens reported by apps, each row independently.
   *
   * Scope: `account.sync`.
   */
  readonly syncAccountDevices: SyncAccountDevicesPayload;
  /**
   * Records decisions of account holders about topics, each row independently.
   *
   * Scope: `account.sync`.
   */
  readonly syncAccountTopics: SyncAccountTopicsPayload;
  /**
   * Creates and changes accounts by Firebase id, each row independently.
   *
   * Scope: `account.sync`.
   */
  readonly syncAccounts: SyncAccountsPayload;
  /**
   * Posts one transfer; a refusal is returned as an error.
   *
   * Scope: `points.transfer`.
   */
  readonly transferPoints: TransferPointsPayload;
  /**
   * Posts up to 5,000 transfers in the order given. A refusal does not affect the others.
   *
   * Scope: `points.transfer`.
   */
  readonly transferPointsBatch: TransferPointsBatchPayload;
  /**
   * Withdraws an entry and refunds its points.
   *
   * Scope: `giveaway.enter`.
   */
  readonly withdrawGiveawayEntry: WithdrawGiveawayEntryPayload;
};


export type MutationAddGiveawayTicketsArgs = {
  input: AddGiveawayTicketsInput;
};


export type MutationClaimGiveawayPrizeArgs = {
  input: ClaimGiveawayPrizeInput;
};


export type MutationConfirmRedemptionArgs = {
  input: ConfirmRedemptionInput;
};


export type MutationEnterGiveawayArgs = {
  input: EnterGiveawayInput;
};


export type MutationRecordNotificationReceiptsArgs = {
  input: RecordNotificationReceiptsInput;
};


export type MutationRedeemCouponArgs = {
  input: RedeemCouponInput;
};


export type MutationReleaseRedemptionArgs = {
  input: ReleaseRedemptionInput;
};


export type MutationReserveCouponArgs = {
  input: ReserveCouponInput;
};


export type MutationReversePointsArgs = {
  input: ReversePointsInput;
};


export type MutationRollBackRedemptionArgs = {
  input: RollBackRedemptionInput;
};


export type MutationRunExportArgs = {
  input: RunExportInput;
};


export type MutationSyncAccountDevicesArgs = {
  input: SyncAccountDevicesInput;
};


export type MutationSyncAccountTopicsArgs = {
  input: SyncAccountTopicsInput;
};


export type MutationSyncAccountsArgs = {
  input: SyncAccountsInput;
};


export type MutationTransferPointsArgs = {
  input: TransferPointsInput;
};


export type MutationTransferPointsBatchArgs = {
  input: TransferPointsBatchInput;
};


export type MutationWithdrawGiveawayEntryArgs = {
  input: WithdrawGiveawayEntryInput;
};

/** Receipt of a device for a notification. */
export type NotificationReceiptInput = {
  /** Id of the account, as `accountId` in the data of the message. */
  readonly accountId: Scalars['ID']['input'];
  /** When it happened by the clock of the device; a future instant counts as now. */
  readonly at: Scalars['DateTime']['input'];
  /** Kind of the receipt. */
  readonly kind: NotificationReceiptKind;
  /** Id of the notification, as `notificationId` in the data of the message. */
  readonly notificationId: Scalars['ID']['input'];
};

/** Kind of a receipt. */
export type NotificationReceiptKind =
  /** The person opened it. */
  | 'OPENED'
  /** It arrived on the device. */
  | 'RECEIVED';

/** Outcome of a receipt. */
export type NotificationReceiptOutcome =
  /** It had been reported before. */
  | 'KNOWN'
  /** The account was not sent the notification. */
  | 'NOT_SENT'
  /** Noted. */
  | 'RECORDED'
  /** There is no such notification for this account. */
  | 'UNKNOWN';

/** Result of one receipt. */
export type NotificationReceiptResult = {
  /** Id of the account, as it was given. */
  readonly accountId: Scalars['ID']['output'];
  /** Id of the notification, as it was given. */
  readonly notificationId: Scalars['ID']['output'];
  /** Outcome of the receipt. */
  readonly outcome: NotificationReceiptOutcome;
};

/** An active store, for programs. */
export type OpenStore = {
  /** Street and number; null: unknown. */
  readonly addressLine: Maybe<Scalars['String']['output']>;
  /** City; null: unknown. */
  readonly city: Maybe<Scalars['String']['output']>;
  /** Country, ISO 3166-1 alpha-2. */
  readonly countryCode: Scalars['String']['output'];
  /** Its id. */
  readonly id: Scalars['ID']['output'];
  /** Its display name. */
  readonly name: Scalars['String']['output'];
  /** Day of its opening. */
  readonly openedOn: Scalars['Date']['output'];
  /** Postal code; null: unknown. */
  readonly postalCode: Maybe<Scalars['String']['output']>;
  /** Its name in transfers and redemptions; never changes. */
  readonly sid: Scalars['String']['output'];
  /** Time zone, such as `Europe/Berlin`. */
  readonly timezone: Scalars['String']['output'];
};

/** Purposes for which machine clients may post transfers. */
export type PointsMachineCode =
  /** An account earns points. */
  | 'EARN'
  /** Points are issued. */
  | 'ISSUE'
  /** Opening balance migrated from another system. */
  | 'OPENING'
  /** An account spends points. */
  | 'SPEND';

/** System wallets that machine clients may use. */
export type PointsMachineWallet =
  /** Destination of points that no one will spend. */
  | 'BREAKAGE'
  /** Source of new points. */
  | 'ISSUANCE';

/** Selects a wallet by exactly one of these fields, else `field.invalid`. */
export type PointsPartyInput = {
  /** The wallet of this account. */
  readonly accountId?: InputMaybe<Scalars['ID']['input']>;
  /** The wallet of the account with this card. As the source it needs the scope `points.spend-by-card`. */
  readonly card?: InputMaybe<Scalars['String']['input']>;
  /** The wallet of the account with this Firebase id. */
  readonly firebaseId?: InputMaybe<Scalars['String']['input']>;
  /** The wallet of the store with this sid. */
  readonly storeSid?: InputMaybe<Scalars['String']['input']>;
  /** A system wallet. */
  readonly system?: InputMaybe<PointsMachineWallet>;
  /** Id of the wallet itself. */
  readonly walletId?: InputMaybe<Scalars['ID']['input']>;
};

/** Purpose of a transfer. */
export type PointsTransferCode =
  /** A coupon grants points. */
  | 'COUPON_REWARD'
  /** An account earns points. */
  | 'EARN'
  /** An account pays for an entry. */
  | 'GIVEAWAY_ENTRY'
  /** Points are put into escrow for the prizes of a giveaway. */
  | 'GIVEAWAY_FUND'
  /** A prize of a giveaway is paid out. */
  | 'GIVEAWAY_PRIZE'
  /** Points of a giveaway are returned. */
  | 'GIVEAWAY_REFUND'
  /** Points are issued. */
  | 'ISSUE'
  /** Staff added points manually. */
  | 'MANUAL_CREDIT'
  /** Staff removed points manually. */
  | 'MANUAL_DEBIT'
  /** Opening balance migrated from another system. */
  | 'OPENING'
  /** Another transfer is reversed. */
  | 'REVERSAL'
  /** An account spends points. */
  | 'SPEND';

/** One transfer of a batch, with the fields of `transferPoints`. */
export type PointsTransferInput = {
  /** Points; 1 to 1,000,000,000,000. */
  readonly amount: Scalars['SafeInt']['input'];
  /** Purpose of the transfer. */
  readonly code: PointsMachineCode;
  /** Source of the points. */
  readonly from: PointsPartyInput;
  /** 1 to 64 visible ASCII characters, chosen by the client; the same key always means the same transfer. */
  readonly key: Scalars['String']['input'];
  /** When it happened; absent: now. Up to 90 days back and 60 s ahead, else `transfer.time-out-of-range`. */
  readonly occurredAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Text that staff read with the transfer. */
  readonly reason?: InputMaybe<Scalars['String']['input']>;
  /** The client's own reference, such as a receipt number; at most 128 characters. */
  readonly reference?: InputMaybe<Scalars['String']['input']>;
  /** Destination of the points. */
  readonly to: PointsPartyInput;
};

/** Outcome of one transfer of a batch. */
export type PointsTransferResult = {
  /** Error code of the refusal; null where it was posted. */
  readonly code: Maybe<Scalars['String']['output']>;
  /** First invalid field with the code `field.invalid`; else null. */
  readonly field: Maybe<Scalars['String']['output']>;
  /**
   * Balance of the source after it. Null for a system wallet, a refusal, and without the scope `points.read`.
   *
   * Scope: `points.read`.
   */
  readonly fromBalance: Maybe<Scalars['SafeInt']['output']>;
  /** The key that the client gave. */
  readonly key: Scalars['String']['output'];
  /** Outcome of the transfer. */
  readonly outcome: TransferPointsOutcome;
  /**
   * Balance of the destination after it. Null for a system wallet, a refusal, and without the scope `points.read`.
   *
   * Scope: `points.read`.
   */
  readonly toBalance: Maybe<Scalars['SafeInt']['output']>;
  /** The transfer; null where it was refused. */
  readonly transferId: Maybe<Scalars['ID']['output']>;
};

export type Query = {
  /**
   * Checks a code by the rules of a redemption now; holds no use. Wrong codes of programs count as tries, as in a redemption.
   *
   * Scope: `coupon.check`.
   */
  readonly checkCoupon: CouponCheck;
  /**
   * An export that this client started.
   *
   * Scope: `export.run`.
   */
  readonly exportJob: ClientExport;
  /**
   * Proves to an account that its entry is in the frozen list; null before the freeze and if it does not take part.
   *
   * Scope: `giveaway.enter`.
   */
  readonly giveawayEntryProof: Maybe<GiveawayInclusionProof>;
  /**
   * Published giveaways in the order of creation, at most 100; with an id, that one.
   *
   * Scope: `giveaway.read`.
   */
  readonly giveawayOffers: ReadonlyArray<GiveawayOffer>;
  /**
   * Participation and prize of an account in a giveaway.
   *
   * Scope: `giveaway.enter`.
   */
  readonly giveawayParticipation: GiveawayParticipation;
  /**
   * Winners and alternates in the order of the draw, at most 1000, for notifying winners; empty before the giveaway is announced.
   *
   * Scope: `giveaway.enter`.
   */
  readonly giveawayResults: ReadonlyArray<GiveawayResult>;
  /**
   * An account; null if there is none, or if it is closed or erased.
   *
   * Scope: `account.read`.
   */
  readonly member: Maybe<Member>;
  /**
   * Active stores by sid, at most 100; a client that is bound to stores gets these alone.
   *
   * Scope: `store.read`.
   */
  readonly openStores: ReadonlyArray<OpenStore>;
  /**
   * Campaigns whose codes can be redeemed now, in the order of creation; at most 100.
   *
   * Scope: `campaign.read`.
   */
  readonly runningCampaigns: ReadonlyArray<RunningCampaign>;
  /**
   * Coupons for this account alone that it can redeem now, the first to expire first; at most 50. Empty for an unknown, suspended, closed or erased account.
   *
   * Scope: `coupon.read`.
   */
  readonly usableCoupons: ReadonlyArray<UsableCoupon>;
};


export type QueryCheckCouponArgs = {
  input: CheckCouponInput;
};


export type QueryExportJobArgs = {
  id: Scalars['ID']['input'];
};


export type QueryGiveawayEntryProofArgs = {
  accountId?: InputMaybe<Scalars['ID']['input']>;
  firebaseId?: InputMaybe<Scalars['String']['input']>;
  giveawayId: Scalars['ID']['input'];
};


export type QueryGiveawayOffersArgs = {
  after?: InputMaybe<Scalars['ID']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  id?: InputMaybe<Scalars['ID']['input']>;
  status?: InputMaybe<GiveawayStatus>;
};


export type QueryGiveawayParticipationArgs = {
  accountId?: InputMaybe<Scalars['ID']['input']>;
  firebaseId?: InputMaybe<Scalars['String']['input']>;
  giveawayId: Scalars['ID']['input'];
};


export type QueryGiveawayResultsArgs = {
  after?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  giveawayId: Scalars['ID']['input'];
};


export type QueryMemberArgs = {
  by: MemberInput;
};


export type QueryOpenStoresArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  sid?: InputMaybe<Scalars['String']['input']>;
};


export type QueryRunningCampaignsArgs = {
  after?: InputMaybe<Scalars['ID']['input']>;
};


export type QueryUsableCouponsArgs = {
  by: MemberInput;
  storeSid?: InputMaybe<Scalars['String']['input']>;
};

/** Input of `recordNotificationReceipts`. */
export type RecordNotificationReceiptsInput = {
  /** The receipts; `field.invalid` for more than 1000. */
  readonly receipts: ReadonlyArray<NotificationReceiptInput>;
};

/** Answer of `recordNotificationReceipts`. */
export type RecordNotificationReceiptsPayload = {
  /** One for each receipt, in the order given. */
  readonly results: ReadonlyArray<NotificationReceiptResult>;
};

/** Input of `redeemCoupon`. */
export type RedeemCouponInput = {
  /** The account that uses it; exactly one of `accountId`, `firebaseId` and `card`. */
  readonly accountId?: InputMaybe<Scalars['ID']['input']>;
  /** Number of the card of the account that uses it, instead of `accountId`. */
  readonly card?: InputMaybe<Scalars['String']['input']>;
  /** The code as it was typed. */
  readonly code: Scalars['String']['input'];
  /** The consumer's IP address, against guessing; needs the scope `coupon.forward-address`. */
  readonly consumerAddress?: InputMaybe<Scalars['String']['input']>;
  /** Currency of the order, ISO 4217; absent: that of the campaign. */
  readonly currency?: InputMaybe<Scalars['String']['input']>;
  /** Firebase id of the account that uses it, instead of `accountId`. */
  readonly firebaseId?: InputMaybe<Scalars['String']['input']>;
  /** Whether it is the first order of the account, as far as the client knows. */
  readonly isFirstOrder?: InputMaybe<Scalars['Boolean']['input']>;
  /** 1 to 64 visible ASCII characters of the client's own; the same key always means the same redemption. */
  readonly key: Scalars['String']['input'];
  /** Price of the order before the discount, in minor units. */
  readonly orderMinor?: InputMaybe<Scalars['SafeInt']['input']>;
  /** The client's own reference, such as a receipt number; at most 128 characters. */
  readonly orderReference?: InputMaybe<Scalars['String']['input']>;
  /** Sid of the store where it is used; absent: no store. */
  readonly storeSid?: InputMaybe<Scalars['String']['input']>;
};

/** Answer of `redeemCoupon`. */
export type RedeemCouponPayload = {
  /** Figures of the rule that refused the code, such as `minOrderMinor`, `startsAt` or `retryAt`. */
  readonly details: Scalars['JSON']['output'];
  /** Whether it repeats an earlier request. */
  readonly isReplayed: Scalars['Boolean']['output'];
  /** Outcome of the request. */
  readonly outcome: RedemptionOutcome;
  /** The current redemption; null if the code was refused. */
  readonly redemption: Maybe<Redemption>;
};

/** A use of a code, for machine clients. */
export type Redemption = {
  /** The account that used it. */
  readonly accountId: Scalars['ID']['output'];
  /** Campaign of the code. */
  readonly campaignId: Scalars['ID']['output'];
  /** When it was confirmed; null unless confirmed. */
  readonly confirmedAt: Maybe<Scalars['DateTime']['output']>;
  /** The code that was used. */
  readonly couponId: Scalars['ID']['output'];
  /** Currency of the amounts, ISO 4217; null without amounts. */
  readonly currency: Maybe<Scalars['String']['output']>;
  /** Discount on the order in minor units; null where the reward is no discount. */
  readonly discountMinor: Maybe<Scalars['SafeInt']['output']>;
  /** Name of the gift in one language; null unless the reward is a gift. */
  readonly gift: Maybe<Scalars['String']['output']>;
  /** Id of the redemption. */
  readonly id: Scalars['ID']['output'];
  /** Price of the order before the discount, in minor units; null where it was not given. */
  readonly orderMinor: Maybe<Scalars['SafeInt']['output']>;
  /** The client's reference of the order; null without one. */
  readonly orderReference: Maybe<Scalars['String']['output']>;
  /** Points earned on confirmation; null where the reward is not points. */
  readonly points: Maybe<Scalars['Int']['output']>;
  /** When the use was reserved. */
  readonly reservedAt: Scalars['DateTime']['output'];
  /** When the held use expires unless confirmed; null if it is not held. */
  readonly reservedUntil: Maybe<Scalars['DateTime']['output']>;
  /** Its state. */
  readonly state: RedemptionState;
};


/** A use of a code, for machine clients. */
export type RedemptionGiftArgs = {
  locale?: InputMaybe<Scalars['String']['input']>;
};

/** Outcome of a request: it succeeded, the code was refused, or the use was settled otherwise before. */
export type RedemptionOutcome =
  /** Refused: the account has no use of the campaign left. */
  | 'ACCOUNT_LIMIT'
  /** Refused: the account is suspended or closed. */
  | 'ACCOUNT_NOT_ACTIVE'
  /** Refused: it is confirmed, so it cannot be released. */
  | 'ALREADY_CONFIRMED'
  /** Refused: staff rolled it back, so it cannot be confirmed or released. */
  | 'ALREADY_ROLLED_BACK'
  /** Refused: the budget or the limit of uses of the campaign is used up. */
  | 'BUDGET_EXHAUSTED'
  /** Refused: the campaign was canceled. */
  | 'CAMPAIGN_CANCELED'
  /** Refused: the campaign is over. */
  | 'CAMPAIGN_ENDED'
  /** Refused: the campaign has not started; `details.startsAt` is the start. */
  | 'CAMPAIGN_NOT_STARTED'
  /** Refused: the campaign is paused. */
  | 'CAMPAIGN_PAUSED'
  /** Done: the use is final. */
  | 'CONFIRMED'
  /** Refused: staff have disabled the code. */
  | 'COUPON_DISABLED'
  /** Refused: the code is no longer valid. */
  | 'COUPON_EXPIRED'
  /** Refused: the code is not valid yet. */
  | 'COUPON_NOT_YET_VALID'
  /** Refused: the code has no use left. */
  | 'COUPON_USED'
  /** Refused: not a valid code, because of its characters or length. */
  | 'MALFORMED'
  /** Refused: the order is too small; `details.minOrderMinor` is the smallest. */
  | 'MIN_ORDER'
  /** Refused: the code is valid only for the first order of an account. */
  | 'NOT_FIRST_ORDER'
  /** Refused: the account is not in the segment that the campaign is for. */
  | 'NOT_IN_SEGMENT'
  /** Refused: the code belongs to another account. Visible to staff only: clients get UNKNOWN_CODE. */
  | 'NOT_YOUR_COUPON'
  /** Refused: too many codes were tried; `details.retryAt` says when to try again. */
  | 'RATE_LIMITED'
  /** Done: the held use was released. */
  | 'RELEASED'
  /** Refused: the reservation expired, so it cannot be confirmed. */
  | 'RESERVATION_LAPSED'
  /** Refused: it was released before, so it cannot be confirmed. */
  | 'RESERVATION_RELEASED'
  /** Done: the use is held. */
  | 'RESERVED'
  /** Refused: there is no such code, or it belongs to another account. */
  | 'UNKNOWN_CODE'
  /** Refused: the code is not valid in this country or currency. */
  | 'WRONG_COUNTRY'
  /** Refused: the code is not valid in this store. */
  | 'WRONG_STORE';

/** A rule of redemptions. */
export type RedemptionRule =
  /** The account is active. */
  | 'ACCOUNT'
  /** The account has a use of the campaign left. */
  | 'ACCOUNT_USES'
  /** The limits of the campaign are not used up. */
  | 'BUDGET'
  /** Its campaign is running. */
  | 'CAMPAIGN'
  /** It is not disabled, and valid now. */
  | 'COUPON'
  /** The code has a use left. */
  | 'COUPON_USES'
  /** It is the first order, if the campaign requires that. */
  | 'FIRST_ORDER'
  /** It is well-formed and not mistyped. */
  | 'FORM'
  /** The code exists. */
  | 'KNOWN'
  /** The order is large enough. */
  | 'ORDER'
  /** It is for this account, or for any account. */
  | 'OWNER'
  /** It is valid in this store or country. */
  | 'PLACE'
  /** The account is in the segment of the campaign, if it has one. */
  | 'SEGMENT'
  /** The account has not tried too many codes. */
  | 'TRIES';

/** State of a use of a code; `docs/states.md` shows the transitions. */
export type RedemptionState =
  /** The code was used. */
  | 'CONFIRMED'
  /** The held use was released, or not confirmed in time. */
  | 'RELEASED'
  /** The use and its discount are held until `reservedUntil`. */
  | 'RESERVED'
  /** Staff rolled back the use. */
  | 'ROLLED_BACK';

/** Input of `releaseRedemption`. */
export type ReleaseRedemptionInput = {
  /** The redemption to release. */
  readonly redemptionId: Scalars['ID']['input'];
};

/** Answer of `releaseRedemption`. */
export type ReleaseRedemptionPayload = {
  /** Figures of the rule that refused the code, such as `minOrderMinor`, `startsAt` or `retryAt`. */
  readonly details: Scalars['JSON']['output'];
  /** Whether it repeats an earlier request. */
  readonly isReplayed: Scalars['Boolean']['output'];
  /** Outcome of the request. */
  readonly outcome: RedemptionOutcome;
  /** The current redemption; null if the code was refused. */
  readonly redemption: Maybe<Redemption>;
};

/** Input of `reserveCoupon`. */
export type ReserveCouponInput = {
  /** The account that uses it; exactly one of `accountId`, `firebaseId` and `card`. */
  readonly accountId?: InputMaybe<Scalars['ID']['input']>;
  /** Number of the card of the account that uses it, instead of `accountId`. */
  readonly card?: InputMaybe<Scalars['String']['input']>;
  /** The code as it was typed. */
  readonly code: Scalars['String']['input'];
  /** The consumer's IP address, against guessing; needs the scope `coupon.forward-address`. */
  readonly consumerAddress?: InputMaybe<Scalars['String']['input']>;
  /** Currency of the order, ISO 4217; absent: that of the campaign. */
  readonly currency?: InputMaybe<Scalars['String']['input']>;
  /** Firebase id of the account that uses it, instead of `accountId`. */
  readonly firebaseId?: InputMaybe<Scalars['String']['input']>;
  /** Whether it is the first order of the account, as far as the client knows. */
  readonly isFirstOrder?: InputMaybe<Scalars['Boolean']['input']>;
  /** 1 to 64 visible ASCII characters of the client's own; the same key always means the same redemption. */
  readonly key: Scalars['String']['input'];
  /** Price of the order before the discount, in minor units. */
  readonly orderMinor?: InputMaybe<Scalars['SafeInt']['input']>;
  /** The client's own reference, such as a receipt number; at most 128 characters. */
  readonly orderReference?: InputMaybe<Scalars['String']['input']>;
  /** Sid of the store where it is used; absent: no store. */
  readonly storeSid?: InputMaybe<Scalars['String']['input']>;
};

/** Answer of `reserveCoupon`. */
export type ReserveCouponPayload = {
  /** Figures of the rule that refused the code, such as `minOrderMinor`, `startsAt` or `retryAt`. */
  readonly details: Scalars['JSON']['output'];
  /** Whether it repeats an earlier request. */
  readonly isReplayed: Scalars['Boolean']['output'];
  /** Outcome of the request. */
  readonly outcome: RedemptionOutcome;
  /** The current redemption; null if the code was refused. */
  readonly redemption: Maybe<Redemption>;
};

/** Input of `reversePoints`. */
export type ReversePointsInput = {
  /** Key of the reversal, as a transfer has one; the same key always means the same reversal. */
  readonly key: Scalars['String']['input'];
  /** Why, for staff who read the reversal. */
  readonly reason: Scalars['String']['input'];
  /** The transfer; exactly one of `transferId` and `transferKey`. */
  readonly transferId?: InputMaybe<Scalars['ID']['input']>;
  /** The key with which this client posted the transfer. */
  readonly transferKey?: InputMaybe<Scalars['String']['input']>;
};

/** Answer of `reversePoints`. */
export type ReversePointsPayload = {
  /** Error code of the refusal; null where it was posted. */
  readonly code: Maybe<Scalars['String']['output']>;
  /** First invalid field with the code `field.invalid`; else null. */
  readonly field: Maybe<Scalars['String']['output']>;
  /**
   * Balance of the source after it. Null for a system wallet, a refusal, and without the scope `points.read`.
   *
   * Scope: `points.read`.
   */
  readonly fromBalance: Maybe<Scalars['SafeInt']['output']>;
  /** The key that the client gave. */
  readonly key: Scalars['String']['output'];
  /** Outcome of the transfer. */
  readonly outcome: TransferPointsOutcome;
  /**
   * Balance of the destination after it. Null for a system wallet, a refusal, and without the scope `points.read`.
   *
   * Scope: `points.read`.
   */
  readonly toBalance: Maybe<Scalars['SafeInt']['output']>;
  /** The transfer; null where it was refused. */
  readonly transferId: Maybe<Scalars['ID']['output']>;
};

/** Input of `rollBackRedemption`. */
export type RollBackRedemptionInput = {
  /** The redemption to roll back. */
  readonly id: Scalars['ID']['input'];
  /** Why; kept in the audit trail. */
  readonly reason: Scalars['String']['input'];
};

/** Answer of `rollBackRedemption`. */
export type RollBackRedemptionPayload = {
  /** Whether it was rolled back before, so that nothing changed; an error for staff. */
  readonly isReplayed: Scalars['Boolean']['output'];
  /** The redemption, which is rolled back now. */
  readonly redemptionId: Scalars['ID']['output'];
};

/** A problem of a row. */
export type RowProblem = {
  /** Invalid field; null: the row as a whole. */
  readonly field: Maybe<Scalars['String']['output']>;
  /** Values of the rule, such as `{"max": 80}`; null without any. */
  readonly params: Maybe<Scalars['JSON']['output']>;
  /** Violated rule, such as `too-long`. */
  readonly rule: Scalars['String']['output'];
};

/** Input of `runExport`. */
export type RunExportInput = {
  /** Columns of the list in their order; each needs its scope. */
  readonly columns: ReadonlyArray<Scalars['String']['input']>;
  /** Such as `{"state": {"in": ["ACTIVE"]}}`; entries need `{"wallet": {"in": [id]}}`. */
  readonly filter?: InputMaybe<Scalars['JSON']['input']>;
  /** Format of the file. */
  readonly format: ExportFormat;
  /** Which list. */
  readonly list: ClientExportList;
  /** IANA time zone of instants; absent or null: UTC. */
  readonly timeZone?: InputMaybe<Scalars['String']['input']>;
};

/** Answer of `runExport`. */
export type RunExportPayload = {
  /** The export. */
  readonly export: ClientExport;
};

/** A campaign whose codes can be redeemed now, and its reward. */
export type RunningCampaign = {
  /** Discount in minor units; null unless AMOUNT. */
  readonly amountMinor: Maybe<Scalars['SafeInt']['output']>;
  /** Its code. */
  readonly code: Scalars['String']['output'];
  /** Currency of the amounts, ISO 4217; null without amounts. */
  readonly currency: Maybe<Scalars['String']['output']>;
  /** When it ends, exclusive. */
  readonly endsAt: Scalars['DateTime']['output'];
  /** Whether it is for a first order only. */
  readonly firstOrderOnly: Scalars['Boolean']['output'];
  /** Name of the gift in one language; null unless GIFT. */
  readonly giftText: Maybe<Scalars['String']['output']>;
  /** Its id. */
  readonly id: Scalars['ID']['output'];
  /** Maximum of the discount; null: none. */
  readonly maxDiscountMinor: Maybe<Scalars['SafeInt']['output']>;
  /** Smallest order in minor units; null: any. */
  readonly minOrderMinor: Maybe<Scalars['SafeInt']['output']>;
  /** Its name. */
  readonly name: Scalars['String']['output'];
  /** Discount in basis points: 1000 is 10%; null unless PERCENT. */
  readonly percentBp: Maybe<Scalars['Int']['output']>;
  /** Points; null unless POINTS. */
  readonly points: Maybe<Scalars['Int']['output']>;
  /** Kind of the reward. */
  readonly rewardType: CampaignReward;
  /** When it started. */
  readonly startsAt: Scalars['DateTime']['output'];
};


/** A campaign whose codes can be redeemed now, and its reward. */
export type RunningCampaignGiftTextArgs = {
  locale?: InputMaybe<Scalars['String']['input']>;
};

/** Input of `syncAccountDevices`. */
export type SyncAccountDevicesInput = {
  /** At most 1,000 devices. */
  readonly devices: ReadonlyArray<DeviceSyncInput>;
};

/** Answer of `syncAccountDevices`. */
export type SyncAccountDevicesPayload = {
  /** One result per row, in the order given. */
  readonly results: ReadonlyArray<DeviceSyncResult>;
};

/** Input of `syncAccountTopics`. */
export type SyncAccountTopicsInput = {
  /** At most 1,000 decisions. */
  readonly decisions: ReadonlyArray<TopicSyncInput>;
};

/** Answer of `syncAccountTopics`. */
export type SyncAccountTopicsPayload = {
  /** One result per row, in the order given. */
  readonly results: ReadonlyArray<TopicSyncResult>;
};

/** Input of `syncAccounts`. */
export type SyncAccountsInput = {
  /** At most 1,000 accounts. */
  readonly accounts: ReadonlyArray<AccountSyncInput>;
};

/** Answer of `syncAccounts`. */
export type SyncAccountsPayload = {
  /** One result per row, in the order given. */
  readonly results: ReadonlyArray<AccountSyncResult>;
};

/** A decision of an account holder about a topic. */
export type TopicSyncInput = {
  /** User id in Firebase. */
  readonly firebaseId: Scalars['String']['input'];
  /** True subscribes, false unsubscribes. */
  readonly isSubscribed: Scalars['Boolean']['input'];
  /** Code of the topic. */
  readonly topic: Scalars['String']['input'];
};

/** Outcome of a row. */
export type TopicSyncOutcome =
  /** The decision was recorded. */
  | 'CHANGED'
  /** Nothing was changed; `problems` say why. */
  | 'REFUSED'
  /** The decision was recorded already. */
  | 'UNCHANGED';

/** Result of one decision. */
export type TopicSyncResult = {
  /** User id in Firebase. */
  readonly firebaseId: Scalars['String']['output'];
  /** Outcome of the row. */
  readonly outcome: TopicSyncOutcome;
  /** Problems of the row; empty unless it was refused. */
  readonly problems: ReadonlyArray<RowProblem>;
  /** Code of the topic. */
  readonly topic: Scalars['String']['output'];
};

/** Input of `transferPointsBatch`. */
export type TransferPointsBatchInput = {
  /** 1 to 5,000 transfers. */
  readonly transfers: ReadonlyArray<PointsTransferInput>;
};

/** Answer of `transferPointsBatch`. */
export type TransferPointsBatchPayload = {
  /** One for each transfer, in the order given. */
  readonly results: ReadonlyArray<PointsTransferResult>;
};

/** Input of `transferPoints`. */
export type TransferPointsInput = {
  /** Points; 1 to 1,000,000,000,000. */
  readonly amount: Scalars['SafeInt']['input'];
  /** Purpose of the transfer. */
  readonly code: PointsMachineCode;
  /** Source of the points. */
  readonly from: PointsPartyInput;
  /** 1 to 64 visible ASCII characters, chosen by the client; the same key always means the same transfer. */
  readonly key: Scalars['String']['input'];
  /** When it happened; absent: now. Up to 90 days back and 60 s ahead, else `transfer.time-out-of-range`. */
  readonly occurredAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Text that staff read with the transfer. */
  readonly reason?: InputMaybe<Scalars['String']['input']>;
  /** The client's own reference, such as a receipt number; at most 128 characters. */
  readonly reference?: InputMaybe<Scalars['String']['input']>;
  /** Destination of the points. */
  readonly to: PointsPartyInput;
};

/** Outcome of a transfer. */
export type TransferPointsOutcome =
  /** Done: the transfer is posted. */
  | 'POSTED'
  /** Refused: `code` says why. */
  | 'REFUSED'
  /** Done: the same key was posted before; nothing changed. */
  | 'REPLAYED';

/** Answer of `transferPoints`. */
export type TransferPointsPayload = {
  /** Error code of the refusal; null where it was posted. */
  readonly code: Maybe<Scalars['String']['output']>;
  /** First invalid field with the code `field.invalid`; else null. */
  readonly field: Maybe<Scalars['String']['output']>;
  /**
   * Balance of the source after it. Null for a system wallet, a refusal, and without the scope `points.read`.
   *
   * Scope: `points.read`.
   */
  readonly fromBalance: Maybe<Scalars['SafeInt']['output']>;
  /** The key that the client gave. */
  readonly key: Scalars['String']['output'];
  /** Outcome of the transfer. */
  readonly outcome: TransferPointsOutcome;
  /**
   * Balance of the destination after it. Null for a system wallet, a refusal, and without the scope `points.read`.
   *
   * Scope: `points.read`.
   */
  readonly toBalance: Maybe<Scalars['SafeInt']['output']>;
  /** The transfer; null where it was refused. */
  readonly transferId: Maybe<Scalars['ID']['output']>;
};

/** A coupon of an account, and its reward. */
export type UsableCoupon = {
  /** Discount in minor units; null unless AMOUNT. */
  readonly amountMinor: Maybe<Scalars['SafeInt']['output']>;
  /** Its campaign. */
  readonly campaignId: Scalars['ID']['output'];
  /** Name of the campaign. */
  readonly campaignName: Scalars['String']['output'];
  /** Its code, in groups for reading. */
  readonly code: Scalars['String']['output'];
  /** Currency of the amounts, ISO 4217; null without amounts. */
  readonly currency: Maybe<Scalars['String']['output']>;
  /** Whether it is for a first order only. */
  readonly firstOrderOnly: Scalars['Boolean']['output'];
  /** Name of the gift in one language; null unless GIFT. */
  readonly giftText: Maybe<Scalars['String']['output']>;
  /** Maximum of the discount; null: none. */
  readonly maxDiscountMinor: Maybe<Scalars['SafeInt']['output']>;
  /** Smallest order in minor units; null: any. */
  readonly minOrderMinor: Maybe<Scalars['SafeInt']['output']>;
  /** Discount in basis points: 1000 is 10%; null unless PERCENT. */
  readonly percentBp: Maybe<Scalars['Int']['output']>;
  /** Points; null unless POINTS. */
  readonly points: Maybe<Scalars['Int']['output']>;
  /** Kind of the reward. */
  readonly rewardType: CampaignReward;
  /** First instant at which it is not valid. */
  readonly validUntil: Scalars['DateTime']['output'];
};


/** A coupon of an account, and its reward. */
export type UsableCouponGiftTextArgs = {
  locale?: InputMaybe<Scalars['String']['input']>;
};

/** Input of `withdrawGiveawayEntry`. */
export type WithdrawGiveawayEntryInput = {
  /** Id of the account; either this or `firebaseId`. */
  readonly accountId?: InputMaybe<Scalars['ID']['input']>;
  /** Firebase id of the account; either this or `accountId`. */
  readonly firebaseId?: InputMaybe<Scalars['String']['input']>;
  /** Id of the giveaway. */
  readonly giveawayId: Scalars['ID']['input'];
  /** 1 to 64 visible ASCII characters, unique per client and giveaway: the same key always means the same change. */
  readonly key: Scalars['String']['input'];
};

/** Answer of `withdrawGiveawayEntry`. */
export type WithdrawGiveawayEntryPayload = {
  /** Figures of the rule that refused it, such as `opensAt`, `minAge` or `maxTickets`. */
  readonly details: Scalars['JSON']['output'];
  /** The entry after the change; null if there is none. */
  readonly entry: Maybe<GiveawayParticipationEntry>;
  /** True if the same request had been processed before. */
  readonly isReplayed: Scalars['Boolean']['output'];
  /** Outcome of the change. */
  readonly outcome: GiveawayEntryOutcome;
};

/** Why a request is refused; docs/machine-api.md has the cause and remedy of each. */
export type ErrorCode =
  | 'session.required'
  | 'session.expired'
  | 'session.action-required'
  | 'access.denied'
  | 'client.out-of-bounds'
  | 'record.not-found'
  | 'record.conflict'
  | 'state.invalid-transition'
  | 'wallet.not-found'
  | 'wallet.frozen'
  | 'wallet.full'
  | 'points.insufficient'
  | 'card.replaced'
  | 'transfer.already-reversed'
  | 'transfer.not-reversible'
  | 'transfer.wrong-wallets'
  | 'transfer.time-out-of-range'
  | 'exposure.changed'
  | 'campaign.without-coupons'
  | 'campaign.has-reservations'
  | 'coupon.limit-reached'
  | 'redemption.too-old'
  | 'giveaway.registration-missing'
  | 'giveaway.prizes-open'
  | 'giveaway.full'
  | 'giveaway.no-coupon'
  | 'notification.untested'
  | 'audience.changed'
  | 'audience.empty'
  | 'notification.blast-blocked'
  | 'notification.too-late'
  | 'notification.nothing-failed'
  | 'notification.already-resent'
  | 'release.not-greatest'
  | 'release.empty'
  | 'staff.last-administrator'
  | 'staff.own-access'
  | 'approval.required'
  | 'approval.not-needed'
  | 'approval.pending'
  | 'approval.void'
  | 'approval.no-second-factor'
  | 'approval.own-request'
  | 'approval.unsatisfiable'
  | 'topic.in-use'
  | 'translation.changed'
  | 'translation.invalid'
  | 'translation.empty'
  | 'translation.source-language'
  | 'field.invalid'
  | 'reason.required'
  | 'cursor.invalid'
  | 'filter.invalid'
  | 'filter.too-broad'
  | 'export.too-large'
  | 'idempotency.mismatch'
  | 'idempotency.in-flight'
  | 'idempotency.not-replayable'
  | 'request.malformed'
  | 'request.too-large'
  | 'request.unsupported-media'
  | 'operation.not-allowed'
  | 'client.outdated'
  | 'operation.too-complex'
  | 'job.too-many'
  | 'rate.limited'
  | 'disclosure.limit-reached'
  | 'second-factor.required'
  | 'query.timed-out'
  | 'push.rejected'
  | 'service.unavailable'
  | 'unexpected';

/** Outcomes with which an operation did what was asked; every other one is a refusal. */
export const DONE = [
  'CLAIMED',
  'CONFIRMED',
  'ENTERED',
  'GRANTED',
  'POSTED',
  'RELEASED',
  'REPLAYED',
  'RESERVED',
  'TICKETS_ADDED',
  'WITHDRAWN',
] as const;

/** Arguments and result of each operation; `extras` are arguments of fields of the result. */
export interface Operations {
  /** Checks a code by the rules of a redemption now; holds no use. Wrong codes of programs count as tries, as in a redemption. Scope: `coupon.check`. */
  checkCoupon: { args: QueryCheckCouponArgs['input']; extras: {  }; result: Query['checkCoupon'] };
  /** An export that this client started. Scope: `export.run`. */
  exportJob: { args: QueryExportJobArgs; extras: {  }; result: Query['exportJob'] };
  /** Proves to an account that its entry is in the frozen list; null before the freeze and if it does not take part. Scope: `giveaway.enter`. */
  giveawayEntryProof: { args: QueryGiveawayEntryProofArgs; extras: {  }; result: Query['giveawayEntryProof'] };
  /** Published giveaways in the order of creation, at most 100; with an id, that one. Scope: `giveaway.read`. */
  giveawayOffers: { args: QueryGiveawayOffersArgs; extras: { locale?: InputMaybe<Scalars['String']['input']> }; result: Query['giveawayOffers'] };
  /** Participation and prize of an account in a giveaway. Scope: `giveaway.enter`. */
  giveawayParticipation: { args: QueryGiveawayParticipationArgs; extras: { locale?: InputMaybe<Scalars['String']['input']> }; result: Query['giveawayParticipation'] };
  /** Winners and alternates in the order of the draw, at most 1000, for notifying winners; empty before the giveaway is announced. Scope: `giveaway.enter`. */
  giveawayResults: { args: QueryGiveawayResultsArgs; extras: {  }; result: Query['giveawayResults'] };
  /** An account; null if there is none, or if it is closed or erased. Scope: `account.read`. */
  member: { args: QueryMemberArgs; extras: { before?: InputMaybe<Scalars['SafeInt']['input']>; first?: InputMaybe<Scalars['Int']['input']> }; result: Query['member'] };
  /** Active stores by sid, at most 100; a client that is bound to stores gets these alone. Scope: `store.read`. */
  openStores: { args: QueryOpenStoresArgs; extras: {  }; result: Query['openStores'] };
  /** Campaigns whose codes can be redeemed now, in the order of creation; at most 100. Scope: `campaign.read`. */
  runningCampaigns: { args: QueryRunningCampaignsArgs; extras: { locale?: InputMaybe<Scalars['String']['input']> }; result: Query['runningCampaigns'] };
  /** Coupons for this account alone that it can redeem now, the first to expire first; at most 50. Empty for an unknown, suspended, closed or erased account. Scope: `coupon.read`. */
  usableCoupons: { args: QueryUsableCouponsArgs; extras: { locale?: InputMaybe<Scalars['String']['input']> }; result: Query['usableCoupons'] };
  /** Adds tickets to an entry, up to the maximum per account. Scope: `giveaway.enter`. */
  addGiveawayTickets: { args: MutationAddGiveawayTicketsArgs['input']; extras: {  }; result: Mutation['addGiveawayTickets'] };
  /** Claims the prize of an account. Points and codes are given at once. Repeated claims have no further effect. Scope: `giveaway.enter`. */
  claimGiveawayPrize: { args: MutationClaimGiveawayPrizeArgs['input']; extras: { locale?: InputMaybe<Scalars['String']['input']> }; result: Mutation['claimGiveawayPrize'] };
  /** Makes a held use final; safe to repeat. Scope: `coupon.redeem`. */
  confirmRedemption: { args: MutationConfirmRedemptionArgs['input']; extras: { locale?: InputMaybe<Scalars['String']['input']> }; result: Mutation['confirmRedemption'] };
  /** Enters an account once and debits the points for its tickets. An account that has withdrawn may enter again. Scope: `giveaway.enter`. */
  enterGiveaway: { args: MutationEnterGiveawayArgs['input']; extras: {  }; result: Mutation['enterGiveaway'] };
  /** Notes up to 1000 receipts, in any order; repeated ones are ignored. Scope: `notification.receipt`. */
  recordNotificationReceipts: { args: MutationRecordNotificationReceiptsArgs['input']; extras: {  }; result: Mutation['recordNotificationReceipts'] };
  /** Uses a code immediately, without a reservation. Scope: `coupon.redeem`. */
  redeemCoupon: { args: MutationRedeemCouponArgs['input']; extras: { locale?: InputMaybe<Scalars['String']['input']> }; result: Mutation['redeemCoupon'] };
  /** Releases a held use; safe to repeat. Scope: `coupon.redeem`. */
  releaseRedemption: { args: MutationReleaseRedemptionArgs['input']; extras: { locale?: InputMaybe<Scalars['String']['input']> }; result: Mutation['releaseRedemption'] };
  /** Holds one use of a code and its discount for `reservationSeconds` of the campaign; then it is released automatically. Scope: `coupon.redeem`. */
  reserveCoupon: { args: MutationReserveCouponArgs['input']; extras: { locale?: InputMaybe<Scalars['String']['input']> }; result: Mutation['reserveCoupon'] };
  /** Reverses a whole transfer that this client posted, once; a refusal is returned as an error. Scope: `points.reverse`. */
  reversePoints: { args: MutationReversePointsArgs['input']; extras: {  }; result: Mutation['reversePoints'] };
  /** Rolls back a confirmed redemption within 90 days, with its use, budget, points and commission. Machine clients roll back only their own, and may repeat it. Scope: `redemption.roll-back`. */
  rollBackRedemption: { args: MutationRollBackRedemptionArgs['input']; extras: {  }; result: Mutation['rollBackRedemption'] };
  /** Starts an export of a list to a file; one of a client at a time. A repeated request returns the same export while it runs. Scope: `export.run`. */
  runExport: { args: MutationRunExportArgs['input']; extras: {  }; result: Mutation['runExport'] };
  /** Records push tokens reported by apps, each row independently. Scope: `account.sync`. */
  syncAccountDevices: { args: MutationSyncAccountDevicesArgs['input']; extras: {  }; result: Mutation['syncAccountDevices'] };
  /** Records decisions of account holders about topics, each row independently. Scope: `account.sync`. */
  syncAccountTopics: { args: MutationSyncAccountTopicsArgs['input']; extras: {  }; result: Mutation['syncAccountTopics'] };
  /** Creates and changes accounts by Firebase id, each row independently. Scope: `account.sync`. */
  syncAccounts: { args: MutationSyncAccountsArgs['input']; extras: {  }; result: Mutation['syncAccounts'] };
  /** Posts one transfer; a refusal is returned as an error. Scope: `points.transfer`. */
  transferPoints: { args: MutationTransferPointsArgs['input']; extras: {  }; result: Mutation['transferPoints'] };
  /** Posts up to 5,000 transfers in the order given. A refusal does not affect the others. Scope: `points.transfer`. */
  transferPointsBatch: { args: MutationTransferPointsBatchArgs['input']; extras: {  }; result: Mutation['transferPointsBatch'] };
  /** Withdraws an entry and refunds its points. Scope: `giveaway.enter`. */
  withdrawGiveawayEntry: { args: MutationWithdrawGiveawayEntryArgs['input']; extras: {  }; result: Mutation['withdrawGiveawayEntry'] };
}

/** Operations on rows, each of which has a result. */
export interface Batches {
  recordNotificationReceipts: { row: NotificationReceiptInput; result: NotificationReceiptResult };
  syncAccountDevices: { row: DeviceSyncInput; result: DeviceSyncResult };
  syncAccountTopics: { row: TopicSyncInput; result: TopicSyncResult };
  syncAccounts: { row: AccountSyncInput; result: AccountSyncResult };
  transferPointsBatch: { row: PointsTransferInput; result: PointsTransferResult };
}

/** The document of each operation, where the key of a change is, and the field with rows. */
export const OPERATIONS = {
  checkCoupon: { text: "query CheckCoupon($input: CheckCouponInput!) { checkCoupon(input: $input) { campaign { code currency id name status } formatted isWellFormed kind normalised rules { detail isDecisive isReached outcome refusal rule } verdict } }", key: 'unkeyed', rows: null },
  exportJob: { text: "query ExportJob($id: ID!) { exportJob(id: $id) { errorCode expiresAt id path rows state } }", key: 'none', rows: null },
  giveawayEntryProof: { text: "query GiveawayEntryProof($accountId: ID, $firebaseId: String, $giveawayId: ID!) { giveawayEntryProof(accountId: $accountId, firebaseId: $firebaseId, giveawayId: $giveawayId) { accountId entries entryId giveawayId leafHash leafIndex path pseudonym root ticketStart tickets totalTickets } }", key: 'none', rows: null },
  giveawayOffers: { text: "query GiveawayOffers($after: ID, $first: Int, $id: ID, $status: GiveawayStatus, $locale: String) { giveawayOffers(after: $after, first: $first, id: $id, status: $status) { claimDays closesAt code countryCodes description(locale: $locale) drawAt drawnAt entriesCount entriesRoot entryCostPoints frozenAt id maxEntries maxTicketsPerAccount minAge opensAt prizes { imageUrl kind points quantity rank title(locale: $locale) } publishedAt rules(locale: $locale) rulesHash seedCommitment seedRevealed status ticketsCount timezone title(locale: $locale) } }", key: 'none', rows: null },
  giveawayParticipation: { text: "query GiveawayParticipation($accountId: ID, $firebaseId: String, $giveawayId: ID!, $locale: String) { giveawayParticipation(accountId: $accountId, firebaseId: $firebaseId, giveawayId: $giveawayId) { entry { accountId enteredAt giveawayId id pointsPaid state tickets } won { claimDeadline couponCode points position prizeImageUrl prizeRank prizeTitle(locale: $locale) state } } }", key: 'none', rows: null },
  giveawayResults: { text: "query GiveawayResults($after: Int, $first: Int, $giveawayId: ID!) { giveawayResults(after: $after, first: $first, giveawayId: $giveawayId) { accountId claimDeadline entryId kind position prizeRank state } }", key: 'none', rows: null },
  member: { text: "query Member($by: MemberInput!, $before: SafeInt, $first: Int! = 10) { member(by: $by) { balance countryCode displayName email entries(before: $before, first: $first) { balanceAfter code delta isOwn key occurredAt reference reversalOf seq transferId } firebaseId id locale number phone state } }", key: 'none', rows: null },
  openStores: { text: "query OpenStores($after: String, $sid: String) { openStores(after: $after, sid: $sid) { addressLine city countryCode id name openedOn postalCode sid timezone } }", key: 'none', rows: null },
  runningCampaigns: { text: "query RunningCampaigns($after: ID, $locale: String) { runningCampaigns(after: $after) { amountMinor code currency endsAt firstOrderOnly giftText(locale: $locale) id maxDiscountMinor minOrderMinor name percentBp points rewardType startsAt } }", key: 'none', rows: null },
  usableCoupons: { text: "query UsableCoupons($by: MemberInput!, $storeSid: String, $locale: String) { usableCoupons(by: $by, storeSid: $storeSid) { amountMinor campaignId campaignName code currency firstOrderOnly giftText(locale: $locale) maxDiscountMinor minOrderMinor percentBp points rewardType validUntil } }", key: 'none', rows: null },
  addGiveawayTickets: { text: "mutation AddGiveawayTickets($input: AddGiveawayTicketsInput!) { addGiveawayTickets(input: $input) { details entry { accountId enteredAt giveawayId id pointsPaid state tickets } isReplayed outcome } }", key: 'input', rows: null },
  claimGiveawayPrize: { text: "mutation ClaimGiveawayPrize($input: ClaimGiveawayPrizeInput!, $locale: String) { claimGiveawayPrize(input: $input) { isReplayed outcome won { claimDeadline couponCode points position prizeImageUrl prizeRank prizeTitle(locale: $locale) state } } }", key: 'header', rows: null },
  confirmRedemption: { text: "mutation ConfirmRedemption($input: ConfirmRedemptionInput!, $locale: String) { confirmRedemption(input: $input) { details isReplayed outcome redemption { accountId campaignId confirmedAt couponId currency discountMinor gift(locale: $locale) id orderMinor orderReference points reservedAt reservedUntil state } } }", key: 'header', rows: null },
  enterGiveaway: { text: "mutation EnterGiveaway($input: EnterGiveawayInput!) { enterGiveaway(input: $input) { details entry { accountId enteredAt giveawayId id pointsPaid state tickets } isReplayed outcome } }", key: 'input', rows: null },
  recordNotificationReceipts: { text: "mutation RecordNotificationReceipts($input: RecordNotificationReceiptsInput!) { recordNotificationReceipts(input: $input) { results { accountId notificationId outcome } } }", key: 'header', rows: 'receipts' },
  redeemCoupon: { text: "mutation RedeemCoupon($input: RedeemCouponInput!, $locale: String) { redeemCoupon(input: $input) { details isReplayed outcome redemption { accountId campaignId confirmedAt couponId currency discountMinor gift(locale: $locale) id orderMinor orderReference points reservedAt reservedUntil state } } }", key: 'input', rows: null },
  releaseRedemption: { text: "mutation ReleaseRedemption($input: ReleaseRedemptionInput!, $locale: String) { releaseRedemption(input: $input) { details isReplayed outcome redemption { accountId campaignId confirmedAt couponId currency discountMinor gift(locale: $locale) id orderMinor orderReference points reservedAt reservedUntil state } } }", key: 'header', rows: null },
  reserveCoupon: { text: "mutation ReserveCoupon($input: ReserveCouponInput!, $locale: String) { reserveCoupon(input: $input) { details isReplayed outcome redemption { accountId campaignId confirmedAt couponId currency discountMinor gift(locale: $locale) id orderMinor orderReference points reservedAt reservedUntil state } } }", key: 'input', rows: null },
  reversePoints: { text: "mutation ReversePoints($input: ReversePointsInput!) { reversePoints(input: $input) { code field fromBalance key outcome toBalance transferId } }", key: 'input', rows: null },
  rollBackRedemption: { text: "mutation RollBackRedemption($input: RollBackRedemptionInput!) { rollBackRedemption(input: $input) { isReplayed redemptionId } }", key: 'header', rows: null },
  runExport: { text: "mutation RunExport($input: RunExportInput!) { runExport(input: $input) { export { errorCode expiresAt id path rows state } } }", key: 'header', rows: null },
  syncAccountDevices: { text: "mutation SyncAccountDevices($input: SyncAccountDevicesInput!) { syncAccountDevices(input: $input) { results { firebaseId outcome problems { field params rule } } } }", key: 'header', rows: 'devices' },
  syncAccountTopics: { text: "mutation SyncAccountTopics($input: SyncAccountTopicsInput!) { syncAccountTopics(input: $input) { results { firebaseId outcome problems { field params rule } topic } } }", key: 'header', rows: 'decisions' },
  syncAccounts: { text: "mutation SyncAccounts($input: SyncAccountsInput!) { syncAccounts(input: $input) { results { accountId firebaseId outcome problems { field params rule } warnings { field params rule } } } }", key: 'header', rows: 'accounts' },
  transferPoints: { text: "mutation TransferPoints($input: TransferPointsInput!) { transferPoints(input: $input) { code field fromBalance key outcome toBalance transferId } }", key: 'input', rows: null },
  transferPointsBatch: { text: "mutation TransferPointsBatch($input: TransferPointsBatchInput!) { transferPointsBatch(input: $input) { results { code field fromBalance key outcome toBalance transferId } } }", key: 'rows', rows: 'transfers' },
  withdrawGiveawayEntry: { text: "mutation WithdrawGiveawayEntry($input: WithdrawGiveawayEntryInput!) { withdrawGiveawayEntry(input: $input) { details entry { accountId enteredAt giveawayId id pointsPaid state tickets } isReplayed outcome } }", key: 'input', rows: null },
} as const;
