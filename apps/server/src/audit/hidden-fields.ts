import type { Permission } from '@backcounter/domain';
import { callerMay } from '../graphql/request-context.ts';
import type { Caller } from '../ports/identity.ts';

/** Kind of record -> field -> permission without which the field's values are not shown in the trail either. */
const GUARDED_FIELDS: Readonly<Record<string, Readonly<Record<string, Permission>>>> = {
  account: { email: 'account.read-contact', phone: 'account.read-contact' },
};

/** True where the caller may not see what a field of such a record was or is; that it changed may be seen. */
export function isHiddenField(kind: string | null, field: string, caller: Caller): boolean {
  if (kind === null || !Object.hasOwn(GUARDED_FIELDS, kind)) return false;
  const fields = GUARDED_FIELDS[kind] ?? {};
  const permission = Object.hasOwn(fields, field) ? fields[field] : undefined;
  return permission !== undefined && !callerMay(caller, permission);
}
