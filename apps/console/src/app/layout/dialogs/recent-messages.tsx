import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime, type Toast } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { bestEffort } from '../../../lib/page/best-effort.ts';
import { Dialog } from '../../../lib/page/dialog.tsx';
import { toasts } from '../../../lib/page/toasts.ts';
import styles from './dialog.module.css';

/** The recent toasts; errors with their details to copy. */
export function RecentMessages({ onClose }: { readonly onClose: () => void }) {
  const { t } = useMessages();
  const { history } = useSyncExternalStore(toasts.subscribe, toasts.snapshot);
  return (
    <Dialog title={t('shell.messages.title')} onClose={onClose}>
      {history.length === 0 ? <p>{t('shell.messages.empty')}</p> : null}
      <ul className={styles['messages']}>
        {history.map((toast) => (
          <MessageRow key={toast.id} toast={toast} />
        ))}
      </ul>
      {history.length > 0 ? (
        <div className={styles['foot']}>
          <Button onClick={toasts.clearHistory}>{t('shell.messages.clear')}</Button>
        </div>
      ) : null}
    </Dialog>
  );
}

function MessageRow({ toast }: { readonly toast: Toast }) {
  const { t, locale, timeZone } = useMessages();
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    bestEffort('Copying details', async () => {
      const parts = [toast.shownAt.toISOString(), toast.message, toast.details].filter(Boolean);
      await navigator.clipboard.writeText(parts.join('\n'));
      setCopied(true);
    });
  return (
    <li>
      <div>
        <p>{toast.message}</p>
        <RelativeTime value={toast.shownAt} locale={locale} timeZone={timeZone} />
      </div>
      <Button size="sm" variant="subtle" onClick={() => void copy()}>
        {t(isCopied ? 'common.action.copied' : 'shell.messages.copy')}
      </Button>
    </li>
  );
}
