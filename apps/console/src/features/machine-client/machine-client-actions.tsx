import { MACHINE_CLIENT_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconKey, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { ActionDialog } from '../../crud/action-dialog.tsx';
import type { EntityActionsProps } from '../../crud/entity-definition.ts';
import type { MachineClientRowFragment } from '../../generated/graphql.ts';
import { askedBefore } from '../../records/state-actions.ts';
import { machineClientDocuments } from './machine-client-record.operations.ts';
import { MachineClientSecrets } from './machine-client-secrets.tsx';

const SecretDialog = lazy(() => import('./secret-dialog.tsx').then((module) => ({ default: module.SecretDialog })));

/** Secrets of a machine client, and its life. */
export function MachineClientActions({ record, onChanged }: EntityActionsProps<MachineClientRowFragment>) {
  const { t } = useMessages();
  const [asked, setAsked] = useState<'suspend' | 'reactivate' | 'secret' | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <section className="bc-usage">
        <h3>{t('machine-client.secret.title')}</h3>
        <MachineClientSecrets secrets={record.secrets} />
        {record.actions.includes('ROTATE') ? (
          <Button leftSection={<IconKey size={16} stroke={1.75} aria-hidden />} onClick={() => setAsked('secret')}>
            {t(record.secrets.length === 0 ? 'machine-client.secret.make' : 'machine-client.secret.rotate')}
          </Button>
        ) : null}
      </section>
      <section className="bc-usage">
        <h3>{t('machine-client.access.title')}</h3>
        <p>
          {record.state === 'ACTIVE'
            ? t('machine-client.access.open')
            : t('machine-client.access.suspended', { reason: record.stateReason ?? '' })}
        </p>
        {record.actions.includes('SUSPEND') ? (
          <Button
            className="bc-destructive"
            leftSection={<IconPlayerPause size={16} stroke={1.75} aria-hidden />}
            onClick={() => setAsked('suspend')}
          >
            {t('machine-client.suspend.action')}
          </Button>
        ) : null}
        {record.actions.includes('REACTIVATE') ? (
          <Button
            leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden />}
            onClick={() => setAsked('reactivate')}
          >
            {t('machine-client.reactivate.action')}
          </Button>
        ) : null}
      </section>
      {asked === 'suspend' || asked === 'reactivate' ? (
        <ActionDialog
          document={machineClientDocuments[asked]}
          record={record}
          title={t(`machine-client.${asked}.title`, { name: record.name })}
          consequence={t(`machine-client.${asked}.consequence`)}
          verb={t(`machine-client.${asked}.action`)}
          {...askedBefore(MACHINE_CLIENT_MACHINE, asked)}
          onClose={close}
          onDone={onChanged}
        />
      ) : null}
      {asked === 'secret' ? (
        <Suspense>
          <SecretDialog record={record} onClose={close} onMade={onChanged} />
        </Suspense>
      ) : null}
    </>
  );
}
