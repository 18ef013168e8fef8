import type { StaffMemberRowFragment } from '../../generated/graphql.ts';
import { type Change, type ExpectedRecord, useRecordStep } from '../../lib/record/record-steps.ts';
import { ReasonDialog, type ReasonDialogProps } from '../../records/reason-dialog.tsx';

interface StaffStepDialogProps<Said extends object> extends Pick<ReasonDialogProps, 'title' | 'consequence' | 'verb'> {
  readonly record: StaffMemberRowFragment;
  readonly document: Change<ExpectedRecord & Said>;
  readonly said: Said;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

/** Confirms a step that needs no reason. */
export function StaffStepDialog<Said extends object>(props: StaffStepDialogProps<Said>) {
  const { record, document, said, onClose, onDone, ...words } = props;
  const send = useRecordStep(record, { onClose, refresh: onDone });
  return (
    <ReasonDialog
      {...words}
      isDestructive={false}
      isReasonRequired={false}
      hasReason={false}
      onClose={onClose}
      onConfirm={() => send(document, said)}
    />
  );
}
