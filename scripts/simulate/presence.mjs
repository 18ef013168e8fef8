import { setTimeout as sleep } from 'node:timers/promises';
import { anyStore, demoFirebaseId } from './demo-people.mjs';

const TICK_MS = 50;
const TOKEN_LOOK_MS = 30_000;
const RETRY_MS = 1_000;
/** Bytes that a socket may buffer; above that, sending pauses. */
const BUFFERED_MAX = 1_000_000;
/** Share of the accounts that are online in the long run. */
const ONLINE_SHARE = 0.3;

/**
 * People arrive, move between stores and leave, over one socket: when it closes, they are offline.
 * @param {import('../simulate.mjs').Simulation} simulation
 */
export async function simulatePresence({ url, rate, accounts, client, signal, say }) {
  const crowd = new Crowd(accounts);
  const address = new URL('/realtime/socket', url);
  address.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  say(`People of ${url.origin} arrive, move and leave, ${rate} times a second. Ctrl-C ends it.`);
  let socket = await open(address, await client.token());
  let renewAtMs = performance.now() + TOKEN_LOOK_MS;
  let summaryAtMs = performance.now() + 1_000;
  const beganMs = performance.now();
  let due = 0;
  let done = 0;
  for (let beforeMs = beganMs; !signal.aborted; ) {
    await sleep(TICK_MS, undefined, { signal }).catch(ignoreAbort);
    const nowMs = performance.now();
    due = Math.min(due + (rate * (nowMs - beforeMs)) / 1_000, rate);
    beforeMs = nowMs;
    if (socket.readyState !== WebSocket.OPEN) {
      say('The socket was closed; trying again');
      await sleep(RETRY_MS, undefined, { signal }).catch(ignoreAbort);
      socket = await open(address, await client.token()).catch(() => socket);
      if (socket.readyState === WebSocket.OPEN) for (const change of crowd.all()) socket.send(JSON.stringify(change));
      continue;
    }
    if (nowMs >= renewAtMs) {
      renewAtMs = nowMs + TOKEN_LOOK_MS;
      socket.send(JSON.stringify({ token: await client.token() }));
    }
    for (; due >= 1 && socket.bufferedAmount < BUFFERED_MAX; due -= 1, done += 1)
      socket.send(JSON.stringify(crowd.change()));
    if (nowMs >= summaryAtMs) {
      summaryAtMs += 1_000;
      say(crowd.summary());
    }
  }
  await close(socket);
  say(`${done} changes in ${((performance.now() - beganMs) / 1_000).toFixed(1)} s; everyone has left again.`);
}

/** The people online, and their next changes. */
class Crowd {
  #accounts;
  /** @type {Map<string, string | null>} */
  #online = new Map();
  /** For choosing one at random. @type {string[]} */
  #ids = [];
  #moments = { came: 0, moved: 0, left: 0 };

  /** @param {number} accounts */
  constructor(accounts) {
    this.#accounts = accounts;
  }

  /** The next change of a random person, as a message. */
  change() {
    const share = this.#ids.length / this.#accounts;
    const chance = Math.random();
    // The fuller it is, the more of them leave.
    const leaves = Math.min(1, share / ONLINE_SHARE) * 0.4;
    if (this.#ids.length > 0 && chance < leaves) return this.#leave();
    if (this.#ids.length > 0 && chance < leaves + 0.3) return this.#move();
    return this.#come();
  }

  /** Everyone online, as messages. */
  *all() {
    for (const [id, sid] of this.#online) yield put(id, sid);
  }

  summary() {
    const { came, moved, left } = this.#moments;
    this.#moments = { came: 0, moved: 0, left: 0 };
    const time = new Date().toTimeString().slice(0, 8);
    return `${time}  came ${came}  moved ${moved}  left ${left}  there ${this.#ids.length}`;
  }

  #come() {
    const id = demoFirebaseId(1 + Math.floor(Math.random() * this.#accounts));
    if (this.#online.has(id)) return this.#move();
    this.#moments.came += 1;
    this.#ids.push(id);
    const sid = anyStore();
    this.#online.set(id, sid);
    return put(id, sid);
  }

  #move() {
    const id = this.#ids[Math.floor(Math.random() * this.#ids.length)] ?? '';
    this.#moments.moved += 1;
    const sid = anyStore();
    this.#online.set(id, sid);
    return put(id, sid);
  }

  #leave() {
    const place = Math.floor(Math.random() * this.#ids.length);
    const id = this.#ids[place] ?? '';
    this.#ids[place] = this.#ids.at(-1) ?? '';
    this.#ids.pop();
    this.#moments.left += 1;
    this.#online.delete(id);
    return { op: 'delete', firebase_id: id };
  }
}

/** @param {string} id @param {string | null} sid */
const put = (id, sid) => ({ op: 'put', firebase_id: id, store_sid: sid });

/** @param {URL} address @param {string} token @returns {Promise<WebSocket>} */
function open(address, token) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    socket.addEventListener('open', () => {
      socket.send(JSON.stringify({ token }));
      resolve(socket);
    });
    socket.addEventListener('message', ({ data }) => console.error(`The instance says: ${data}`));
    socket.addEventListener('error', () => reject(new Error(`${address.href} cannot be opened.`)));
  });
}

/** @param {WebSocket} socket @returns {Promise<void>} */
function close(socket) {
  return new Promise((resolve) => {
    if (socket.readyState === WebSocket.CLOSED) resolve();
    socket.addEventListener('close', () => resolve());
    setTimeout(resolve, 3_000).unref();
    socket.close();
  });
}

/** @param {unknown} error */
function ignoreAbort(error) {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}
