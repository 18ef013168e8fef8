import { may, STORE_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { IconBuildingStore } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import type { StoreRowFragment } from '../../generated/graphql.ts';
import { CopyChip } from '../../lib/format/copy-chip.tsx';
import { formatDay } from '../../lib/format/dates.ts';
import { lazyPart, part } from '../../lib/page/part.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { useRecordNeighbours } from '../../listing/address/use-record-neighbours.ts';
import { useAdjustAction } from '../../points/adjust/use-adjust-action.tsx';
import { usePointsEntryCount } from '../../points/use-points-wallet.ts';
import type { EntityFormProps } from '../../records/entity-form.tsx';
import type { EarlierValues } from '../../records/history/put-back.tsx';
import { RecordActionBar } from '../../records/record-action-bar.tsx';
import { RecordGate } from '../../records/record-gate.tsx';
import { RecordPage, RecordPicture, useRecordSearch, useRecordTab } from '../../records/record-page.tsx';
import { mainOf } from '../../records/state-actions.ts';
import { useEntityRecord, useRefreshEntity } from '../../records/use-entity-record.ts';
import { stores } from './store.entity.ts';
import { storeVersionsSubscription } from './store.operations.ts';
import { type StoreDialogName, type StoreRecord, useStoreActions } from './store.steps.ts';
import { StoreStateMark } from './store-state.tsx';
import { useStoreWords } from './use-store-words.ts';
import { StoreOnlinePill, useOnlineIn } from './visitors/store-online.tsx';

const EntityForm = lazyPart(() => import('../../records/entity-form.tsx'), 'EntityForm') as unknown as (
  props: EntityFormProps<StoreRowFragment>,
) => ReactNode;
const PointsTab = lazyPart(() => import('../../points/points-tab.tsx'), 'PointsTab');
const StoreChanges = lazyPart(() => import('./store-changes.tsx'), 'StoreChanges');
const StoreDetails = lazyPart(() => import('./store-details.tsx'), 'StoreDetails');
const StoreVisitors = lazyPart(() => import('./visitors/store-visitors.tsx'), 'StoreVisitors');
const RecordNews = part(() => import('../../records/record-news.tsx'), 'RecordNews');
const StoreDialog = part(() => import('./store-dialog.tsx'), 'StoreDialog');

/** `/stores/{id}`. */
export function StoreHistoryPage() {
  const { t } = useMessages();
  const { id = '' } = useParams({ strict: false });
  const store = useEntityRecord(stores, id);
  return (
    <RecordGate
      query={store}
      words={{ failed: t('store.place.failed'), missing: t('store.place.missing') }}
      list={{ path: '/stores', title: t('shell.page.stores') }}
    >
      {(loaded) => <StorePage key={id} store={loaded} />}
    </RecordGate>
  );
}

function StorePage({ store }: { readonly store: StoreRecord }) {
  const { t, locale, timeZone, figure } = useMessages();
  const go = useRecordSearch();
  const refresh = useRefreshEntity(stores);
  const neighbours = useRecordNeighbours('stores', store.id, (id) => `/stores/${id}`);
  const online = useOnlineIn(store.sid);
  const entries = usePointsEntryCount({ type: 'STORE', id: store.id });
  const tabs = [
    { key: 'points', label: t('points.tab'), ...(entries === undefined ? {} : { count: figure(entries) }) },
    { key: 'details', label: t('store.tab.details') },
    { key: 'online', label: t('store.tab.online'), ...(online === undefined ? {} : { count: figure(online) }) },
    { key: 'history', label: t('store.tab.history') },
  ];
  const { tab, isEditing: isEditAsked } = useRecordTab(tabs);
  const isEditing = isEditAsked && store.actions.includes('EDIT');
  const [dialog, setDialog] = useState<StoreDialogName | null>(null);
  const [earlier, setEarlier] = useState<EarlierValues | null>(null);
  const words = useStoreWords();
  const edit = (values: EarlierValues | null) => {
    setEarlier(values);
    go('edit');
  };

  const opened = formatDay(store.openedOn, { locale, timeZone });
  return (
    <RecordPage
      picture={<RecordPicture icon={IconBuildingStore} />}
      title={store.name}
      state={
        <>
          <StoreStateMark record={store} variant="pill" />
          <StoreOnlinePill sid={store.sid} />
        </>
      }
      facts={[
        <CopyChip key="sid" value={store.sid} />,
        <span key="place" dir="auto">
          {t('account.fact.place', { area: store.city ?? store.area.name, country: store.country.name })}
        </span>,
        ...(opened ? [<span key="opened">{t('store.fact.opened', { day: opened })}</span>] : []),
      ]}
      actions={isEditing ? null : <StoreActions store={store} onEdit={() => edit(null)} onDialog={setDialog} />}
      tabs={tabs}
      tab={tab}
      neighbours={neighbours}
      news={
        <RecordNews
          document={storeVersionsSubscription}
          record={store}
          queryKey={['entity', stores.record.noun, store.id]}
          isEditing={isEditing}
          onReload={refresh}
        />
      }
    >
      <Suspense>
        {isEditing ? (
          <EntityForm
            definition={stores}
            record={store}
            words={words}
            earlier={earlier}
            onDone={() => go('', { replace: true })}
          />
        ) : tab === 'history' ? (
          <StoreChanges store={store} onRestore={may(currentRoles(), 'store.edit') ? edit : null} />
        ) : tab === 'online' ? (
          <StoreVisitors store={store} />
        ) : tab === 'details' ? (
          <StoreDetails store={store} />
        ) : (
          <PointsTab owner={{ type: 'STORE', id: store.id, name: store.name }} whyNone={t('points.adjust.no-wallet')} />
        )}
      </Suspense>
      {dialog ? <StoreDialog dialog={dialog} store={store} onClose={() => setDialog(null)} /> : null}
    </RecordPage>
  );
}

function StoreActions(props: Parameters<typeof useStoreActions>[0]) {
  const { t } = useMessages();
  const { id, name, state } = props.store;
  const ofStore = useStoreActions(props);
  const whyNot =
    state === 'DRAFT' ? t('points.adjust.no-wallet') : state === 'CLOSED' ? t('points.adjust.closed') : null;
  const adjust = useAdjustAction({ type: 'STORE', id, name }, whyNot);
  const actions = useMemo(
    () => (adjust.action === null ? ofStore : [...ofStore, adjust.action]),
    [ofStore, adjust.action],
  );
  return (
    <>
      <RecordActionBar
        actions={actions}
        main={mainOf(STORE_MACHINE, state, actions, ['activate', 'adjust'])}
        inMenu={['close']}
      />
      {adjust.dialog}
    </>
  );
}
