import { localStore } from '../settings/local-store.ts';

/**
 * Header of requests and answers: up to where in the database's log somebody has seen. With it the server may read lists from a replica, and never gives
 * one that is older than what this browser has seen or changed (decision 0120).
 */
export const POSITION_HEADER = 'x-backcounter-position';

/** Shared by the tabs of a browser: what is changed in one is seen in the others. */
const STORE = 'data-position';
const NOTHING = '0/0';
/** Behind everything: a change is on its way, and nobody knows yet where it will be. */
const EVERYTHING = 'FFFFFFFF/FFFFFFFF';
/** No replica is read from that is so far behind. */
const KEPT_MS = 60_000;
const POSITION = /^([\dA-F]{1,8})\/([\dA-F]{1,8})$/;

interface Seen {
  readonly position: string;
  readonly atMs: number;
}

/** What this tab has been told. */
let told: Seen = { position: NOTHING, atMs: 0 };

/** What this browser has seen; forgotten by itself. */
export const dataPosition = {
  /** For the header of a request. */
  current(): string {
    return later(fresh(told), fresh(stored()));
  },
  /** A change is sent: until it is answered, and for a while when it never is, all is asked of the database itself. */
  expectChange(): void {
    store(EVERYTHING);
  },
  /** A change was answered. */
  noteChange(position: unknown): void {
    dataPosition.note(position);
    if (isPosition(position)) store(fresh(told));
  },
  /** Anything else was answered or told live. A server that has no replica tells no position. */
  note(position: unknown): void {
    if (isPosition(position) && weight(position) > weight(fresh(told))) told = { position, atMs: Date.now() };
  },
};

/** How the shared client uses it. */
export type DataPosition = typeof dataPosition;

function isPosition(value: unknown): value is string {
  return typeof value === 'string' && POSITION.test(value);
}

function later(one: string, other: string): string {
  return weight(one) >= weight(other) ? one : other;
}

function weight(position: string): bigint {
  const [, high, low] = POSITION.exec(position) ?? ['', '0', '0'];
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

function fresh({ position, atMs }: Seen): string {
  const ageMs = Date.now() - atMs;
  return ageMs >= 0 && ageMs < KEPT_MS ? position : NOTHING;
}

function store(position: string): void {
  localStore.setItem(STORE, `${position} ${Date.now()}`);
}

function stored(): Seen {
  const [position = '', at] = (localStore.getItem(STORE) ?? '').split(' ');
  return { position: isPosition(position) ? position : NOTHING, atMs: Number(at) };
}
