import { COUPON_STATUSES } from '@backcounter/domain';
import type { JobFact, JobKindWords } from '../job-kind-words.ts';
import { keptName } from '../kept-name.ts';
import { selectionFacts } from '../selection-words.ts';

const ACTIONS = ['DISABLE', 'ENABLE'] as const;
type Action = (typeof ACTIONS)[number];
const isAction = (action: unknown): action is Action => (ACTIONS as readonly unknown[]).includes(action);
const isStatus = (text: string): text is (typeof COUPON_STATUSES)[number] =>
  (COUPON_STATUSES as readonly string[]).includes(text);

/** The page of the one campaign whose coupons were chosen. */
function campaignPath(filter: Readonly<Record<string, unknown>>): string | null {
  const [id] = (filter['campaign'] as { in?: readonly string[] } | undefined)?.in ?? [];
  return id === undefined ? null : `/campaigns/${id}`;
}

/** Disabling or enabling many coupons of a campaign. */
export const couponBulkWords: JobKindWords = {
  title: ({ action }, { t }) => (isAction(action) ? t(`job.coupon-bulk.${action}`) : t('job.coupon-bulk.other')),
  facts: (summary, formats) => {
    const { t } = formats;
    const valueName = (id: string) => keptName(summary, id, formats);
    const facts: JobFact[] = [
      ...selectionFacts(
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
        campaignPath,
      ),
    ];
    const { reason, reissue } = summary;
    if (reissue === true) facts.push({ name: t('coupon.leaked.reissue-fact'), value: t('listing.filter.yes') });
    if (typeof reason === 'string') facts.push({ name: t('job.fact.reason'), value: reason });
    return facts;
  },
  recordHref: (id, { selection }) => {
    const path = campaignPath((selection as { filter?: Readonly<Record<string, unknown>> } | undefined)?.filter ?? {});
    return path && `${path}?${new URLSearchParams({ open: id })}`;
  },
  lists: () => ['coupons', 'coupon-batches'],
};
