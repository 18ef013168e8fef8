import type { Permission } from './policy.ts';
import type { MachineScope } from './roles.ts';

/** File formats of a list export. */
export const EXPORT_FORMATS = ['CSV', 'XLSX'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Limits of an export. */
export const EXPORT_LIMITS = {
  columnsMax: 60,
  headingMaxLength: 100,
  /** Of one person; as many as mails of one kind within an hour. */
  schedulesMax: 5,
} as const;

/** Scopes that are worth the permission of the same name within an export of their machine client. */
export const EXPORT_READS = ['account.read', 'account.read-contact', 'points.read'] as const;

/** Permissions that scopes are worth within an export. */
export function exportPermissions(scopes: readonly MachineScope[]): readonly Permission[] {
  return scopes.includes('export.run')
    ? ['export.create', ...EXPORT_READS.filter((scope) => scopes.includes(scope))]
    : [];
}

/** How often an export repeats. */
export const EXPORT_FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
export type ExportFrequency = (typeof EXPORT_FREQUENCIES)[number];

/** Last day of a week or month; null for an export of every day. */
export const EXPORT_DAYS: Readonly<Record<ExportFrequency, number | null>> = { DAILY: null, WEEKLY: 7, MONTHLY: 31 };

/** Most characters (UTF-16 units) that a cell of a spreadsheet holds. */
export const SPREADSHEET_CELL_MAX_LENGTH = 32_767;
/** Most rows of a sheet, the heading included. */
export const SPREADSHEET_ROWS_MAX = 1_048_576;
