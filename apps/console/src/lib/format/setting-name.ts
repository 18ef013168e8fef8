import type { MessagesHook } from '@backcounter/i18n/react';
import { isKey } from '../settings/message-key.ts';

/** The label of a setting; its key for one that only a newer server knows. */
export function settingName(name: string, { t }: Pick<MessagesHook, 't'>): string {
  const key = `config-entry.about.${name}`;
  return isKey(key) ? t(key) : name;
}
