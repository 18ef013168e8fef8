import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime, type UiIcon } from '@backcounter/ui';
import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBattery1,
  IconBellX,
  IconCalendarDue,
  IconEye,
  IconGift,
  IconHourglassLow,
  IconPackage,
  IconPencil,
  IconPlayerPause,
  IconRefresh,
  IconShieldX,
  IconSnowflake,
  IconSpeakerphone,
  IconSpy,
  IconUserQuestion,
  IconUsersMinus,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { AttentionItemViewFragment, AttentionKind, AttentionSeverity } from '../generated/graphql.ts';
import { retryJob } from '../jobs/job-changes.ts';
import { bestEffort } from '../lib/page/best-effort.ts';
import styles from './attention.module.css';
import { attentionHref } from './attention-places.ts';
import { attentionWords } from './attention-words.ts';

const ICONS: Readonly<Record<AttentionKind, UiIcon>> = {
  CAMPAIGN_BUDGET: IconBattery1,
  CAMPAIGN_DRAFT: IconPencil,
  CAMPAIGN_ENDING: IconHourglassLow,
  CAMPAIGN_LEAK: IconSpy,
  CAMPAIGN_STARTING: IconCalendarDue,
  GIVEAWAY_DRAFT: IconPencil,
  GIVEAWAY_OVERDUE: IconAlertTriangle,
  GIVEAWAY_TO_ANNOUNCE: IconSpeakerphone,
  GIVEAWAY_TO_DRAW: IconGift,
  GIVEAWAY_TO_HAND_OVER: IconPackage,
  JOB_FAILED: IconAlertTriangle,
  LEDGER_BROKEN: IconShieldX,
  NOTIFICATION_DRAFT: IconPencil,
  NOTIFICATION_FAILED: IconBellX,
  NOTIFICATION_PAUSED: IconPlayerPause,
  SEGMENT_EMPTY: IconUsersMinus,
  STAFF_DISCLOSURE: IconEye,
  STAFF_REQUEST: IconUserQuestion,
  WALLETS_FROZEN: IconSnowflake,
};
const TONES: Readonly<Record<AttentionSeverity, string>> = {
  CRITICAL: 'negative',
  WARNING: 'warning',
  NOTICE: 'neutral',
};

interface AttentionRowProps {
  readonly item: AttentionItemViewFragment;
  /** Called after an action here, to reload the list. */
  readonly onDone: () => void;
}

/** An open task in a list: its text, details, time and next step. */
export function AttentionRow({ item, onDone }: AttentionRowProps) {
  const formats = useMessages();
  const { t, locale, timeZone } = formats;
  const { title, detail, time } = attentionWords(item, formats);
  const id = useId();
  const Icon = ICONS[item.kind];
  const href = attentionHref(item);
  const label = t(`attention.action.${item.action}`);
  return (
    <li className={styles['attention']} data-tone={TONES[item.severity]}>
      <span className={styles['icon']}>
        <Icon size={16} stroke={1.75} aria-hidden />
      </span>
      <span className={styles['words']}>
        <strong className="bc-medium bc-break" id={id}>
          {title}
        </strong>
        <span className="bc-muted">
          {detail === null ? null : <span>{detail}</span>}
          {time === null ? null : (
            <span>
              {time.label} <RelativeTime value={new Date(time.at)} locale={locale} timeZone={timeZone} />
            </span>
          )}
        </span>
      </span>
      {item.action === 'RETRY' && item.job?.canRetry ? (
        <RetryButton jobId={item.job.id} label={label} describedBy={id} onDone={onDone} />
      ) : href === null ? null : (
        <Link to={href} className="bc-link" aria-describedby={id}>
          {label}
        </Link>
      )}
    </li>
  );
}

interface RetryButtonProps {
  readonly jobId: string;
  readonly label: string;
  readonly describedBy: string;
  readonly onDone: () => void;
}

function RetryButton({ jobId, label, describedBy, onDone }: RetryButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const retry = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    // The client has shown a failure.
    await bestEffort('Trying a job again', () => retryJob(jobId));
    setBusy(false);
    onDone();
  };
  return (
    <Button
      size="sm"
      leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden />}
      loading={isBusy}
      aria-describedby={describedBy}
      onClick={() => void retry()}
    >
      {label}
    </Button>
  );
}
