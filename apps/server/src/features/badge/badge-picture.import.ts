import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Expected } from '../../crud/read-record.ts';
import { applyAction } from '../../crud/write-record.ts';
import type { PictureContext } from '../../graphql/request-context.ts';
import { pictureImport, problem } from '../../imports/picture-import.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { badge } from './badge.entity.ts';

/**
 * Sets a picture as that of the badge. The file is in place before the transaction commits, so a record never refers to
 * a missing file.
 * @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition`, `service.unavailable`, and those of
 * `take`
 */
export async function putBadgeImage(
  context: PictureContext,
  expected: Expected,
  take: () => Promise<Buffer>,
): Promise<void> {
  const { badgeImages } = context.services.files;
  const picture = await take();
  const path = badgeImages.newPath(randomUUID());
  let previous: unknown = null;
  await applyAction(context, badge, expected, 'EDIT', null, ({ imagePath }) => {
    previous = imagePath;
    return { columns: { image_path: path }, changes: { imagePath: [imagePath, path] } };
  });
  await badgeImages.put(context.db, path, picture);
  if (typeof previous === 'string') await badgeImages.remove(context.db, previous);
}

/** Imports pictures of badges, named by code or id. */
export const badgePictureImport = pictureImport({
  entity: 'BADGE_PICTURES',
  upload: 'badge',
  table: 'badge',
  example: 'first-year.png',
  named: (name) => sql`(r.code = ${name} or ${isUuid(name) ? sql`r.id = ${name}` : sql`false`})`,
  set: async (context, id, picture, isDryRun) => {
    const {
      version,
      state,
      image_path: path,
    } = await context.db
      .selectFrom('badge')
      .select(['version', 'state', 'image_path'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (state === 'RETIRED') return problem('not-editable');
    if (path !== null && (await context.services.files.badgeImages.has(context.db, path, picture))) return 'unchanged';
    if (!isDryRun) await putBadgeImage(context, { id, expectedVersion: version }, async () => picture);
    return 'updated';
  },
});
