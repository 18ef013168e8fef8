import type { FieldProblem, FieldProblems } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { part } from '../../lib/page/part.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { IconAlertCircle, IconHistory } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { fieldRuleKey } from '../../lib/record/field-rules.ts';
import { Select } from '../../lib/select/select.tsx';
import type { SelectOption } from '../../lib/select/select-options.ts';
import type { FieldEntry, FieldValue } from './record-merge.ts';
import { SaveBar } from './save-bar.tsx';
import type { RecordFormState } from './use-record-form.ts';
import './record-form.css';

const ConflictDialog = part(() => import('./conflict-dialog.tsx'), 'ConflictDialog');

interface RecordFormProps {
  readonly form: Omit<RecordFormState, 'set' | 'setAll'>;
  readonly label: string;
  readonly labelOf: (field: string) => string;
  readonly wordsOf: (field: string, value: FieldValue) => string;
  /** Label of the button; default "Save changes". */
  readonly verb?: string;
  /** Discards the changes and leaves; null: they are discarded in place. */
  readonly onCancel: (() => void) | null;
  /** Above an offered draft. */
  readonly head?: ReactNode;
  /** Replaces the save bar, where saving is one step of several. */
  readonly bar?: ReactNode;
  readonly children: ReactNode;
}

/**
 * The frame of a form: an offered draft, the groups, the save bar, and the conflict dialog when another person saved
 * first.
 */
export function RecordForm({ form, label, labelOf, wordsOf, verb, onCancel, head, bar, children }: RecordFormProps) {
  const { t, intl } = useMessages();
  useFirstField(form.form);
  return (
    <form
      ref={form.form}
      className="bc-form"
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        // Ignores events of a form inside a dialog that a part of this form has opened; they bubble through here.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        form.submit();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
        event.preventDefault();
        if (form.isDirty) form.submit();
      }}
    >
      {head}
      {form.offered ? (
        <div className="bc-form-draft" role="status">
          <IconHistory size={16} stroke={1.75} aria-hidden />
          <span>
            {t('records.draft.found', {
              time: intl.formatDate(form.offered.savedAt, { dateStyle: 'medium', timeStyle: 'short' }),
            })}
          </span>
          <Button size="sm" onClick={form.takeDraft}>
            {t('records.draft.take')}
          </Button>
          <Button size="sm" variant="subtle" color="gray" onClick={form.dropDraft}>
            {t('records.draft.drop')}
          </Button>
        </div>
      ) : null}
      <div className="bc-form-body">{children}</div>
      {bar ?? (
        <SaveBar
          form={form}
          labelOf={labelOf}
          {...(verb === undefined ? {} : { verb })}
          {...(onCancel ? {} : { cancel: t('crud.action.discard') })}
          onCancel={
            onCancel === null && !form.isDirty
              ? null
              : () => {
                  form.discard();
                  onCancel?.();
                }
          }
        />
      )}
      {form.conflict ? (
        <ConflictDialog
          merge={form.conflict.merge}
          editor={form.conflict.editor}
          labelOf={labelOf}
          wordsOf={wordsOf}
          onResolve={form.resolve}
          onClose={form.closeConflict}
        />
      ) : null}
    </form>
  );
}

/**
 * Focuses the first field when the form replaces the element that opened it, unless the focus was moved on purpose. Not
 * on touch screens: the on-screen keyboard would cover the content.
 */
function useFirstField(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const active = document.activeElement;
    const isFree = active === null || active === document.body || active.tagName === 'H1' || active.tagName === 'MAIN';
    if (!isFree || window.matchMedia('(pointer: coarse)').matches || form.current?.closest('[role="dialog"]')) return;
    form.current
      ?.querySelector<HTMLElement>(
        '.bc-form-body :is(input, textarea, [role="combobox"]):not([type="hidden"], :disabled)',
      )
      ?.focus({ preventScroll: true });
  }, [form]);
}

/** Fields that belong together. */
export function FormGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className="bc-form-group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

/** The hint is below its input, next to the place of a problem. */
export const FIELD_ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** The part of a form that its fields use. A form with more fields fits too. */
export interface FieldForm<Values> {
  readonly values: Values;
  readonly problems: FieldProblems;
  readonly set: (...entry: FieldEntry<Values>) => void;
}

