import {
  type ErrorCode,
  GIVEAWAY_FIELDS_OPEN,
  type GiveawayPrizeKind,
  type GiveawayRegistrationNeed,
  type GiveawayState,
  type GiveawayStatus,
  giveawayFields,
  giveawayRegistrationNeed,
  type LocalizedText,
  type Permission,
} from '@backcounter/domain';
import { callerMay, type RequestContext } from '../../graphql/request-context.ts';
import type { Selection } from '../../graphql/selection.ts';
import { columnsAsked } from '../../listing/list-columns.ts';
import { SqlValues } from '../../listing/list-definition.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import type { Caller } from '../../ports/identity.ts';
import { giveawayList } from './giveaway.list.ts';
import { giveawayNotFound } from './giveaway-not-found.ts';

/** A giveaway as far as it was asked for; members are named as the columns of its list. */
export interface GiveawayRow {
  readonly id: string;
  readonly code: string;
  readonly titleI18n: LocalizedText;
  readonly descriptionI18n: LocalizedText;
  readonly rulesI18n: LocalizedText;
  readonly rulesHash: string | null;
  readonly imagePath: string | null;
  readonly store: GiveawayStore | null;
  readonly countryCodes: readonly string[];
  readonly minAge: number;
  readonly opensAt: string;
  readonly closesAt: string;
  readonly drawAt: string;
  readonly timezone: string;
  readonly maxTicketsPerAccount: number;
  readonly maxEntries: number | null;
  readonly entryCostPoints: number;
  readonly alternates: number;
  readonly claimDays: number;
  readonly newYork: string | null;
  readonly florida: string | null;
  readonly state: GiveawayState;
  readonly status: GiveawayStatus;
  readonly stateReason: string | null;
  readonly stateChangedAt: string;
  readonly publishedAt: string | null;
  readonly announcedAt: string | null;
  readonly settledAt: string | null;
  readonly canceledAt: string | null;
  readonly prizes: readonly GiveawayPrize[];
  readonly drawMode: 'COMMIT_REVEAL';
  readonly algorithm: string;
  readonly seedCommitment: string | null;
  readonly seedRevealed: string | null;
  readonly entriesRoot: string | null;
  readonly entriesCount: number | null;
  readonly ticketsCount: number | null;
  readonly frozenAt: string | null;
  readonly drawnAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly updatedBySub: string | null;
  readonly updatedByName: string | null;
  readonly version: number;
  readonly entries: number;
  readonly tickets: number;
  readonly withdrawn: number;
  readonly disqualified: number;
  readonly pointsPaid: number;
  readonly prizeCount: number;
  readonly escrowPoints: number;
  readonly escrowFunded: number;
  readonly escrowBalance: number;
  readonly openPrizes: number;
  readonly refundsOpen: number;
}

/** The sponsor of a giveaway. */
export interface GiveawayStore {
  readonly id: string;
  readonly sid: string;
  readonly name: string;
}

