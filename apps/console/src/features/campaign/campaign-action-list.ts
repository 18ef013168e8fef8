import { ERROR_CODES, type ErrorCode, may } from '@backcounter/domain';
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
import { errorKey } from '../../lib/error-text.ts';
import type { RecordAction } from '../../lib/record-actions.ts';
import { currentRoles } from '../../lib/session.ts';
import { isOver } from './campaign-window.ts';
import { type CampaignRecord, rightTo } from './use-campaign.ts';

/** Dialogs that a campaign's page opens. */
export type CampaignDialogName = 'activate' | 'pause' | 'resume' | 'cancel' | 'archive' | 'duplicate' | 'generate';

interface CampaignActionOptions {
  readonly campaign: CampaignRecord;
  readonly onEdit: () => void;
  readonly onCheck: () => void;
  readonly onDialog: (dialog: CampaignDialogName) => void;
}

const RIGHTS = [
  { key: 'activate', right: 'ACTIVATE', icon: IconPlayerPlay },
  { key: 'pause', right: 'PAUSE', icon: IconPlayerPause },
  { key: 'resume', right: 'RESUME', icon: IconPlayerPlay },
  { key: 'edit', right: 'EDIT', icon: IconPencil },
  { key: 'duplicate', right: 'DUPLICATE', icon: IconCopy },
  { key: 'archive', right: 'ARCHIVE', icon: IconArchive },
  { key: 'cancel', right: 'CANCEL', icon: IconX },
] as const;

/** Steps that another one leads to first: they are not offered where they make no sense. */
const OUT_OF_PLACE: Readonly<Record<CampaignRecord['state'], readonly string[]>> = {
  DRAFT: ['pause', 'resume', 'cancel'],
  ACTIVE: ['activate', 'resume'],
  PAUSED: ['activate', 'pause'],
  CANCELED: ['activate', 'pause', 'resume', 'cancel', 'edit'],
  ARCHIVED: ['activate', 'pause', 'resume', 'cancel', 'edit', 'archive'],
};

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_CODES, code);

/** What can be done with a campaign now, as the server says: absent for people who can never do it, else with the reason why not now. */
export function useCampaignActions(options: CampaignActionOptions): readonly RecordAction[] {
  const { campaign, onEdit, onCheck, onDialog } = options;
  const { t } = useMessages();
  return useMemo(() => {
    const roles = currentRoles();
    const notNow = t('campaign.action.not-now', { state: t(`campaign.status.${campaign.status}`) });
    const ofState = RIGHTS.flatMap(({ key, right, icon }): RecordAction[] => {
      const stands = rightTo(campaign, right);
      if (!stands || OUT_OF_PLACE[campaign.state].includes(key)) return [];
      const { refusal } = stands;
      const isPlain = !refusal || refusal === 'state.invalid-transition' || !isErrorCode(refusal);
      return [
        {
          key,
          icon,
          label: t(`campaign.action.${key}`),
          isAllowed: stands.isAllowed,
          whyNot: isPlain
            ? (key === 'activate' || key === 'resume') && isOver(campaign.endsAt)
              ? t('campaign.window.over')
              : notNow
            : refusal === 'campaign.without-coupons' && campaign.codeMode === 'SHARED'
              ? t('campaign.action.no-shared-code')
              : t(errorKey(refusal)),
          run: key === 'edit' ? onEdit : () => onDialog(key),
        },
      ];
    });
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
