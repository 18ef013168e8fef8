import type { FieldProblems } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconInfoCircle } from '@tabler/icons-react';
import { formatList } from '../../lib/format/formats.ts';
import styles from './side.module.css';
import type { StepPlan } from './step-plan.ts';

const ICONS = { positive: IconCircleCheck, warning: IconAlertTriangle, info: IconInfoCircle } as const;

/** One line of a checklist. */
export interface Check {
  readonly key: string;
  /** Absent: still to do. */
  readonly tone?: keyof typeof ICONS | undefined;
  readonly label: string;
  readonly detail?: string | undefined;
}

/** Requirements before a record can be used: done, missing, or still to do. */
export function Checklist({ checks }: { readonly checks: readonly Check[] }) {
  return (
    <ul className={styles['checks']}>
      {checks.map(({ key, tone, label, detail }) => {
        const Icon = tone === undefined ? IconCircleDashed : ICONS[tone];
        return (
          <li className="bc-flex bc-gap-md" key={key} data-tone={tone}>
            <Icon size={16} stroke={1.75} aria-hidden />
            <span>
              {label}
              {detail === undefined ? null : <small>{detail}</small>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

interface StepChecklistProps<Step extends string> {
  readonly plan: StepPlan<Step>;
  readonly nameOf: (step: Step) => string;
  readonly missing: FieldProblems;
  readonly labelOf: (field: string) => string;
  /** A step without required choices, and without any choice. */
  readonly isUntouched: (step: Step) => boolean;
  /** Whether a step counts by now: its missing fields are problems, and without any it is done. */
  readonly isDue: (step: Step) => boolean;
}

/** Missing fields by step; a step without fields has nothing to miss. */
export function StepChecklist<Step extends string>(props: StepChecklistProps<Step>) {
  const { plan, missing, labelOf } = props;
  const { locale } = useMessages();
  const checks = plan.steps.flatMap((step): Check[] => {
    if (plan.fields[step].length === 0) return [];
    const fields = Object.keys(missing).filter((field) => plan.stepOf(field) === step);
    const lacks = [...new Set(fields.map(labelOf))];
    const isOpen = !props.isDue(step) || (lacks.length === 0 && props.isUntouched(step));
    const tone = isOpen ? undefined : lacks.length > 0 ? 'warning' : 'positive';
    return [
      {
        key: step,
        tone,
        label: props.nameOf(step),
        ...(lacks.length > 0 ? { detail: formatList(lacks, locale) } : {}),
      },
    ];
  });
  return <Checklist checks={checks} />;
}
