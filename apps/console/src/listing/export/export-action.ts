import { IconFileExport } from '@tabler/icons-react';
import { lazy } from 'react';
import type { BulkAction } from '../selection/bulk-action.ts';

/** Exports the selected rows of any list as a file. */
export const exportAction: BulkAction = {
  key: 'export',
  labelKey: 'export.action',
  icon: IconFileExport,
  permission: 'export.create',
  dialog: lazy(() => import('./export-dialog.tsx').then((module) => ({ default: module.ExportDialog }))),
};
