import type { FieldProblems } from '@backcounter/domain';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../lib/page/page-title.ts';
import { part } from '../../lib/page/part.ts';
import { RecordForm } from '../form/record-form.tsx';
import type { FieldValue } from '../form/record-merge.ts';
import type { RecordFormState } from '../form/use-record-form.ts';
import { StepNav } from './step-nav.tsx';
import type { StepPlace, StepPlan } from './step-plan.ts';
import styles from './wizard.module.css';
import { WizardFoot } from './wizard-foot.tsx';

const AlsoHere = part(() => import('../also-here.tsx'), 'AlsoHere');

interface WizardProps<Step extends string> {
  /** Name of the form, and of the page. */
  readonly label: string;
  /** As typed so far. */
  readonly title: string;
  readonly state: ReactNode;
  readonly code?: string | null;
  readonly plan: StepPlan<Step>;
  readonly place: StepPlace<Step>;
  readonly nameOf: (step: Step) => string;
  /** Whether a step without problems is done; a step without fields is, once it was seen. */
  readonly isDue: (step: Step) => boolean;
  readonly form: Omit<RecordFormState, 'set' | 'setAll'>;
  /** Problems that saving would find. */
  readonly missing: FieldProblems;
  readonly labelOf: (field: string) => string;
  readonly wordsOf: (field: string, value: FieldValue) => string;
  /** Label of the button that saves. */
  readonly verb: string;
  /** Replaces the plain save at the end of the last step. */
  readonly finish?: ReactNode;
  /** Called before the form is saved by its button. */
  readonly onSave?: () => void;
  readonly onCancel: () => void;
  /** Consequences of the values, beside the form. */
  readonly side: ReactNode;
  readonly sideLabel: string;
  /** The fields of the current step. */
  readonly children: ReactNode;
}

/** A record in steps: what is entered, its consequences beside it, and a foot that saves. */
export function Wizard<Step extends string>(props: WizardProps<Step>) {
  const { form, plan, place, nameOf, label, labelOf } = props;
  usePageTitle(label);
  const { pathname } = useLocation();
  return (
    <div className={styles['wizard']}>
      <RecordForm
        form={form}
        label={label}
        labelOf={labelOf}
        wordsOf={props.wordsOf}
        onCancel={props.onCancel}
        head={
          <div className={styles['head']}>
            <div className={styles['title']}>
              <h1 className="bc-shrink bc-break" tabIndex={-1} dir="auto">
                {props.title}
              </h1>
              {props.state}
              {props.code ? (
                <code className={styles['code']} dir="ltr">
                  {props.code}
                </code>
              ) : null}
              <AlsoHere href={pathname} hasForm />
            </div>
            <StepNav
              plan={plan}
              place={place}
              nameOf={nameOf}
              isDue={(step) => (plan.fields[step].length === 0 ? place.isBegun(step) : props.isDue(step))}
              problems={form.problems}
              missing={props.missing}
            />
          </div>
        }
        bar={
          <WizardFoot
            form={form}
            plan={plan}
            place={place}
            nameOf={nameOf}
            verb={props.verb}
            finish={props.finish}
            onSave={props.onSave}
            onCancel={() => {
              form.discard();
              props.onCancel();
            }}
          />
        }
      >
        <div className={styles['columns']}>
          <section className={styles['step']}>
            <h2 ref={place.heading} tabIndex={-1}>
              {nameOf(place.step)}
            </h2>
            {props.children}
          </section>
          <aside className={styles['side']} aria-label={props.sideLabel}>
            <div>{props.side}</div>
          </aside>
        </div>
      </RecordForm>
    </div>
  );
}
