import { useMessages } from '@backcounter/i18n/react';
import { IconGift } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CopyChip } from '../../lib/format/copy-chip.tsx';
import { placeOfZone, zonedWords } from '../../lib/format/zoned-words.ts';
import { followLive } from '../../lib/live/live-feed.ts';
import { lazyPart, part } from '../../lib/page/part.ts';
import { RecordScreen, richPage } from '../../records/record-screen.tsx';
import { useRefreshRich } from '../../records/rich-record.ts';
import { type GiveawayRecord, giveaways } from './giveaway.entity.ts';
import { giveawayActions } from './giveaway.steps.ts';
import { NextMark } from './giveaway-columns.tsx';
import { transactionNewsSubscription } from './giveaway-people.operations.ts';
import { nextOf } from './giveaway-time.ts';
import { GiveawayStatusMark } from './public.tsx';
import { TransactionsTab } from './transaction/transactions-tab.tsx';

/** Shortest interval between refreshes of the figures. */
const FIGURES_MS = 5_000;
/** Margin for the server's clock. */
const AFTER_MS = 1_500;
const TIMER_MAX_MS = 2_147_483_647;

/** Keeps the header of a giveaway up to date: new entries, and scheduled changes of state. */
function useLiveGiveaway(giveaway: GiveawayRecord): void {
  const { id } = giveaway;
  const queryClient = useQueryClient();
  const refresh = useRefreshRich(giveaways, id);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queryClient.invalidateQueries({ queryKey: ['giveaway', id, 'record'] });
      }, FIGURES_MS);
    };
    let seen = 0;
    const stop = followLive(
      transactionNewsSubscription,
      { since: new Date().toISOString(), filter: { giveaway: { in: [id] } } },
      {
        onResult: ({ giveawayTransactionsCreated: { value } }) => {
          if (value > seen) again();
          seen = value;
        },
        onRecovered: again,
      },
    );
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [id, queryClient]);

  const next = nextOf(giveaway)?.at;
  useEffect(() => {
    if (next === undefined) return;
    const wait = Date.parse(next) - Date.now() + AFTER_MS;
    if (wait > TIMER_MAX_MS) return;
    // The worker may take a moment longer: refetched until the state has changed.
    const timer = setTimeout(() => void refresh(), Math.max(FIGURES_MS, wait));
    return () => clearTimeout(timer);
  }, [next, refresh]);
}

const EditGiveaway = part(() => import('./form/edit-giveaway.tsx'), 'EditGiveaway');
const EntriesTab = lazyPart(() => import('./entry/entries-tab.tsx'), 'EntriesTab');
const WinnersTab = lazyPart(() => import('./winner/winners-tab.tsx'), 'WinnersTab');
const DetailsTab = lazyPart(() => import('./details-tab.tsx'), 'DetailsTab');
const GiveawayProof = lazyPart(() => import('./draw/proof-tab.tsx'), 'GiveawayProof');
const GiveawayChanges = lazyPart(() => import('./giveaway-changes.tsx'), 'GiveawayChanges');
const GiveawayDialog = part(() => import('./giveaway-dialog.tsx'), 'GiveawayDialog');

/** `/giveaways/{id}/transactions`. */
export const GiveawayTransactionsPage = richPage(giveaways, GiveawayPage);

function GiveawayPage({ record: giveaway }: { readonly record: GiveawayRecord }) {
  const { t, locale, figure } = useMessages();
  useLiveGiveaway(giveaway);
  const drawn = giveaway.drawnAt ?? giveaway.drawAt;
  return (
    <RecordScreen
      kind={giveaways}
      record={giveaway}
      icon={IconGift}
      imageUrl={giveaway.imageUrl}
      state={
        <>
          <GiveawayStatusMark state={giveaway.status} variant="pill" />
          <NextMark row={giveaway} isLong />
        </>
      }
      facts={[
        <CopyChip key="code" value={giveaway.code} />,
        <span key="entries">
          {t('giveaway.fact.entries', {
            entries: t('giveaway.figure.entries', { count: giveaway.figures.entries }),
            tickets: t('giveaway.figure.tickets', { count: giveaway.figures.tickets }),
          })}
        </span>,
        <span key="draw">
          {t(giveaway.drawnAt ? 'giveaway.fact.drawn' : 'giveaway.fact.draw', {
            time: zonedWords(drawn, giveaway.timezone, locale),
          })}
          , <bdi dir="ltr">{placeOfZone(giveaway.timezone)}</bdi>
        </span>,
        <span key="sponsor" dir="auto">
          {giveaway.store ? t('giveaway.fact.sponsor', { store: giveaway.store.name }) : t('giveaway.sponsor.company')}
        </span>,
      ]}
      actions={giveawayActions}
      tabs={[
        { key: 'transactions', label: t('giveaway.tab.transactions'), Part: TransactionsTab },
        {
          key: 'entries',
          label: t('giveaway.tab.entries'),
          count: figure(giveaway.figures.entries),
          Part: EntriesTab,
        },
        { key: 'winners', label: t('giveaway.tab.winners'), Part: WinnersTab },
        { key: 'proof', label: t('giveaway.tab.proof'), Part: GiveawayProof },
        { key: 'details', label: t('giveaway.tab.details'), Part: DetailsTab },
        { key: 'history', label: t('giveaway.tab.history'), Part: GiveawayChanges },
      ]}
      Editor={EditGiveaway}
      dialog={(dialog, { open, close }) => (
        <GiveawayDialog dialog={dialog} giveaway={giveaway} onClose={close} onRegister={() => open('register')} />
      )}
    />
  );
}
