import { useMessages } from '@backcounter/i18n/react';
import { Menu } from '@backcounter/ui';
import { ActionIcon, Button } from '@mantine/core';
import { IconBraces, IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { ProblemWords } from '../../../lib/api/problem-words.tsx';
import { toMatches } from '../../../listing/filter/filter-bar.tsx';
import { countFigure } from '../../../listing/list-count.ts';
import { SegmentReachCard } from '../segment-reach-card.tsx';
import { ClauseChip, ClauseText } from './clause-chip.tsx';
import { type ClauseKind, kindOf, useClauseKinds } from './clauses.ts';
import styles from './rule.module.css';
import {
  EMPTY_RULE,
  type GroupNode,
  type RuleNode,
  type RulePath,
  ruleOf,
  withNewPart,
  withPart,
} from './rule-tree.ts';
import { JoinWord, type RuleCounts, StepCount, stepsAt } from './rule-view.tsx';
import { useSegmentCounts } from './use-segment-counts.ts';

interface RuleEditorProps {
  readonly tree: GroupNode;
  readonly onChange: (tree: GroupNode) => void;
}

/** Edits a rule: clauses and groups are added, negated and removed by buttons; counts follow. */
export function RuleEditor({ tree, onChange }: RuleEditorProps) {
  const { t, locale } = useMessages();
  const rule = ruleOf(tree);
  const counts = useSegmentCounts(rule);
  const isCounting = counts.isFetching || counts.asked !== JSON.stringify(rule);
  return (
    <div className="bc-stack bc-gap-md">
      {tree.parts.length === 0 ? <p className={styles['hint']}>{t('segment.rule.empty')}</p> : null}
      <GroupLines root={tree} path={[]} counted={[]} group={tree} onChange={onChange} counts={counts.data} />
      {rule === null ? null : (
        <>
          <p className={styles['hint']} role="status" aria-busy={isCounting}>
            {counts.data
              ? t('segment.rule.members', {
                  figure: countFigure(counts.data.members, locale),
                  count: counts.data.members.value,
                })
              : null}
            {isCounting ? ` ${t('segment.rule.counting')}` : null}
          </p>
          {counts.error ? (
            <p role="alert">
              <ProblemWords error={counts.error} />
            </p>
          ) : counts.asked === null ? null : (
            <SegmentReachCard rule={counts.asked} />
          )}
        </>
      )}
    </div>
  );
}

interface GroupLinesProps {
  readonly root: GroupNode;
  readonly path: RulePath;
  /** The path among the parts with clauses, which counts follow: a new group has none. */
  readonly counted: RulePath;
  readonly group: GroupNode;
  readonly onChange: (tree: GroupNode) => void;
  readonly counts: RuleCounts | undefined;
}

function GroupLines({ root, path, counted, group, onChange, counts }: GroupLinesProps) {
  const { t } = useMessages();
  const kinds = useClauseKinds();
  const [edited, setEdited] = useState<number | null>(null);
  const [added, setAdded] = useState<ClauseKind | null>(null);
  const set = (index: number, change: (part: RuleNode) => RuleNode | null) =>
    onChange(withPart(root, [...path, index], change));
  const steps = counts && stepsAt(counts, counted);
  let place = -1;
  return (
    <>
      <ol className={styles['lines']}>
        {group.parts.map((part, index) => {
          if (ruleOf(part) !== null) place += 1;
          const kind = part.kind === 'clause' ? kindOf(part.clause) : undefined;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity besides their place
            <li key={index} className={styles['line']}>
              {index === 1 ? (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  className={styles['join']}
                  title={t('segment.rule.switch')}
                  onClick={() =>
                    onChange(
                      withPart(root, path, (node) =>
                        node.kind === 'group' ? { ...node, join: node.join === 'all' ? 'any' : 'all' } : node,
                      ),
                    )
                  }
                >
                  {t(group.join === 'all' ? 'segment.rule.and' : 'segment.rule.or')}
                </Button>
              ) : (
                <JoinWord group={group} index={index} />
              )}
              <div className={styles['part']}>
                <button
                  type="button"
                  className={styles['negate']}
                  aria-pressed={part.isNegated}
                  onClick={() => set(index, (node) => ({ ...node, isNegated: !node.isNegated }))}
                >
                  {part.isNegated ? null : <IconPlus size={12} stroke={2} aria-hidden />}
                  {t('segment.rule.not')}
                </button>
                {part.kind === 'group' ? (
                  <div className={styles['group']}>
                    <ActionIcon
                      className={styles['close']}
                      variant="subtle"
                      color="gray"
                      size={28}
                      aria-label={t('segment.rule.remove-group')}
                      onClick={() => set(index, () => null)}
                    >
                      <IconX size={16} stroke={1.75} aria-hidden />
                    </ActionIcon>
                    <GroupLines
                      root={root}
                      path={[...path, index]}
                      counted={[...counted, place]}
                      group={part}
                      onChange={onChange}
                      counts={counts}
                    />
                  </div>
                ) : kind ? (
                  <ClauseChip
                    kind={kind}
                    clause={part.clause}
                    isOpen={edited === index}
                    onOpen={(isOpen) => setEdited(isOpen ? index : null)}
                    onChange={(clause) => {
                      setEdited(null);
                      set(index, (node) => clause && { ...node, kind: 'clause', clause });
                    }}
                  />
                ) : (
                  <ClauseText clause={part.clause} />
                )}
              </div>
              {steps && ruleOf(part) !== null ? <StepCount step={steps[place]} accounts={counts.accounts} /> : null}
            </li>
          );
        })}
        {added ? (
          <li className={styles['line']}>
            <JoinWord group={group} index={group.parts.length} />
            <ClauseChip
              kind={added}
              clause={null}
              isOpen
              onOpen={() => setAdded(null)}
              onChange={(clause) => {
                setAdded(null);
                if (clause) onChange(withNewPart(root, path, { kind: 'clause', isNegated: false, clause }));
              }}
            />
          </li>
        ) : null}
      </ol>
      <div className={styles['adds']}>
        <AddClause kinds={kinds} onAdd={setAdded} />
        {path.length < GROUPS_MAX ? (
          <Button
            size="sm"
            variant="subtle"
            color="gray"
            leftSection={<IconBraces size={14} stroke={1.75} aria-hidden />}
            onClick={() =>
              onChange(withNewPart(root, path, { ...EMPTY_RULE, join: group.join === 'all' ? 'any' : 'all' }))
            }
          >
            {t('segment.rule.add-group')}
          </Button>
        ) : null}
      </div>
    </>
  );
}

