import { CAMPAIGN_MACHINE, campaignCode } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { CodeField } from '../../records/form/code-field.tsx';
import { ReasonDialog } from '../../records/reason-dialog.tsx';
import { useDuplicate, useRichStep } from '../../records/rich-record.ts';
import { askedBefore } from '../../records/state-actions.ts';
import { CopiedSegment } from '../segment/public.tsx';
import { type CampaignRecord, campaigns } from './campaign.entity.ts';
import type { CampaignDialogName } from './campaign.steps.ts';
import { campaignDocuments } from './campaign-record.operations.ts';

type Step = Exclude<CampaignDialogName, 'generate' | 'activate' | 'duplicate' | 'add-codes'>;
interface CampaignDialogProps {
  readonly dialog: Step;
  readonly campaign: CampaignRecord;
  readonly onClose: () => void;
}

/**
 * Pauses, resumes, cancels or archives the campaign. Each shows its effect and asks for a reason; an irreversible one
 * also needs the typed code.
 */
export function CampaignDialog({ dialog, campaign, onClose }: CampaignDialogProps) {
  const { t } = useMessages();
  const send = useRichStep(campaigns, campaign, onClose);
  const { reserved } = campaign.figures;
  return (
    <ReasonDialog
      title={t(`campaign.${dialog}.title`, { name: campaign.name })}
      consequence={
        <>
          <p>{t(`campaign.${dialog}.consequence`)}</p>
          {(dialog === 'cancel' || dialog === 'pause') && reserved > 0 ? (
            <p>{t(`campaign.${dialog}.held`, { count: reserved })}</p>
          ) : null}
        </>
      }
      verb={t(`campaign.action.${dialog}`)}
      {...askedBefore(CAMPAIGN_MACHINE, dialog)}
      isCancelling={dialog === 'cancel'}
      {...(dialog === 'cancel'
        ? {
            typed: { text: campaign.code, label: t('campaign.cancel.typed', { code: campaign.code }) },
          }
        : {})}
      onClose={onClose}
      onConfirm={(reason) =>
        dialog === 'cancel'
          ? send(campaignDocuments.cancel, { reason, confirmCode: campaign.code })
          : send(campaignDocuments[dialog], { reason: reason || null })
      }
    />
  );
}

interface DuplicateProps {
  readonly campaign: CampaignRecord;
  readonly onClose: () => void;
}

/** Creates a draft with a campaign's terms under another code. */
export function DuplicateDialog({ campaign, onClose }: DuplicateProps) {
  const { t } = useMessages();
  const duplicate = useDuplicate(campaigns, campaign, onClose);
  const [name, setName] = useState(campaign.name);
  const [code, setCode] = useState('');
  return (
    <ReasonDialog
      title={t('campaign.duplicate.title', { name: campaign.name })}
      consequence={
        <>
          <p>{t('campaign.duplicate.consequence')}</p>
          <CopiedSegment segment={campaign.segment} />
        </>
      }
      verb={t('campaign.action.duplicate')}
      {...askedBefore(CAMPAIGN_MACHINE, 'duplicate')}
      isIncomplete={!campaignCode.safeParse(code).success || name.trim() === ''}
      onClose={onClose}
      onConfirm={() => duplicate({ code, name: name.trim() })}
    >
      <CodeField description={t('campaign.edit.code-hint')} value={code} onChange={setCode} />
      <TextInput
        label={t('crud.field.name')}
        maxLength={80}
        autoComplete="off"
        dir="auto"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ReasonDialog>
  );
}
