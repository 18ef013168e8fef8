import type { ClientBase } from 'pg';
import { DEMO_ADMIN_SUB } from '../embedded/identity/demo-people.ts';
import { stableId } from './stable-id.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
/** Number of accounts in each job, from those with the badge or topic. */
const PICKED = 60;
/** Number of those that already had it. */
const LEFT_OUT = 3;

interface DemoJob {
  readonly name: string;
  readonly requester: string;
  readonly minutesAgo: number;
  readonly seconds: number;
  readonly kind: string;
  readonly params: object;
  readonly state: 'QUEUED' | 'SUCCEEDED' | 'FAILED' | 'CANCELED';
  readonly done: number;
  readonly total: number | null;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly errorCode?: string;
}

interface Target {
  readonly id: string;
  readonly name: Readonly<Record<string, string>>;
  readonly accounts: readonly string[];
}

/**
 * Generates a month of jobs: two finished, one canceled, one failed of a colleague and one of the administrator, and
 * two exports that wait for the first worker, which writes their files. They match the other demo data. Does nothing if
 * there are jobs.
 */
export async function seedJobs(client: ClientBase, colleagues: readonly string[], now: Date): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>('select exists (select from job) as found');
  const [first, second, third] = colleagues;
  if (rows[0]?.found || first === undefined || second === undefined || third === undefined) return;
  const at = (minutesAgo: number): Date => new Date(now.getTime() - minutesAgo * MINUTE_MS);
  const change = (
    action: string,
    minutesAgo: number,
    more: object,
  ): Pick<DemoJob, 'kind' | 'params' | 'minutesAgo'> => ({
    kind: 'account.bulk-change',
    minutesAgo,
    params: {
      action,
      targetId: null,
      names: {},
      reason: null,
      until: null,
      failedOf: null,
      undone: null,
      ...more,
      selection: {
        filter: {},
        isLive: false,
        search: null,
        searchMode: null,
        ids: null,
        exclusions: [],
        upTo: at(minutesAgo).toISOString(),
        ...('selection' in more && typeof more.selection === 'object' ? more.selection : {}),
      },
    },
  });
  const about = ({ id, name, accounts }: Target) => ({
    targetId: id,
    names: { [id]: name },
    selection: { ids: accounts },
  });
  const badge = await mostAwarded(client);
  const topic = await mostFollowed(client);
  const suspended = await count(client, 'SUSPENDED');
  const jobs: DemoJob[] = [
    {
      name: 'failed',
      requester: second,
      ...change('REACTIVATE', 9 * DAY_MINUTES + 190, {
        reason: 'Chargebacks settled',
        selection: { filter: { state: { in: ['SUSPENDED'] } } },
      }),
      seconds: 61,
      state: 'FAILED',
      done: 0,
      total: suspended,
      outcomes: {},
      errorCode: 'query.timed-out',
    },
    {
      name: 'own-failed-export',
      requester: DEMO_ADMIN_SUB,
      minutesAgo: 2 * DAY_MINUTES + 200,
      seconds: 34,
      kind: 'list.export',
      params: exportOfStores(at(2 * DAY_MINUTES + 200)),
      state: 'FAILED',
      done: 0,
      total: await countStores(client),
      outcomes: {},
      errorCode: 'query.timed-out',
    },
    {
      name: 'export',
      requester: first,
      minutesAgo: 0,
      seconds: 0,
      kind: 'list.export',
      params: exportOfCountries(now),
      state: 'QUEUED',
      done: 0,
      total: null,
      outcomes: {},
    },
    {
      name: 'own-export',
      requester: DEMO_ADMIN_SUB,
      minutesAgo: 0,
      seconds: 0,
      kind: 'list.export',
      params: { ...exportOfCountries(now), format: 'XLSX' },
      state: 'QUEUED',
      done: 0,
      total: null,
      outcomes: {},
    },
  ];
  if (badge !== null) {
    jobs.push({
      name: 'award',
      requester: first,
      ...change('AWARD_BADGE', 2 * DAY_MINUTES + 75, { ...about(badge), reason: 'Helped at the autumn fair' }),
      seconds: 2,
      state: 'SUCCEEDED',
      done: badge.accounts.length,
      total: badge.accounts.length,
      outcomes: shares(badge.accounts.length, 'already-awarded'),
    });
  }
  if (topic !== null) {
    jobs.push(
      {
        name: 'subscribe',
        requester: third,
        ...change('SUBSCRIBE_TOPIC', 5 * DAY_MINUTES + 320, about(topic)),
        seconds: 3,
        state: 'SUCCEEDED',
        done: topic.accounts.length,
        total: topic.accounts.length,
        outcomes: shares(topic.accounts.length, 'already-subscribed'),
      },
      {
        name: 'cancelled',
        requester: third,
        ...change('UNSUBSCRIBE_TOPIC', 5 * DAY_MINUTES + 340, about(topic)),
        seconds: 4,
        state: 'CANCELED',
        done: 0,
        total: topic.accounts.length,
        outcomes: {},
      },
    );
  }
  for (const job of jobs) await insertJob(client, job, at(job.minutesAgo));
  if (badge !== null) await insertProblems(client, jobId('award'), badge.accounts, 'already-awarded');
  if (topic !== null) await insertProblems(client, jobId('subscribe'), topic.accounts, 'already-subscribed');
  await client.query(
    `select graphile_worker.add_job('list.export', json_build_object('id', id), job_key := id, max_attempts := 5) from unnest($1::text[]) as id`,
    [[jobId('export'), jobId('own-export')]],
  );
}

