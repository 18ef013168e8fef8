import { localStore } from '../settings/local-store.ts';

/**
 * Header of requests and answers: position in the database's log that a client has seen. It lets the server read lists
 * from a replica, but never one that is older than this browser's last read or change (decision 0120).
 */
export const POSITION_HEADER = 'x-backcounter-position';

/** Storage key shared by the tabs of a browser: a change in one tab is visible in the others. */
const STORE = 'data-position';
const NOTHING = '0/0';
/** Beyond every position: a change is pending, and its position is unknown. */
const EVERYTHING = 'FFFFFFFF/FFFFFFFF';
/** A replica further behind than this is never used. */
const KEPT_MS = 60_000;
const POSITION = /^([\dA-F]{1,8})\/([\dA-F]{1,8})$/;

interface Seen {
  readonly position: string;
  readonly atMs: number;
}

/** The latest position that this tab received. */
let told: Seen = { position: NOTHING, atMs: 0 };

/** The latest position of this browser; expires. */
export const dataPosition = {
  /** Value of a request's header. */
  current(): string {
    return later(fresh(told), fresh(stored()));
  },
  /** Call when a change is sent: until its answer, and for a while without one, all reads use the primary. */
  expectChange(): void {
    store(EVERYTHING);
  },
  /** Call with the answer of a change. */
  noteChange(position: unknown): void {
    dataPosition.note(position);
    if (isPosition(position)) store(fresh(told));
  },
  /** Call with any other answer or live event. A server without a replica sends no position. */
  note(position: unknown): void {
    if (isPosition(position) && weight(position) > weight(fresh(told))) told = { position, atMs: Date.now() };
  },
};

/** The interface that the shared client uses. */
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
