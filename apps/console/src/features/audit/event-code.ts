/** The key of an event on the server. */
export interface EventName {
  readonly id: string;
  readonly occurredAt: string;
}

const CODE = /^(\d{1,15})\.(\d{1,18})$/;

/** An event's code in the URL: the milliseconds of its instant, and its number. */
export function eventCode({ id, occurredAt }: EventName): string {
  return `${Date.parse(occurredAt)}.${id}`;
}

/** Parses a code of `eventCode`; null for anything else. */
export function eventOfCode(code: string | null): EventName | null {
  const match = CODE.exec(code ?? '');
  if (!match) return null;
  const date = new Date(Number(match[1]));
  return Number.isNaN(date.getTime()) ? null : { id: match[2] ?? '', occurredAt: date.toISOString() };
}
