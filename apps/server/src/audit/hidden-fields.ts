import type { Permission } from '@backcounter/domain';
import { callerMay } from '../graphql/request-context.ts';
import type { Caller } from '../ports/identity.ts';

/** By kind and field, the permission needed to see the field's values in the trail. */
const GUARDED_FIELDS: Readonly<Record<string, Readonly<Record<string, Permission>>>> = {
  account: { email: 'account.read-contact', phone: 'account.read-contact' },
};

/** Whether a field's values are hidden from the caller. The fact that it changed is still visible. */
export function isHiddenField(kind: string | null, field: string, caller: Caller): boolean {
  if (kind === null || !Object.hasOwn(GUARDED_FIELDS, kind)) return false;
  const fields = GUARDED_FIELDS[kind] ?? {};
  const permission = Object.hasOwn(fields, field) ? fields[field] : undefined;
  return permission !== undefined && !callerMay(caller, permission);
}
