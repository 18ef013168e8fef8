import { useMessages } from '@backcounter/i18n/react';
import { changesIn } from '../../records/history/change-list.tsx';
import { accountWords } from './account-words.ts';

/** Changes of an account with its labels, for pages of other features. */
export const AccountChanges = changesIn(() => accountWords(useMessages()));
