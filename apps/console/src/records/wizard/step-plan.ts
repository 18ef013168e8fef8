import { useLocation, useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { rootOf } from '../form/field-map.ts';
import type { RecordFormState } from '../form/use-record-form.ts';

/** The steps of a wizard, in order, and their fields. */
export interface StepPlan<Step extends string> {
  readonly steps: readonly Step[];
  readonly fields: Readonly<Record<Step, readonly string[]>>;
  readonly stepOf: (field: string) => Step;
}

/** A plan from the fields of each step. A field that no step has belongs to the first one. */
export function stepPlan<Step extends string>(fields: Readonly<Record<Step, readonly string[]>>): StepPlan<Step> {
  const steps = Object.keys(fields) as Step[];
  return {
    steps,
    fields,
    stepOf: (field) => steps.find((step) => fields[step].includes(rootOf(field))) ?? (steps[0] as Step),
  };
}

/** Position in a wizard. */
export interface StepPlace<Step extends string> {
  readonly step: Step;
  readonly goTo: (step: Step) => void;
  /** The step was started, or left unchanged; before that, missing fields are not problems. */
  readonly isBegun: (step: Step) => boolean;
  /** Focused when another step is shown. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

type StepForm = Pick<RecordFormState, 'problems' | 'findings' | 'changed' | 'check'>;

/**
 * The current step: the one in the address (`?step=…`), else the first. A problem that a save finds moves to the first
 * step that has one; leaving a step shows its problems, without holding anyone back.
 */
export function useStep<Step extends string>(plan: StepPlan<Step>, form: StepForm): StepPlace<Step> {
  const { steps, stepOf } = plan;
  const router = useRouter();
  const { pathname, searchStr } = useLocation();
  const given = new URLSearchParams(searchStr).get('step');
  const addressed = steps.find((name) => name === given) ?? (steps[0] as Step);
  const [step, setStep] = useState<Step>(addressed);
  const [left, setLeft] = useState<ReadonlySet<Step>>(new Set());
  const heading = useRef<HTMLHeadingElement>(null);
  const asked = useRef<Step>(null);
  // The address follows a moment later; until it has, it names an earlier step.
  useEffect(() => {
    if (asked.current === null) setStep(addressed);
    else if (asked.current === addressed) asked.current = null;
  }, [addressed]);
  const show = (name: Step) => {
    setStep(name);
    if (name === addressed) return;
    asked.current = name;
    const search = new URLSearchParams(searchStr);
    search.set('step', name);
    void router.navigate({ href: `${pathname}?${search}`, replace: true, resetScroll: false });
  };
  // Coming from elsewhere focuses the heading, like a step within the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the form's initial step
  useEffect(() => {
    if (given !== null) heading.current?.focus();
  }, []);
  // Before the form focuses the first problem, which must be on screen for that.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a correction must not move the person to another step while they type
  useLayoutEffect(() => {
    const first = steps.find((name) => Object.keys(form.problems).some((field) => stepOf(field) === name));
    if (form.findings > 0 && first !== undefined) show(first);
  }, [form.findings]);
  return {
    step,
    heading,
    isBegun: (name) =>
      (form.findings > 0 && plan.fields[name].length > 0) ||
      left.has(name) ||
      form.changed.some((field) => stepOf(field) === name),
    goTo: (name) => {
      if (name !== step) form.check(plan.fields[step]);
      show(name);
      setLeft((before) => new Set([...before, step]));
      requestAnimationFrame(() => heading.current?.focus());
    },
  };
}
