import {
  type FieldProblems,
  notificationFields,
  notificationProblems,
  notificationRecord,
  unpairedTexts,
} from '@backcounter/domain';
import { z } from 'zod';
import { rootOf, withDates } from '../../../records/form/field-map.ts';
import { checkFields, type FieldRules } from '../../../records/form/field-problems.ts';
import { type NotificationValues, notificationInput, notificationTerms } from './notification-form-values.ts';

/** All fields that are checked on save, touched or not. */
export const NOTIFICATION_ROOTS: readonly string[] = Object.keys(notificationFields.shape);

/**
 * Rules of the form's fields from the domain, including those between fields. `read` returns the current values: a
 * field's limits may depend on others.
 */
export function notificationRules(read: () => NotificationValues): FieldRules {
  return Object.fromEntries(
    Object.entries(notificationFields.shape).map(([field, schema]) => [
      field,
      z
        .preprocess(() => withDates(notificationInput(read()), notificationRecord.fields)[field], schema as z.ZodType)
        .superRefine((_value, context) => {
          for (const [at, [problem]] of Object.entries(notificationProblems(notificationTerms(read())))) {
            if (rootOf(at) !== field || problem === undefined) continue;
            context.addIssue({ code: 'custom', message: problem.rule, path: at.split('.').slice(1) });
          }
        }),
    ]),
  );
}

/** Problems that prevent sending: invalid fields, and languages with only one of their texts. */
export function missingFields(rules: FieldRules, values: NotificationValues): FieldProblems {
  return { ...unpairedTexts(notificationTerms(values)), ...checkFields(rules, values, NOTIFICATION_ROOTS) };
}
