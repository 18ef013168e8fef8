import { LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button, Input, Textarea } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { RequestError } from '../lib/api/request-error.ts';
import { DialogProblem } from './dialog-problem.tsx';
import { RecordDialog } from './record-dialog.tsx';

/** Properties of {@link ReasonDialog}. */
export interface ReasonDialogProps {
  readonly title: string;
  /** The consequence in words and numbers. */
  readonly consequence: ReactNode;
  /** The title's verb. */
  readonly verb: string;
  readonly isDestructive: boolean;
  /** The verb is itself "cancel", so the other button says that nothing changes. */
  readonly isCancelling?: boolean;
  readonly isReasonRequired: boolean;
  /** Of a required reason. */
  readonly reasonMinLength?: number;
  /** False for an action without a reason. */
  readonly hasReason?: boolean;
  /** Text to type where a mistake is costly. */
  readonly typed?: { readonly text: string; readonly label: string };
  /** Further fields, such as an end. */
  readonly children?: ReactNode;
  /** Another problem of those fields, which disables the button. */
  readonly isIncomplete?: boolean;
  /** Rejects with the error; the dialog shows it and remains open, with all input. */
  readonly onConfirm: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Confirms an action, with the reason for the history. A destructive one focuses Cancel first. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { t } = useMessages();
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<RequestError | null>(null);
  const running = useRef(false);
  const ids = useId();
  // Without a field to fill in, Cancel is the first focus too.
  const beginsOnCancel = props.isDestructive || (props.hasReason === false && !props.typed && !props.children);
  const isComplete =
    (!props.isReasonRequired || reason.trim().length >= (props.reasonMinLength ?? 1)) &&
    (!props.typed || typed.trim() === props.typed.text) &&
    !props.isIncomplete;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The state alone would allow a second click before the next render.
    if (!isComplete || running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await props.onConfirm(reason.trim());
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setProblem(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return (
    <RecordDialog title={props.title} onClose={props.onClose}>
      <form className="bc-dialog-form" onSubmit={(event) => void submit(event)}>
        <div className="bc-dialog-consequence">{props.consequence}</div>
        {props.children}
        {props.hasReason === false ? null : (
          <Textarea
            label={t('records.reason.label')}
            description={
              props.reasonMinLength === undefined
                ? t('records.reason.hint')
                : t('records.reason.hint-min', { min: props.reasonMinLength })
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required={props.isReasonRequired}
            withAsterisk={false}
            maxLength={LIMITS.reasonMaxLength}
            autosize={false}
            rows={2}
            value={reason}
            data-autofocus={props.isDestructive ? undefined : true}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        {props.typed ? (
          <Input.Wrapper label={props.typed.label} id={ids}>
            <Input
              id={ids}
              className="bc-code"
              dir="ltr"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </Input.Wrapper>
        ) : null}
        {problem ? <DialogProblem error={problem} /> : null}
        <div className="bc-dialog-buttons">
          <Button data-autofocus={beginsOnCancel ? true : undefined} onClick={props.onClose}>
            {t(props.isCancelling ? 'records.reason.keep' : 'common.action.cancel')}
          </Button>
          <Button
            type="submit"
            variant="filled"
            {...(props.isDestructive ? { color: 'red' } : {})}
            disabled={!isComplete}
            loading={isBusy}
          >
            {props.verb}
          </Button>
        </div>
      </form>
    </RecordDialog>
  );
}
