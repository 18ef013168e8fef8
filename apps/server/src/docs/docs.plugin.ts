import type { FastifyPluginAsync } from 'fastify';
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { BoundedMap } from '../graphql/bounded-map.ts';
import { publicSchema } from '../graphql/public-slice.ts';
import { sendTagged } from '../pages/entity-tag.ts';
import { authenticate } from '../ports/bearer.ts';
import type { IdentityPort } from '../ports/identity.ts';

const EVERY_SCOPE = '*';
const MAX_PRINTED = 50;

/** Documentation for authors of programs. It is public; a machine client's token narrows the schema to its scopes. */
export const docsPlugin: FastifyPluginAsync<{
  readonly schema: GraphQLSchema;
  readonly identity: IdentityPort;
}> = async (app, { schema, identity }) => {
  const printed = new BoundedMap<string, string>(MAX_PRINTED);
  app.get('/schema.graphql', async (request, reply) => {
    const { authorization } = request.headers;
    const caller = authorization === undefined ? null : await authenticate(identity, authorization);
    const scopes = caller?.kind === 'machine' ? caller.scopes : null;
    const key = scopes?.join(' ') ?? EVERY_SCOPE;
    const known = printed.get(key);
    const text = known ?? print(publicSchema(schema, scopes === null ? undefined : (scope) => scopes.includes(scope)));
    if (known === undefined) printed.set(key, text);
    reply.headers({ 'cache-control': 'no-cache', vary: 'authorization' });
    return sendTagged(request, reply.type('text/plain; charset=utf-8'), text);
  });
};

const print = (slice: GraphQLSchema) => `${printSchema(lexicographicSortSchema(slice))}\n`;
