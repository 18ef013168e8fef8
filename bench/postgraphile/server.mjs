/**
 * The reference of the list benchmarks: PostGraphile 5 on the same database, in a separate process. `DATABASE_URL` and
 * `PORT` come from the environment; prints `ready` once it listens on loopback.
 */
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

const preset = {
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({
      connectionString: process.env['DATABASE_URL'] ?? '',
      schemas: ['public'],
      poolConfig: { max: 10 },
    }),
  ],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
  grafast: { explain: false },
};

const server = createServer();
server.on('error', (error) => {
  throw error;
});
await postgraphile(preset).createServ(grafserv).addTo(server);
server.listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('ready'));
