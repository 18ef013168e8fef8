import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime, State, type StateProps } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconBan, IconCircleCheck, IconClock, IconLoader2, IconX } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { BatchRowFragment } from '../../../generated/graphql.ts';
import { JobActions } from '../../../jobs/job-actions.tsx';
import { showDone } from '../../../lib/api/outcome-toasts.ts';
import { formatDay } from '../../../lib/format/dates.ts';
import { part } from '../../../lib/page/part.ts';
import { announceJob } from '../../../lib/page/started-jobs.ts';
import { RecordDrawer } from '../../../records/record-drawer.tsx';
import type { CampaignRecord } from '../campaign.entity.ts';
import styles from '../campaign.module.css';
import { useBatches, useBatchJob } from './use-batches.ts';

const CouponChangeMany = part(() => import('./coupon-change-many.tsx'), 'CouponChangeMany');

const LOOKS: Readonly<Record<BatchRowFragment['status'], Pick<StateProps, 'tone' | 'icon'>>> = {
  QUEUED: { tone: 'info', icon: IconClock },
  RUNNING: { tone: 'info', icon: IconLoader2 },
  DONE: { tone: 'positive', icon: IconCircleCheck },
  STOPPED: { tone: 'neutral', icon: IconX },
  FAILED: { tone: 'negative', icon: IconAlertTriangle },
  DISABLED: { tone: 'neutral', icon: IconBan },
};

interface BatchDrawerProps {
  readonly campaign: CampaignRecord;
  readonly onClose: () => void;
}

/** Batches of codes: progress, a link to the codes, and an action that disables all of them. */
export function BatchDrawer({ campaign, onClose }: BatchDrawerProps) {
  const { t, locale, timeZone, figure } = useMessages();
  const { pathname } = useLocation();
  const batches = useBatches(campaign.id);
  const [disabling, setDisabling] = useState<BatchRowFragment | null>(null);
  /** Batches whose job was started here; they say so themselves when it is done. */
  const [started, setStarted] = useState<readonly string[]>([]);
  return (
    <RecordDrawer title={t('coupon.batch.title')} onClose={onClose}>
      <ul className={styles['batches']}>
        {(batches.data ?? []).map((batch) => (
          <li key={batch.id} className={styles['batch']}>
            <header className="bc-between">
              <b>
                {batch.streamer
                  ? t('coupon.batch.of', { number: batch.number, name: batch.streamer.name })
                  : t('coupon.batch.number', { number: batch.number })}
              </b>
              <State {...LOOKS[batch.status]} word={t(`coupon.batch.status.${batch.status}`)} />
            </header>
            <p className="bc-small bc-muted">
              {t('coupon.batch.made', { made: figure(batch.generated), asked: batch.requested })}
              {' · '}
              <RelativeTime value={new Date(batch.createdAt)} locale={locale} timeZone={timeZone} />
              {batch.createdBy ? ` · ${batch.createdBy.name}` : null}
              {batch.expiresAt
                ? ` · ${t('coupon.batch.until', { day: formatDay(batch.expiresAt, { locale, timeZone: campaign.timezone }) ?? '' })}`
                : null}
            </p>
            <div>
              <Link to={pathname} search={{ batch: batch.id }} resetScroll={false} onClick={onClose}>
                {t('coupon.batch.codes')}
              </Link>
              <BatchJobActions campaign={campaign} batch={batch} />
              {batch.generated > 0 && batch.status !== 'DISABLED' && !started.includes(batch.id) ? (
                <Button
                  size="sm"
                  className="bc-destructive"
                  leftSection={<IconBan size={14} stroke={1.75} aria-hidden />}
                  aria-label={t('coupon.batch.disable-one', { number: batch.number })}
                  onClick={() => setDisabling(batch)}
                >
                  {t('coupon.batch.disable')}
                </Button>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      {disabling ? (
        <CouponChangeMany
          action="DISABLE"
          selection={{
            filter: { campaign: { in: [campaign.id] }, batch: { in: [disabling.id] } },
            search: null,
            ids: null,
            exclusions: null,
            upTo: null,
          }}
          count={null}
          list={{ capability: 'COUPONS', columns: [] }}
          columns={[]}
          onClose={() => setDisabling(null)}
          onStarted={(jobId) => {
            announceJob(jobId);
            showDone();
            setStarted([...started, disabling.id]);
            setDisabling(null);
          }}
        />
      ) : null}
    </RecordDrawer>
  );
}

function BatchJobActions({ campaign, batch }: { readonly campaign: CampaignRecord; readonly batch: BatchRowFragment }) {
  const batches = useBatches(campaign.id);
  const job = useBatchJob(campaign.id, batch).data;
  return job ? <JobActions job={job} onChanged={() => void batches.refetch()} /> : null;
}
