import { CAMPAIGN_MACHINE, may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
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
import { useMemo } from 'react';
import type { RecordAction } from '../../lib/record/record-actions.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { rightTo, stateActions } from '../../records/state-actions.ts';
import { isOver } from './campaign-window.ts';
import type { CampaignRecord } from './use-campaign.ts';

/** Dialogs that a campaign's page opens. */
export type CampaignDialogName = 'activate' | 'pause' | 'resume' | 'cancel' | 'archive' | 'duplicate' | 'generate';

interface CampaignActionOptions {
  readonly campaign: CampaignRecord;
  readonly onEdit: () => void;
  readonly onCheck: () => void;
  readonly onDialog: (dialog: CampaignDialogName) => void;
}

const ICONS = {
  ACTIVATE: IconPlayerPlay,
  PAUSE: IconPlayerPause,
  RESUME: IconPlayerPlay,
  EDIT: IconPencil,
  DUPLICATE: IconCopy,
  ARCHIVE: IconArchive,
  CANCEL: IconX,
} as const;

/**
 * Actions on the campaign, as the server reports them. An action that this person can never take is absent; one that
 * the state forbids is disabled, with the reason.
 */
export function useCampaignActions(options: CampaignActionOptions): readonly RecordAction[] {
  const { campaign, onEdit, onCheck, onDialog } = options;
  const { t } = useMessages();
  return useMemo(() => {
    const roles = currentRoles();
    const notNow = t('campaign.action.not-now', { state: t(`campaign.status.${campaign.status}`) });
    const ofState = stateActions({
      machine: CAMPAIGN_MACHINE,
      record: campaign,
      icons: ICONS,
      label: (key) => t(`campaign.action.${key}`),
      notNow: (action) =>
        (action === 'ACTIVATE' || action === 'RESUME') && isOver(campaign.endsAt) ? t('campaign.window.over') : notNow,
      t,
      run: (key) => (key === 'edit' ? onEdit() : onDialog(key)),
    }).map((action) =>
      action.key === 'activate' && isWithoutSharedCode(campaign)
        ? { ...action, whyNot: t('campaign.action.no-shared-code') }
        : action,
    );
    const mayGenerate = may(roles, 'coupon.generate') && campaign.codeMode === 'UNIQUE';
    const isDone = ['EXPIRED', 'CANCELED', 'ARCHIVED'].includes(campaign.status);
    return [
      ...(may(roles, 'coupon.check')
        ? [
            {
              key: 'check',
              icon: IconTicket,
              label: t('coupon.check.action'),
              isAllowed: true,
              whyNot: '',
              run: onCheck,
            },
          ]
        : []),
      ...ofState,
      ...(mayGenerate
        ? [
            {
              key: 'generate',
              icon: IconPlus,
              label: t('coupon.generate.action'),
              isAllowed: !isDone,
              whyNot: notNow,
              run: () => onDialog('generate'),
            },
          ]
        : []),
    ];
  }, [campaign, onEdit, onCheck, onDialog, t]);
}

function isWithoutSharedCode(campaign: CampaignRecord): boolean {
  return campaign.codeMode === 'SHARED' && rightTo(campaign, 'ACTIVATE')?.refusal === 'campaign.without-coupons';
}
