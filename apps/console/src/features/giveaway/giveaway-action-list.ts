import { ERROR_CODES, type ErrorCode } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import {
  IconCopy,
  IconFlag,
  IconPencil,
  IconScale,
  IconSpeakerphone,
  IconWorldCheck,
  IconX,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { errorKey } from '../../lib/error-text.ts';
import type { RecordAction } from '../../lib/record-actions.ts';
import { type GiveawayRecord, rightTo } from './use-giveaway.ts';

/** Dialogs that a giveaway's page opens. */
export type GiveawayDialogName = 'publish' | 'cancel' | 'announce' | 'settle' | 'register' | 'duplicate';

interface GiveawayActionOptions {
  readonly giveaway: GiveawayRecord;
  readonly onEdit: () => void;
  readonly onDialog: (dialog: GiveawayDialogName) => void;
}

const RIGHTS = [
  { key: 'publish', right: 'PUBLISH', icon: IconWorldCheck },
  { key: 'announce', right: 'ANNOUNCE', icon: IconSpeakerphone },
  { key: 'settle', right: 'SETTLE', icon: IconFlag },
  { key: 'edit', right: 'EDIT', icon: IconPencil },
  { key: 'register', right: 'REGISTER', icon: IconScale },
  { key: 'duplicate', right: 'DUPLICATE', icon: IconCopy },
  { key: 'cancel', right: 'CANCEL', icon: IconX },
] as const;

/** Steps that make no sense in a state are not offered there. */
const OUT_OF_PLACE: Readonly<Record<GiveawayRecord['state'], readonly string[]>> = {
  DRAFT: ['announce', 'settle'],
  PUBLISHED: ['publish', 'announce', 'settle', 'register'],
  FROZEN: ['publish', 'settle', 'register', 'cancel'],
  DRAWN: ['publish', 'settle', 'register', 'cancel'],
  ANNOUNCED: ['publish', 'announce', 'register', 'cancel'],
  SETTLED: ['publish', 'announce', 'settle', 'register', 'cancel'],
  CANCELED: ['publish', 'announce', 'settle', 'register', 'cancel', 'edit'],
};

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_CODES, code);

/** What can be done with a giveaway now, as the server says: absent for people who can never do it, else with the reason why not now. */
export function useGiveawayActions({ giveaway, onEdit, onDialog }: GiveawayActionOptions): readonly RecordAction[] {
  const { t } = useMessages();
  return useMemo(() => {
    const notNow = t('giveaway.action.not-now', { state: t(`giveaway.status.${giveaway.status}`) });
    return RIGHTS.flatMap(({ key, right, icon }): RecordAction[] => {
      const stands = rightTo(giveaway, right);
      const isNotNeeded = key === 'register' && !giveaway.registration.isNeeded;
      if (!stands || isNotNeeded || OUT_OF_PLACE[giveaway.state].includes(key)) return [];
      const { refusal } = stands;
      const isPlain = !refusal || refusal === 'state.invalid-transition' || !isErrorCode(refusal);
      return [
        {
          key,
          icon,
          label: t(`giveaway.action.${key}`),
          isAllowed: stands.isAllowed,
          whyNot: isPlain ? notNow : t(errorKey(refusal)),
          run: key === 'edit' ? onEdit : () => onDialog(key),
        },
      ];
    });
  }, [giveaway, onEdit, onDialog, t]);
}
