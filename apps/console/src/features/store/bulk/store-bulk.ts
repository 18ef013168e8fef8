import { STORE_MACHINE } from '@backcounter/domain';
import { IconCircleCheck, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { type ComponentProps, createElement, lazy } from 'react';
import type { StoreBulkAction } from '../../../generated/graphql.ts';
import type { BulkDialogProps } from '../../../lib/record/selected-rows.ts';
import type { BulkAction } from '../../../listing/selection/bulk-action.ts';
import { exportAction } from '../../../listing/selection/export-action.ts';

const dialog = (action: StoreBulkAction): BulkAction['dialog'] =>
  lazy(async () => {
    const { StoreChangeMany } = await import('./store-change-many.tsx');
    return {
      default: (props: BulkDialogProps) =>
        createElement<ComponentProps<typeof StoreChangeMany>>(StoreChangeMany, { ...props, action }),
    };
  });

/** Bulk actions on stores. */
export const storeBulkActions: readonly BulkAction[] = [
  {
    key: 'suspend',
    labelKey: 'store.action.suspend',
    icon: IconPlayerPause,
    permission: STORE_MACHINE.actions.SUSPEND.permission,
    dialog: dialog('SUSPEND'),
  },
  {
    key: 'reactivate',
    labelKey: 'store.action.reactivate',
    icon: IconPlayerPlay,
    permission: STORE_MACHINE.actions.REACTIVATE.permission,
    dialog: dialog('REACTIVATE'),
  },
  {
    key: 'activate',
    labelKey: 'store.action.activate',
    icon: IconCircleCheck,
    permission: STORE_MACHINE.actions.ACTIVATE.permission,
    dialog: dialog('ACTIVATE'),
  },
  exportAction,
];
