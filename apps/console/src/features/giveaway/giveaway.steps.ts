import { GIVEAWAY_MACHINE } from '@backcounter/domain';
import {
  IconCopy,
  IconFlag,
  IconPencil,
  IconScale,
  IconSpeakerphone,
  IconWorldCheck,
  IconX,
} from '@tabler/icons-react';
import type { RichActions } from '../../records/record-screen.tsx';
import { stateActions } from '../../records/state-actions.ts';
import { type GiveawayRecord, giveaways } from './giveaway.entity.ts';

/** Dialogs that a giveaway's page opens. */
export type GiveawayDialogName = 'publish' | 'cancel' | 'announce' | 'settle' | 'register' | 'duplicate';

const ICONS = {
  PUBLISH: IconWorldCheck,
  ANNOUNCE: IconSpeakerphone,
  SETTLE: IconFlag,
  EDIT: IconPencil,
  REGISTER: IconScale,
  DUPLICATE: IconCopy,
  CANCEL: IconX,
} as const;

/** Actions on a giveaway; registration numbers only where they are needed. */
export const giveawayActions: RichActions<GiveawayRecord, GiveawayDialogName> = {
  main: ['publish', 'announce', 'settle', 'edit', 'duplicate'],
  behind: ['edit', 'duplicate', 'register', 'cancel'],
  of: (giveaway, { edit, open }, t) =>
    stateActions({
      machine: GIVEAWAY_MACHINE,
      record: giveaway,
      icons: ICONS,
      label: (key) => t(`giveaway.action.${key}`),
      notNow: giveaways.notNow(giveaway, t),
      t,
      run: (key) => (key === 'edit' ? edit(null) : open(key)),
    }).filter(({ key }) => key !== 'register' || giveaway.registration.isNeeded),
};
