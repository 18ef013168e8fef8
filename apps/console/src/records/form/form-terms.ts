import type { ErrorDetails, FieldProblems } from '@backcounter/domain';
import { RequestError } from '../../lib/api/request-error.ts';

type Current = NonNullable<ErrorDetails['current']>;

/** How a form names fields and values of the API. */
interface FormTerms<Values> {
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
