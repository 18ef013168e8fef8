import { useMessages } from '@backcounter/i18n/react';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { CampaignRowFragment } from '../../../generated/graphql.ts';
import { load, newIdempotencyKey, request } from '../../../lib/api/graphql-client.ts';
import { RequestError } from '../../../lib/api/request-error.ts';
import { DateTimeInput } from '../../../lib/date-time/date-time-input.tsx';
import { parseNumber } from '../../../lib/format/number-text.ts';
import { addDays, instantOf } from '../../../lib/format/zoned-time.ts';
import { zonedWords } from '../../../lib/format/zoned-words.ts';
import { announceJob } from '../../../lib/page/started-jobs.ts';
import { Select } from '../../../lib/select/select.tsx';
import { dayOf } from '../../../listing/filter/zoned-day.ts';
import { DialogProblem } from '../../../records/dialog-problem.tsx';
import { FIELD_ORDER } from '../../../records/form/record-form.tsx';
import { RecordDialog } from '../../../records/record-dialog.tsx';
import { useRefreshRich } from '../../../records/rich-record.ts';
import { campaigns } from '../campaign.entity.ts';
import { couponAllowanceQuery, generateCouponsMutation } from './coupon.operations.ts';

interface GenerateDialogProps {
  readonly campaign: CampaignRowFragment;
  /** A partner generates their own codes. */
  readonly isOwn?: boolean;
  readonly onClose: () => void;
}

/**
 * Orders codes: quantity, recipient, expiry. A job generates large batches; the page and the tray show its progress.
 */
export function GenerateDialog({ campaign, isOwn = false, onClose }: GenerateDialogProps) {
  const { t, locale } = useMessages();
  const refresh = useRefreshRich(campaigns, campaign.id);
  const [text, setText] = useState('');
  const [streamerId, setStreamerId] = useState('');
  const [lastDay, setLastDay] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestError | null>(null);
  const running = useRef(false);
  const attempt = useRef<{ content: string; key: string }>(undefined);
  const allowance = useQuery({
    queryKey: ['campaign', campaign.id, 'allowance'],
    meta: { errorsShown: 'in-toast' },
    queryFn: async ({ signal }) => {
      const variables = { campaignId: campaign.id };
      return (await load(couponAllowanceQuery, variables, signal)).couponAllowance;
    },
  });
  const left = allowance.data?.left;
  const count = parseNumber(text, locale);
  const isWhole = typeof count === 'number' && Number.isInteger(count) && count >= 1;
  const isTooMany = isWhole && left !== undefined && count > left;
  const expiresAt = lastDay === '' ? null : instantOf(`${addDays(lastDay, 1)}T00:00`, campaign.timezone);
  const isLate = expiresAt !== null && expiresAt > campaign.endsAt;
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  const isComplete = isWhole && !isTooMany && !isLate && !isOver;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // State alone would let a second click through before the next render.
    if (!isComplete || running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(null);
    const input = { campaignId: campaign.id, count, streamerId: streamerId || null, expiresAt };
    const content = JSON.stringify(input);
    if (attempt.current?.content !== content) attempt.current = { content, key: newIdempotencyKey() };
    try {
      const options = { idempotencyKey: attempt.current.key, errorsShown: 'in-place' } as const;
      const { generateCoupons } = await request(generateCouponsMutation, { input }, options);
      const { jobId } = generateCoupons.couponBatch;
      if (jobId) announceJob(jobId);
      void refresh();
      onClose();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setFailure(error);
      void allowance.refetch();
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return (
    <RecordDialog title={t('coupon.generate.title')} onClose={onClose}>
      <form className="bc-dialog-form" noValidate onSubmit={(event) => void submit(event)}>
        <TextInput
          label={t('coupon.generate.count')}
          description={left === undefined ? undefined : t('coupon.generate.left', { count: left })}
          inputWrapperOrder={FIELD_ORDER}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          data-autofocus
          value={text}
          error={
            isTooMany
              ? t('coupon.generate.too-many', { count: left ?? 0 })
              : text !== '' && !isWhole
                ? typeof count === 'number' && count < 1
                  ? t('error.field.too-small', { min: 1 })
                  : t('error.field.whole-number')
                : null
          }
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {isOwn ? null : (
          <Select
            label={t('coupon.field.streamer')}
            description={t('coupon.generate.streamer-hint')}
            value={streamerId}
            options={[
              { value: '', label: t('coupon.generate.no-streamer') },
              ...campaign.streamers.map(({ id, displayName }) => ({ value: id, label: displayName })),
            ]}
            onChange={setStreamerId}
          />
        )}
        <DateTimeInput
          kind="date"
          isAhead
          timeZone={campaign.timezone}
          min={dayOf(new Date().toISOString(), campaign.timezone)}
          max={addDays(dayOf(campaign.endsAt, campaign.timezone), -1)}
          label={t('coupon.generate.until')}
          description={
            expiresAt === null
              ? t('coupon.generate.until-hint')
              : t('crud.instant.end-of-day-utc', { time: zonedWords(expiresAt, 'UTC', locale) })
          }
          inputWrapperOrder={FIELD_ORDER}
          value={lastDay}
          error={isLate ? t('coupon.generate.too-late') : isOver ? t('error.field.too-soon') : null}
          onChange={setLastDay}
        />
        {failure ? <DialogProblem error={failure} /> : null}
        <div className="bc-dialog-buttons">
          <Button onClick={onClose}>{t('common.action.cancel')}</Button>
          <Button type="submit" variant="filled" disabled={!isComplete} loading={isBusy}>
            {isWhole ? t('coupon.generate.verb', { count }) : t('coupon.generate.action')}
          </Button>
        </div>
      </form>
    </RecordDialog>
  );
}
