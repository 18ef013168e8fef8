import { ACCOUNT_MACHINE } from '@backcounter/domain';
import {
  IconAward,
  IconBellMinus,
  IconBellPlus,
  IconForms,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { lazyPart } from '../../../lib/page/part.ts';
import type { BulkAction } from '../../../listing/selection/bulk-action.ts';
import { exportAction } from '../../../listing/selection/export-action.ts';

/** Bulk actions on accounts. */
export const accountBulkActions: readonly BulkAction[] = [
  {
    key: 'suspend',
    labelKey: 'account.action.suspend',
    icon: IconPlayerPause,
    permission: ACCOUNT_MACHINE.actions.SUSPEND.permission,
    dialog: lazyPart(() => import('./account-bulk-dialogs.tsx'), 'AccountSuspendMany'),
  },
  {
    key: 'reactivate',
    labelKey: 'account.action.reactivate',
    icon: IconPlayerPlay,
    permission: ACCOUNT_MACHINE.actions.REACTIVATE.permission,
    dialog: lazyPart(() => import('./account-bulk-dialogs.tsx'), 'AccountReactivateMany'),
  },
  {
    key: 'subscribe',
    labelKey: 'account.action.subscribe',
    icon: IconBellPlus,
    permission: ACCOUNT_MACHINE.actions.CHANGE_TOPICS.permission,
    dialog: lazyPart(() => import('./account-bulk-dialogs.tsx'), 'AccountSubscribeMany'),
  },
  {
    key: 'edit-field',
    labelKey: 'account.action.edit-field',
    icon: IconForms,
    permission: ACCOUNT_MACHINE.actions.EDIT.permission,
    dialog: lazyPart(() => import('./account-edit-many.tsx'), 'AccountEditMany'),
  },
  {
    key: 'unsubscribe',
    labelKey: 'account.action.unsubscribe',
    icon: IconBellMinus,
    permission: ACCOUNT_MACHINE.actions.CHANGE_TOPICS.permission,
    dialog: lazyPart(() => import('./account-bulk-dialogs.tsx'), 'AccountUnsubscribeMany'),
  },
  {
    key: 'award',
    labelKey: 'account.action.award',
    icon: IconAward,
    permission: ACCOUNT_MACHINE.actions.AWARD_BADGE.permission,
    dialog: lazyPart(() => import('./account-bulk-dialogs.tsx'), 'AccountAwardMany'),
  },
  exportAction,
];
