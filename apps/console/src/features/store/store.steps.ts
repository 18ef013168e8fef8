import { STORE_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { IconCircleCheck, IconLock, IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { StoreRowFragment } from '../../generated/graphql.ts';
import type { RecordAction } from '../../lib/record/record-actions.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import type { EntityRecord } from '../../records/entity-definition.ts';
import { rightsOf, stateActions } from '../../records/state-actions.ts';

export type StoreRecord = EntityRecord<StoreRowFragment>;

/** Dialogs that a store's page opens. */
export type StoreDialogName = 'activate' | 'suspend' | 'reactivate' | 'close';

interface StoreActionOptions {
  readonly store: StoreRecord;
  readonly onEdit: () => void;
  readonly onDialog: (dialog: StoreDialogName) => void;
}

const ICONS = {
  ACTIVATE: IconCircleCheck,
  REACTIVATE: IconPlayerPlay,
  SUSPEND: IconPlayerPause,
  EDIT: IconPencil,
  CLOSE: IconLock,
} as const;

/**
 * Actions on the store, as the server reports them. An action that this person can never take is absent; one that the
 * state forbids is disabled, with the reason.
 */
export function useStoreActions({ store, onEdit, onDialog }: StoreActionOptions): readonly RecordAction[] {
  const { t } = useMessages();
  return useMemo(
    () =>
      stateActions({
        machine: STORE_MACHINE,
        record: { state: store.state, actions: rightsOf(STORE_MACHINE, store.actions, currentRoles()) },
        icons: ICONS,
        stays: ['EDIT', 'CLOSE'],
        label: (key) => t(`store.action.${key}`),
        notNow: t('store.action.not-now', { state: t(`store.state.${store.state}`) }),
        t,
        run: (key) => (key === 'edit' ? onEdit() : onDialog(key)),
      }),
    [store, onEdit, onDialog, t],
  );
}
