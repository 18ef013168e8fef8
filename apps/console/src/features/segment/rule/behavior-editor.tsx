import type { BehaviorTerms } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Radio } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { useState } from 'react';
import { INITIAL_LIST_STATE } from '../../../listing/address/list-url.ts';
import { EditorForm } from '../../../listing/filter/editor-form.tsx';
import { OptionChecks } from '../../../listing/filter/option-checks.tsx';
import { DEFAULT_DAYS, RelativeDays } from '../../../listing/filter/relative-days.tsx';
import { useFilterOptions } from '../../../listing/filter/use-filter-options.ts';
import type { ClauseKind } from './clauses.ts';
import styles from './rule.module.css';

interface BehaviorEditorProps {
  readonly kind: ClauseKind;
  readonly terms: BehaviorTerms;
  readonly onApply: (terms: BehaviorTerms) => void;
  readonly onCancel: () => void;
}

/** Behaviors that are too many to read without a period or a record. */
const NEEDS_BOUNDS = ['earned', 'opened'];

/** Edits a clause about behavior: the records, and the period. */
export function BehaviorEditor({ kind, terms, onApply, onCancel }: BehaviorEditorProps) {
  const { t } = useMessages();
  const { filter, behavior } = kind;
  const isBounded = NEEDS_BOUNDS.includes(behavior ?? '');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(terms.ids));
  const [isEver, setEver] = useState(terms.withinDays === undefined && (terms.ids !== undefined || !isBounded));
  const [days, setDays] = useState<number | null>(terms.withinDays ?? DEFAULT_DAYS);
  const options = useFilterOptions('segments', filter, INITIAL_LIST_STATE, true);
  const isOpenEnded = isEver && chosen.size === 0 && isBounded;
  return (
    <EditorForm
      label={t(filter.labelKey)}
      canApply={!isOpenEnded && (isEver || days !== null)}
      onCancel={onCancel}
      onSubmit={() =>
        onApply({
          ...(chosen.size > 0 && { ids: [...chosen] }),
          ...(!isEver && days !== null && { withinDays: days }),
        })
      }
    >
      <OptionChecks options={options} chosen={chosen} onChange={setChosen} />
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
