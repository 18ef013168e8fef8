import type { MessageKey } from '@backcounter/i18n';
import { enUs } from '../../messages/en-us.ts';

/** True for a key with a text. Modules that make keys load the texts of their template. */
export const isKey = (key: string | undefined): key is MessageKey => key !== undefined && Object.hasOwn(enUs, key);
