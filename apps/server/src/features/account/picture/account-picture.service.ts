import { recordAudit } from '../../../audit/record-audit.ts';
import { fieldsInvalid } from '../../../crud/field-input.ts';
import type { PictureContext, RequestContext } from '../../../graphql/request-context.ts';
import { type Expected, lockAccount, refuseAccount, writeAccount } from '../account.service.ts';

/**
 * Sets a picture as the account's picture. The file is stored before the transaction commits, so that no record refers to a missing file.
 * @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition`, `field.invalid` for an account without a Firebase id,
 *   `service.unavailable`, and those of `take`
 */
export async function putAccountPicture(
  context: PictureContext,
  expected: Expected,
  take: () => Promise<Buffer>,
): Promise<void> {
  const current = await lockAccount(context, expected);
  refuseAccount(context, current, 'EDIT');
  if (current.firebase_id === null) throw fieldsInvalid({ id: [{ rule: 'firebase-id' }] });
  const picture = await take();
  await writeAccount(context, expected, { has_picture: true });
  await recordAudit(context, {
    action: 'account.set-picture',
    entityType: 'account',
    entityId: expected.id,
    outcome: 'DONE',
    changes: current.has_picture ? {} : { picture: [false, true] },
  });
  await context.services.files.pictures.put(context.db, current.firebase_id, picture);
}

/**
 * Removes the picture of an account; does nothing without one.
 * @throws AppError `record.not-found`, `record.conflict`
 */
export async function removeAccountPicture(context: RequestContext, expected: Expected): Promise<void> {
  const current = await lockAccount(context, expected);
  const { pictures } = context.services.files;
  if (current.firebase_id === null || !(current.has_picture || pictures.isStoreShared)) return;
  await writeAccount(context, expected, { has_picture: false });
  await pictures.remove(context.db, current.firebase_id);
  await recordAudit(context, {
    action: 'account.remove-picture',
    entityType: 'account',
    entityId: expected.id,
    outcome: 'DONE',
    changes: { picture: [true, false] },
  });
}
