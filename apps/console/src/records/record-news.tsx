import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type QueryKey, useIsFetching } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatInstant } from '../lib/format/dates.ts';
import { useLatestVersions, type VersionsDocument } from '../lib/live/record-versions.ts';
import { session } from '../lib/settings/session.ts';
import styles from './record-page.module.css';

/** By then a change made in this tab has refreshed the page. */
const OWN_AFTER_MS = 1_000;

/** Properties of {@link RecordNews}. */
export interface RecordNewsProps {
  readonly document: VersionsDocument;
  /** As displayed. */
  readonly record: { readonly id: string; readonly version: number };
  /** Key of the page's query. */
  readonly queryKey: QueryKey;
  readonly isEditing: boolean;
  readonly onReload: () => Promise<void>;
}

/**
 * "Changed by Mara Marketing": the page is unchanged until the person reloads it. The person's own changes, made in
 * another tab or by a job, are shown immediately (decision 0051).
 */
export function RecordNews({ document, record, queryKey, isEditing, onReload }: RecordNewsProps) {
  const { t, locale, timeZone } = useMessages();
  const [latest] = useLatestVersions(document, [record.id]);
  const isFetching = useIsFetching({ queryKey }) > 0;
  const [isReloading, setReloading] = useState(false);
  const reload = useRef(onReload);
  reload.current = onReload;
  const newer = latest !== undefined && latest.version > record.version ? latest : null;
  const isOwn = newer?.updatedBy != null && newer.updatedBy.sub === session.state.get().person?.sub;
  const ownVersion = isOwn ? newer.version : null;
  useEffect(() => {
    if (ownVersion === null) return;
    const timer = setTimeout(() => void reload.current(), OWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [ownVersion]);
  const time = formatInstant(newer?.updatedAt, { locale, timeZone }) ?? '';
  return (
    <div role="status" className={styles['news']}>
      {newer === null || isOwn || (isFetching && !isReloading) ? null : (
        <>
          <IconRefresh size={16} stroke={1.75} aria-hidden />
          <p dir="auto">
            {newer.updatedBy
              ? t('records.news.by', { name: newer.updatedBy.name, time })
              : t('records.news.at', { time })}
            {isEditing ? ` · ${t('records.news.editing')}` : null}
          </p>
          {isEditing ? null : (
            <Button
              size="sm"
              loading={isReloading}
              onClick={() => {
                setReloading(true);
                void onReload().finally(() => setReloading(false));
              }}
            >
              {t('common.action.reload')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
