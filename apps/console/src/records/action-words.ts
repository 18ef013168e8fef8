import { AUDIT_ACTIONS, AUDIT_KINDS, type AuditKind, type AuditVerb, ROLES, type Role } from '@backcounter/domain';
import type { MessagesHook } from '@backcounter/i18n/react';

const VERBS: ReadonlySet<string> = new Set(Object.values(AUDIT_ACTIONS).flat());
const isVerb = (text: string): text is AuditVerb => VERBS.has(text);
const isKind = (text: string): text is AuditKind => (AUDIT_KINDS as readonly string[]).includes(text);

/** Label of an action: "Suspended"; the verb itself for an unknown action of a newer server. */
export function verbWords(action: string, { t }: Pick<MessagesHook, 't'>): string {
  const verb = action.slice(action.indexOf('.') + 1);
  return isVerb(verb) ? t(`audit.verb.${verb}`) : verb;
}

/** Label of the kind of record of an action: "Account". */
export function kindWords(action: string, { t }: Pick<MessagesHook, 't'>): string {
  const kind = action.split('.')[0] ?? action;
  return isKind(kind) ? t(`audit.kind.${kind}`) : kind;
}

const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text);

/** Labels of roles, in the given order; an unknown one is unchanged. */
export function roleWords(roles: readonly string[], { t, locale }: Pick<MessagesHook, 't' | 'locale'>): string {
  const names = roles.map((role) => (isRole(role) ? t(`shell.role.${role}`) : role));
  return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(names);
}
