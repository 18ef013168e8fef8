import { LIMITS, STORE_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { load } from '../../lib/api/graphql-client.ts';
import { useRecordStep } from '../../lib/record/record-steps.ts';
import { Select } from '../../lib/select/select.tsx';
import { ReasonDialog } from '../../records/reason-dialog.tsx';
import { askedBefore } from '../../records/state-actions.ts';
import { useRefreshEntity } from '../../records/use-entity-record.ts';
import { stores } from './store.entity.ts';
import { storeHeirsQuery } from './store.operations.ts';
import type { StoreDialogName, StoreRecord } from './store.steps.ts';
import { storeDocuments } from './store-record.operations.ts';

interface StoreLeftoverProps {
  readonly store: StoreRecord;
  readonly value: string | null;
  readonly onChange: (storeId: string | null) => void;
}

/** Destination of a closing store's points: none, or an active store. */
function StoreLeftover({ store, value, onChange }: StoreLeftoverProps) {
  const { t } = useMessages();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), LIMITS.searchDelayMs);
  const heirs = useQuery({
    queryKey: ['store-heirs', search],
    meta: { errorsShown: 'in-toast' },
    queryFn: ({ signal }) => load(storeHeirsQuery, { search: search || null }, signal),
    placeholderData: keepPreviousData,
  });
  const found = (heirs.data?.stores.nodes ?? []).filter(({ id }) => id !== store.id);
  return (
    <>
      <p>{t('store.close.leftover', { count: store.balance ?? 0 })}</p>
      <Select<string | null>
        label={t('store.close.leftover-hint')}
        value={value}
        options={[
          ...(text === '' ? [{ value: null, label: t('store.close.no-store') }] : []),
          ...found.map(({ id, name, sid }) => ({ value: id, label: name, note: sid })),
        ]}
        onSearch={setText}
        onChange={onChange}
      />
    </>
  );
}

interface StoreDialogProps {
  readonly dialog: StoreDialogName;
  readonly store: StoreRecord;
  readonly onClose: () => void;
}

/** Activates, suspends, reactivates or closes the store. Each shows its effect and asks for a reason. */
export function StoreDialog({ dialog, store, onClose }: StoreDialogProps) {
  const { t } = useMessages();
  const [leftoverStoreId, setLeftoverStoreId] = useState<string | null>(null);
  const send = useRecordStep(store, { onClose, refresh: useRefreshEntity(stores) });
  return (
    <ReasonDialog
      title={t(`store.${dialog}.title`, { name: store.name })}
      consequence={t(`store.${dialog}.consequence`)}
      verb={t(`store.action.${dialog}`)}
      {...askedBefore(STORE_MACHINE, dialog)}
      {...(dialog === 'close' ? { typed: { text: store.sid, label: t('store.close.typed', { sid: store.sid }) } } : {})}
      onClose={onClose}
      onConfirm={(reason) =>
        dialog === 'close'
          ? send(storeDocuments.close, { reason, confirmSid: store.sid, leftoverStoreId })
          : send(storeDocuments[dialog], { reason })
      }
    >
      {dialog === 'close' && (store.balance ?? 0) > 0 ? (
        <StoreLeftover store={store} value={leftoverStoreId} onChange={setLeftoverStoreId} />
      ) : null}
    </ReasonDialog>
  );
}
