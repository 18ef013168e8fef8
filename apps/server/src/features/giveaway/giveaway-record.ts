import {
  GIVEAWAY_FIELDS_OPEN,
  GIVEAWAY_MACHINE,
  type GiveawayAction,
  type GiveawayPrizeKind,
  type GiveawayRegistrationNeed,
  type GiveawayState,
  type GiveawayStatus,
  giveawayFields,
  type giveawayRecord,
  giveawayRegistrationNeed,
  type LocalizedText,
  type StateFacts,
} from '@backcounter/domain';
import type { StoredValues } from '../../crud/record-fields.ts';
import { type ConditionProblems, refuseState } from '../../crud/state-change.ts';
import type { EffectContext, RequestContext } from '../../graphql/request-context.ts';
import type { SegmentRef } from '../../graphql/schema/builder.ts';
import type { Selection } from '../../graphql/schema/selection.ts';
import type { Stamped } from '../../graphql/schema/shared-fields.ts';
import { columnsAsked } from '../../listing/list-columns.ts';
import { SqlValues } from '../../listing/list-definition.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import { giveawayList } from './giveaway.list.ts';
import { giveawayNotFound } from './giveaway-not-found.ts';

/** Selected fields of a giveaway, named as the columns of its list. */
export interface GiveawayRow extends StoredValues<typeof giveawayRecord>, Stamped {
  readonly id: string;
  readonly rulesHash: string | null;
  readonly imagePath: string | null;
  readonly store: GiveawayStore | null;
  readonly segment: SegmentRef | null;
  readonly countryCodes: readonly string[];
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

/** A prize of a giveaway. */
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
  readonly imageUrl: string | null;
}

/** Reads the selected fields of a giveaway. @throws AppError `record.not-found` */
export async function readGiveaway(context: RequestContext, id: string, selection: Selection): Promise<GiveawayRow> {
  const { columns, joins } = columnsAsked(giveawayList, selection);
  const values = new SqlValues();
  const text = `select ${columns} from ${giveawayList.from}${joins} where r.id = ${values.add(id)}::uuid`;
  const options = { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS };
  const [row] = isUuid(id) ? await context.sql.rows<GiveawayRow>(statementFor(text), values.list, options) : [];
  if (row === undefined) throw giveawayNotFound();
  return row;
}

/** Fields that can be edited now. */
export function openFieldsOf({ state }: Pick<GiveawayRow, 'state'>): readonly string[] {
  if (!GIVEAWAY_MACHINE.actions.EDIT.from.includes(state)) return [];
  return state === 'DRAFT' ? Object.keys(giveawayFields.shape) : GIVEAWAY_FIELDS_OPEN;
}

type ActionRow = Pick<
  GiveawayRow,
  'state' | 'countryCodes' | 'opensAt' | 'prizes' | 'newYork' | 'florida' | 'openPrizes'
>;

/** Facts about a giveaway for the conditions of the state table. */
export function factsOf(row: ActionRow, now: Date): StateFacts<GiveawayState> {
  const arePrizesOpen = Number(row.openPrizes) > 0;
  return {
    state: row.state,
    unmet: [
      ...(isRegistrationMissing(row, now) ? ['registration-missing'] : []),
      ...(arePrizesOpen ? ['prizes-open'] : []),
    ],
  };
}

/** Errors of conditions with their own error codes. */
export const GIVEAWAY_PROBLEMS = {
  'giveaway.registration-missing': { message: 'The prizes have to be registered first.' },
  'giveaway.prizes-open': { message: 'Some prizes are neither given nor forfeited.' },
} satisfies ConditionProblems;

/** Checks an action. @throws AppError `state.invalid-transition`, `giveaway.registration-missing`, `giveaway.prizes-open` */
export function refuseGiveaway({ now }: EffectContext, giveaway: ActionRow, action: GiveawayAction): void {
  refuseState(GIVEAWAY_MACHINE, action, factsOf(giveaway, now), now, GIVEAWAY_PROBLEMS);
}

/** Legal registration requirement; null: none. */
export function registrationNeedOf(
  { countryCodes, opensAt, prizes }: Pick<GiveawayRow, 'countryCodes' | 'opensAt' | 'prizes'>,
  now: Date,
): GiveawayRegistrationNeed | null {
  return giveawayRegistrationNeed({ countryCodes: [...countryCodes], opensAt: new Date(opensAt), prizes }, now);
}

function isRegistrationMissing(row: ActionRow, now: Date): boolean {
  return registrationNeedOf(row, now) !== null && (row.newYork === null || row.florida === null);
}
