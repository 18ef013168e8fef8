import { useMessages } from '@backcounter/i18n/react';
import { IdChip } from '@backcounter/ui';
import { Button, Checkbox } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { MachineClientRowFragment } from '../../generated/graphql.ts';
import { RequestError } from '../../lib/api/request-error.ts';
import { useUnsavedGuard } from '../../lib/page/unsaved.ts';
import { useRecordStep } from '../../lib/record/record-steps.ts';
import { DialogProblem } from '../../records/dialog-problem.tsx';
import { RecordDialog } from '../../records/record-dialog.tsx';
import { rotateSecretMutation } from './machine-client.operations.ts';

const SECRET_BYTES = 32;

/** A secret that is shown once, and the hash sent to the server. */
interface MadeSecret {
  readonly text: string;
  /** SHA-256 in base64url. */
  readonly hash: string;
}

/** Generates 256 random bits; only their hash leaves the page. */
async function makeSecret(): Promise<MadeSecret> {
  const text = base64Url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return { text, hash: base64Url(new Uint8Array(digest)) };
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

interface ShownSecretProps {
  readonly clientId: string;
  readonly secret: string;
  /** The person tried to close the dialog without confirming that the secret is saved. */
  readonly isLeaving: boolean;
  readonly onKept: () => void;
}

/** The secret, shown only once. Closing without confirming that it is saved asks first. */
function ShownSecret({ clientId, secret, isLeaving, onKept }: ShownSecretProps) {
  const { t } = useMessages();
  const kept = useRef<HTMLButtonElement>(null);
  useUnsavedGuard(true);
  // The button that had the focus is gone.
  useEffect(() => kept.current?.focus(), []);
  return (
    <div className="bc-dialog-form">
      <div>{t('machine-client.secret.shown')}</div>
      <Chip label={t('machine-client.field.clientId')} value={clientId} />
      <Chip label={t('machine-client.secret.label')} value={secret} />
      {isLeaving ? (
        <p className="bc-dialog-problem" role="alert">
          {t('machine-client.secret.leaving')}
        </p>
      ) : null}
      <div className="bc-dialog-buttons">
        <Button ref={kept} variant="filled" onClick={onKept}>
          {t('machine-client.secret.kept')}
        </Button>
      </div>
    </div>
  );
}

function Chip({ label, value }: { readonly label: string; readonly value: string }) {
  const { t } = useMessages();
  const labels = { copy: t('machine-client.secret.copy', { label }), copied: t('common.action.copied') };
  return (
    <div>
      <small>{label}</small>
      <div>
        <IdChip value={value} labels={labels} />
      </div>
    </div>
  );
}

interface SecretDialogProps {
  readonly record: MachineClientRowFragment;
  readonly onClose: () => void;
  readonly onMade: () => Promise<void>;
}

/** Generates a secret in the browser, sends its hash to the server, and shows it once. */
export function SecretDialog({ record, onClose, onMade }: SecretDialogProps) {
  const { t } = useMessages();
  const send = useRecordStep(record, { refresh: onMade });
  // A retry after a lost answer uses the same secret, so it has the same result.
  const made = useRef<MadeSecret>(undefined);
  const running = useRef(false);
  const [hasPresent] = useState(record.secrets.length > 0);
  const [endsPresent, setEndsPresent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<RequestError | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const [isLeaving, setLeaving] = useState(false);

  const make = async (event: FormEvent) => {
    event.preventDefault();
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(null);
    try {
      made.current ??= await makeSecret();
      const { text, hash } = made.current;
      await send(rotateSecretMutation, { secretHash: hash, endsPresentSecret: hasPresent && endsPresent });
      setShown(text);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setProblem(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  if (shown !== null) {
    return (
      // The same dialog continues, so that the focus returns to the element that opened it.
      <RecordDialog title={t('machine-client.secret.shown-title')} onClose={() => setLeaving(true)}>
        <ShownSecret clientId={record.clientId} secret={shown} isLeaving={isLeaving} onKept={onClose} />
      </RecordDialog>
    );
  }
  return (
    <RecordDialog title={t('machine-client.secret.dialog-title', { name: record.name })} onClose={onClose}>
      <form className="bc-dialog-form" onSubmit={(event) => void make(event)}>
        <div>{t(hasPresent ? 'machine-client.secret.replaces' : 'machine-client.secret.first')}</div>
        {hasPresent ? (
          <Checkbox
            size="xs"
            label={t('machine-client.secret.end-now')}
            description={t('machine-client.secret.end-now-hint')}
            checked={endsPresent}
            disabled={made.current !== undefined}
            onChange={(event) => setEndsPresent(event.currentTarget.checked)}
          />
        ) : null}
        {problem === null ? null : <DialogProblem error={problem} />}
        <div className="bc-dialog-buttons">
          <Button onClick={onClose}>{t('common.action.cancel')}</Button>
          <Button type="submit" variant="filled" data-autofocus loading={isBusy}>
            {t('machine-client.secret.make')}
          </Button>
        </div>
      </form>
    </RecordDialog>
  );
}
