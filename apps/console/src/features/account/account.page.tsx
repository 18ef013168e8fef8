import { useMessages } from '@backcounter/i18n/react';
import { IconCamera } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { CopyChip } from '../../lib/format/copy-chip.tsx';
import { formatDay } from '../../lib/format/dates.ts';
import { Face } from '../../lib/presence/presence-face.tsx';
import { setRecentFace } from '../../lib/record/recent-records.ts';
import { useRecordNeighbours } from '../../listing/address/use-record-neighbours.ts';
import { usePointsEntryCount } from '../../points/use-points-wallet.ts';
import type { EarlierValues } from '../../records/history/put-back.tsx';
import { RecordGate } from '../../records/record-gate.tsx';
import { RecordPage, useRecordSearch, useRecordTab } from '../../records/record-page.tsx';
import { accountVersionsSubscription } from './account.operations.ts';
import styles from './account.page.module.css';
import { AccountActions } from './account-action-bar.tsx';
import type { AccountDialogName } from './account-action-list.ts';
import { accountName, faceOf } from './account-columns.tsx';
import { AccountStateMark } from './account-state.tsx';
import { useAccountSummary } from './details/use-account-details.ts';
import { AccountOnlinePill } from './overview/account-online.tsx';
import { AccountOverview, type RevealedContact } from './overview/account-overview.tsx';
import { useEventCounts } from './overview/use-timeline.ts';
import { type AccountRecord, useAccount, useRefreshAccount } from './use-account.ts';

const PointsTab = lazy(() => import('../../points/points-tab.tsx').then((module) => ({ default: module.PointsTab })));
const AccountEdit = lazy(() => import('./edit/account-edit.tsx').then((module) => ({ default: module.AccountEdit })));
const AccountHistory = lazy(() =>
  import('./account-history.tsx').then((module) => ({ default: module.AccountHistory })),
);
const AccountPicture = lazy(() =>
  import('./edit/account-picture.tsx').then((module) => ({ default: module.AccountPicture })),
);
const AccountTopics = lazy(() =>
  import('./details/account-topics.tsx').then((module) => ({ default: module.AccountTopics })),
);
const AccountNotifications = lazy(() =>
  import('./details/account-notifications.tsx').then((module) => ({ default: module.AccountNotifications })),
);
const AccountCoupons = lazy(() =>
  import('./details/account-coupons.tsx').then((module) => ({ default: module.AccountCoupons })),
);
const AccountGiveaways = lazy(() =>
  import('./details/account-giveaways.tsx').then((module) => ({ default: module.AccountGiveaways })),
);
const AccountDevices = lazy(() =>
  import('./details/account-devices.tsx').then((module) => ({ default: module.AccountDevices })),
);
const AccountAwards = lazy(() =>
  import('./details/account-awards.tsx').then((module) => ({ default: module.AccountAwards })),
);
const AccountNotes = lazy(() =>
  import('./details/account-notes.tsx').then((module) => ({ default: module.AccountNotes })),
);
const AccountPrivacyDialog = lazy(() =>
  import('./overview/account-privacy-dialog.tsx').then((module) => ({ default: module.AccountPrivacyDialog })),
);
const AccountErased = lazy(() =>
  import('./overview/account-erased.tsx').then((module) => ({ default: module.AccountErased })),
);
const RecordNews = lazy(() =>
  import('../../records/record-news.tsx').then((module) => ({ default: module.RecordNews })),
);
const AccountDialog = lazy(() => import('./account-dialog.tsx').then((module) => ({ default: module.AccountDialog })));

/** `/accounts/{id}`. */
export function AccountProfilePage() {
  const { t } = useMessages();
  const { id = '' } = useParams({ strict: false });
  const account = useAccount(id);
  // Requested together with the account: a later answer would shift the page.
  useAccountSummary(id);
  usePointsEntryCount({ type: 'ACCOUNT', id });
  return (
    <RecordGate
      query={account}
      words={{ failed: t('account.place.failed'), missing: t('account.place.missing') }}
      list={{ path: '/accounts', title: t('shell.page.accounts') }}
    >
      {(loaded) => <AccountProfile key={id} account={loaded} />}
    </RecordGate>
  );
}

