import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { currentRoles } from '../../lib/settings/session.ts';
import { ReasonDialog } from '../../records/reason-dialog.tsx';
import { useRichStep } from '../../records/rich-record.ts';
import { type CampaignRecord, campaigns } from './campaign.entity.ts';
import styles from './campaign.module.css';
import { campaignDocuments } from './campaign-record.operations.ts';
import { campaignFormValues, campaignInput } from './form/campaign-form-values.ts';
import { exposureWords, usesWords } from './form/campaign-preview.tsx';
import { editedTerms } from './form/edit-campaign.tsx';
import { RuleList } from './form/rule-list.tsx';

interface ActivateDialogProps {
  readonly campaign: CampaignRecord;
  readonly onClose: () => void;
}

/**
 * Shows the rules and the maximum cost of a campaign before it starts. The server activates it only for the maximum
 * that was shown here; a high one also needs a reason and the typed code.
 */
export function ActivateDialog({ campaign, onClose }: ActivateDialogProps) {
  const formats = useMessages();
  const { t } = formats;
  const send = useRichStep(campaigns, campaign, onClose);
  const exposure = campaign.exposure ?? { uses: 0, discountMinor: null, points: 0, needsAdmin: true };
  const terms = campaignInput(campaignFormValues(editedTerms(campaign)));
  const isOpen =
    exposure.discountMinor == null && (campaign.rewardType === 'PERCENT' || campaign.rewardType === 'AMOUNT');
  return (
    <ReasonDialog
      title={t('campaign.activate.title', { name: campaign.name })}
      consequence={
        <>
          <RuleList terms={terms} gift={campaign.giftText ?? null} />
          <div className={styles['worstCase']} data-tone={isOpen ? 'warning' : undefined}>
            <h3>{t('campaign.exposure.title')}</h3>
            <p className={styles['figure']}>
              {exposureWords({ ...exposure, discountMinor: exposure.discountMinor ?? null }, terms, formats)}
            </p>
            <p>{isOpen ? t('campaign.exposure.open') : usesWords(exposure, terms, formats)}</p>
          </div>
          {exposure.needsAdmin && !may(currentRoles(), 'campaign.run-large') ? (
            <p role="alert">{t('campaign.exposure.admin')}</p>
          ) : null}
        </>
      }
      verb={t('campaign.action.activate')}
      isDestructive={false}
      isReasonRequired={exposure.needsAdmin}
      {...(exposure.needsAdmin
        ? { typed: { text: campaign.code, label: t('campaign.activate.typed', { code: campaign.code }) } }
        : {})}
      isIncomplete={exposure.needsAdmin && !may(currentRoles(), 'campaign.run-large')}
      onClose={onClose}
      onConfirm={(reason) =>
        send(campaignDocuments.activate, {
          agreed: {
            uses: exposure.uses,
            discountMinor: exposure.discountMinor ?? null,
            points: exposure.points,
          },
          reason: reason || null,
          confirmCode: exposure.needsAdmin ? campaign.code : null,
        })
      }
    />
  );
}