/** The fields with values of a type. */
export type FieldOf<Values, Value> = {
  [Name in Extract<keyof Values, string>]: Values[Name] extends Value ? Name : never;
}[Extract<keyof Values, string>];

/** Properties of every field of a form. */
export interface FieldProps<Values, Value> {
  readonly form: FieldForm<Values>;
  readonly name: FieldOf<Values, Value>;
  readonly label: string;
  readonly hint?: string;
  /** Called after the field is set, for fields that follow from it. */
  readonly onSet?: (value: Value) => void;
}

/** Sets a field whose type makes the value fit. */
export function setField<Values, Value>(form: FieldForm<Values>, name: FieldOf<Values, Value>, value: Value): void {
  form.set(...([name, value] as unknown as FieldEntry<Values>));
}

/** A field's value, its change, and the properties of its input. */
export function useField<Values, Value>({ form, name, label, hint, onSet }: FieldProps<Values, Value>) {
  const error = useFieldProblem(form, name);
  return {
    value: (form.values[name] ?? null) as Value | null,
    set: (value: Value) => {
      setField(form, name, value);
      onSet?.(value);
    },
    input: { name, label, description: hint, inputWrapperOrder: FIELD_ORDER, error },
  };
}

/** The properties of an input of text. */
export function useTextField<Values>(props: FieldProps<Values, string | null>) {
  const { value, set, input } = useField(props);
  const onChange = (event: { readonly currentTarget: { readonly value: string } }) => set(event.currentTarget.value);
  return { ...input, value: value ?? '', onChange };
}

/** The text of a field's first problem; the general one for an unknown rule. */
export function useFieldProblem(form: Pick<FieldForm<never>, 'problems'>, name: string): ReactNode {
  const { t } = useMessages();
  const problem: FieldProblem | undefined = form.problems[name]?.[0];
  if (!problem) return undefined;
  return (
    <span className="bc-form-problem">
      <IconAlertCircle size={14} stroke={1.75} aria-hidden />
      {t(fieldRuleKey(problem.rule), problem.params)}
    </span>
  );
}

interface TextFieldProps<Values> extends FieldProps<Values, string | null> {
  readonly type?: 'text' | 'email' | 'tel';
  readonly maxLength?: number;
  readonly isLatin?: boolean;
  /** Changes the text while it is typed. */
  readonly asTyped?: (text: string) => string;
}

/** One line of text. */
export function TextField<Values>(props: TextFieldProps<Values>) {
  const { type = 'text', maxLength, isLatin = false, asTyped = (text) => text } = props;
  const { value, set, input } = useField(props);
  return (
    <TextInput
      {...input}
      type={type}
      autoComplete="off"
      dir={isLatin ? 'ltr' : 'auto'}
      {...(maxLength === undefined ? {} : { maxLength })}
      value={value ?? ''}
      onChange={(event) => set(asTyped(event.currentTarget.value))}
    />
  );
}

interface ChoiceFieldProps<Values> extends FieldProps<Values, string | null> {
  readonly options: readonly SelectOption<string>[];
  /** Label of "none"; without it a choice is required. */
  readonly noneLabel?: string;
}

/** One of a list. */
export function ChoiceField<Values>(props: ChoiceFieldProps<Values>) {
  const { options, noneLabel } = props;
  const { value, set, input } = useField(props);
  const chosen = value || null;
  const isListed = chosen === null || options.some((option) => option.value === chosen);
  return (
    <Select<string | null>
      {...input}
      value={chosen}
      options={[
        ...(noneLabel === undefined ? [] : [{ value: null, label: noneLabel }]),
        // A value that is no longer offered is kept until it is changed on purpose.
        ...(isListed ? [] : [{ value: chosen, label: chosen }]),
        ...options,
      ]}
      onChange={set}
    />
  );
}

/** Yes or no. */
export function FlagField<Values>(props: FieldProps<Values, boolean | null>) {
  const { value, set, input } = useField(props);
  const { inputWrapperOrder: _inline, ...rest } = input;
  return (
    <Checkbox {...rest} size="xs" checked={value === true} onChange={(event) => set(event.currentTarget.checked)} />
  );
}
