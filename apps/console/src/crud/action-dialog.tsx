import { type ReactNode, useRef, useState } from 'react';
import { newIdempotencyKey } from '../lib/api/graphql-client.ts';
import { type ActionInput, type Change, change } from '../lib/record/record-steps.ts';
import { ReasonDialog } from '../records/reason-dialog.tsx';
import type { EntityRow } from './entity-definition.ts';

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
  const [key] = useState(newIdempotencyKey);
  const version = useRef(record.version);
  return (
    <ReasonDialog
      {...words}
      isReasonRequired={isReasonRequired}
      onClose={onClose}
      onConfirm={async (reason) => {
        try {
          await change(
            document,
            { id: record.id, expectedVersion: version.current, reason: reason || null },
            { idempotencyKey: key, errorsShown: 'in-place' },
          );
          onClose();
        } finally {
          await onDone();
        }
      }}
    />
  );
}