function AccountProfile({ account }: { readonly account: AccountRecord }) {
  const messages = useMessages();
  const { t, locale, timeZone } = messages;
  const go = useRecordSearch();
  const refresh = useRefreshAccount(account.id);
  const neighbours = useRecordNeighbours('accounts', account.id, (id) => `/accounts/${id}`);
  const summary = useAccountSummary(account.id);
  const entries = usePointsEntryCount({ type: 'ACCOUNT', id: account.id });
  const events = useEventCounts(account.id);
  const countOf = (count: number | undefined) =>
    count === undefined ? {} : { count: new Intl.NumberFormat(locale).format(count) };
  const tabs = [
    { key: 'overview', label: t('account.tab.overview') },
    { key: 'points', label: t('points.tab'), ...countOf(entries) },
    { key: 'notifications', label: t('account.tab.notifications'), ...countOf(events?.notifications) },
    { key: 'giveaways', label: t('account.tab.giveaways'), ...countOf(events?.giveaways) },
    { key: 'coupons', label: t('account.tab.coupons'), ...countOf(events?.coupons) },
    { key: 'badges', label: t('account.tab.badges'), ...countOf(summary.data?.badges) },
    { key: 'topics', label: t('account.tab.topics'), ...countOf(summary.data?.topics) },
    { key: 'devices', label: t('account.tab.devices'), ...countOf(summary.data?.devices) },
    { key: 'notes', label: t('account.tab.notes'), ...countOf(summary.data?.notes) },
    { key: 'history', label: t('account.tab.history') },
  ];
  const { tab, isEditing } = useRecordTab(tabs);
  const [dialog, setDialog] = useState<AccountDialogName | null>(null);
  const [revealed, setRevealed] = useState<RevealedContact | null>(null);
  const [earlier, setEarlier] = useState<EarlierValues | null>(null);
  const edit = (values: EarlierValues | null) => {
    setEarlier(values);
    go('edit');
  };
  const name = accountName({ displayName: account.displayName ?? null, number: account.number }, messages);
  const mayEdit = account.actions.some(({ action, isAllowed }) => action === 'EDIT' && isAllowed);

  const isErased = account.state === 'ERASED';
  const face = faceOf(account);
  useEffect(() => {
    setRecentFace(faceOf(account));
  }, [account]);

  const created = formatDay(account.createdAt, { locale, timeZone });
  return (
    <RecordPage
      picture={
        mayEdit && account.firebaseId ? (
          <button
            type="button"
            className={styles['picture']}
            aria-label={t('picture.change')}
            onClick={() => setDialog('picture')}
          >
            <Face owner={face} size="record" />
            <IconCamera size={16} stroke={1.75} aria-hidden />
          </button>
        ) : (
          <Face owner={face} size="record" />
        )
      }
      title={name}
      state={
        <>
          <AccountStateMark state={account.state} variant="pill" />
          <AccountOnlinePill firebaseId={account.firebaseId ?? null} />
        </>
      }
      facts={[
        <CopyChip key="number" value={String(account.number)} />,
        <span key="place" dir="auto">
          {account.area
            ? t('account.fact.place', { area: account.area.name, country: account.country.name })
            : account.country.name}
        </span>,
        <span key="since">{t('account.fact.since', { day: created ?? '' })}</span>,
      ]}
      actions={
        isEditing && mayEdit ? null : (
          <AccountActions account={account} onEdit={() => edit(null)} onDialog={setDialog} />
        )
      }
      tabs={tabs}
      tab={tab}
      neighbours={neighbours}
      news={
        <Suspense fallback={null}>
          <RecordNews
            document={accountVersionsSubscription}
            record={account}
            queryKey={['account', account.id]}
            isEditing={isEditing && mayEdit}
            onReload={refresh}
          />
        </Suspense>
      }
    >
      {isErased ? (
        // On its own: while it loads, the page must not wait with what was erased.
        <Suspense fallback={null}>
          <AccountErased since={account.stateChangedAt} />
        </Suspense>
      ) : null}
      <Suspense fallback={null}>
        {isEditing && mayEdit ? (
          <AccountEdit account={account} earlier={earlier} onDone={() => go('', { replace: true })} />
        ) : tab === 'history' ? (
          <AccountHistory account={account} onRestore={edit} />
        ) : tab === 'points' ? (
          <PointsTab
            owner={{ type: 'ACCOUNT', id: account.id, name, isErased }}
            whyNone={t('error.wallet.not-found')}
          />
        ) : tab === 'notifications' ? (
          <AccountNotifications account={account} />
        ) : tab === 'giveaways' ? (
          <AccountGiveaways account={account} />
        ) : tab === 'coupons' ? (
          <AccountCoupons account={account} />
        ) : tab === 'badges' ? (
          <AccountAwards account={account} />
        ) : tab === 'topics' ? (
          <AccountTopics account={account} />
        ) : tab === 'devices' ? (
          <AccountDevices account={account} />
        ) : tab === 'notes' ? (
          <AccountNotes account={account} />
        ) : (
          <AccountOverview account={account} revealed={revealed} onReveal={() => setDialog('reveal')} />
        )}
      </Suspense>
      {dialog ? (
        <Suspense fallback={null}>
          {dialog === 'picture' ? (
            <AccountPicture account={account} onClose={() => setDialog(null)} />
          ) : dialog === 'erase' || dialog === 'export-data' ? (
            <AccountPrivacyDialog dialog={dialog} account={account} onClose={() => setDialog(null)} />
          ) : (
            <AccountDialog dialog={dialog} account={account} onClose={() => setDialog(null)} onRevealed={setRevealed} />
          )}
        </Suspense>
      ) : null}
    </RecordPage>
  );
}
