import type { Role } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';

/** Message key of a role's name. */
export function roleKey(role: Role): MessageKey {
  return `shell.role.${role}` satisfies MessageKey;
}
