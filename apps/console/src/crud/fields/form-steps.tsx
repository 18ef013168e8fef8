import type { FieldProblems } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, IconCheck, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RecordFormState } from '../../records/form/use-record-form.ts';
import './form-steps.css';

/** The steps of a long form. */
export interface StepPlan<Step extends string> {
  /** In order. */
  readonly steps: readonly Step[];
  readonly stepOf: (field: string) => Step;
  readonly nameOf: (step: Step) => string;
}

/** Position in a long form. */
export interface StepPlace<Step extends string> {
  readonly step: Step;
  readonly goTo: (step: Step) => void;
  /** The step was started, or left unchanged; before that, missing fields are not problems. */
  readonly isBegun: (step: Step) => boolean;
  /** Focused when another step is shown. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/**
 * The current step: initially the first one, or `initial`. A problem that the form finds moves to the first step that
 * has one.
 */
export function useFormStep<Step extends string>(
  { steps, stepOf }: StepPlan<Step>,
  { problems, findings, changed }: Pick<RecordFormState, 'problems' | 'findings' | 'changed'>,
  initial?: Step | null,
): StepPlace<Step> {
  const [step, setStep] = useState<Step>(initial ?? (steps[0] as Step));
  const [left, setLeft] = useState<ReadonlySet<Step>>(new Set());
  const heading = useRef<HTMLHeadingElement>(null);
  // Coming from elsewhere focuses the heading, like a step within the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the form's initial step
  useEffect(() => {
    if (initial) heading.current?.focus();
  }, []);
  // Before the form focuses the first problem, which must be on screen for that.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a correction must not move the person to another step while they type
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
  /** Problems of the form, and those that saving would find. */
  readonly problems: FieldProblems;
  readonly missing: FieldProblems;
}

/** The steps by number and name: current, done, with a problem. */
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

/** The fields of the current step, and the button to the next one. */
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
  /** A step without required choices, and without any choice. */
  readonly isUntouched: (step: Step) => boolean;
  /** Whether missing fields of a step count as problems by now. */
  readonly isDue: (step: Step) => boolean;
}

/** Missing fields by step. */
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
