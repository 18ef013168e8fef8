import { AppError, type FieldProblem, type FieldProblems } from '@backcounter/domain';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

const OWN_RULE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Error with problems of a form's fields. */
export function fieldsInvalid(fields: FieldProblems): AppError {
  return new AppError('field.invalid', { message: 'Some fields are not right.', details: { fields } });
}

/** @throws AppError `field.invalid` if there are problems */
export function refuseProblems(fields: FieldProblems): void {
  if (Object.keys(fields).length > 0) throw fieldsInvalid(fields);
}

/**
 * Parses an input by a rule of the domain. Absent fields remain absent; texts are trimmed, and an empty one is null;
 * languages with an empty text are removed.
 * @throws AppError `field.invalid` with problems by path, such as `nameI18n.de-DE`, after `prefix`
 */
export function parseFields<Rule extends z.ZodObject>(rule: Rule, input: object, prefix = ''): z.infer<Rule> {
  const given = Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [field, withoutBlanks(value)]),
  );
  const parsed = rule.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = Object.entries(problemsOf(parsed.error.issues, given));
  throw fieldsInvalid(Object.fromEntries(problems.map(([path, found]) => [prefix + path, found])));
}

/** Problems of a rule's issues, by the path of their fields. */
export function problemsOf(issues: readonly Issue[], given: unknown): FieldProblems {
  const fields: Record<string, FieldProblem[]> = {};
  for (const issue of issues) {
    const path = issue.path.join('.');
    fields[path] = [...(fields[path] ?? []), problemOf(issue, valueAt(given, issue.path))];
  }
  return fields;
}

function withoutBlanks(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() || null;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([, text]) => text !== null && !(typeof text === 'string' && text.trim() === '')),
  );
}

function valueAt(given: unknown, path: Issue['path']): unknown {
  let value = given;
  for (const step of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[step];
  return value;
}

function problemOf(issue: Issue, value: unknown): FieldProblem {
  if (value == null) return { rule: 'required' };
  if (OWN_RULE.test(issue.message)) return { rule: issue.message };
  switch (issue.code) {
    case 'too_big':
      return issue.origin === 'string'
        ? { rule: 'too-long', params: { max: Number(issue.maximum) } }
        : { rule: 'too-large', params: { max: Number(issue.maximum) } };
    case 'too_small':
      return issue.origin === 'string'
        ? { rule: 'required' }
        : { rule: 'too-small', params: { min: Number(issue.minimum) } };
    // A key of a map that is not a locale.
    case 'invalid_key':
      return { rule: 'locale' };
    default:
      return { rule: 'invalid' };
  }
}
