import { IconFileExport } from '@tabler/icons-react';
import { lazyPart } from '../../lib/page/part.ts';
import type { BulkAction } from './bulk-action.ts';

/** Exports the selected rows of any list as a file. */
export const exportAction: BulkAction = {
  key: 'export',
  labelKey: 'export.action',
  icon: IconFileExport,
  permission: 'export.create',
  dialog: lazyPart(() => import('../../exports/export-dialog.tsx'), 'ExportDialog'),
};
