import { AppError, type Permission } from '@backcounter/domain';
import { callerMay } from '../graphql/request-context.ts';
import type { Caller } from '../ports/identity.ts';
import type { ExportColumn, ListExport } from './list-definition.ts';

/** Keys of the columns that the caller may export, in order. */
export function exportableColumns({ columns }: ListExport, caller: Caller): string[] {
  return Object.keys(columns).filter((key) => {
    const permission = columns[key]?.permission;
    return permission === undefined || callerMay(caller, permission);
  });
}

/** Columns by key. @throws AppError `field.invalid` for an unknown one */
export function columnsNamed({ columns }: ListExport, keys: readonly string[]): ExportColumn[] {
  return keys.map((key) => {
    const column = Object.hasOwn(columns, key) ? columns[key] : undefined;
    if (column === undefined) throw noColumn();
    return column;
  });
}

/** Permissions that the columns require. @throws AppError `field.invalid` for an unknown one */
export function columnPermissions(declared: ListExport, keys: readonly string[]): Permission[] {
  return columnsNamed(declared, keys).flatMap(({ permission }) => permission ?? []);
}

/** The same error for an unknown column and a forbidden one. */
export function noColumn(): AppError {
  return new AppError('field.invalid', {
    message: 'The list has no such column.',
    details: { fields: { columns: [{ rule: 'invalid' }] } },
  });
}
