import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { load } from '../../../lib/api/graphql-client.ts';
import { CopyChip } from '../../../lib/format/copy-chip.tsx';
import { formatInstant } from '../../../lib/format/dates.ts';
import { QueryFailure } from '../../../lib/page/query-failure.tsx';
import { saveText } from '../../../lib/page/save-text.ts';
import { RecordDialog } from '../../../records/record-dialog.tsx';
import { FactList } from '../../../records/record-page.tsx';
import { erasureCertificateQuery } from './erasure-certificate.operations.ts';

/** Proof of an erasure, with a check of the personal data left, to download for the person who asked for it. */
export function ErasureCertificate({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { t, locale, timeZone, figure } = useMessages();
  const found = useQuery({
    queryKey: ['erasure-certificate', id],
    queryFn: async ({ signal }) =>
      (await load(erasureCertificateQuery, { accountId: id }, signal)).erasureCertificate ?? null,
    gcTime: 0,
  });
  const data = found.data ?? null;
  const title = t('account.certificate.title');
  const facts =
    data === null
      ? []
      : [
          { name: t('account.field.number'), value: String(data.number) },
          { name: t('account.certificate.at'), value: formatInstant(data.erasedAt, { locale, timeZone }) ?? '' },
          { name: t('account.certificate.by'), value: data.erasedBy.name },
          { name: t('account.card.reason'), value: data.reason ?? t('listing.value.empty') },
          {
            name: t('account.certificate.removed'),
            value: t('account.certificate.removed-what', { devices: data.devices, notes: data.notes }),
          },
          {
            name: t('account.certificate.check'),
            value: t('account.certificate.left', { count: data.valuesLeft, columns: figure(data.checkedColumns) }),
          },
          { name: t('account.certificate.fingerprint'), value: data.fingerprint },
        ];
  const text = [title, '', ...facts.map(({ name, value }) => `${name}: ${value}`), ''].join('\n');
  return (
    <RecordDialog title={title} isWide onClose={onClose}>
      {found.error ? (
        <QueryFailure query={found} title={t('account.certificate.failed')} />
      ) : found.isPending ? (
        <Skeleton width="20rem" />
      ) : data === null ? (
        <p>{t('account.certificate.none')}</p>
      ) : (
        <div className="bc-dialog-form">
          <FactList
            facts={facts.map((fact) =>
              fact.value === data.fingerprint
                ? { ...fact, value: <CopyChip value={fact.value} shown={fact.value.slice(0, 16)} /> }
                : fact,
            )}
          />
          <p className="bc-small bc-muted">{t('account.certificate.hint')}</p>
          <div className="bc-dialog-buttons">
            <Button onClick={onClose}>{t('common.action.close')}</Button>
            <Button variant="filled" onClick={() => saveText(`account-${data.number}-erased.txt`, text)}>
              {t('job.action.file')}
            </Button>
          </div>
        </div>
      )}
    </RecordDialog>
  );
}
