import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Expected } from '../../crud/read-record.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import { lockGiveaway } from './giveaway-lock.ts';
import { refuseGiveaway } from './giveaway-record.ts';

/**
 * Sets an uploaded picture as the picture of a giveaway. The file is moved before the transaction commits, so a record never
 * references a missing file.
 * @throws AppError `record.not-found` for the giveaway or the upload, `record.conflict`, `state.invalid-transition`, `service.unavailable`
 */
export async function setGiveawayImage(context: RequestContext, expected: Expected, uploadId: string): Promise<void> {
  const { uploads, giveawayImages } = context.services.files;
  const { db, caller } = context;
  const picture = await uploads.use(db, caller, uploadId, 'giveaway');
  const path = giveawayImages.newPath(uploadId);
  const current = await lockGiveaway(context, expected);
  refuseGiveaway(context, current, 'EDIT');
  await db
    .updateTable('giveaway')
    .set({ image_path: path, version: sql`version + 1`, updated_at: sql`now()`, updated_by: caller.sub })
    .where('id', '=', current.id)
    .execute();
  await recordAudit(context, {
    action: 'giveaway.update',
    entityType: 'giveaway',
    entityId: current.id,
    outcome: 'DONE',
    changes: { imagePath: [current.imagePath, path] },
  });
  await giveawayImages.put(db, path, picture);
  if (current.imagePath !== null) await giveawayImages.remove(db, current.imagePath);
}
