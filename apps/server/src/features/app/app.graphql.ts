import type { AppState } from '@backcounter/domain';
import type { EntityValues } from '../../crud/entity-declaration.ts';
import { fieldsInvalid } from '../../crud/field-input.ts';
import { addAction, addCreate, addUpdate } from '../../crud/mutation.graphql.ts';
import { addEntity, type EntityTypes } from '../../crud/record.graphql.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { app } from './app.entity.ts';

/** Apps: list, record, changes and states. */
export function addApp(builder: Builder, shared: EntityTypes): void {
  const refs = addEntity(builder, shared, app, { one: 'app', many: 'apps' }, (t, enums) => ({
    state: t.field({
      type: enums('state'),
      description: 'Whether people can use it.',
      resolve: ({ state }) => state as AppState,
    }),
    stateReason: t.string({
      nullable: true,
      description: 'Why it is in this state; null if no reason was given.',
      resolve: (row) => row['stateReason'] as string | null,
    }),
    documents: t.stringList({
      description: 'Names of its registered operations, the only ones that it may run; empty: any.',
      resolve: (row) => row['documents'] as string[],
    }),
    people: t.int({
      description: 'How many people allowed it to act for them.',
      resolve: (row) => row['people'] as number,
    }),
  }));
  addCreate(builder, app, 'App', refs, keepLogo);
  addUpdate(builder, app, 'App', refs, keepLogo);
  addAction(builder, app, 'App', 'SUSPEND', refs);
  addAction(builder, app, 'App', 'REACTIVATE', refs);
}

/** @throws AppError `field.invalid` for a picture that is gone */
async function keepLogo(
  { db, services }: RequestContext,
  _id: string,
  { imageUrl }: EntityValues,
  before?: EntityValues,
): Promise<void> {
  const { publishedPictures } = services.files;
  if (typeof imageUrl === 'string' && !(await publishedPictures.isThere(db, imageUrl)))
    throw fieldsInvalid({ imageUrl: [{ rule: 'picture-gone' }] });
  if (imageUrl !== undefined && typeof before?.['imageUrl'] === 'string')
    await publishedPictures.leave(db, before['imageUrl']);
}
