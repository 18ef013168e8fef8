import { useMessages } from '@backcounter/i18n/react';
import type { MachineClientRowFragment } from '../../generated/graphql.ts';

interface MachineClientSecretsProps {
  readonly secrets: MachineClientRowFragment['secrets'];
}

/** When the secrets that are good now were made, by whom, and until when the older one is. */
export function MachineClientSecrets({ secrets }: MachineClientSecretsProps) {
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
