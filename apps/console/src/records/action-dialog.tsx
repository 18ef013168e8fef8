import type { ReactNode } from 'react';
import { type ActionInput, type Change, useRecordStep } from '../lib/record/record-steps.ts';
import type { EntityRow } from './entity-definition.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/** An action on one record, and the texts of its dialog. */
export interface ActionDialogProps {
  readonly document: Change<ActionInput>;
  readonly record: EntityRow;
  readonly title: string;
  readonly consequence: ReactNode;
  readonly verb: string;
  readonly isDestructive: boolean;
  readonly isReasonRequired?: boolean;
  readonly onClose: () => void;
  /** Called after the action and after a conflict, to reload the record. */
  readonly onDone: () => Promise<void>;
}

/** Confirms an action on one record, and runs it once. */
export function ActionDialog({
  document,
  record,
  isReasonRequired = false,
  onClose,
  onDone,
  ...words
}: ActionDialogProps) {
  const send = useRecordStep(record, { onClose, refresh: onDone });
  return (
    <ReasonDialog
      {...words}
      isReasonRequired={isReasonRequired}
      onClose={onClose}
      onConfirm={(reason) => send(document, { reason: reason || null })}
    />
  );
}
