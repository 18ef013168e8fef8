import type { FieldProblem, FieldProblems } from '@backcounter/domain';
import type { z } from 'zod';
import { type FieldValues, normalise } from './record-merge.ts';

/** Rules of fields, as `packages/domain` states them. */
export type FieldRules = Readonly<Record<string, z.ZodType>>;

/** Checks the given fields against their rules; the answer has the same shape as the server's. */
export function checkFields(rules: FieldRules, values: FieldValues, fields: readonly string[]): FieldProblems {
  const problems: Record<string, readonly FieldProblem[]> = {};
  for (const field of fields) {
    const result = rules[field]?.safeParse(normalise(values[field] ?? null));
    if (result && !result.success) problems[field] = result.error.issues.slice(0, 1).map(problemOf);
  }
  return problems;
}

function problemOf(issue: z.core.$ZodIssue): FieldProblem {
  switch (issue.code) {
    case 'too_big':
      return { rule: 'too-long', params: { max: Number(issue.maximum) } };
    case 'too_small':
      return { rule: 'too-short', params: { min: Number(issue.minimum) } };
    case 'invalid_type':
      return { rule: 'required' };
    case 'invalid_format':
      return { rule: issue.format === 'regex' ? nameOf(issue.message) : issue.format };
    default:
      return { rule: nameOf(issue.message) };
  }
}

/** Rules of our own name themselves in their message (`phone-e164`); a sentence is none of ours. */
function nameOf(message: string): string {
  return /^[a-z0-9-]+$/.test(message) ? message : 'invalid';
}

/** Where the focus goes: the first field with a problem, in the form's order; null when no problem is on a field of this form. */
export function firstProblem(problems: FieldProblems, order: readonly string[]): string | null {
  return order.find((field) => (problems[field]?.length ?? 0) > 0) ?? null;
}

/** The server names a field by its path in the input (`patch.email`); the form by its last step. */
export function byFormField(problems: FieldProblems): FieldProblems {
  return Object.fromEntries(Object.entries(problems).map(([path, list]) => [path.split('.').at(-1) ?? path, list]));
}
