import { readFile } from 'node:fs/promises';
import { hasScope } from '@backcounter/domain';
import type { FastifyPluginAsync } from 'fastify';
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { MACHINE_API } from '../features/error-guide.ts';
import { BoundedMap } from '../graphql/bounded-map.ts';
import { publicSchema } from '../graphql/public-slice.ts';
import { sendTagged } from '../pages/entity-tag.ts';
import { html } from '../pages/html.ts';
import { PLAIN_PAGE_HEADERS, plainPageAssets } from '../pages/plain-page.ts';
import { authenticate } from '../ports/bearer.ts';
import type { IdentityPort } from '../ports/identity.ts';
import { docsPage } from './docs.page.ts';
import { guideSections } from './guide.ts';
import { referenceSections } from './reference.ts';

const EVERY_SCOPE = '*';
const MAX_PRINTED = 50;

const LEADS = {
  guide: html`How programs, such as points of sale and the app's back end, work with Backcounter.`,
  operations: html`Every query and mutation for programs. Set <code>BACKCOUNTER</code> and <code>TOKEN</code> as <a href="/docs#a-client-and-its-token">the guide</a> shows; <code>client</code> comes from <code>createClient</code> of <code>@backcounter/client</code>.`,
};

/** Documentation for authors of programs. It is public; a machine client's token narrows the schema to its scopes. */
export const docsPlugin: FastifyPluginAsync<{
  readonly schema: GraphQLSchema;
  readonly identity: IdentityPort;
}> = async (app, { schema, identity }) => {
  const pages = {
    '/docs': docsPage('/docs', LEADS.guide, guideSections(await readFile(MACHINE_API, 'utf8'))),
    '/docs/operations': docsPage('/docs/operations', LEADS.operations, referenceSections(publicSchema(schema))),
  } as const;
  for (const [path, page] of Object.entries(pages))
    app.get(path, (request, reply) =>
      sendTagged(request, reply.headers({ ...PLAIN_PAGE_HEADERS, 'cache-control': 'no-cache' }), page),
    );
  await plainPageAssets(app, '/docs', 'docs', new URL('./docs.css', import.meta.url));
  const printed = new BoundedMap<string, string>(MAX_PRINTED);
  app.get('/schema.graphql', async (request, reply) => {
    const { authorization } = request.headers;
    const caller = authorization === undefined ? null : await authenticate(identity, authorization);
    const scopes = caller?.kind === 'machine' ? caller.scopes : null;
    const key = scopes?.join(' ') ?? EVERY_SCOPE;
    const known = printed.get(key);
    const text = known ?? print(publicSchema(schema, scopes === null ? undefined : (scope) => hasScope(scopes, scope)));
    if (known === undefined) printed.set(key, text);
    reply.headers({ 'cache-control': 'no-cache', vary: 'authorization' });
    return sendTagged(request, reply.type('text/plain; charset=utf-8'), text);
  });
};

const print = (slice: GraphQLSchema) => `${printSchema(lexicographicSortSchema(slice))}\n`;
