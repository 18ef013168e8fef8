import { useMessages } from '@backcounter/i18n/react';
import { IconCamera } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { CopyChip } from '../../lib/format/copy-chip.tsx';
import { formatDay } from '../../lib/format/dates.ts';
import { formatNumber } from '../../lib/format/formats.ts';
import { lazyPart, part } from '../../lib/page/part.ts';
import { Face } from '../../lib/presence/presence-face.tsx';
import { setRecentFace } from '../../lib/record/recent-records.ts';
import { useRecordNeighbours } from '../../listing/address/use-record-neighbours.ts';
import { useAdjustAction } from '../../points/adjust/use-adjust-action.tsx';
import { usePointsEntryCount } from '../../points/use-points-wallet.ts';
import type { EarlierValues } from '../../records/history/put-back.tsx';
import { RecordActionBar } from '../../records/record-action-bar.tsx';
import { RecordGate } from '../../records/record-gate.tsx';
import { RecordPage, useRecordSearch, useRecordTab } from '../../records/record-page.tsx';
import { accountVersionsSubscription } from './account.operations.ts';
import styles from './account.page.module.css';
import { type AccountDialogName, useAccountActions } from './account.steps.ts';
import { accountName, faceOf } from './account-columns.tsx';
import { AccountStateMark } from './account-state.tsx';
import { useAccountSummary } from './details/use-account-details.ts';
import { AccountOnlinePill } from './overview/account-online.tsx';
import { AccountOverview, type RevealedContact } from './overview/account-overview.tsx';
import { useEventCounts } from './overview/use-timeline.ts';
import { type AccountRecord, useAccount, useRefreshAccount } from './use-account.ts';

interface AccountActionsProps {
  readonly account: AccountRecord;
  readonly onEdit: () => void;
  readonly onDialog: (dialog: AccountDialogName) => void;
}

const IN_MENU = ['issue-card', 'picture', 'export-data', 'close', 'erase'];

/** Action buttons and menu of the account. */
function AccountActions(props: AccountActionsProps) {
  const messages = useMessages();
  const { t } = messages;
  const { id, displayName = null, number, state } = props.account;
  const ofAccount = useAccountActions(props);
  const isOver = state === 'CLOSED' || state === 'ERASED';
  const adjust = useAdjustAction(
    { type: 'ACCOUNT', id, name: accountName({ displayName, number }, messages) },
    isOver ? t('points.adjust.closed') : null,
  );
  const actions = useMemo(
    () => (adjust.action === null || state === 'ERASED' ? ofAccount : [...ofAccount, adjust.action]),
    [ofAccount, adjust.action, state],
  );
  // The most frequent task of those who have it.
  const main = adjust.action?.isAllowed ? 'adjust' : 'edit';
  return (
    <>
      <RecordActionBar actions={actions} main={main} inMenu={IN_MENU} />
      {adjust.dialog}
    </>
  );
}

const PointsTab = lazyPart(() => import('../../points/points-tab.tsx'), 'PointsTab');
const AccountEdit = lazyPart(() => import('./edit/account-edit.tsx'), 'AccountEdit');
const AccountHistory = lazyPart(() => import('./account-history.tsx'), 'AccountHistory');
const AccountPicture = part(() => import('./edit/account-picture.tsx'), 'AccountPicture');
const AccountTopics = lazyPart(() => import('./details/account-topics.tsx'), 'AccountTopics');
const AccountNotifications = lazyPart(() => import('./details/account-notifications.tsx'), 'AccountNotifications');
const AccountCoupons = lazyPart(() => import('./details/account-coupons.tsx'), 'AccountCoupons');
const AccountGiveaways = lazyPart(() => import('./details/account-giveaways.tsx'), 'AccountGiveaways');
const AccountDevices = lazyPart(() => import('./details/account-devices.tsx'), 'AccountDevices');
const AccountAwards = lazyPart(() => import('./details/account-awards.tsx'), 'AccountAwards');
const AccountNotes = lazyPart(() => import('./details/account-notes.tsx'), 'AccountNotes');
const AccountPrivacyDialog = part(() => import('./overview/account-privacy-dialog.tsx'), 'AccountPrivacyDialog');
const AccountErased = part(() => import('./overview/account-erased.tsx'), 'AccountErased');
const RecordNews = part(() => import('../../records/record-news.tsx'), 'RecordNews');
const AccountDialog = part(() => import('./account-dialog.tsx'), 'AccountDialog');

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
  const countOf = (count: number | undefined) => (count === undefined ? {} : { count: formatNumber(count, locale) });
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
        <RecordNews
          document={accountVersionsSubscription}
          record={account}
          queryKey={['account', account.id]}
          isEditing={isEditing && mayEdit}
          onReload={refresh}
        />
      }
    >
      {isErased ? (
        // On its own: while it loads, the page must not wait with what was erased.
        <AccountErased id={account.id} since={account.stateChangedAt} />
      ) : null}
      <Suspense>
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
        dialog === 'picture' ? (
          <AccountPicture account={account} onClose={() => setDialog(null)} />
        ) : dialog === 'erase' || dialog === 'export-data' ? (
          <AccountPrivacyDialog dialog={dialog} account={account} onClose={() => setDialog(null)} />
        ) : (
          <AccountDialog dialog={dialog} account={account} onClose={() => setDialog(null)} onRevealed={setRevealed} />
        )
      ) : null}
    </RecordPage>
  );
}
