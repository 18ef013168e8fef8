import { readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import type { Entity } from '../crud/entity.ts';
import type { Expected } from '../crud/read-record.ts';
import { applyAction } from '../crud/write-record.ts';
import type { Database } from '../db/client.ts';
import { StartupError } from '../db/startup-error.ts';
import { inTransaction } from '../db/transaction.ts';
import { createSchema } from '../features/index.ts';
import { readDocuments } from '../graphql/documents/registered-documents.ts';
import { publicSchema } from '../graphql/public-slice.ts';
import type { Caller } from '../ports/identity.ts';
import { operatorContext } from './operator.ts';

/** A program that has registered documents. */
export interface DocumentOwner {
  readonly entity: Entity;
  readonly column: 'app_id' | 'machine_client_id';
  find(db: Kysely<Database>, clientId: string): Promise<Expected & { readonly scopes: string | null }>;
  /** A caller with these scopes and, for an app, with every role. */
  callerWith(scopes: string): Caller;
}

/** `documents ID [FILE | --none]`: lists the registered documents of a program, or replaces them. */
export function documentsCommand(
  { entity, column, find, callerWith }: DocumentOwner,
  [clientId, file]: readonly string[],
  isNone: boolean,
  usage: string,
): (db: Kysely<Database>) => Promise<void> {
  if (clientId === undefined || (isNone && file !== undefined)) throw new StartupError(usage);
  return async (db) => {
    const registered = await inTransaction(db, async (trx) => {
      const found = await find(trx, clientId);
      const owned = () => trx.selectFrom('registered_document').where(column, '=', found.id).orderBy('name');
      if (file !== undefined || isNone) {
        const caller = callerWith(found.scopes ?? '');
        const schema = caller.kind === 'machine' ? publicSchema(createSchema()) : createSchema();
        const documents = readDocuments(isNone ? '' : await textOf(file ?? ''), schema, caller);
        const before = await owned().select(['name', 'hash']).execute();
        await trx.deleteFrom('registered_document').where(column, '=', found.id).execute();
        if (documents.length > 0)
          await trx
            .insertInto('registered_document')
            .values(documents.map((document) => ({ ...document, [column]: found.id })))
            .execute();
        const listed = (rows: typeof before) =>
          rows
            .map(({ name, hash }) => `${name} ${hash.slice(0, 8)}`)
            .sort()
            .join(', ') || null;
        const changes = { documents: [listed(before), listed([...documents])] as const };
        await applyAction(operatorContext(trx), entity, found, 'EDIT', null, () => ({
          columns: { state: sql`state` },
          changes,
        }));
      }
      return owned().select(['name', 'hash']).execute();
    });
    for (const { name, hash } of registered) console.log(`${name}\tsha256:${hash}`);
    if (registered.length === 0) console.log(`${clientId} has no registered documents: it may run any.`);
  };
}

async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => {
    throw new StartupError(`${file} cannot be read.`);
  });
}
