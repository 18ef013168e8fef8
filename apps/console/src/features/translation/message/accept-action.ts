import { IconChecks } from '@tabler/icons-react';
import { lazy } from 'react';
import type { BulkAction } from '../../../listing/selection/bulk-action.ts';

/** Says of many stale texts that they are still right. */
export const acceptAction: BulkAction = {
  key: 'accept',
  labelKey: 'translation.accept.action',
  icon: IconChecks,
  permission: 'translation.write',
  dialog: lazy(() => import('./accept-many.tsx').then(({ AcceptMany }) => ({ default: AcceptMany }))),
};
