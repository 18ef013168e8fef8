import { GIVEAWAY_MACHINE } from '@backcounter/domain';
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
import type { RecordAction } from '../../lib/record/record-actions.ts';
import { stateActions } from '../../records/state-actions.ts';
import type { GiveawayRecord } from './use-giveaway.ts';

/** Dialogs that a giveaway's page opens. */
export type GiveawayDialogName = 'publish' | 'cancel' | 'announce' | 'settle' | 'register' | 'duplicate';

interface GiveawayActionOptions {
  readonly giveaway: GiveawayRecord;
  readonly onEdit: () => void;
  readonly onDialog: (dialog: GiveawayDialogName) => void;
}

const ICONS = {
  PUBLISH: IconWorldCheck,
  ANNOUNCE: IconSpeakerphone,
  SETTLE: IconFlag,
  EDIT: IconPencil,
  REGISTER: IconScale,
  DUPLICATE: IconCopy,
  CANCEL: IconX,
} as const;

/**
 * Actions on the giveaway, as the server reports them. An action that this person can never take is absent; one that
 * the state forbids is disabled, with the reason.
 */
export function useGiveawayActions({ giveaway, onEdit, onDialog }: GiveawayActionOptions): readonly RecordAction[] {
  const { t } = useMessages();
  return useMemo(() => {
    const notNow = t('giveaway.action.not-now', { state: t(`giveaway.status.${giveaway.status}`) });
    const actions = stateActions({
      machine: GIVEAWAY_MACHINE,
      record: giveaway,
      icons: ICONS,
      label: (key) => t(`giveaway.action.${key}`),
      notNow,
      t,
      run: (key) => (key === 'edit' ? onEdit() : onDialog(key)),
    });
    return giveaway.registration.isNeeded ? actions : actions.filter(({ key }) => key !== 'register');
  }, [giveaway, onEdit, onDialog, t]);
}
