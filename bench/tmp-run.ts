import { readFileSync } from 'node:fs';
import pg from 'pg';
import { askApi } from './load.ts';
import { signIn } from './sign-in.ts';
const url = 'http://localhost:4340';
const d = JSON.parse(readFileSync('/tmp/m1/database.json', 'utf8'));
const pool = new pg.Pool({ connectionString: `postgres://backcounter_owner:${d.ownerPassword}@127.0.0.1:${d.port}/backcounter`, max: 1 });
const { accessToken } = await signIn(url, 'admin@demo.test');
const { rows: segments } = await pool.query('select id, name, rule, (select members from segment_day d where d.segment_id = s.id order by day desc limit 1) as known from segment s order by name');
const { rows: [topic] } = await pool.query(`select id from topic where code = 'offers.weekly'`);
const COUNT = `query Counts($rule: JSON!) { segmentCounts(rule: $rule) { accounts { value } members { value kind } steps { value kind } groups { steps { value } } } }`;
const AUDIENCE = `query Audience($topic: ID!, $segment: ID!) { notificationAudience(input: { topicId: $topic, segmentId: $segment }) { recipients kind } }`;
for (const { id, name, rule, known } of segments) {
  for (const [what, q, v] of [['count', COUNT, { rule }], ['audience', AUDIENCE, { topic: topic.id, segment: id }], ['overlap', 'query O($id: ID!) { segmentOverlaps(id: $id) { isExact segments { name members } } }', { id }], ['page', 'query M($id: ID!) { accounts(first: 50, filter: { segment: { in: [$id] } }) { nodes { id displayName } } }', { id }], ['reach', 'query R($id: ID!) { segmentReach(id: $id) { isExact } }', { id }]] as const) {
    const taken: number[] = []; let last: any;
    for (let i = 0; i < 3; i++) { const t = performance.now(); try { last = await askApi(url, accessToken, q, v); } catch (e) { last = String(e).slice(0, 90); } taken.push(Math.round(performance.now() - t)); }
    console.log(name, known, what, taken.join(' '), JSON.stringify(last).slice(0, 160));
  }
}
await pool.end();
