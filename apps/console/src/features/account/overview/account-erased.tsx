import { useMessages } from '@backcounter/i18n/react';
import { IconEraser } from '@tabler/icons-react';
import { formatInstant } from '../../../lib/format/dates.ts';
import styles from './account-erased.module.css';

/** Says since when an account is erased, and what that means. */
export function AccountErased({ since }: { readonly since: string }) {
  const { t, locale, timeZone } = useMessages();
  return (
    <p className={styles['erased']} role="note">
      <IconEraser size={16} stroke={1.75} aria-hidden />
      <span>
        <b>{t('account.erased.since', { time: formatInstant(since, { locale, timeZone }) ?? '' })}</b>{' '}
        {t('account.erased.meaning')}
      </span>
    </p>
  );
}
