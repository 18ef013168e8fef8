import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconDownload, IconEraser } from '@tabler/icons-react';
import { useState } from 'react';
import { formatInstant } from '../../../lib/format/dates.ts';
import { part } from '../../../lib/page/part.ts';
import { currentRoles } from '../../../lib/settings/session.ts';
import styles from './account-erased.module.css';

const ErasureCertificate = part(() => import('./erasure-certificate.tsx'), 'ErasureCertificate');

/** Says since when an account is erased, and what that means, and offers its certificate. */
export function AccountErased({ id, since }: { readonly id: string; readonly since: string }) {
  const { t, locale, timeZone } = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles['erased']} role="note">
      <IconEraser size={16} stroke={1.75} aria-hidden />
      <span>
        <b>{t('account.erased.since', { time: formatInstant(since, { locale, timeZone }) ?? '' })}</b>{' '}
        {t('account.erased.meaning')}
      </span>
      {may(currentRoles(), 'account.erase') ? (
        <Button
          size="sm"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('account.certificate.action')}
        </Button>
      ) : null}
      {isOpen ? <ErasureCertificate id={id} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
