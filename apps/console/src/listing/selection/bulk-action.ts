import { may, type Permission, type Role } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import type { UiIcon } from '@backcounter/ui';
import type { ComponentType } from 'react';
import type { BulkDialogProps } from '../../lib/record/selected-rows.ts';

/** A bulk action on rows of a list, executed as a job. */
export interface BulkAction {
  readonly key: string;
  readonly labelKey: MessageKey;
  readonly icon: UiIcon;
  /** Without it, the action is hidden. */
  readonly permission: Permission;
  /** A component made with `lazy`, loaded when it is opened. */
  readonly dialog: ComponentType<BulkDialogProps>;
}

/** The actions that these roles may take; without any, a list has no checkboxes. */
export function allowedActions(actions: readonly BulkAction[], roles: readonly Role[]): readonly BulkAction[] {
  return actions.filter(({ permission }) => may(roles, permission));
}
