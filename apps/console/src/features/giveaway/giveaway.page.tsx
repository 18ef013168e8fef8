import { GIVEAWAY_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { IconGift } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { CopyChip } from '../../lib/format/copy-chip.tsx';
import { placeOfZone, zonedWords } from '../../lib/format/zoned-words.ts';
import { followLive } from '../../lib/live/live-feed.ts';
import { lazyPart, part } from '../../lib/page/part.ts';
import { useRecordNeighbours } from '../../listing/address/use-record-neighbours.ts';
import type { EarlierValues } from '../../records/history/put-back.tsx';
import { RecordActionBar } from '../../records/record-action-bar.tsx';
import { RecordGate } from '../../records/record-gate.tsx';
import { RecordPage, useRecordSearch, useRecordTab } from '../../records/record-page.tsx';
import { mainOf, rightTo } from '../../records/state-actions.ts';
import { type GiveawayDialogName, useGiveawayActions } from './giveaway-action-list.ts';
import { NextMark } from './giveaway-columns.tsx';
import { giveawayHref } from './giveaway-href.ts';
import { transactionNewsSubscription } from './giveaway-people.operations.ts';
import { nextOf } from './giveaway-time.ts';
import { GiveawayStatusMark } from './public.tsx';
import { TransactionsTab } from './transaction/transactions-tab.tsx';
import { GIVEAWAY_LISTS, type GiveawayRecord, useGiveaway, useRefreshGiveaway } from './use-giveaway.ts';

/** Shortest interval between refreshes of the figures. */
const FIGURES_MS = 5_000;
/** Margin for the server's clock. */
const AFTER_MS = 1_500;
const TIMER_MAX_MS = 2_147_483_647;

/** Keeps the header of a giveaway up to date: new entries, and scheduled changes of state. */
function useLiveGiveaway(giveaway: GiveawayRecord): void {
  const { id } = giveaway;
  const queryClient = useQueryClient();
  const refresh = useRefreshGiveaway(id);
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
export function GiveawayTransactionsPage() {
  const { t } = useMessages();
  const { id = '' } = useParams({ strict: false });
  const giveaway = useGiveaway(id);
  return (
    <RecordGate
      query={giveaway}
      words={{ failed: t('giveaway.place.failed'), missing: t('giveaway.place.missing') }}
      list={{ path: '/giveaways', title: t('shell.page.giveaways') }}
    >
      {(loaded) => <GiveawayPage key={id} giveaway={loaded} />}
    </RecordGate>
  );
}

function GiveawayPage({ giveaway }: { readonly giveaway: GiveawayRecord }) {
  const formats = useMessages();
  const { t, locale, figure } = formats;
  const go = useRecordSearch();
  const neighbours = useRecordNeighbours(GIVEAWAY_LISTS.giveaways, giveaway.id, giveawayHref);
  const tabs = [
    { key: 'transactions', label: t('giveaway.tab.transactions') },
    { key: 'entries', label: t('giveaway.tab.entries'), count: figure(giveaway.figures.entries) },
    { key: 'winners', label: t('giveaway.tab.winners') },
    { key: 'proof', label: t('giveaway.tab.proof') },
    { key: 'details', label: t('giveaway.tab.details') },
    { key: 'history', label: t('giveaway.tab.history') },
  ];
  const { tab, isEditing: isEditAsked } = useRecordTab(tabs);
  const isEditing = isEditAsked && rightTo(giveaway, 'EDIT')?.isAllowed === true;
  const [dialog, setDialog] = useState<GiveawayDialogName | null>(null);
  const [earlier, setEarlier] = useState<EarlierValues | null>(null);
  const edit = (values: EarlierValues | null) => {
    setEarlier(values);
    go('edit');
  };

  useLiveGiveaway(giveaway);

  if (isEditing) {
    return <EditGiveaway giveaway={giveaway} earlier={earlier} onDone={() => go('', { replace: true })} />;
  }
  const drawn = giveaway.drawnAt ?? giveaway.drawAt;
  return (
    <RecordPage
      picture={
        giveaway.imageUrl == null ? (
          <span className="bc-record-picture">
            <IconGift size={24} stroke={1.75} aria-hidden />
          </span>
        ) : (
          <img className="bc-record-picture" src={giveaway.imageUrl} alt="" />
        )
      }
      title={giveaway.title}
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
      actions={<GiveawayActions giveaway={giveaway} onEdit={() => edit(null)} onDialog={setDialog} />}
      tabs={tabs}
      tab={tab}
      neighbours={neighbours}
    >
      <Suspense>
        {tab === 'entries' ? (
          <EntriesTab giveaway={giveaway} />
        ) : tab === 'winners' ? (
          <WinnersTab giveaway={giveaway} />
        ) : tab === 'proof' ? (
          <GiveawayProof giveawayId={giveaway.id} />
        ) : tab === 'details' ? (
          <DetailsTab giveaway={giveaway} />
        ) : tab === 'history' ? (
          <GiveawayChanges giveaway={giveaway} onRestore={edit} />
        ) : (
          <TransactionsTab giveaway={giveaway} />
        )}
      </Suspense>
      {dialog === null ? null : (
        <GiveawayDialog
          dialog={dialog}
          giveaway={giveaway}
          onClose={() => setDialog(null)}
          onRegister={() => setDialog('register')}
        />
      )}
    </RecordPage>
  );
}

/** Actions preferred as filled buttons, at the end of the header. */
const MAIN = ['publish', 'announce', 'settle', 'edit', 'duplicate'];

function GiveawayActions(props: Parameters<typeof useGiveawayActions>[0]) {
  const all = useGiveawayActions(props);
  const main = mainOf(GIVEAWAY_MACHINE, props.giveaway.state, all, MAIN);
  const behind = ['edit', 'duplicate', 'register', 'cancel'].filter((key) => key !== main);
  const ordered = [...all.filter(({ key }) => key !== main), ...all.filter(({ key }) => key === main)];
  return <RecordActionBar actions={ordered} main={main} inMenu={behind} />;
}
