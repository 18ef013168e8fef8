import { useMessages } from '@backcounter/i18n/react';
import { IdChip } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useUnsavedGuard } from '../../lib/page/unsaved.ts';

interface ShownSecretProps {
  readonly clientId: string;
  readonly secret: string;
  /** Somebody tried to leave without saying that the secret is kept. */
  readonly isLeaving: boolean;
  readonly onKept: () => void;
}

/** A secret in its dialog, shown this once; leaving without saying that it is kept is asked about. */
export function ShownSecret({ clientId, secret, isLeaving, onKept }: ShownSecretProps) {
  const { t } = useMessages();
  const kept = useRef<HTMLButtonElement>(null);
  useUnsavedGuard(true);
  // The button that made the secret had the focus, and is gone.
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
