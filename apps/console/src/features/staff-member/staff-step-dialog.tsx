import { useMessages } from '@backcounter/i18n/react';
import { IdChip } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { StaffMemberRowFragment } from '../../generated/graphql.ts';
import { type Ask, type ExpectedRecord, useRecordStep } from '../../lib/record/record-steps.ts';
import { ReasonDialog, type ReasonDialogProps } from '../../records/reason-dialog.tsx';
import { RecordDialog } from '../../records/record-dialog.tsx';

interface StaffStepDialogProps<Said extends object> extends Omit<Partial<ReasonDialogProps>, 'onConfirm'> {
  readonly record: StaffMemberRowFragment;
  readonly title: string;
  readonly consequence: string;
  readonly verb: string;
  readonly document: Ask<{ readonly saved: object }, { readonly input: ExpectedRecord & Said }>;
  readonly said: (reason: string) => Said;
  readonly onClose: () => void;
  /** Absent: `onClose`. */
  readonly onSaved?: () => void;
  readonly onDone: () => Promise<void>;
}

/** Confirms a step, by default without a reason. If the answer has a link, it is shown once. */
export function StaffStepDialog<Said extends object>(props: StaffStepDialogProps<Said>) {
  const { record, document, said, onSaved = props.onClose, onDone, ...dialog } = props;
  const send = useRecordStep(record, { refresh: onDone });
  const [link, setLink] = useState<string | null>(null);
  if (link !== null) return <LinkOnce path={link} onClose={dialog.onClose} />;
  return (
    <ReasonDialog
      isDestructive={false}
      isReasonRequired={false}
      hasReason={false}
      {...dialog}
      onConfirm={async (reason) => {
        const { saved }: { saved: { link?: string | null } } = await send(document, said(reason));
        if (saved.link == null) onSaved();
        else setLink(saved.link);
      }}
    />
  );
}

interface LinkOnceProps {
  readonly path: string;
  readonly onClose: () => void;
}

/** A link that is shown once, to be handed to the person. */
export function LinkOnce({ path, onClose }: LinkOnceProps) {
  const { t } = useMessages();
  return (
    <RecordDialog title={t('staff.link.title')} onClose={onClose}>
      <div className="bc-dialog-form">
        <div>{t('staff.link.once')}</div>
        <IdChip
          value={new URL(path, window.location.origin).href}
          labels={{ copy: t('staff.link.copy'), copied: t('common.action.copied') }}
        />
        <div className="bc-dialog-buttons">
          <Button variant="filled" onClick={onClose}>
            {t('common.action.close')}
          </Button>
        </div>
      </div>
    </RecordDialog>
  );
}
