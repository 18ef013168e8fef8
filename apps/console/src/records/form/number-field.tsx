import { useMessages } from '@backcounter/i18n/react';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '../../lib/format/formats.ts';
import { decimalText, minorOf } from '../../lib/format/money.ts';
import { parseNumber } from '../../lib/format/number-text.ts';
import { numberProblem } from './number-problem.ts';
import { type FieldProps, useField, useFieldProblem } from './record-form.tsx';

interface NumberFieldProps<Values> extends FieldProps<Values, number | string | null> {
  /** Unit, after the input. */
  readonly unit?: string;
  /** Decimals in the form's whole number: 2 for money in cents or a percentage in basis points. */
  readonly exponent?: number;
}

/** A number in the language's notation. An invalid input is kept, with its problem. */
export function NumberField<Values>(props: NumberFieldProps<Values>) {
  const { form, name, unit, exponent = 0 } = props;
  const { locale } = useMessages();
  const { value, set, input } = useField(props);
  const plain = () =>
    typeof value === 'number'
      ? formatNumber(exponent === 0 ? value : (decimalText(value, exponent) as Intl.StringNumericLiteral), locale, {
          useGrouping: false,
          maximumFractionDigits: 15,
          numberingSystem: 'latn',
        })
      : String(value ?? '');
  const [text, setText] = useState(plain);
  const read = (typed: string) => {
    const number = parseNumber(typed, locale);
    return typeof number === 'number' && exponent > 0 ? minorOf(number, exponent) : number;
  };
  const parsed = read(text);
  const problems = form.problems[name]?.map((problem) => numberProblem(problem, exponent)) ?? [];
  // The form's value may have changed: by a draft, a colleague, or a discard.
  const shown = (parsed === undefined ? text : parsed) === value ? text : plain();
  return (
    <TextInput
      {...input}
      inputMode="decimal"
      autoComplete="off"
      dir="ltr"
      value={shown}
      error={useFieldProblem({ problems: { [name]: problems } }, name)}
      {...(unit === undefined
        ? {}
        : { rightSection: <span className="bc-field-unit">{unit}</span>, rightSectionWidth: 'auto' })}
      onChange={(event) => {
        const next = event.currentTarget.value;
        const number = read(next);
        setText(next);
        set(number === undefined ? next : number);
      }}
    />
  );
}
