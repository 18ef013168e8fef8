import { useMessages } from '@backcounter/i18n/react';
import { IdChip } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useUnsavedGuard } from '../../lib/unsaved.ts';
import { RecordDialog } from '../../records/record-dialog.tsx';

interface ShownSecretProps {
  readonly clientId: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** A secret, shown this once; leaving without saying that it is kept is asked about. */
export function ShownSecret({ clientId, secret, onClose }: ShownSecretProps) {
  const { t } = useMessages();
  const [isLeaving, setLeaving] = useState(false);
  useUnsavedGuard(true);
  return (
    <RecordDialog title={t('machine-client.secret.shown-title')} onClose={() => setLeaving(true)}>
      <div className="bc-dialog-form">
        <div>{t('machine-client.secret.shown')}</div>
        <Chip label={t('machine-client.field.client-id')} value={clientId} />
        <Chip label={t('machine-client.secret.label')} value={secret} />
        {isLeaving ? (
          <p className="bc-dialog-problem" role="alert">
            {t('machine-client.secret.leaving')}
          </p>
        ) : null}
        <div className="bc-dialog-buttons">
          <Button variant="filled" data-autofocus onClick={onClose}>
            {t('machine-client.secret.kept')}
          </Button>
        </div>
      </div>
    </RecordDialog>
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
