import { recordAudit } from '../../../audit/record-audit.ts';
import { fieldsInvalid } from '../../../crud/field-input.ts';
import type { PictureContext, RequestContext } from '../../../graphql/request-context.ts';
import { type Expected, lockAccount, refuseAccount, writeAccount } from '../account.service.ts';

/**
 * Sets an uploaded picture as the account's picture. The file is stored before the transaction commits, so that no record refers to a
 * missing file.
 * @throws AppError `record.not-found` for the account or the upload, `record.conflict`, `state.invalid-transition`, `field.invalid` for an
 *   account without a Firebase id, `service.unavailable`
 */
export async function setAccountPicture(context: RequestContext, expected: Expected, uploadId: string): Promise<void> {
  await putAccountPicture(context, expected, () =>
    context.services.files.uploads.use(context.db, context.caller, uploadId, 'picture'),
  );
}

/** Sets a picture, as it is stored, as the account's picture. @throws AppError as `setAccountPicture` does */
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
