import type { PlaceholderValues } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { load } from '../../../lib/api/graphql-client.ts';
import { Select } from '../../../lib/select/select.tsx';
import { notificationSamplesQuery } from '../notification.operations.ts';
import styles from './notification-form.module.css';

const NO_SAMPLE = 'none';

interface PreviewSample {
  /** Null: the fallbacks are shown. */
  readonly values: PlaceholderValues | null;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** Recipients of a topic whose values a text can be previewed with, and the one chosen. */
export function usePreviewSample(topicId: string | null, isNeeded: boolean): PreviewSample | null {
  const { t } = useMessages();
  const [chosen, choose] = useState(NO_SAMPLE);
  const samples = useQuery({
    queryKey: ['notification-samples', topicId],
    queryFn: async ({ signal }) =>
      (await load(notificationSamplesQuery, { topicId: topicId ?? '' }, signal)).notificationSamples,
    enabled: isNeeded && topicId !== null,
    meta: { errorsShown: 'in-toast' },
  });
  if (!isNeeded) return null;
  const found = samples.data?.find(({ id }) => id === chosen);
  return {
    values: found
      ? { firstName: found.firstName ?? null, points: found.points ?? null, store: found.store ?? null }
      : null,
    options: [
      { value: NO_SAMPLE, label: t('notification.preview.no-values') },
      ...(samples.data ?? []).map(({ id, firstName, publicNo }) => ({
        value: id,
        label: `${firstName ?? ''} #${publicNo}`.trim(),
      })),
    ],
    chosen: found ? chosen : NO_SAMPLE,
    onChoose: choose,
  };
}

/** Chooses the account of the preview. */
export function PreviewSampleChoice({ sample }: { readonly sample: PreviewSample }) {
  const { t } = useMessages();
  return (
    <div className={styles['sample']}>
      <Select
        label={t('notification.preview.sample')}
        value={sample.chosen}
        options={sample.options}
        onChange={sample.onChoose}
      />
    </div>
  );
}
