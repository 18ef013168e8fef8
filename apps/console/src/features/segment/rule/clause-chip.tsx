import type { SegmentClause } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Popover } from '@backcounter/ui';
import { IconX } from '@tabler/icons-react';
import { Suspense } from 'react';
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

/** A clause in words: "Country **Germany**", "Earned points at **Harbour** **in the last 30 days**". */
function ClauseWords({ kind, clause }: { readonly kind: ClauseKind; readonly clause: SegmentClause | null }) {
  const { t } = useMessages();
  const { behavior, filter } = kind;
  const words = useChipWords(behavior === null ? 'accounts' : 'segments', filter, stateOf(kind, clause));
  if (behavior === null || clause === null)
    return (
      <span className={styles['words']}>
        {t(filter.labelKey)} {words === null ? null : <b dir="auto">{words}</b>}
      </span>
    );
  const { withinDays } = termsOf(clause);
  const bold = [words, withinDays === undefined ? null : t('listing.filter.within-days', { days: withinDays })];
  const sentence = t(`segment.said.${behavior}`, {
    any: words === null ? 'yes' : 'no',
    ever: withinDays === undefined ? 'yes' : 'no',
    names: MARKS[0],
    when: MARKS[1],
  });
  return (
    <span className={styles['words']}>
      {sentence.split(MARKED).map((part) => {
        const at = MARKS.indexOf(part);
        return at < 0 ? (
          part
        ) : (
          <b key={part} dir="auto">
            {bold[at]}
          </b>
        );
      })}
    </span>
  );
}

/** Where the names and the period are in a sentence: characters that no text has. */
const MARKS = ['\u{e000}', '\u{e001}'];
const MARKED = /([\u{e000}\u{e001}])/u;

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
  const { behavior, filter } = kind;
  const label = t(filter.labelKey);
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
          {behavior === null ? (
            <FilterEditor
              list="accounts"
              counted={ALL_ACCOUNTS}
              filter={filter}
              state={stateOf(kind, clause)}
              onApply={(value) => onChange(value && accountClause(filter.key, value))}
              onCancel={cancel}
            />
          ) : (
            <BehaviorEditor
              behavior={behavior}
              terms={clause ? termsOf(clause) : {}}
              onApply={(terms) => onChange(behaviorClause(behavior, terms))}
              onCancel={cancel}
            />
          )}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
