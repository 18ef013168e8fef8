import { useMessages } from '@backcounter/i18n/react';
import type { ReactNode } from 'react';
import { countFigure, type ListCount } from '../../../listing/list-count.ts';
import { ClauseText } from './clause-chip.tsx';
import styles from './rule.module.css';
import type { GroupNode, RulePath } from './rule-tree.ts';

/** Counts of all accounts, and after each part of each group. */
export interface RuleCounts {
  readonly accounts: ListCount;
  readonly steps: readonly ListCount[];
  readonly groups: readonly { readonly path: readonly number[]; readonly steps: readonly ListCount[] }[];
}

/** The counts after the parts of the group at a path; undefined for a negated group. */
export function stepsAt({ steps, groups }: RuleCounts, path: RulePath): readonly ListCount[] | undefined {
  return path.length === 0 ? steps : groups.find((group) => group.path.join() === path.join())?.steps;
}

interface RuleViewProps {
  readonly group: GroupNode;
  readonly path?: RulePath;
  readonly counts?: RuleCounts | undefined;
}

/** A rule in words, with the accounts that remain after each part. */
export function RuleView({ group, path = [], counts }: RuleViewProps) {
  const { t } = useMessages();
  const steps = counts && stepsAt(counts, path);
  return (
    <ol className={styles['lines']}>
      {group.parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity besides their place
        <li key={index} className={styles['line']}>
          <JoinWord group={group} index={index} />
          <div className={styles['part']}>
            {part.isNegated ? <b className="bc-medium bc-negative">{t('segment.rule.not')}</b> : null}
            {part.kind === 'clause' ? (
              <ClauseText clause={part.clause} />
            ) : (
              <div className={styles['group']}>
                <RuleView group={part} path={[...path, index]} counts={counts} />
              </div>
            )}
          </div>
          {steps ? <StepCount step={steps[index]} accounts={counts.accounts} /> : null}
        </li>
      ))}
    </ol>
  );
}

/** "and" or "or" before each part but the first. */
export function JoinWord({ group, index }: { readonly group: GroupNode; readonly index: number }): ReactNode {
  const { t } = useMessages();
  return (
    <span className={styles['join']}>
      {index === 0 ? null : t(group.join === 'all' ? 'segment.rule.and' : 'segment.rule.or')}
    </span>
  );
}

/** The accounts that remain after a part, as a bar of all accounts and a figure. */
export function StepCount({ step, accounts }: { readonly step: ListCount | undefined; readonly accounts: ListCount }) {
  const { locale } = useMessages();
  if (step === undefined) return <span className={styles['count']} />;
  const share = accounts.value === 0 ? 0 : Math.min(100, (100 * step.value) / accounts.value);
  return (
    <span className={styles['count']}>
      <span className={styles['bar']} aria-hidden>
        <span style={{ inlineSize: `${share}%` }} />
      </span>
      <output>{countFigure(step, locale)}</output>
    </span>
  );
}
