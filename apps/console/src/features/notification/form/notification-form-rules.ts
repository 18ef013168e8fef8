import { type FieldProblems, notificationFields, notificationProblems, unpairedTexts } from '@backcounter/domain';
import { z } from 'zod';
import { rootOf } from '../../../records/form/field-map.ts';
import { checkFields, type FieldRules } from '../../../records/form/field-problems.ts';
import type { FieldValues } from '../../../records/form/record-merge.ts';
import { notificationInput, notificationTerms } from './notification-form-values.ts';

/** All fields that are looked at when a notification is saved, whoever touched them. */
export const NOTIFICATION_ROOTS: readonly string[] = Object.keys(notificationFields.shape);

/**
 * Rules of the form's fields as the domain states them, those between fields included. `read` gives the values as they are when a rule is asked:
 * what one field may be depends on others.
 */
export function notificationRules(read: () => FieldValues): FieldRules {
  return Object.fromEntries(
    Object.entries(notificationFields.shape).map(([field, schema]) => [
      field,
      z
        .preprocess(() => meant(read(), field), schema as z.ZodType)
        .superRefine((_value, context) => {
          for (const [at, [problem]] of Object.entries(notificationProblems(notificationTerms(read())))) {
            if (rootOf(at) !== field || problem === undefined) continue;
            context.addIssue({ code: 'custom', message: problem.rule, path: at.split('.').slice(1) });
          }
        }),
    ]),
  );
}

/** A field's value as the API would get it. */
function meant(values: FieldValues, field: string): unknown {
  const value = notificationInput(values)[field];
  return (field === 'sendAt' || field === 'notAfter') && typeof value === 'string' ? new Date(value) : value;
}

/** What still keeps it from going out: what saving would find, and texts that are there by half. */
export function missingFields(rules: FieldRules, values: FieldValues): FieldProblems {
  return { ...unpairedTexts(notificationTerms(values)), ...checkFields(rules, values, NOTIFICATION_ROOTS) };
}
