import { type AccountPatch, AppError, accountPatch, type FieldProblem, type FieldProblems } from '@backcounter/domain';
import type { z } from 'zod';

type PatchField = keyof AccountPatch;
type Issue = z.core.$ZodIssue;

const OWN_RULES = new Set(['phone-e164', 'locale', 'timezone']);
const TEXTS: readonly PatchField[] = [
  'displayName',
  'email',
  'phone',
  'countryCode',
  'areaId',
  'locale',
  'timezone',
  'birthDate',
];

/** Error that puts problems on the fields of a form. */
export function fieldsInvalid(fields: FieldProblems): AppError {
  return new AppError('field.invalid', { message: 'Some fields are not right.', details: { fields } });
}

/**
 * What a patch changes, checked by the rules of the domain. Absent fields stay absent; texts are trimmed, an empty one
 * is null.
 * @throws AppError `field.invalid` with problems under `patch.<field>`
 */
export function parseAccountPatch(input: Readonly<Record<string, unknown>>): AccountPatch {
  const given: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(input)) {
    if (value === undefined) continue;
    const isText = typeof value === 'string' && (TEXTS as readonly string[]).includes(field);
    given[field] = isText ? value.trim() || null : value;
  }
  const parsed = accountPatch.safeParse(given);
  if (parsed.success) return parsed.data;
  const fields: Record<string, FieldProblem[]> = {};
  for (const issue of parsed.error.issues) {
    const path = `patch.${issue.path.join('.')}`;
    fields[path] = [...(fields[path] ?? []), problemOf(issue, given[String(issue.path[0])])];
  }
  throw fieldsInvalid(fields);
}

function problemOf(issue: Issue, value: unknown): FieldProblem {
  if (value === null) return { rule: 'required' };
  if (OWN_RULES.has(issue.message)) return { rule: issue.message };
  switch (issue.code) {
    case 'too_big':
      return { rule: 'too-long', params: { max: Number(issue.maximum) } };
    case 'too_small':
      return { rule: 'required' };
    case 'invalid_format':
      return { rule: issue.format === 'email' || issue.format === 'date' ? issue.format : 'invalid' };
    default:
      return { rule: 'invalid' };
  }
}
