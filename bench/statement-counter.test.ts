import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { countStatements, type StatementCounter } from './statement-counter.ts';

/** A message of the wire protocol: type, length of the content, content. */
function message(type: string, content = ''): Buffer {
  const bytes = Buffer.from(content);
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes.length + 4);
  return Buffer.concat([Buffer.from(type), length, bytes]);
}

/** The first message of a client has no type. */
const OPENING = message('', 'user\0backcounter\0\0');
/** A statement that is prepared and executed; its texts contain bytes like those of messages. */
const EXTENDED = Buffer.concat([
  message('P', 'EEEE'),
  message('B', 'QQ'),
  message('D'),
  message('E', 'S'),
  message('S'),
]);
const READY = message('Z', 'I');

let databaseSide: Promise<Socket>;
let counter: StatementCounter;
let client: Socket;
let close: () => void;
beforeEach(async () => {
  const database = createServer();
  close = () => database.close();
  databaseSide = once(database, 'connection').then(([socket]) => socket as Socket);
  database.listen(0, '127.0.0.1');
  await once(database, 'listening');
  counter = await countStatements(`postgres://u:p@127.0.0.1:${(database.address() as AddressInfo).port}/d`);
  client = connect(Number(new URL(counter.url).port), '127.0.0.1');
});
afterEach(async () => {
  client.destroy();
  await counter.stop();
  close();
});

/** Sends bytes and waits until they have arrived on the other side. */
async function pass(from: Socket, to: Socket, bytes: Buffer): Promise<void> {
  let rest = bytes.length;
  const { promise, resolve } = Promise.withResolvers<void>();
  const count = (chunk: Buffer): void => {
    rest -= chunk.length;
    if (rest <= 0) resolve();
  };
  to.on('data', count);
  from.write(bytes);
  await promise;
  to.off('data', count);
}

it('counts prepared and plain statements, each a round trip', async () => {
  const database = await databaseSide;
  await pass(client, database, OPENING);
  await pass(database, client, Buffer.concat([message('R'), READY]));
  expect(counter.counts()).toEqual({ statements: 0, roundTrips: 0 });
  await pass(client, database, EXTENDED);
  await pass(database, client, Buffer.concat([message('D', 'Z'.repeat(50)), READY]));
  await pass(client, database, message('Q', 'begin'));
  expect(counter.counts()).toEqual({ statements: 2, roundTrips: 2 });
});

it('counts statements sent without waiting as one round trip', async () => {
  const database = await databaseSide;
  await pass(client, database, Buffer.concat([OPENING, EXTENDED, EXTENDED]));
  expect(counter.counts()).toEqual({ statements: 2, roundTrips: 1 });
  await pass(database, client, Buffer.concat([READY, READY]));
  await pass(client, database, EXTENDED);
  expect(counter.counts()).toEqual({ statements: 3, roundTrips: 2 });
});

it('counts the same when messages arrive byte by byte', async () => {
  const database = await databaseSide;
  for (const byte of Buffer.concat([OPENING, EXTENDED])) await pass(client, database, Buffer.from([byte]));
  for (const byte of READY) await pass(database, client, Buffer.from([byte]));
  for (const byte of EXTENDED) await pass(client, database, Buffer.from([byte]));
  expect(counter.counts()).toEqual({ statements: 2, roundTrips: 2 });
});
