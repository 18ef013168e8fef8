import type { SegmentClause } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Popover } from '@backcounter/ui';
import { IconX } from '@tabler/icons-react';
import { Suspense } from 'react';
import { formatList } from '../../../lib/format/formats.ts';
import { lazyPart } from '../../../lib/page/part.ts';
import { INITIAL_LIST_STATE, type ListState } from '../../../listing/address/list-url.ts';
import { useChipWords } from '../../../listing/filter/filter-bar.tsx';
import { accountClause, behaviorClause, type ClauseKind, filterValueOf, kindOf, termsOf } from './clauses.ts';
import styles from './rule.module.css';

const FilterEditor = lazyPart(() => import('../../../listing/filter/filter-editor.tsx'), 'FilterEditor');
const ALL_ACCOUNTS = { capability: 'ACCOUNTS', filterInput: () => null } as const;
const BehaviorEditor = lazyPart(() => import('./behavior-editor.tsx'), 'BehaviorEditor');

function stateOf({ filter }: ClauseKind, clause: SegmentClause | null): ListState {
  const value = clause && filterValueOf(clause);
  return value ? { ...INITIAL_LIST_STATE, filters: { [filter.key]: value } } : INITIAL_LIST_STATE;
}

/** A clause in words: "Country Germany", "Earned points Harbour, in the last 30 days". */
export function useClauseWords(kind: ClauseKind, clause: SegmentClause | null) {
  const { t, locale } = useMessages();
  const list = kind.behavior === null ? 'accounts' : 'segments';
  const words = useChipWords(list, kind.filter, stateOf(kind, clause));
  const { withinDays } = clause ? termsOf(clause) : {};
  const period = withinDays === undefined ? null : t('listing.filter.within-days', { days: withinDays });
  const parts = [words, period].filter((part) => part !== null);
  return { label: t(kind.filter.labelKey), words: formatList(parts, locale) };
}

/** A clause as text, of a kind that this version may not know. */
export function ClauseText({ clause }: { readonly clause: SegmentClause }) {
  const kind = kindOf(clause);
  return kind ? (
    <span className={styles['chip']}>
      <ClauseWords kind={kind} clause={clause} />
    </span>
  ) : (
    <code className={styles['chip']}>{JSON.stringify(clause)}</code>
  );
}

function ClauseWords({ kind, clause }: { readonly kind: ClauseKind; readonly clause: SegmentClause | null }) {
  const { label, words } = useClauseWords(kind, clause);
  return (
    <span className={styles['words']}>
      {label} {words === '' ? null : <b dir="auto">{words}</b>}
    </span>
  );
}

interface ClauseChipProps {
  readonly kind: ClauseKind;
  /** Null while it is being added. */
  readonly clause: SegmentClause | null;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onChange: (clause: SegmentClause | null) => void;
}

/** A clause that can be edited: its words open the editor, Delete and the cross remove it. */
export function ClauseChip({ kind, clause, isOpen, onOpen, onChange }: ClauseChipProps) {
  const { t } = useMessages();
  const { label } = useClauseWords(kind, clause);
  const cancel = () => onOpen(false);
  return (
    <Popover
      opened={isOpen}
      onChange={onOpen}
      position="bottom-start"
      width={320}
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would add form semantics */}
        <div className={styles['chip']} role="group" aria-label={label}>
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => onOpen(!isOpen)}
            onKeyDown={({ key }) => {
              if (key === 'Delete' || key === 'Backspace') onChange(null);
            }}
          >
            <ClauseWords kind={kind} clause={clause} />
          </button>
          <button
            type="button"
            className={styles['remove']}
            aria-label={t('listing.filter.remove', { filter: label })}
            onClick={() => onChange(null)}
          >
            <IconX size={14} stroke={1.75} aria-hidden />
          </button>
        </div>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<div style={{ minHeight: '4rem' }} />}>
          {kind.behavior === null ? (
            <FilterEditor
              list="accounts"
              counted={ALL_ACCOUNTS}
              filter={kind.filter}
              state={stateOf(kind, clause)}
              onApply={(value) => onChange(value && accountClause(kind.filter.key, value))}
              onCancel={cancel}
            />
          ) : (
            <BehaviorEditor
              kind={kind}
              terms={clause ? termsOf(clause) : {}}
              onApply={(terms) => onChange(kind.behavior && behaviorClause(kind.behavior, terms))}
              onCancel={cancel}
            />
          )}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
