import { MACHINE_CLIENT_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconKey, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import type { MachineClientRowFragment } from '../../generated/graphql.ts';
import { part } from '../../lib/page/part.ts';
import type { EntityActionsProps } from '../../records/entity-definition.ts';
import { DrawerPart } from '../../records/record-drawer.tsx';
import { RegisteredDocuments } from '../../records/registered-documents.tsx';
import { StateButtons } from '../../records/state-buttons.tsx';
import { machineClientDocuments } from './machine-client-record.operations.ts';

interface MachineClientSecretsProps {
  readonly secrets: MachineClientRowFragment['secrets'];
}

/** The valid secrets: when and by whom they were created, and when the older one expires. */
function MachineClientSecrets({ secrets }: MachineClientSecretsProps) {
  const { t, intl } = useMessages();
  if (secrets.length === 0) return <p>{t('machine-client.secret.none')}</p>;
  return secrets.map(({ createdAt, createdBy, expiresAt }) => (
    <p key={createdAt}>
      {expiresAt == null
        ? t('machine-client.secret.present', {
            time: intl.formatDate(createdAt, { dateStyle: 'medium', timeStyle: 'short' }),
            person: createdBy ?? t('machine-client.secret.maker-unknown'),
          })
        : t('machine-client.secret.ending', {
            time: intl.formatDate(expiresAt, { dateStyle: 'medium', timeStyle: 'short' }),
          })}
    </p>
  ));
}

const ICONS = { SUSPEND: IconPlayerPause, REACTIVATE: IconPlayerPlay };

const SecretDialog = part(() => import('./secret-dialog.tsx'), 'SecretDialog');

/** Actions on a machine client and its secrets. */
export function MachineClientActions(props: EntityActionsProps<MachineClientRowFragment>) {
  const { record } = props;
  const { t } = useMessages();
  const [isAskingSecret, setAskingSecret] = useState(false);
  return (
    <>
      <DrawerPart title={t('machine-client.secret.title')}>
        <MachineClientSecrets secrets={record.secrets} />
        {record.actions.includes('ROTATE') ? (
          <Button leftSection={<IconKey size={16} stroke={1.75} aria-hidden />} onClick={() => setAskingSecret(true)}>
            {t(record.secrets.length === 0 ? 'machine-client.secret.make' : 'machine-client.secret.rotate')}
          </Button>
        ) : null}
      </DrawerPart>
      <DrawerPart title={t('machine-client.access.title')}>
        <p>
          {record.state === 'ACTIVE'
            ? t('machine-client.access.open')
            : t('machine-client.access.suspended', { reason: record.stateReason ?? '' })}
        </p>
        <RegisteredDocuments names={record.documents} />
        <StateButtons
          {...props}
          machine={MACHINE_CLIENT_MACHINE}
          icons={ICONS}
          documents={machineClientDocuments}
          words={(action) => ({
            verb: t(`machine-client.${action}.action`),
            title: t(`machine-client.${action}.title`, { name: record.name }),
            consequence: t(`machine-client.${action}.consequence`),
          })}
        />
      </DrawerPart>
      {isAskingSecret ? (
        <SecretDialog record={record} onClose={() => setAskingSecret(false)} onMade={props.onChanged} />
      ) : null}
    </>
  );
}
