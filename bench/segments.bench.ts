import pg from 'pg';
import { askApi, median } from './load.ts';
import { startProduct } from './product.ts';
import { Report } from './report.ts';
import { size } from './size.ts';

const ROUNDS = size('BENCH_ROUNDS', 5, 1);
const COUNT = `query Counts($rule: JSON!) {
  segmentCounts(rule: $rule) { accounts { value } members { value kind } steps { value } groups { steps { value } } } }`;
const AUDIENCE = `query Audience($topic: ID!, $segment: ID!) {
  notificationAudience(input: { topicId: $topic, segmentId: $segment }) { recipients kind } }`;

interface Segment {
  readonly id: string;
  readonly name: string;
  readonly rule: unknown;
}

const product = await startProduct({ accounts: size('BENCH_ACCOUNTS', 1_000_000, 400) });
const pool = new pg.Pool({ connectionString: product.ownerUrl, max: 1 });
const report = new Report('segments', 4);

/** Median time of a request on the client's clock, in ms, and the slowest of the segments. */
async function slowest(segments: readonly Segment[], query: string, variables: (segment: Segment) => object) {
  let worst = { ms: 0, name: '' };
  for (const segment of segments) {
    const taken: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const token = await product.token();
      const started = performance.now();
      await askApi(product.url, token, query, variables(segment));
      if (round > 0) taken.push(performance.now() - started);
    }
    const ms = median(taken);
    if (ms > worst.ms) worst = { ms, name: segment.name };
  }
  return worst;
}

try {
  const { rows: segments } = await pool.query<Segment>('select id, name, rule from segment order by name');
  const { rows: topics } = await pool.query<{ id: string }>(`select id from topic where code = 'offers.weekly'`);
  const [topic] = topics;
  const part = (name: string, worst: Awaited<ReturnType<typeof slowest>>, goal: number) =>
    report.add({ promise: '', name, figure: worst.ms, unit: 'ms', comparedWith: worst.name, goal });
  part('count of a rule and after each clause', await slowest(segments, COUNT, ({ rule }) => ({ rule })), 2_000);
  part(
    'audience of a notification',
    await slowest(segments, AUDIENCE, ({ id }) => ({ topic: topic?.id, segment: id })),
    2_000,
  );
  part(
    'common members with other segments',
    await slowest(segments, 'query O($id: ID!) { segmentOverlaps(id: $id) { isExact } }', ({ id }) => ({ id })),
    2_000,
  );
  part(
    'first page of members',
    await slowest(
      segments,
      'query M($id: ID!) { accounts(first: 50, filter: { segment: { in: [$id] } }) { nodes { id displayName } } }',
      ({ id }) => ({ id }),
    ),
    2_000,
  );
  await report.finish();
} finally {
  await pool.end();
  await product.stop();
}
