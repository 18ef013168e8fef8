import type { ChangeType, ReleaseState } from '@backcounter/domain';
import { type MessagesHook, useMessages } from '@backcounter/i18n/react';
import { State, type StateProps, type UiIcon } from '@backcounter/ui';
import { IconArrowBack, IconBug, IconPencil, IconSparkles, IconTrendingUp, IconWorldCheck } from '@tabler/icons-react';
import { formatList } from '../../lib/format/formats.ts';
import { type Looks, stateMark } from '../../lib/record/state-mark.tsx';
import styles from './form/release-form.module.css';
import releaseStyles from './release.module.css';

const RELEASE_LOOKS: Looks<ReleaseState> = {
  DRAFT: { tone: 'neutral', icon: IconPencil },
  PUBLISHED: { tone: 'positive', icon: IconWorldCheck },
  WITHDRAWN: { tone: 'warning', icon: IconArrowBack },
};

/** State of a release: icon, label, then color. */
export const ReleaseStateMark = stateMark(RELEASE_LOOKS, (state) => `release.state.${state}`);

const CHANGE_LOOKS: Readonly<Record<ChangeType, { readonly tone: StateProps['tone']; readonly icon: UiIcon }>> = {
  BUG: { tone: 'negative', icon: IconBug },
  FEATURE: { tone: 'positive', icon: IconSparkles },
  IMPROVEMENT: { tone: 'violet', icon: IconTrendingUp },
};

/** Type of a change in the popup's colors: red, green, purple. */
export function ChangeTypeMark({ type }: { readonly type: ChangeType }) {
  const { t } = useMessages();
  return <State {...CHANGE_LOOKS[type]} word={t(`release.type.${type}`)} variant="pill" />;
}

/** Icon of a change type, for use next to its label. */
export function ChangeTypeIcon({ type }: { readonly type: ChangeType }) {
  const { icon: Icon, tone } = CHANGE_LOOKS[type];
  return (
    <span className={styles['changeIcon']} data-tone={tone}>
      <Icon size={16} stroke={1.75} aria-hidden />
    </span>
  );
}

/** Number of changes of each type; types without changes are omitted. */
export function ChangeCounts({ counts }: { readonly counts: Readonly<Record<ChangeType, number>> }) {
  const { t, figure } = useMessages();
  const shown = (['BUG', 'FEATURE', 'IMPROVEMENT'] as const).filter((type) => counts[type] > 0);
  if (shown.length === 0) return <span className="bc-empty-value">{t('release.figure.no-changes')}</span>;
  return (
    <span className={releaseStyles['changeCounts']}>
      {shown.map((type) => {
        const { icon: Icon, tone } = CHANGE_LOOKS[type];
        const words = t(`release.figure.${type}`, { count: counts[type] });
        return (
          <span className="bc-inline bc-gap-xs" key={type} data-tone={tone} title={words}>
            <Icon size={14} stroke={1.75} aria-hidden />
            <span aria-hidden>{figure(counts[type])}</span>
            <span className="bc-sr-only">{words}</span>
          </span>
        );
      })}
    </span>
  );
}

/** The same in words. */
export function countWords(
  counts: Readonly<Record<ChangeType, number>>,
  { t, locale }: Pick<MessagesHook, 't' | 'locale'>,
): string {
  const shown = (['BUG', 'FEATURE', 'IMPROVEMENT'] as const).filter((type) => counts[type] > 0);
  if (shown.length === 0) return t('release.figure.no-changes');
  return formatList(
    shown.map((type) => t(`release.figure.${type}`, { count: counts[type] })),
    locale,
    'conjunction',
  );
}

/** Counts of a release as its figures have them. */
export const countsOf = (figures: {
  readonly bugs: number;
  readonly features: number;
  readonly improvements: number;
}): Readonly<Record<ChangeType, number>> => ({
  BUG: figures.bugs,
  FEATURE: figures.features,
  IMPROVEMENT: figures.improvements,
});
