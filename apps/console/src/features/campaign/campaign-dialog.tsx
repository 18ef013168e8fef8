import { CAMPAIGN_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { CopiedSegment } from '../../crud/fields/segment-field.tsx';
import { newIdempotencyKey, request } from '../../lib/api/graphql-client.ts';
import { useRecordStep } from '../../lib/record/record-steps.ts';
import { FIELD_ORDER } from '../../records/form/record-form.tsx';
import { ReasonDialog } from '../../records/reason-dialog.tsx';
import { askedBefore } from '../../records/state-actions.ts';
import type { CampaignDialogName } from './campaign-action-list.ts';
import { campaignDocuments } from './campaign-record.operations.ts';
import { type CampaignRecord, useRefreshCampaign } from './use-campaign.ts';

type Step = Exclude<CampaignDialogName, 'generate' | 'activate' | 'duplicate'>;
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
  const refresh = useRefreshCampaign(campaign.id);
  const send = useRecordStep(campaign, { onClose, refresh });
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
  const router = useRouter();
  const refresh = useRefreshCampaign(campaign.id);
  const [key, setKey] = useState(newIdempotencyKey);
  const [name, setName] = useState(campaign.name);
  const [code, setCode] = useState('');
  // Another name or code is another request; retrying the same one is not.
  const edit = (set: (text: string) => void, text: string) => {
    set(text);
    setKey(newIdempotencyKey());
  };
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
      isDestructive={false}
      isReasonRequired={false}
      hasReason={false}
      isIncomplete={!/^[A-Z0-9-]{3,24}$/.test(code) || name.trim() === ''}
      onClose={onClose}
      onConfirm={async () => {
        const { saved } = await request(
          campaignDocuments.duplicate,
          { input: { id: campaign.id, code, name: name.trim() } },
          { idempotencyKey: key, errorsShown: 'in-place' },
        );
        void refresh();
        onClose();
        void router.navigate({ href: `/campaigns/${saved.record.id}?edit` });
      }}
    >
      <TextInput
        label={t('crud.field.code')}
        description={t('campaign.edit.code-hint')}
        inputWrapperOrder={FIELD_ORDER}
        maxLength={24}
        autoComplete="off"
        dir="ltr"
        data-autofocus
        value={code}
        onChange={(event) => edit(setCode, event.currentTarget.value.toUpperCase().replaceAll(' ', '-'))}
      />
      <TextInput
        label={t('crud.field.name')}
        maxLength={80}
        autoComplete="off"
        dir="auto"
        value={name}
        onChange={(event) => edit(setName, event.currentTarget.value)}
      />
    </ReasonDialog>
  );
}
