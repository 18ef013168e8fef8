import { useMessages } from '@backcounter/i18n/react';
import { IdChip } from '@backcounter/ui';
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { StaffMemberRowFragment } from '../../generated/graphql.ts';
import { useRecordStep } from '../../lib/record/record-steps.ts';
import { ReasonDialog } from '../../records/reason-dialog.tsx';
import { RecordDialog } from '../../records/record-dialog.tsx';
import { resetStaffMutation } from './staff-member.operations.ts';

interface ResetDialogProps {
  readonly record: StaffMemberRowFragment;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

/** Ends a password, and the second factor if asked. Without mail the link is shown, once. */
export function ResetDialog({ record, onClose, onDone }: ResetDialogProps) {
  const { t } = useMessages();
  const send = useRecordStep(record, { refresh: onDone });
  const [endsSecondFactor, setEnds] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  if (link !== null) return <LinkOnce title={t('staff.reset.link-title')} path={link} onClose={onClose} />;
  return (
    <ReasonDialog
      title={t('staff.reset.title', { name: record.name })}
      consequence={t('staff.reset.consequence')}
      verb={t('staff.reset.action')}
      isDestructive
      isReasonRequired
      onClose={onClose}
      onConfirm={async (reason) => {
        const { saved } = await send(resetStaffMutation, { endsSecondFactor, reason });
        if (saved.link == null) onClose();
        else setLink(saved.link);
      }}
    >
      {record.secondFactor === 'NONE' ? null : (
        <Checkbox
          size="xs"
          label={t('staff.reset.second-factor')}
          checked={endsSecondFactor}
          onChange={({ currentTarget: { checked } }) => setEnds(checked)}
        />
      )}
    </ReasonDialog>
  );
}

interface LinkOnceProps {
  readonly title: string;
  readonly path: string;
  readonly onClose: () => void;
}

/** A link that is shown once, to be handed to the person. */
export function LinkOnce({ title, path, onClose }: LinkOnceProps) {
  const { t } = useMessages();
  return (
    <RecordDialog title={title} onClose={onClose}>
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
