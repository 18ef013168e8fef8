import { STORE_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useRef, useState } from 'react';
import { useRefreshEntity } from '../../crud/use-entity-record.ts';
import { newIdempotencyKey } from '../../lib/api/graphql-client.ts';
import { change } from '../../lib/record/record-steps.ts';
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
  const refresh = useRefreshEntity(stores);
  const [leftoverStoreId, setLeftoverStoreId] = useState<string | null>(null);
  const [key, setKey] = useState(newIdempotencyKey);
  const version = useRef(store.version);
  return (
    <ReasonDialog
      title={t(`store.${dialog}.title`, { name: store.name })}
      consequence={t(`store.${dialog}.consequence`)}
      verb={t(`store.action.${dialog}`)}
      {...askedBefore(STORE_MACHINE, dialog)}
      {...(dialog === 'close' ? { typed: { text: store.sid, label: t('store.close.typed', { sid: store.sid }) } } : {})}
      onClose={onClose}
      onConfirm={async (reason) => {
        try {
          const to = { id: store.id, expectedVersion: version.current, reason };
          const options = { idempotencyKey: key, errorsShown: 'in-place' } as const;
          if (dialog === 'close')
            await change(storeDocuments.close, { ...to, confirmSid: store.sid, leftoverStoreId }, options);
          else await change(storeDocuments[dialog], to, options);
          onClose();
        } finally {
          // Also after a conflict: the page then shows the current record.
          void refresh();
        }
      }}
    >
      {dialog === 'close' && (store.balance ?? 0) > 0 ? (
        <StoreLeftover
          store={store}
          value={leftoverStoreId}
          onChange={(id) => {
            setLeftoverStoreId(id);
            // Another choice is another request.
            setKey(newIdempotencyKey());
          }}
        />
      ) : null}
    </ReasonDialog>
  );
}
