import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { IconCircleCheck, IconLock, IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { EntityRecord } from '../../crud/entity-definition.ts';
import type { StoreRowFragment } from '../../generated/graphql.ts';
import type { RecordAction } from '../../lib/record-actions.ts';
import { currentRoles } from '../../lib/session.ts';

export type StoreRecord = EntityRecord<StoreRowFragment>;

/** Dialogs that a store's page opens. */
export type StoreDialogName = 'activate' | 'suspend' | 'reactivate' | 'close';

interface StoreActionOptions {
  readonly store: StoreRecord;
  readonly onEdit: () => void;
  readonly onDialog: (dialog: StoreDialogName) => void;
}

const ICONS = {
  activate: IconCircleCheck,
  reactivate: IconPlayerPlay,
  suspend: IconPlayerPause,
  edit: IconPencil,
  close: IconLock,
} as const;
type Key = keyof typeof ICONS;

/** Steps that make no sense from a state, as another one leads out of it. */
const SHOWN: Readonly<Record<StoreRowFragment['state'], readonly Key[]>> = {
  DRAFT: ['edit', 'activate', 'close'],
  ACTIVE: ['suspend', 'edit', 'close'],
  SUSPENDED: ['reactivate', 'edit', 'close'],
  CLOSED: ['suspend', 'edit', 'close'],
};

/** What can be done now, as the server says: absent where this person can never do it, else with the reason where the state stands against it. */
export function useStoreActions({ store, onEdit, onDialog }: StoreActionOptions): readonly RecordAction[] {
  const { t } = useMessages();
  return useMemo(() => {
    const roles = currentRoles();
    if (!may(roles, 'store.edit')) return [];
    const whyNot = t('store.action.not-now', { state: t(`store.state.${store.state}`) });
    return SHOWN[store.state].map((key) => ({
      key,
      label: t(`store.action.${key}`),
      icon: ICONS[key],
      isAllowed: store.actions.includes(key.toUpperCase()),
      whyNot,
      run: key === 'edit' ? onEdit : () => onDialog(key),
    }));
  }, [store, onEdit, onDialog, t]);
}
