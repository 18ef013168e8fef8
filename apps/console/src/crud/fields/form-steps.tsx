import type { FieldProblems } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, IconCheck, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RecordFormState } from '../../records/form/use-record-form.ts';
import './form-steps.css';

/** The steps of a long form. */
export interface StepPlan<Step extends string> {
  /** In their order. */
  readonly steps: readonly Step[];
  readonly stepOf: (field: string) => Step;
  readonly nameOf: (step: Step) => string;
}

/** Where somebody is in a long form. */
export interface StepPlace<Step extends string> {
  readonly step: Step;
  readonly goTo: (step: Step) => void;
  /** Somebody has begun it, or has left it as it is; until then what it lacks is still to come. */
  readonly isBegun: (step: Step) => boolean;
  /** The step's heading gets the focus when another step is shown. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/**
 * Which step is shown: the first one at the beginning, or `initial`. A problem that the form finds leads to the first step that has one.
 */
export function useFormStep<Step extends string>(
  { steps, stepOf }: StepPlan<Step>,
  { problems, findings, changed }: Pick<RecordFormState, 'problems' | 'findings' | 'changed'>,
  initial?: Step | null,
): StepPlace<Step> {
  const [step, setStep] = useState<Step>(initial ?? (steps[0] as Step));
  const [left, setLeft] = useState<ReadonlySet<Step>>(new Set());
  const heading = useRef<HTMLHeadingElement>(null);
  // Who comes to a step from elsewhere is where it begins, as after a step within the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step with which the form begins
  useEffect(() => {
    if (initial) heading.current?.focus();
  }, []);
  // Before the form gives the focus to the first problem, which has to be on screen for that.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what somebody corrects must not move them to another step while they type
  useLayoutEffect(() => {
    const first = steps.find((name) => Object.keys(problems).some((field) => stepOf(field) === name));
    if (first !== undefined) setStep(first);
  }, [findings]);
  return {
    step,
    heading,
    isBegun: (name) => findings > 0 || left.has(name) || changed.some((field) => stepOf(field) === name),
    goTo: (name) => {
      setStep(name);
      setLeft((before) => new Set([...before, step]));
      requestAnimationFrame(() => heading.current?.focus());
    },
  };
}

interface FormStepsProps<Step extends string> {
  readonly plan: StepPlan<Step>;
  readonly place: StepPlace<Step>;
  /** What the form has found wrong, and what saving would find. */
  readonly problems: FieldProblems;
  readonly missing: FieldProblems;
}

/** The steps by number and name: where somebody is, what is done, what has a problem. */
export function FormSteps<Step extends string>({ plan, place, problems, missing }: FormStepsProps<Step>) {
  const { t, locale } = useMessages();
  const at = plan.steps.indexOf(place.step);
  const has = (all: FieldProblems, name: Step) => Object.keys(all).some((field) => plan.stepOf(field) === name);
  return (
    <nav className="bc-steps" aria-label={t('crud.step.label')}>
      <ol>
        {plan.steps.map((name, index) => {
          const isBroken = has(problems, name);
          const isPast = index < at && !has(missing, name);
          return (
            <li key={name}>
              <button
                type="button"
                aria-current={name === place.step ? 'step' : undefined}
                data-broken={isBroken || undefined}
                onClick={() => place.goTo(name)}
              >
                <span aria-hidden="true">
                  {isBroken ? (
                    <IconAlertTriangle size={14} stroke={2} />
                  ) : isPast ? (
                    <IconCheck size={14} stroke={2.5} />
                  ) : (
                    new Intl.NumberFormat(locale).format(index + 1)
                  )}
                </span>
                {plan.nameOf(name)}
                {isBroken ? <span className="bc-sr-only"> {t('crud.step.broken')}</span> : null}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

interface FormStepProps<Step extends string> extends Pick<FormStepsProps<Step>, 'plan' | 'place'> {
  readonly children: ReactNode;
}

/** The fields of the step that is shown, and the way to the next one. */
export function FormStep<Step extends string>({ plan, place, children }: FormStepProps<Step>) {
  const { t } = useMessages();
  const next = plan.steps[plan.steps.indexOf(place.step) + 1];
  return (
    <section className="bc-step">
      <h2 ref={place.heading} tabIndex={-1}>
        {plan.nameOf(place.step)}
      </h2>
      {children}
      {next === undefined ? null : (
        <Button
          className="bc-step-next"
          rightSection={<IconArrowRight size={16} stroke={1.75} aria-hidden />}
          onClick={() => place.goTo(next)}
        >
          {t('crud.step.next', { step: plan.nameOf(next) })}
        </Button>
      )}
    </section>
  );
}

interface StepChecklistProps<Step extends string> {
  readonly plan: StepPlan<Step>;
  readonly missing: FieldProblems;
  readonly labelOf: (field: string) => string;
  /** Nothing has to be chosen on a step, and nothing is. */
  readonly isUntouched: (step: Step) => boolean;
  /** What a step lacks is wrong by now, not still to come. */
  readonly isDue: (step: Step) => boolean;
}

/** What each step still lacks. */
export function StepChecklist<Step extends string>(props: StepChecklistProps<Step>) {
  const { plan, missing, labelOf } = props;
  const { locale } = useMessages();
  return (
    <ul className="bc-step-missing">
      {plan.steps.map((step) => {
        const fields = Object.keys(missing).filter((field) => plan.stepOf(field) === step);
        const lacks = [...new Set(fields.map(labelOf))];
        const isOpen = lacks.length > 0 ? !props.isDue(step) : props.isUntouched(step);
        const Icon = isOpen ? IconCircleDashed : lacks.length > 0 ? IconAlertTriangle : IconCircleCheck;
        return (
          <li key={step} data-tone={isOpen ? undefined : lacks.length > 0 ? 'warning' : 'positive'}>
            <Icon size={16} stroke={1.75} aria-hidden />
            <span>
              {plan.nameOf(step)}
              {lacks.length > 0 ? <small>{new Intl.ListFormat(locale, { type: 'unit' }).format(lacks)}</small> : null}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
