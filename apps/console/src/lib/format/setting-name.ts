import type { MessageKey } from '@backcounter/i18n';
import type { MessagesHook } from '@backcounter/i18n/react';
import { enUs } from '../../messages/en-us.ts';

const isKey = (key: string): key is MessageKey => Object.hasOwn(enUs, key);

/** The label of a setting; its key for one that only a newer server knows. */
export function settingName(name: string, { t }: Pick<MessagesHook, 't'>): string {
  const key = `config-entry.about.${name}`;
  return isKey(key) ? t(key) : name;
}
