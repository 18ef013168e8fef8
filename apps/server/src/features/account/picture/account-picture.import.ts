import { sql } from 'kysely';
import type { PictureContext } from '../../../graphql/request-context.ts';
import type { RowOutcome } from '../../../imports/import-definition.ts';
import { pictureImport, problem } from '../../../imports/picture-import.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { putAccountPicture } from './account-picture.service.ts';

/** Imports pictures of accounts, named by number, id or Firebase id. */
export const accountPictureImport = pictureImport({
  entity: 'ACCOUNT_PICTURES',
  upload: 'picture',
  table: 'account',
  example: '1001.jpg',
  named: (name) => {
    const number = /^\d{1,15}$/.test(name) ? sql`r.public_no = ${name}` : sql`false`;
    return sql`(r.firebase_id = ${name} or ${number} or ${isUuid(name) ? sql`r.id = ${name}` : sql`false`})`;
  },
  set: setPicture,
});

async function setPicture(
  context: PictureContext,
  id: string,
  picture: Buffer,
  isDryRun: boolean,
): Promise<RowOutcome> {
  const { db, services } = context;
  const account = await db
    .selectFrom('account')
    .select(['version', 'state', 'firebase_id', 'has_picture'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (account.state === 'ERASED') return problem('is-erased');
  if (account.firebase_id === null) return problem('firebase-id');
  if (account.has_picture && (await services.files.pictures.has(db, account.firebase_id, picture))) return 'unchanged';
  if (!isDryRun) await putAccountPicture(context, { id, expectedVersion: account.version }, async () => picture);
  return 'updated';
}
