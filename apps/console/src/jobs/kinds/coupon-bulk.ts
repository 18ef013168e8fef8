import { COUPON_STATUSES } from '@backcounter/domain';
import type { JobFact, JobKindWords } from '../job-kind-words.ts';
import { keptName } from '../kept-name.ts';
import { selectionWords } from '../selection-words.ts';

const ACTIONS = ['DISABLE', 'ENABLE'] as const;
type Action = (typeof ACTIONS)[number];
const isAction = (action: unknown): action is Action => (ACTIONS as readonly unknown[]).includes(action);
const isStatus = (text: string): text is (typeof COUPON_STATUSES)[number] =>
  (COUPON_STATUSES as readonly string[]).includes(text);

/** Disabling or enabling many coupons of a campaign. */
export const couponBulkWords: JobKindWords = {
  title: ({ action }, { t }) => (isAction(action) ? t(`job.coupon-bulk.${action}`) : t('job.coupon-bulk.other')),
  facts: (summary, formats) => {
    const { t } = formats;
    const valueName = (id: string) => keptName(summary, id, formats);
    const chosen = selectionWords(
      summary['selection'],
      {
        campaign: { label: 'job.coupon-bulk.campaign', valueName },
        status: {
          label: 'job.coupon-bulk.status',
          valueName: (status) => (isStatus(status) ? t(`job.coupon-status.${status}`) : null),
        },
        batch: { label: 'job.coupon-bulk.batch', valueName },
        streamer: { label: 'job.coupon-bulk.streamer', valueName },
        used: { label: 'job.coupon-bulk.used' },
        validUntil: { label: 'job.coupon-bulk.validUntil' },
      },
      formats,
    );
    const facts: JobFact[] = [];
    if (chosen) facts.push({ name: t('job.fact.selection'), value: chosen });
    const { reason } = summary;
    if (typeof reason === 'string') facts.push({ name: t('job.fact.reason'), value: reason });
    return facts;
  },
  lists: () => ['coupons'],
};
