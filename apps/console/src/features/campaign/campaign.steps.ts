import { CAMPAIGN_MACHINE, may } from '@backcounter/domain';
import {
  IconArchive,
  IconCopy,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconTicket,
  IconX,
} from '@tabler/icons-react';
import { currentRoles } from '../../lib/settings/session.ts';
import type { RichActions } from '../../records/record-screen.tsx';
import { rightTo, stateActions } from '../../records/state-actions.ts';
import { type CampaignRecord, campaigns } from './campaign.entity.ts';
import { isOver } from './campaign-window.ts';

/** Dialogs that a campaign's page opens. */
export type CampaignDialogName =
  | 'activate'
  | 'pause'
  | 'resume'
  | 'cancel'
  | 'archive'
  | 'duplicate'
  | 'generate'
  | 'add-codes';

const ICONS = {
  ACTIVATE: IconPlayerPlay,
  PAUSE: IconPlayerPause,
  RESUME: IconPlayerPlay,
  EDIT: IconPencil,
  DUPLICATE: IconCopy,
  ARCHIVE: IconArchive,
  CANCEL: IconX,
} as const;

/** Actions on a campaign, with the check of a code and the generation of codes. */
export const campaignActions: RichActions<CampaignRecord, CampaignDialogName> = {
  main: ['activate', 'resume', 'generate', 'edit', 'duplicate'],
  behind: ['edit', 'duplicate', 'archive', 'cancel'],
  of(campaign, { edit, open, go }, t) {
    const roles = currentRoles();
    const notNow = campaigns.notNow(campaign, t);
    const check = {
      key: 'check',
      icon: IconTicket,
      label: t('coupon.check.action'),
      isAllowed: true,
      whyNot: '',
      run: () => go('tab=check'),
    };
    const generate = {
      key: 'generate',
      icon: IconPlus,
      label: t('coupon.generate.action'),
      isAllowed: !['EXPIRED', 'CANCELED', 'ARCHIVED'].includes(campaign.status),
      whyNot: notNow,
      run: () => open('generate'),
    };
    const addCodes = {
      ...generate,
      key: 'add-codes',
      label: t('coupon.own.action'),
      run: () => open('add-codes'),
    };
    const ofState = stateActions({
      machine: CAMPAIGN_MACHINE,
      record: campaign,
      icons: ICONS,
      label: (key) => t(`campaign.action.${key}`),
      notNow: (action) =>
        (action === 'ACTIVATE' || action === 'RESUME') && isOver(campaign.endsAt) ? t('campaign.window.over') : notNow,
      t,
      run: (key) => (key === 'edit' ? edit(null) : open(key)),
    });
    return [
      ...(may(roles, 'coupon.check') ? [check] : []),
      ...ofState.map((action) =>
        action.key === 'activate' && isWithoutSharedCode(campaign)
          ? { ...action, whyNot: t('campaign.action.no-shared-code') }
          : action,
      ),
      ...(may(roles, 'coupon.generate') && campaign.codeMode === 'UNIQUE' ? [generate] : []),
      ...(may(roles, 'coupon.add-own') && campaign.codeMode === 'UNIQUE' ? [addCodes] : []),
    ];
  },
};

function isWithoutSharedCode(campaign: CampaignRecord): boolean {
  return campaign.codeMode === 'SHARED' && rightTo(campaign, 'ACTIVATE')?.refusal === 'campaign.without-coupons';
}
