import type { FieldProblems } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import type { StepPlace, StepPlan } from './step-plan.ts';
import styles from './wizard.module.css';

interface StepNavProps<Step extends string> {
  readonly plan: StepPlan<Step>;
  readonly place: StepPlace<Step>;
  readonly nameOf: (step: Step) => string;
  /** Whether a step without problems is done. */
  readonly isDue: (step: Step) => boolean;
  /** Problems of the form, and those that saving would find. */
  readonly problems: FieldProblems;
  readonly missing: FieldProblems;
}

/** The steps by number and name: current, done, with a problem. */
export function StepNav<Step extends string>({ plan, place, nameOf, isDue, problems, missing }: StepNavProps<Step>) {
  const { t, figure } = useMessages();
  const list = useRef<HTMLOListElement>(null);
  const has = (all: FieldProblems, name: Step) => Object.keys(all).some((field) => plan.stepOf(field) === name);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone, another step may be out of sight
  useLayoutEffect(() => {
    const strip = list.current;
    const shown = strip?.querySelector('[aria-current]')?.getBoundingClientRect();
    if (!strip || !shown) return;
    const { left, right } = strip.getBoundingClientRect();
    if (shown.left < left || shown.right > right) strip.scrollLeft += (shown.left + shown.right - left - right) / 2;
  }, [place.step]);
  return (
    <div className={styles['steps']}>
      <nav className="bc-grow bc-shrink" aria-label={t('wizard.steps')} data-steps>
        <ol ref={list}>
          {plan.steps.map((name, index) => {
            const isBroken = has(problems, name);
            const isDone = !isBroken && name !== place.step && isDue(name) && !has(missing, name);
            return (
              <li className="bc-row bc-fixed" key={name}>
                <button
                  type="button"
                  aria-current={name === place.step ? 'step' : undefined}
                  data-broken={isBroken || undefined}
                  data-done={isDone || undefined}
                  onClick={() => place.goTo(name)}
                >
                  <span aria-hidden="true">
                    {isBroken ? (
                      <IconAlertTriangle size={14} stroke={2} />
                    ) : isDone ? (
                      <IconCheck size={14} stroke={2.5} />
                    ) : (
                      figure(index + 1)
                    )}
                  </span>
                  {nameOf(name)}
                  {isBroken ? <span className="bc-sr-only"> {t('wizard.broken')}</span> : null}
                  {isDone ? <span className="bc-sr-only"> {t('wizard.done')}</span> : null}
                </button>
              </li>
            );
          })}
        </ol>
      </nav>
      <small className="bc-fixed bc-faint bc-number">
        {t('wizard.place', { place: plan.steps.indexOf(place.step) + 1, count: plan.steps.length })}
      </small>
    </div>
  );
}
