import { GIVEAWAY_WINNER_KINDS, GIVEAWAY_WINNER_STATES } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { formatExact, State } from '@backcounter/ui';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { GiveawayWinnerRowFragment } from '../../../generated/graphql.ts';
import { zonedWords } from '../../../lib/format/zoned-words.ts';
import { beside } from '../../../listing/address/beside.ts';
import { figureColumn, nameColumn, nothing } from '../../../listing/columns/column-kinds.tsx';
import { PhoneRow } from '../../../listing/grid/phone-row.tsx';
import type { CellFormats, ListColumn, ListDefinition } from '../../../listing/list-definition.ts';
import { listSource } from '../../../listing/list-source.ts';
import { exportAction } from '../../../listing/selection/export-action.ts';
import { valueFilter } from '../../../records/entity-columns.tsx';
import { filterWithin } from '../../../records/filters-as-input.ts';
import { GIVEAWAY_LISTS, OPEN_ROW } from '../giveaway.entity.ts';
import { winnerDocuments } from '../giveaway-people.operations.ts';
import { accountWords } from '../people-words.ts';
import { WinnerStateMark } from '../public.tsx';

type Row = GiveawayWinnerRowFragment;

/** Reports whether a row is an alternate who has not replaced a winner. */
export const isWaiting = ({ kind, state }: Pick<Row, 'kind' | 'state'>): boolean =>
  kind === 'ALTERNATE' && state === 'DRAWN';

/** The prize won; for an alternate without one, their position. */
export function prizeOf({ prize, kind }: Pick<Row, 'prize' | 'kind'>, { t }: Pick<CellFormats, 't'>): string {
  return prize?.title ?? t(kind === 'ALTERNATE' ? 'giveaway.winner.alternate' : 'listing.value.empty');
}

/** Whether a winner is eligible, with the problems found. */
export function ReviewMark({ review }: Pick<Row, 'review'>) {
  const { t } = useMessages();
  return review.isEligible ? (
    <State tone="positive" icon={IconCircleCheck} word={t('giveaway.review.eligible')} />
  ) : (
    <State tone="warning" icon={IconAlertTriangle} word={problemWords(review.problems, { t })} />
  );
}

const PROBLEMS = [
  'ACCOUNT_NOT_ACTIVE',
  'STAFF_ACCOUNT',
  'WRONG_COUNTRY',
  'BIRTH_DATE_UNKNOWN',
  'TOO_YOUNG',
  'ACCOUNT_TOO_NEW',
] as const;

/** A winner's problems as text. */
export function problemWords(problems: readonly string[], { t }: Pick<CellFormats, 't'>): string {
  const known = PROBLEMS.filter((problem) => problems.includes(problem));
  const words = known.map((problem) => t(`giveaway.review.problem.${problem}`));
  return words.length > 0 ? words.join(', ') : t('giveaway.review.not-eligible');
}

const columns: readonly ListColumn<Row>[] = [
  figureColumn('position', 'giveaway.winner.field.position', 92, ({ position }) => position, { sort: 'position' }),
  nameColumn('account', 'giveaway.transaction.field.account', 180, ({ account }) => accountWords(account), {
    grows: true,
  }),
  {
    key: 'prize',
    headerKey: 'giveaway.transaction.field.prize',
    width: 200,
    render: (row, formats) => <span dir="auto">{prizeOf(row, formats)}</span>,
    fullText: (row, formats) => prizeOf(row, formats),
  },
  {
    key: 'state',
    headerKey: 'giveaway.winner.field.state',
    width: 140,
    render: (row) => <WinnerStateMark state={row.state} isWaiting={isWaiting(row)} />,
    fullText: ({ forfeitedReason }) => forfeitedReason ?? null,
  },
  {
    key: 'review',
    headerKey: 'giveaway.winner.field.review',
    width: 180,
    render: ({ review }) => <ReviewMark review={review} />,
  },
  {
    key: 'deadline',
    headerKey: 'giveaway.winner.field.deadline',
    width: 124,
    align: 'end',
    render: ({ claimDeadline, state }, formats) =>
      claimDeadline && state === 'NOTIFIED' ? (
        <time dateTime={claimDeadline}>{zonedWords(claimDeadline, formats.timeZone, formats.locale)}</time>
      ) : (
        nothing(formats)
      ),
    fullText: ({ claimDeadline }, formats) => (claimDeadline ? formatExact(new Date(claimDeadline), formats) : null),
  },
  {
    key: 'moved',
    headerKey: 'giveaway.winner.field.moved',
    width: 148,
    render: (row, formats) => movedWords(row, formats) ?? nothing(formats),
  },
];

/** The winner whom this one replaced, or the replacement. */
export function movedWords(row: Row, { t, figure }: Pick<CellFormats, 't' | 'figure'>): string | null {
  if (row.replacesPosition != null) return t('giveaway.winner.replaces', { position: figure(row.replacesPosition) });
  if (row.replacedByPosition != null)
    return t('giveaway.winner.replaced', { position: figure(row.replacedByPosition) });
  return null;
}

function phoneRow(row: Row, formats: CellFormats): ReactNode {
  return (
    <PhoneRow
      title={
        <>
          {formats.figure(row.position)}. <bdi>{accountWords(row.account)}</bdi>
        </>
      }
      end={<WinnerStateMark state={row.state} isWaiting={isWaiting(row)} />}
      state={row.review.isEligible ? null : <ReviewMark review={row.review} />}
    >
      <span dir="auto">{prizeOf(row, formats)}</span>
    </PhoneRow>
  );
}

/** Winners and alternates of one giveaway, in the order of the draw. */
export function winnerList(giveawayId: string, path: string): ListDefinition<Row> {
  const within = filterWithin('giveaway', giveawayId);
  return {
    name: GIVEAWAY_LISTS.winners,
    scope: giveawayId,
    capability: 'GIVEAWAY_WINNERS',
    fileLabels: {
      entryId: 'giveaway.transaction.field.entryId',
    },
    titleKey: 'giveaway.winner.title',
    searchHintKey: () => 'giveaway.entry.search',
    emptyKey: 'giveaway.winner.none',
    emptyBodyKey: 'giveaway.winner.none-body',
    columns,
    filters: [
      valueFilter(
        'state',
        'giveaway.winner.field.state',
        GIVEAWAY_WINNER_STATES,
        (state) => `giveaway.winner.state.${state}`,
      ),
      valueFilter(
        'kind',
        'giveaway.winner.field.kind',
        GIVEAWAY_WINNER_KINDS,
        (kind) => `giveaway.winner.kind.${kind}`,
      ),
    ],
    sorts: { position: 'POSITION' },
    matchKey: () => null,
    rowId: ({ id }) => id,
    rowHref: ({ position }, search) => beside(path, search, { tab: 'winners', [OPEN_ROW]: String(position) }),
    rowLabel: ({ account, position }, { figure }) => `${figure(position)}. ${accountWords(account)}`,
    phoneRow,
    source: listSource(winnerDocuments, within),
    filterInput: within,
    bulk: [exportAction],
  };
}
