import { AppError, reason as reasonRule } from '@backcounter/domain';
import { fieldsInvalid } from '../../crud/field-input.ts';

/** A reason that has to be given. @throws AppError `reason.required`, `field.invalid` when it is too long */
export function requiredReason(text: string): string {
  const stated = optionalReason(text);
  if (stated !== null) return stated;
  throw new AppError('reason.required', {
    message: 'A reason is required.',
    details: { fields: { reason: [{ rule: 'required' }] } },
  });
}

/** A reason or note that may be given; null: none. @throws AppError `field.invalid` when it is too long */
export function optionalReason(text: string | null | undefined): string | null {
  if (text == null || text.trim() === '') return null;
  const parsed = reasonRule.safeParse(text);
  if (parsed.success) return parsed.data;
  throw fieldsInvalid({ reason: [{ rule: 'too-long' }] });
}