/** An export that everyone may read. */
function exportOfCountries(now: Date): object {
  // This seed writes countries just after the demo's present.
  const upTo = new Date(now.getTime() + DAY_MINUTES * MINUTE_MS);
  return exportOf('COUNTRIES', { isActive: true }, upTo, { code: 'Code', name: 'Name', currency: 'Currency' });
}

/** An export of all stores with their columns. */
function exportOfStores(upTo: Date): object {
  const columns = {
    sid: 'Store id',
    name: 'Name',
    country: 'Country',
    city: 'City',
    state: 'State',
    balance: 'Points',
  };
  return { ...exportOf('STORES', {}, upTo, columns), format: 'XLSX' };
}

function exportOf(list: string, filter: object, upTo: Date, headings: Readonly<Record<string, string>>): object {
  return {
    list,
    format: 'CSV',
    columns: Object.entries(headings).map(([key, heading]) => ({ key, heading })),
    selection: {
      filter,
      isLive: false,
      search: null,
      searchMode: null,
      ids: null,
      exclusions: [],
      upTo: upTo.toISOString(),
    },
    sort: { key: 'NAME', direction: 'ASC' },
    locale: 'en-US',
    timeZone: 'UTC',
  };
}

const jobId = (name: string): string => stableId(`job ${name}`);

function shares(accounts: number, reason: string): Readonly<Record<string, number>> {
  const leftOut = Math.min(LEFT_OUT, accounts);
  return { DONE: accounts - leftOut, [`SKIPPED ${reason}`]: leftOut };
}

async function insertJob(client: ClientBase, job: DemoJob, at: Date): Promise<void> {
  await client.query(
    `insert into job (id, kind, params, state, requested_by, requested_roles, done, total, outcomes, error_code, created_at, started_at, finished_at)
    values ($1, $2, $3, $4::job_state, $5, '{ADMIN}', $6, $7, $8, $9, $10,
      case when $4::job_state <> 'QUEUED' then $10::timestamptz + interval '0.4 s' end,
      case when $4::job_state <> 'QUEUED' then $10::timestamptz + make_interval(secs => $11) end)`,
    [
      jobId(job.name),
      job.kind,
      JSON.stringify(job.params),
      job.state,
      job.requester,
      job.done,
      job.total,
      JSON.stringify(job.outcomes),
      job.errorCode ?? null,
      at,
      job.seconds,
    ],
  );
}

/** The last accounts of the job were unchanged. */
async function insertProblems(
  client: ClientBase,
  job: string,
  accounts: readonly string[],
  reason: string,
): Promise<void> {
  await client.query(
    `insert into job_problem (job_id, record_id, label, outcome, reason)
    select $1, a.id::text, '#' || a.public_no, 'SKIPPED', $3 from account a where a.id = any($2::uuid[])`,
    [job, accounts.slice(-LEFT_OUT), reason],
  );
}

async function mostAwarded(client: ClientBase): Promise<Target | null> {
  const { rows } = await client.query<Target>(
    `select b.id, b.name_i18n as name, array(select w.account_id from account_badge_award w
        where w.badge_id = b.id and w.revoked_at is null order by w.account_id limit ${PICKED}) as accounts
    from badge b where b.award_mode = 'MANUAL' and b.state = 'ACTIVE' and b.award_count > 0 order by b.award_count desc, b.code limit 1`,
  );
  return rows[0] ?? null;
}

async function mostFollowed(client: ClientBase): Promise<Target | null> {
  const { rows } = await client.query<Target>(
    `select t.id, t.name_i18n as name, array(select s.account_id from account_topic_subscription s
        where s.topic_id = t.id and s.is_subscribed order by s.account_id limit ${PICKED}) as accounts
    from topic t where t.archived_at is null and t.subscriber_count > 0 order by t.subscriber_count desc, t.code limit 1`,
  );
  return rows[0] ?? null;
}

async function count(client: ClientBase, state: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from account where state = $1::account_state',
    [state],
  );
  return rows[0]?.count ?? 0;
}

async function countStores(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from store');
  return rows[0]?.count ?? 0;
}
