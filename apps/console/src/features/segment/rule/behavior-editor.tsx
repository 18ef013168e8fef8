import { type BehaviorTerms, LIMITS, SEGMENT_BEHAVIORS, type SegmentBehavior } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Radio } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EditorForm } from '../../../listing/filter/editor-form.tsx';
import { OptionChecks } from '../../../listing/filter/option-checks.tsx';
import { DEFAULT_DAYS, RelativeDays } from '../../../listing/filter/relative-days.tsx';
import { BEHAVIOR_RECORDS } from './clauses.ts';
import styles from './rule.module.css';

interface BehaviorEditorProps {
  readonly behavior: SegmentBehavior;
  readonly terms: BehaviorTerms;
  readonly onApply: (terms: BehaviorTerms) => void;
  readonly onCancel: () => void;
}

/** Edits a clause about behavior: the records, and the period. */
export function BehaviorEditor({ behavior, terms, onApply, onCancel }: BehaviorEditorProps) {
  const { t } = useMessages();
  const { isBounded } = SEGMENT_BEHAVIORS[behavior];
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(terms.ids));
  const [isEver, setEver] = useState(terms.withinDays === undefined && (terms.ids !== undefined || !isBounded));
  const [days, setDays] = useState<number | null>(terms.withinDays ?? DEFAULT_DAYS);
  const [text, setText] = useState('');
  const options = useRecords(behavior, text, terms.ids ?? []);
  const isOpenEnded = isEver && chosen.size === 0 && isBounded;
  return (
    <EditorForm
      label={t(`segment.behavior.${behavior}`)}
      canApply={!isOpenEnded && (isEver || days !== null)}
      onCancel={onCancel}
      onSubmit={() =>
        onApply({
          ...(chosen.size > 0 && { ids: [...chosen] }),
          ...(!isEver && days !== null && { withinDays: days }),
        })
      }
    >
      {behavior === 'shopped' || behavior === 'holds' ? (
        <p className={styles['hint']}>{t(`segment.behavior.${behavior}-hint`)}</p>
      ) : null}
      <OptionChecks options={options} search={{ text, onChange: setText }} chosen={chosen} onChange={setChosen} />
      <p className={styles['hint']}>{t('segment.behavior.any')}</p>
      <Radio.Group
        value={isEver ? 'ever' : 'within'}
        onChange={(value) => setEver(value === 'ever')}
        aria-label={t('segment.behavior.period')}
      >
        <div className={styles['periods']}>
          <Radio size="xs" value="within" label={t('listing.filter.within-days', { days: days ?? DEFAULT_DAYS })} />
          <Radio size="xs" value="ever" label={t('segment.behavior.ever')} />
        </div>
      </Radio.Group>
      {isEver ? null : <RelativeDays days={days ?? DEFAULT_DAYS} onChange={setDays} />}
      {isOpenEnded ? (
        <p className={styles['hint']} role="alert">
          {t('segment.behavior.too-wide')}
        </p>
      ) : null}
    </EditorForm>
  );
}

/** Records by a search on the server; without one, the chosen records come first. */
function useRecords(behavior: SegmentBehavior, text: string, chosen: readonly string[]) {
  const { locale } = useMessages();
  const [search] = useDebouncedValue(text.trim(), LIMITS.searchDelayMs);
  const find = BEHAVIOR_RECORDS[behavior];
  return useQuery({
    queryKey: ['segment-records', behavior, locale, search, search === '' ? chosen : null],
    queryFn: async ({ signal }) => {
      const first = await Promise.all((search === '' ? chosen : []).map((id) => find(id, locale, signal)));
      const found = await find(search || null, locale, signal);
      return [...first.flat(), ...found.filter(({ value }) => search !== '' || !chosen.includes(value))];
    },
    placeholderData: keepPreviousData,
  });
}
