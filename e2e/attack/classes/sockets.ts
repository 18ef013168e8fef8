import { setTimeout as sleep } from 'node:timers/promises';
import { type AttackClass, type Attempt, each, must } from '../attack.ts';
import { frame, type Upgrade, upgrade } from '../socket.ts';
import { HOST, type Target } from '../target.ts';

const put = (id: string) => frame({ op: 'put', firebase_id: id, store_sid: null });

/** Queries the presence of accounts as staff. */
async function presence(target: Target): Promise<(id: string) => Promise<boolean>> {
  const token = await target.token('admin');
  const { sub } = (await target.graphql(token, '{viewer{sub}}')).json.data.viewer;
  const admin = await target.graphql(token, 'query($sub:String!){getFirebaseAdminToken(user_id:$sub)}', { sub });
  const { json } = await target.send('/realtime/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: admin.json.data.getFirebaseAdminToken }),
  });
  return async (id) => {
    const answer = await target.send(`/realtime/online/${id}`, { token: json.session });
    must(answer.status === 200, 'Nobody can be looked up', answer);
    return answer.json !== null;
  };
}

const ORIGINS = [
  'https://evil.example',
  'null',
  `https://${HOST}`,
  `https://${HOST}.evil.example`,
  `http://${HOST}`,
  'file://',
  '',
];
const TOKENS = ['', 'x', 'a'.repeat(43), 'a'.repeat(8_000), 'null', "' or 1=1 --", '..', 'a.b.c'];

