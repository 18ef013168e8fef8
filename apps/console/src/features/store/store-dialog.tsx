import { STORE_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useState } from 'react';
import { useRefreshEntity } from '../../crud/use-entity-record.ts';
import { useRecordStep } from '../../lib/record/record-steps.ts';
import { ReasonDialog } from '../../records/reason-dialog.tsx';
import { askedBefore } from '../../records/state-actions.ts';
import type { StoreDialogName, StoreRecord } from './store-action-list.ts';
import { stores } from './store-definition.ts';
import { StoreLeftover } from './store-leftover.tsx';
import { storeDocuments } from './store-record.operations.ts';

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
