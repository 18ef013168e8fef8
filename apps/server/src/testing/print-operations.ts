import { createSchema } from '../features/index.ts';
import { permissionOf, scopeOf } from '../graphql/authorise.ts';
import { OPERATIONS, SUBSCRIPTIONS } from './root-operations.ts';

/** Prints a document for each root field with the permission or scope it requires, as JSON. */
const schema = createSchema();
const fields = {
  ...schema.getQueryType()?.getFields(),
  ...schema.getMutationType()?.getFields(),
  ...schema.getSubscriptionType()?.getFields(),
};
const rights = Object.entries({ ...OPERATIONS, ...SUBSCRIPTIONS }).map(([name, document]) => {
  const field = fields[name];
  if (field === undefined) throw new Error(`no root field ${name}`);
  return { name, document, permission: permissionOf(field), scope: scopeOf(field) };
});
console.log(JSON.stringify(rights));