const strangers: AttackClass = {
  name: 'sockets of strangers',
  covers:
    'CWE-306, CWE-1385, CWE-287: WebSockets without or with bad tokens, of other origins (Socket.IO, Grafana CVE-2022-29170 kind)',
  settings: 'open-documents',
  attempts: async (target) => {
    const machine = await target.machine();
    const isOnline = await presence(target);
    const withHeader: Readonly<Record<string, () => Promise<Upgrade>>> = {
      ...Object.fromEntries(
        TOKENS.map((token) => [`the token ${token.slice(0, 20)}`, () => upgrade(target, { token })]),
      ),
      ...Object.fromEntries(
        ORIGINS.flatMap((origin) => [
          [`the origin ${origin}`, () => upgrade(target, { headers: { origin } })],
          [`the origin ${origin} with a token`, () => upgrade(target, { token: machine, headers: { origin } })],
        ]),
      ),
      'the token of a person': async () => upgrade(target, { token: await target.token('admin') }),
      'a token without the scope': async () => upgrade(target, { token: await target.machine('account.sync') }),
      'an old version': () => upgrade(target, { token: machine, headers: { 'sec-websocket-version': '7' } }),
      'no key': () => upgrade(target, { token: machine, headers: { 'sec-websocket-key': '' } }),
      'HTTP/2': () => upgrade(target, { headers: { upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' } }),
      ...Object.fromEntries(
        ['/', '/graphql', '/graphql/stream', '/realtime/stream', '/realtime/online/x', '/metrics', '/nothing'].map(
          (path) => [`a socket at ${path}`, () => upgrade(target, { token: machine }, path)],
        ),
      ),
    };
    const messages: Readonly<Record<string, () => Promise<readonly Buffer[]>>> = {
      'no token': async () => [],
      ...Object.fromEntries(TOKENS.map((token) => [`the token ${token.slice(0, 20)}`, async () => [frame({ token })]])),
      'the token of a person': async () => [frame({ token: await target.token('admin') })],
      'a token without the scope': async () => [frame({ token: await target.machine('account.sync') })],
      'a good token after a bad one': async () => [frame({ token: 'x' }), frame({ token: machine })],
      'a good token that comes second': async () => [put('second'), frame({ token: machine })],
      'a token in the address': async () => [],
    };
    return [
      {
        title: 'a known client is heard, so the others are not for another reason',
        run: async () => {
          const socket = await upgrade(target, { token: machine });
          socket.send(put('known'));
          for (let wait = 0; wait < 100 && !(await isOnline('known')); wait += 1) await sleep(20);
          must(await isOnline('known'), 'It is not heard');
          socket.close();
        },
      },
      ...each(
        Object.entries(withHeader),
        ([name]) => `an upgrade with ${name}`,
        async ([, ask]) => {
          const { status, close } = await ask();
          close();
          must(status !== 101 && status < 500, `Answered ${status}`);
        },
      ),
      ...Object.entries(messages).map(
        ([name, make], index): Attempt => ({
          title: `a first message with ${name}`,
          run: async () => {
            const id = `stranger-${index}`;
            const socket = await upgrade(target, {}, `/realtime/socket?access_token=${machine}`);
            must(socket.status === 101, `Answered ${socket.status}`);
            for (const message of [...(await make()), put(id)]) socket.send(message);
            const text = await socket.ended();
            must(/auth\/|database\//.test(text), `Not refused: ${text}`);
            must(!(await isOnline(id)), 'The entry was taken');
          },
        }),
      ),
    ];
  },
};

const LARGE = Buffer.alloc(20_000, 'x');
const FRAMES: Readonly<Record<string, readonly Buffer[]>> = {
  '20 kB': [frame(LARGE)],
  'a length of an exabyte': [frame(Buffer.from('x'), 0x81, 2 ** 60)],
  'a length of 4 GB': [frame(Buffer.from('x'), 0x81, 2 ** 32)],
  'pieces that are 20 kB together': [frame(LARGE.subarray(0, 9_000), 0x01), frame(LARGE.subarray(0, 11_000), 0x80)],
  '100,000 empty pieces': [
    frame(Buffer.alloc(0), 0x01),
    Buffer.concat(Array(100_000).fill(frame(Buffer.alloc(0), 0x00))),
  ],
  'a compressed frame': [frame(Buffer.from('x'), 0xc1)],
  'reserved bits': [frame(Buffer.from('x'), 0xb1)],
  'an unknown kind': [frame(Buffer.from('x'), 0x83)],
  'a long control frame': [frame(Buffer.alloc(126), 0x89)],
  'a ping in pieces': [frame(Buffer.from('x'), 0x09)],
  'no mask': [Buffer.from([0x81, 0x02, 0x7b, 0x7d])],
  'bytes that are no text': [frame(Buffer.from([0xff, 0xfe, 0xc0]))],
  'binary JSON': [frame(Buffer.from('{"token":"x"}'), 0x82)],
  'a close with a bad code': [frame(Buffer.from([0, 1]), 0x88)],
  'brackets 15,000 deep': [frame(Buffer.from('['.repeat(15_000)))],
  'a prototype': [frame(Buffer.from('{"token":"x","__proto__":{"isAdmin":true}}'))],
  'an unknown operation': [frame({ op: 'clear' })],
  HTTP: [Buffer.from(`GET /metrics HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`)],
};

const frames: AttackClass = {
  name: 'frames of sockets',
  covers:
    'CWE-400, CWE-130, CWE-1284: frames that fill memory or break the parser (ws CVE-2024-37890, websocket-extensions kind)',
  settings: 'production',
  attempts: async (target) => {
    const token = await target.machine();
    return [null, token].flatMap((by) =>
      each(
        Object.entries(FRAMES),
        ([name]) => `${name} ${by === null ? 'of a stranger' : 'of a known client'}`,
        async ([, bytes]) => {
          const socket = await upgrade(target, { token: by });
          must(socket.status === 101, `Answered ${socket.status}`);
          for (const each of bytes) socket.send(each);
          const text = await socket.ended();
          must(!/node_modules|at .+\.ts:/.test(text), `The inside is shown: ${text}`);
        },
      ),
    );
  },
};

const many: AttackClass = {
  name: 'many sockets',
  covers: 'CWE-770, CWE-772: sockets that wait for nothing and keep others out (Rocket.Chat, Mattermost advisories)',
  settings: 'production',
  attempts: (target) => {
    const flood = async (count: number, addressOf: (index: number) => string, most: number, refusal: number) => {
      const sockets: Upgrade[] = [];
      try {
        for (let index = 0; index < count; index += 1) sockets.push(await upgrade(target, { from: addressOf(index) }));
        const opened = sockets.filter(({ status }) => status === 101).length;
        must(opened > 0 && opened <= most, `${opened} of ${count} are open`);
        for (const { status, headers } of sockets.filter((each) => each.status !== 101))
          must(status === refusal && Number(headers['retry-after']) > 0, `Refused with ${status}`);
        const known = await upgrade(target, { token: await target.machine() });
        known.close();
        must(known.status === 101, `A known client is answered ${known.status}`);
      } finally {
        for (const { close } of sockets) close();
      }
    };
    const one = target.freshAddress();
    return [
      {
        title: 'of all kinds of addresses',
        run: async () => {
          await flood(40, () => one, 20, 429);
          await flood(40, (index) => `2001:db8:5:6::${index.toString(16)}`, 20, 429);
          await flood(240, () => target.freshAddress(), 200, 503);
        },
      },
    ];
  },
};

/** Classes about WebSockets. */
export const ATTACKS: readonly AttackClass[] = [strangers, frames, many];
