import pg from 'pg';
import { askApi, median, steadyLoad } from './load.ts';
import { startProduct } from './product.ts';
import { Report } from './report.ts';
import { signIn } from './sign-in.ts';
import { size } from './size.ts';

const ROUNDS = size('BENCH_ROUNDS', 5, 1);
const SECONDS = size('BENCH_SECONDS', 5, 0.5);
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
const report = new Report('segments', 5);

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

const LIST = `query List { accounts(first: 50, filter: { state: { in: [ACTIVE] } }) { nodes { id displayName email } } }`;
const COUNTS_AT_ONCE = 20;

/** p95 of another person's list while one person counts without end, against the same list in quiet, in turns. */
async function besideCounts(segments: readonly Segment[]): Promise<number> {
  const { accessToken } = await signIn(product.url, 'marketing@demo.test');
  const list = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${accessToken}` };
    const body = JSON.stringify({ query: LIST });
    return (await steadyLoad({ url: `${product.url}/graphql`, headers, body, perSecond: 20, seconds: SECONDS })).p95;
  };
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const quiet = await list();
    let isCounting = true;
    const token = await product.token();
    const counting = Array.from({ length: COUNTS_AT_ONCE }, async (_, index) => {
      while (isCounting) await askApi(product.url, token, COUNT, { rule: segments[index % segments.length]?.rule });
    });
    ratios.push((await list()) / quiet);
    isCounting = false;
    await Promise.all(counting);
  }
  return median(ratios);
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
  report.add({
    name: `p95 of another person's list beside ${COUNTS_AT_ONCE} counts of one`,
    figure: await besideCounts(segments),
    unit: 'x',
    comparedWith: 'the same list in quiet',
    goal: 2,
  });
  await report.finish();
} finally {
  await pool.end();
  await product.stop();
}
