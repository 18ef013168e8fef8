import { type AttackClass, each, must, mustBeClean } from '../attack.ts';
import type { Target } from '../target.ts';

const HOSTILE = [
  "' or 1=1 --",
  "'; drop table account; --",
  '" or ""="',
  "\\' or 1=1 --",
  '1) union select email from account --',
  '$1',
  '%',
  '_',
  '%%%%%%%%%%',
  '\\',
  '$' + '{7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  "=cmd|'/c calc'!A1",
  '../../../etc/passwd',
  'ﬀ'.repeat(200),
  '\u202etxt.exe',
  'a'.repeat(5_000),
  '(((((((((((((((((((((a+)+)+)+)+',
  '__proto__',
  'NaN',
  '-0',
  '9'.repeat(400),
];

const LISTS = [
  'accounts',
  'stores',
  'campaigns',
  'giveaways',
  'notifications',
  'auditEvents',
  'releases',
  'topics',
  'badges',
] as const;

const injection: AttackClass = {
  name: 'texts in searches',
  covers: 'CWE-89, CWE-943, CWE-1336: injection through search (Directus, Strapi, Ghost advisories)',
  settings: 'open-documents',
  attempts: async (target) => {
    const token = await target.token('admin');
    return LISTS.flatMap((list) =>
      each(
        HOSTILE,
        (text) => `${list}: ${text.slice(0, 40)}`,
        async (text) => {
          const answer = await target.graphql(token, `query($s:String){${list}(first:100,search:$s){nodes{id}}}`, {
            s: text,
          });
          mustBeClean(answer);
          const nodes = answer.json?.data?.[list]?.nodes as readonly unknown[] | undefined;
          must((nodes?.length ?? 0) < 100, 'Everything was found', answer);
        },
      ),
    );
  },
};

const cursorOf = async (target: Target, token: string): Promise<string> =>
  (await target.graphql(token, '{accounts(first:2){pageInfo{endCursor}}}')).json.data.accounts.pageInfo
    .endCursor as string;

const cursors: AttackClass = {
  name: 'cursors',
  covers: 'CWE-565, CWE-639: cursors that are trusted (Hasura, Saleor advisories)',
  settings: 'open-documents',
  attempts: async (target) => {
    const token = await target.token('admin');
    const cursor = await cursorOf(target, token);
    const turned = Buffer.from(cursor, 'base64url');
    const bad = [
      ...Array.from({ length: 20 }, (_, at) => {
        const copy = Buffer.from(turned);
        const place = Math.floor((at * copy.length) / 20);
        copy[place] = (copy[place] ?? 0) ^ 1;
        return copy.toString('base64url');
      }),
      cursor.slice(1),
      '',
      'null',
      Buffer.from('{"id":"1"}').toString('base64url'),
      '-'.repeat(10_000),
    ];
    const ask = (query: string, after: string, by = token) => target.graphql(by, query, { after });
    const accounts = 'query($after:String){accounts(first:2,after:$after){nodes{id}}}';
    return [
      ...each(
        bad,
        (text) => `a changed cursor ${text.slice(0, 20)}`,
        async (after) => {
          const answer = await ask(accounts, after);
          mustBeClean(answer);
          must(answer.json?.errors?.length > 0 || after === '', 'Taken', answer);
        },
      ),
      {
        title: 'a cursor of another list',
        run: async () =>
          must(
            (await ask('query($after:String){stores(first:2,after:$after){nodes{id}}}', cursor)).json?.errors?.length >
              0,
            'Taken',
          ),
      },
      ...each(
        [
          'filter:{state:{in:[ACTIVE]}}',
          'filter:{country:{in:["DE"]}}',
          'search:"a"',
          'sort:{key:NAME,direction:DESC}',
        ],
        (other) => `a cursor of another list of rows: ${other}`,
        async (other) => {
          const answer = await ask(`query($after:String){accounts(first:2,after:$after,${other}){nodes{id}}}`, cursor);
          mustBeClean(answer);
          must(answer.code === 'cursor.invalid', 'Taken', answer);
        },
      ),
      {
        title: 'a cursor of another role',
        run: async () =>
          must((await ask(accounts, cursor, await target.token('marketing'))).json?.errors?.length > 0, 'Taken'),
      },
    ];
  },
};

