import type { SegmentRule } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconHistory, IconPencil } from '@tabler/icons-react';
import { EntityArchive } from '../../crud/entity-archive.tsx';
import { ProblemWords } from '../../lib/api/problem-words.tsx';
import { RequestError } from '../../lib/api/request-error.ts';
import { formatInstant } from '../../lib/format/dates.ts';
import { countFigure } from '../../listing/list-count.ts';
import { RecordCard } from '../../records/record-page.tsx';
import { treeOf } from './rule/rule-tree.ts';
import { RuleView } from './rule/rule-view.tsx';
import type { useSegmentCounts } from './rule/use-segment-counts.ts';
import styles from './segment.module.css';
import { type SegmentRecord, segments } from './segment-definition.tsx';

interface SegmentOverviewProps {
  readonly segment: SegmentRecord;
  readonly counts: ReturnType<typeof useSegmentCounts>;
  readonly onEdit: () => void;
}

/** Figures and rule of a segment, with the accounts that remain after each clause. */
export function SegmentOverview({ segment, counts, onEdit }: SegmentOverviewProps) {
  const { t, locale, timeZone } = useMessages();
  const { data, error } = counts;
  const { archival } = segments;
  return (
    <div className="bc-record-columns">
      <div className="bc-record-column">
        <section className={styles['figures']} aria-label={t('segment.tab.members')}>
          <div>
            <span>{t('segment.tab.members')}</span>
            <b>{data ? countFigure(data.members, locale) : <Skeleton width="4rem" />}</b>
            <small>{data ? shareWords(data, t, locale) : null}</small>
          </div>
        </section>
        <RecordCard
          title={t('segment.rule.title')}
          action={
            segment.actions.includes('EDIT') ? (
              <Button leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />} onClick={onEdit}>
                {t('segment.rule.edit')}
              </Button>
            ) : null
          }
        >
          <div className={styles['rule']}>
            {error instanceof RequestError ? <ProblemWords error={error} /> : null}
            <RuleView group={treeOf(segment.rule as SegmentRule)} counts={data} />
          </div>
        </RecordCard>
      </div>
      <div className="bc-record-column">
        {segment.description ? (
          <RecordCard title={t('segment.field.description')}>
            <p className={styles['text']} dir="auto">
              {segment.description}
            </p>
          </RecordCard>
        ) : null}
        {archival ? (
          <div className={styles['usage']}>
            <EntityArchive definition={segments} archival={archival} record={segment} />
          </div>
        ) : null}
        <p className="bc-record-updated">
          <IconHistory size={14} stroke={1.75} aria-hidden />
          {segment.updatedBy
            ? t('account.card.updated-by', {
                name: segment.updatedBy.name,
                time: formatInstant(segment.updatedAt, { locale, timeZone }) ?? '',
              })
            : t('account.card.updated', { time: formatInstant(segment.updatedAt, { locale, timeZone }) ?? '' })}
        </p>
      </div>
    </div>
  );
}

function shareWords(
  { members, accounts }: NonNullable<SegmentOverviewProps['counts']['data']>,
  t: ReturnType<typeof useMessages>['t'],
  locale: string,
): string {
  const share = accounts.value === 0 ? 0 : members.value / accounts.value;
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share);
  return t('segment.count.share', { percent, figure: countFigure(accounts, locale) });
}
