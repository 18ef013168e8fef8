import { AUDIT_ACTIONS, AUDIT_KINDS, type AuditKind, type AuditVerb, ROLES, type Role } from '@backcounter/domain';
import type { MessagesHook } from '@backcounter/i18n/react';
import { formatList } from '../lib/format/formats.ts';
import { settingName } from '../lib/format/setting-name.ts';

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

/** The current name of a record for people; null without one. Settings have labels, their keys are for machines. */
export function recordName(
  { kind, name }: { readonly kind: string; readonly name?: string | null | undefined },
  formats: Pick<MessagesHook, 't'>,
): string | null {
  return name && kind === 'config-entry' ? settingName(name, formats) : (name ?? null);
}

const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text);

/** Labels of roles, in the given order; an unknown one is unchanged. */
export function roleWords(roles: readonly string[], { t, locale }: Pick<MessagesHook, 't' | 'locale'>): string {
  const names = roles.map((role) => (isRole(role) ? t(`shell.role.${role}`) : role));
  return formatList(names, locale, 'unit', 'short');
}