/** Groups inside each other that the editor offers; the server takes a few more. */
const GROUPS_MAX = 2;

interface AddClauseProps {
  readonly kinds: readonly ClauseKind[];
  readonly onAdd: (kind: ClauseKind) => void;
}

/** The kinds of clauses, with a search. */
function AddClause({ kinds, onAdd }: AddClauseProps) {
  const { t, locale } = useMessages();
  const [text, setText] = useState('');
  const wanted = text.trim().toLocaleLowerCase(locale);
  const matching = kinds.filter(({ filter }) => t(filter.labelKey).toLocaleLowerCase(locale).includes(wanted));
  const group = (label: string, some: readonly ClauseKind[]) =>
    some.length === 0 ? null : (
      <>
        <Menu.Label>{label}</Menu.Label>
        {some.map((kind) => (
          // The menu returns the focus first; then the editor takes it.
          <Menu.Item key={kind.filter.key} onClick={() => setTimeout(() => onAdd(kind), 0)}>
            {t(kind.filter.labelKey)}
          </Menu.Item>
        ))}
      </>
    );
  return (
    <Menu position="bottom-start" width={240} shadow="md" withinPortal onClose={() => setText('')}>
      <Menu.Target>
        <Button size="sm" leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}>
          {t('segment.rule.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <input
          className={styles['find']}
          data-autofocus
          aria-label={t('listing.filter.find')}
          placeholder={t('listing.filter.find')}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={toMatches}
        />
        {group(
          t('shell.page.account'),
          matching.filter(({ behavior }) => behavior === null),
        )}
        {group(
          t('segment.behavior.title'),
          matching.filter(({ behavior }) => behavior !== null),
        )}
        {matching.length === 0 ? <Menu.Label>{t('listing.filter.none', { text: text.trim() })}</Menu.Label> : null}
      </Menu.Dropdown>
    </Menu>
  );
}