/** A campaign whose codes can be won. */
export interface GiveawayCampaign {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/** What can be won. */
export interface GiveawayPrize {
  readonly id: string;
  readonly rank: number;
  readonly titleI18n: LocalizedText;
  readonly quantity: number;
  readonly kind: GiveawayPrizeKind;
  readonly points: number | null;
  readonly campaign: GiveawayCampaign | null;
  readonly valueMinor: number | null;
  readonly currency: string | null;
}

/** What may be done with a giveaway, in the order in which it is offered. */
export const GIVEAWAY_ACTIONS = ['EDIT', 'PUBLISH', 'REGISTER', 'ANNOUNCE', 'SETTLE', 'CANCEL', 'DUPLICATE'] as const;
/** One of the actions. */
export type GiveawayAction = (typeof GIVEAWAY_ACTIONS)[number];

/** Says whether an action is open to the caller, and the error code that it would answer with where it isn't. */
export interface GiveawayActionRight {
  readonly action: GiveawayAction;
  readonly isAllowed: boolean;
  readonly refusal: ErrorCode | null;
}

/** One giveaway with the columns that are asked for. @throws AppError `record.not-found` */
export async function readGiveaway(context: RequestContext, id: string, selection: Selection): Promise<GiveawayRow> {
  const { columns, joins } = columnsAsked(giveawayList, selection);
  const values = new SqlValues();
  const text = `select ${columns} from ${giveawayList.from}${joins} where r.id = ${values.add(id)}::uuid`;
  const options = { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS };
  const [row] = isUuid(id) ? await context.sql.rows<GiveawayRow>(statementFor(text), values.list, options) : [];
  if (row === undefined) throw giveawayNotFound();
  return row;
}

/** Fields that a form may change now. */
export function openFieldsOf({ state }: Pick<GiveawayRow, 'state'>): readonly string[] {
  if (state === 'CANCELED') return [];
  return state === 'DRAFT' ? Object.keys(giveawayFields.shape) : GIVEAWAY_FIELDS_OPEN;
}

/** From which states an action leads where; what is not here leaves the state alone. */
export const GIVEAWAY_STEPS = {
  PUBLISH: { from: ['DRAFT'], to: 'PUBLISHED' },
  CANCEL: { from: ['DRAFT', 'PUBLISHED'], to: 'CANCELED' },
  ANNOUNCE: { from: ['DRAWN'], to: 'ANNOUNCED' },
  SETTLE: { from: ['ANNOUNCED'], to: 'SETTLED' },
} as const satisfies Partial<
  Record<GiveawayAction, { readonly from: readonly GiveawayState[]; readonly to: GiveawayState }>
>;
/** An action that leads to another state. */
export type GiveawayStep = keyof typeof GIVEAWAY_STEPS;

const PERMISSIONS: Readonly<Record<GiveawayAction, Permission>> = {
  EDIT: 'giveaway.edit',
  DUPLICATE: 'giveaway.edit',
  PUBLISH: 'giveaway.publish',
  REGISTER: 'giveaway.publish',
  ANNOUNCE: 'giveaway.announce',
  SETTLE: 'giveaway.settle',
  CANCEL: 'giveaway.cancel',
};

type ActionRow = Pick<
  GiveawayRow,
  'state' | 'countryCodes' | 'opensAt' | 'prizes' | 'newYork' | 'florida' | 'openPrizes'
>;

/** What the caller may do with a giveaway as it is now. */
export function giveawayActions(row: ActionRow, caller: Caller, now: Date): GiveawayActionRight[] {
  return GIVEAWAY_ACTIONS.map((action) => {
    const refusal = refusalOf(action, row, caller, now);
    return { action, isAllowed: refusal === null, refusal };
  });
}

/** Why an action is not open to somebody; null: it is. */
export function refusalOf(action: GiveawayAction, row: ActionRow, caller: Caller, now: Date): ErrorCode | null {
  if (!callerMay(caller, PERMISSIONS[action])) return 'access.denied';
  if (action === 'DUPLICATE') return null;
  if (action === 'EDIT') return openFieldsOf(row).length > 0 ? null : 'state.invalid-transition';
  if (action === 'REGISTER') return row.state === 'DRAFT' ? null : 'state.invalid-transition';
  const from: readonly GiveawayState[] = GIVEAWAY_STEPS[action].from;
  if (!from.includes(row.state)) return 'state.invalid-transition';
  if (action === 'PUBLISH' && isRegistrationMissing(row, now)) return 'giveaway.registration-missing';
  return action === 'SETTLE' && Number(row.openPrizes) > 0 ? 'giveaway.prizes-open' : null;
}

/** What the law asks for; null: nothing. */
export function registrationNeedOf(
  { countryCodes, opensAt, prizes }: Pick<GiveawayRow, 'countryCodes' | 'opensAt' | 'prizes'>,
  now: Date,
): GiveawayRegistrationNeed | null {
  return giveawayRegistrationNeed({ countryCodes: [...countryCodes], opensAt: new Date(opensAt), prizes }, now);
}

function isRegistrationMissing(row: ActionRow, now: Date): boolean {
  return registrationNeedOf(row, now) !== null && (row.newYork === null || row.florida === null);
}
