import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { load, newIdempotencyKey, request } from '../../lib/api/graphql-client.ts';
import { DialogProblem } from '../../records/dialog-problem.tsx';
import { ReasonDialog } from '../../records/reason-dialog.tsx';
import { RecordCard } from '../../records/record-page.tsx';
import { useRefreshTranslations } from './language/use-translation-language.ts';
import styles from './translation.module.css';
import { languageDocuments } from './translation.operations.ts';

interface UnknownReportsProps {
  readonly clientId: string;
  readonly count: number;
}

/** Reported keys that the product does not have: from an old page in a tab, or a mistake in the code. */
export function UnknownReports({ clientId, count }: UnknownReportsProps) {
  const { t, locale, timeZone } = useMessages();
  const refresh = useRefreshTranslations();
  const [isOpen, setOpen] = useState(false);
  const [key, setKey] = useState<string | null>(null);
  const reports = useQuery({
    queryKey: ['translation', 'unknown', clientId],
    enabled: isOpen,
    queryFn: async ({ signal }) =>
      (await load(languageDocuments.unknown, { clientId }, signal)).translationUnknownReports,
  });
  return (
    <div className={styles['unknownReports']}>
      <RecordCard
        title={t('translation.unknown.title', { count })}
        action={
          <span className="bc-row bc-wrap bc-gap-md">
            <Button variant="subtle" aria-expanded={isOpen} onClick={() => setOpen((before) => !before)}>
              {t(isOpen ? 'translation.unknown.hide' : 'translation.unknown.show')}
            </Button>
            <Button className="bc-destructive" onClick={() => setKey(newIdempotencyKey())}>
              {t('translation.unknown.clear')}
            </Button>
          </span>
        }
      >
        <p className="bc-form-hint">{t('translation.unknown.hint')}</p>
        {isOpen && reports.error ? <DialogProblem error={reports.error} /> : null}
        {isOpen && reports.data ? (
          <ul>
            {reports.data.map((report) => (
              <li key={`${report.locale} ${report.key}`}>
                <bdi className="bc-code">{report.key}</bdi>
                <span>
                  <bdi className="bc-code">{report.locale}</bdi> · {t('translation.reports', { count: report.reports })}{' '}
                  · <RelativeTime value={new Date(report.lastReportedAt)} locale={locale} timeZone={timeZone} />
                </span>
              </li>
            ))}
          </ul>
        ) : null}
      </RecordCard>
      {key === null ? null : (
        <ReasonDialog
          title={t('translation.unknown.clear-title', { count })}
          consequence={t('translation.unknown.clear-consequence')}
          verb={t('translation.unknown.clear')}
          isDestructive
          isReasonRequired={false}
          hasReason={false}
          onClose={() => setKey(null)}
          onConfirm={async () => {
            await request(
              languageDocuments.clearUnknown,
              { input: { clientId } },
              { idempotencyKey: key, errorsShown: 'in-place' },
            );
            setKey(null);
            await refresh();
          }}
        />
      )}
    </div>
  );
}
