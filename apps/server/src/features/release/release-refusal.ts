import { AppError, type ErrorCode, RELEASE_TRANSITIONS } from '@backcounter/domain';
import type { ReleaseAction, ReleaseRow } from './release-record.ts';

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  'access.denied': 'You may not do this.',
  'release.empty': 'A release needs a list of changes to be published, and each list a change.',
  'release.not-greatest': 'The number of the release has to be greater than that of every one published before.',
};

/** The field on which a form shows why a release can't be published. */
const FIELDS = {
  'release.empty': { changeLists: [{ rule: 'required' }] },
  'release.not-greatest': { number: [{ rule: 'not-greatest' }] },
} as const;

/** @throws AppError of the given code, with what there is to know about it; nothing happens for null */
export function refuseRelease(
  refusal: ErrorCode | null,
  { state }: Pick<ReleaseRow, 'state'>,
  action: ReleaseAction,
): void {
  if (refusal === null) return;
  if (refusal === 'state.invalid-transition') {
    throw new AppError(refusal, {
      message: 'This is not possible in the present state of the release.',
      details: { from: state, to: action, allowed: RELEASE_TRANSITIONS[state] },
    });
  }
  const details = Object.hasOwn(FIELDS, refusal) ? { fields: FIELDS[refusal as keyof typeof FIELDS] } : {};
  throw new AppError(refusal, { message: MESSAGES[refusal] ?? refusal, details });
}
