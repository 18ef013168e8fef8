import type { ErrorDetails, FieldProblem, FieldProblems } from '@backcounter/domain';
import type { z } from 'zod';
import { RequestError } from '../../lib/api/request-error.ts';
import { rootOf, valueAt } from './field-map.ts';
import type { FieldValues } from './record-merge.ts';

/** Rules of fields, as `packages/domain` states them. */
export type FieldRules = Readonly<Record<string, z.ZodType>>;

/** Checks the given fields against their rules; the result has the same shape as the server's. */
export function checkFields(rules: FieldRules, values: FieldValues, fields: readonly string[]): FieldProblems {
  const problems: Record<string, readonly FieldProblem[]> = {};
  for (const root of new Set(fields.map(rootOf))) {
    const value = valueAt(values, root);
    for (const issue of rules[root]?.safeParse(value).error?.issues ?? []) {
      const field = [root, ...issue.path].join('.');
      const isEmpty = (values[field] ?? null) === null;
      problems[field] ??= [problemOf(issue, isEmpty)];
    }
  }
  return problems;
}

function problemOf(issue: z.core.$ZodIssue, isEmpty: boolean): FieldProblem {
  switch (issue.code) {
    case 'too_big':
      return issue.origin === 'string'
        ? { rule: 'too-long', params: { max: Number(issue.maximum) } }
        : { rule: 'too-large', params: { max: Number(issue.maximum) } };
    case 'too_small':
      if (issue.origin !== 'string') return { rule: 'too-small', params: { min: Number(issue.minimum) } };
      return { rule: 'too-short', params: { min: Number(issue.minimum) } };
    case 'invalid_type':
      return { rule: isEmpty ? 'required' : 'invalid' };
    case 'invalid_format':
      return { rule: issue.format === 'regex' ? nameOf(issue.message) : issue.format };
    default:
      return { rule: nameOf(issue.message) };
  }
}

/** The domain's rules have their name as message (`phone-e164`); a sentence is a message of zod. */
function nameOf(message: string): string {
  return /^[a-z0-9-]+$/.test(message) ? message : 'invalid';
}

/** The field to focus: the first with a problem, in the form's order; null if no field of this form has one. */
export function firstProblem(problems: FieldProblems, order: readonly string[]): string | null {
  return order.find((field) => (problems[field]?.length ?? 0) > 0) ?? null;
}

/**
 * Converts the server's field names, which are paths in the input (`patch.email`, `input.nameI18n.de-DE`), to the
 * form's.
 */
export function byFormField(problems: FieldProblems, values: FieldValues): FieldProblems {
  const roots = new Set(Object.keys(values).map(rootOf));
  return Object.fromEntries(
    Object.entries(problems).map(([path, list]) => {
      const steps = path.split('.');
      const known = steps.findIndex((step) => roots.has(step));
      return [steps.slice(known).join('.'), list];
    }),
  );
}

type Current = NonNullable<ErrorDetails['current']>;

/** How a form names fields and values of the API. */
export interface FormTerms<Values> {
  /** Problems by the fields of the form; absent where they have the same names. */
  readonly fieldsOf?: (fields: FieldProblems, mine: Values) => FieldProblems;
  /** A colleague's values as the form has them. */
  readonly valuesOf: (current: Current) => Current;
}

/** An error of the server in the terms of a form; other errors as they are. */
export function inFormTerms<Values>(error: unknown, mine: Values, terms: FormTerms<Values>): unknown {
  if (!(error instanceof RequestError)) return error;
  const { fields, current, ...details } = error.details;
  return new RequestError(error.code, {
    message: error.message,
    referenceId: error.referenceId,
    status: error.status,
    cause: error,
    details: {
      ...details,
      ...(fields ? { fields: terms.fieldsOf?.(fields, mine) ?? fields } : {}),
      ...(current ? { current: terms.valuesOf(current) } : {}),
    },
  });
}
