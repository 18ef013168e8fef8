import { RELEASE_LIMITS, RELEASE_MACHINE, releaseNumber } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { RequestError } from '../../lib/api/request-error.ts';
import { fieldRuleKey } from '../../lib/record/field-rules.ts';
import { useRecordStep } from '../../lib/record/record-steps.ts';
import { FIELD_ORDER } from '../../records/form/record-form.tsx';
import { ReasonDialog } from '../../records/reason-dialog.tsx';
import { useDuplicate, useRefreshRich } from '../../records/rich-record.ts';
import { askedBefore } from '../../records/state-actions.ts';
import { NextNumbers } from './form/next-numbers.tsx';
import { type ReleaseRecord, releases, useReleaseNumbers } from './release.entity.ts';
import { discardReleaseMutation } from './release.operations.ts';
import type { ReleaseDialogName } from './release.steps.ts';
import { releaseDocuments } from './release-record.operations.ts';
import { countsOf, countWords } from './release-state.tsx';

type Step = Exclude<ReleaseDialogName, 'duplicate' | 'preview'>;

interface ReleaseDialogProps {
  readonly dialog: Step | 'duplicate';
  readonly release: ReleaseRecord;
  readonly onClose: () => void;
}

/** Confirmation before a release is published, withdrawn, discarded or duplicated. */
export function ReleaseDialog({ dialog, ...props }: ReleaseDialogProps) {
  return dialog === 'duplicate' ? <DuplicateDialog {...props} /> : <StepDialog dialog={dialog} {...props} />;
}

function StepDialog({ dialog, release, onClose }: ReleaseDialogProps & { readonly dialog: Step }) {
  const { t } = useMessages();
  const router = useRouter();
  const refresh = useRefreshRich(releases, release.id);
  // A discarded release can't be read again.
  const send = useRecordStep(release, { onClose, refresh: () => (dialog === 'discard' ? undefined : refresh()) });
  const isAgain = dialog === 'publish' && release.state === 'WITHDRAWN';
  const step = isAgain ? 'publish-again' : dialog;
  return (
    <ReasonDialog
      title={t(`release.${step}.title`, { number: release.number })}
      consequence={<Consequence step={step} release={release} />}
      verb={t(`release.action.${step}`)}
      {...askedBefore(RELEASE_MACHINE, dialog)}
      onClose={onClose}
      onConfirm={async (reason) => {
        if (dialog === 'withdraw') await send(releaseDocuments.withdraw, { reason });
        else if (dialog === 'publish') await send(releaseDocuments.publish, {});
        else {
          await send(discardReleaseMutation, {});
          void router.navigate({ href: '/admin/releases' });
        }
      }}
    />
  );
}

interface ConsequenceProps {
  readonly step: Step | 'publish-again';
  readonly release: ReleaseRecord;
}

/** Effect on readers, with their number. */
function Consequence({ step, release }: ConsequenceProps) {
  const formats = useMessages();
  const { t } = formats;
  const { figures } = release;
  const changes = countWords(countsOf(figures), formats);
  if (step === 'discard') return <p>{t('release.discard.consequence', { changes })}</p>;
  if (step === 'withdraw') {
    return (
      <div className="bc-stack bc-gap-md">
        <p>{t('release.withdraw.consequence')}</p>
        <p>{t('release.withdraw.readers', { count: figures.readers })}</p>
      </div>
    );
  }
  return (
    <div className="bc-stack bc-gap-md">
      <p>{t(`release.${step}.consequence`, { changes })}</p>
      <p>{t('release.publish.people', { count: figures.unread })}</p>
      {step === 'publish-again' && figures.readers > 0 ? (
        <p>{t('release.publish-again.readers', { count: figures.readers })}</p>
      ) : null}
      <p>{t('release.publish.stays')}</p>
    </div>
  );
}

function DuplicateDialog({ release, onClose }: Omit<ReleaseDialogProps, 'dialog'>) {
  const { t } = useMessages();
  const duplicate = useDuplicate(releases, release, onClose);
  const numbers = useReleaseNumbers();
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const number = typed ?? numbers?.minor ?? '';
  const isNumber = releaseNumber.safeParse(number).success;
  const change = (text: string) => {
    setTyped(text);
    setProblem(null);
  };
  return (
    <ReasonDialog
      title={t('release.duplicate.title', { number: release.number })}
      consequence={t('release.duplicate.consequence')}
      verb={t('release.action.duplicate')}
      {...askedBefore(RELEASE_MACHINE, 'duplicate')}
      isIncomplete={!isNumber}
      onClose={onClose}
      onConfirm={async () => {
        try {
          await duplicate({ number: number.trim() });
        } catch (error) {
          const rule = error instanceof RequestError ? error.details.fields?.['number']?.[0]?.rule : undefined;
          if (rule !== undefined) setProblem(t(fieldRuleKey(rule)));
          throw error;
        }
      }}
    >
      <TextInput
        label={t('release.field.number')}
        inputWrapperOrder={FIELD_ORDER}
        maxLength={RELEASE_LIMITS.numberMaxLength}
        autoComplete="off"
        dir="ltr"
        data-autofocus
        value={number}
        error={problem ?? (number !== '' && !isNumber ? t('error.field.semver') : undefined)}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {numbers ? <NextNumbers numbers={numbers} chosen={number} onChoose={change} /> : null}
    </ReasonDialog>
  );
}