const masked: AttackClass = {
  name: 'contacts that are masked',
  covers:
    'CWE-203, CWE-359: masked fields told by filters, order and search (Directus CVE-2024-39895 kind) [security 7]',
  settings: 'open-documents',
  attempts: async (target) => {
    const admin = await target.token('admin');
    const token = await target.token('marketing');
    const { nodes } = (await target.graphql(admin, '{accounts(first:40){nodes{id email phone}}}')).json.data
      .accounts as {
      nodes: readonly { id: string; email: string | null; phone: string | null }[];
    };
    const known = nodes.filter(({ email, phone }) => email !== null && phone !== null).slice(0, 12);
    const documents = [
      '{accounts(first:5,filter:{hasEmail:true}){nodes{id}}}',
      '{accounts(first:5,filter:{hasPhone:false}){nodes{id}}}',
      '{accounts(first:5,sort:{key:NAME,direction:ASC},filter:{hasEmail:true,hasPhone:true}){nodes{id}}}',
    ];
    return [
      ...known.flatMap(({ id, email, phone }) => [
        ...each(
          [email, phone] as string[],
          (text) => `searching ${text}`,
          async (text) => {
            const answer = await target.graphql(token, 'query($s:String){accounts(first:10,search:$s){nodes{id}}}', {
              s: text,
            });
            mustBeClean(answer);
            must(!answer.text.includes(id), 'The account was found by its contact', answer);
          },
        ),
        {
          title: `reading ${id}`,
          run: async () => {
            const answer = await target.graphql(token, 'query($id:ID!){account(id:$id){id email phone}}', { id });
            must(
              !answer.text.includes(email ?? '-') && !answer.text.includes(phone ?? '-'),
              'The contact was told',
              answer,
            );
          },
        },
      ]),
      ...each(
        documents,
        (document) => document,
        async (document) => {
          must((await target.graphql(admin, document)).json?.errors === undefined, 'Refused to an administrator');
          const answer = await target.graphql(token, document);
          mustBeClean(answer);
          must(answer.json?.errors?.length > 0, 'Answered', answer);
        },
      ),
    ];
  },
};

const SMUGGLED_FIELDS = [
  'version: 1',
  'state: ERASED',
  'id: "x"',
  'createdAt: "2020-01-01T00:00:00Z"',
  'updatedBy: "x"',
  'points: 1000000',
  'number: 1',
  'roles: ["ADMIN"]',
];

const massAssignment: AttackClass = {
  name: 'fields that no one may set',
  covers: 'CWE-915: mass assignment (Strapi, Ghost, Directus advisories)',
  settings: 'open-documents',
  attempts: async (target) => {
    const token = await target.token('admin');
    const id = '01900000-0000-7000-8000-000000000001';
    return SMUGGLED_FIELDS.flatMap((field) =>
      each(
        [
          `mutation{updateAccount(input:{id:"${id}",expectedVersion:1,patch:{${field}}}) { account {id} }}`,
          `mutation{updateStore(input:{id:"${id}",expectedVersion:1,patch:{${field}}}){store{id}}}`,
          `mutation{updateCampaign(input:{id:"${id}",expectedVersion:1,patch:{${field}}}){campaign{id}}}`,
        ],
        (document) => document,
        async (document) => {
          const answer = await target.graphql(token, document, {}, { 'x-backcounter-mutation': '1' });
          mustBeClean(answer);
          must(answer.json?.data == null && answer.json?.errors?.length > 0, 'Taken', answer);
        },
      ),
    );
  },
};

const REVEALS_PER_HOUR = 30;
const REVEAL = 'mutation($input:RevealAccountContactInput!){revealAccountContact(input:$input) {email phone}}';

const harvested: AttackClass = {
  name: 'contacts that are harvested',
  covers: 'CWE-799, CWE-770: one person copying all contacts by legitimate single reveals [security 26]',
  settings: 'open-documents',
  attempts: async (target) => {
    const admin = await target.token('admin');
    const token = await target.token('marketing');
    const { nodes } = (await target.graphql(admin, '{accounts(first:100){nodes{id}}}')).json.data.accounts as {
      nodes: readonly { id: string }[];
    };
    const reveal = (input: Readonly<Record<string, unknown>>) =>
      target.graphql(token, REVEAL, { input }, { 'x-backcounter-mutation': '1' });
    const id = nodes[0]?.id;
    return [
      ...each(
        [{ reason: 'x' }, { purpose: 'OTHER', reason: 'x' }, { purpose: 'OTHER' }, { purpose: 'CURIOSITY' }],
        (grounds) => `for ${JSON.stringify(grounds)}`,
        async (grounds) => {
          const answer = await reveal({ id, ...grounds });
          mustBeClean(answer);
          must(answer.json?.data?.revealAccountContact == null, 'The contact was told', answer);
        },
      ),
      {
        title: '100 at once',
        run: async () => {
          const answers = await Promise.all(
            nodes.map((account) => reveal({ id: account.id, purpose: 'SUPPORT_REQUEST' })),
          );
          answers.forEach(mustBeClean);
          const told = answers.filter(({ json }) => json?.data?.revealAccountContact != null);
          must(nodes.length === 100 && told.length > 0, 'Nothing was tried', answers[0]);
          must(told.length <= REVEALS_PER_HOUR, `${told.length} contacts were told`);
        },
      },
      ...each(
        ['000000', '123456', '', "' or 1=1 --"],
        (code) => `confirming "${code}" without a second factor`,
        async (code) => {
          const answer = await target.graphql(
            token,
            'mutation($c:String!){confirmSecondFactor(input: { code:$c }) {outcome}}',
            { c: code },
            { 'x-backcounter-mutation': '1' },
          );
          mustBeClean(answer);
          must(answer.json?.data?.confirmSecondFactor?.outcome !== 'CONFIRMED', 'Confirmed', answer);
        },
      ),
    ];
  },
};

/** Classes about data. */
export const ATTACKS: readonly AttackClass[] = [injection, cursors, masked, massAssignment, harvested];
