import {
  GIVEAWAY_FIELDS_OPEN,
  GIVEAWAY_MACHINE,
  type GiveawayAction,
  type GiveawayRegistrationNeed,
  type GiveawayState,
  giveawayFields,
  giveawayRegistrationNeed,
  type StateFacts,
} from '@backcounter/domain';
import { type ConditionProblems, refuseState } from '../../crud/state-change.ts';
import type { EffectContext, RequestContext } from '../../graphql/request-context.ts';
import type { Selection } from '../../graphql/schema/selection.ts';
import { columnsAsked } from '../../listing/list-columns.ts';
import { SqlValues } from '../../listing/list-definition.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import { type GiveawayRow, giveawayList } from './giveaway.list.ts';
import { giveawayNotFound } from './giveaway-not-found.ts';

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
