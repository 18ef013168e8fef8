import { randomUUID } from 'node:crypto';
import { accountId } from '../../../testing/test-accounts.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { type AnsweredError, inputType } from './giveaway-kit.ts';

/** Outcome of a change of an entry. */
export interface AnsweredEntry {
  readonly outcome: string;
  readonly isReplayed: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
  readonly details: any;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
  readonly entry: any;
}

const RESULT = '{ outcome isReplayed details entry { id tickets state pointsPaid } }';
const BUSY: ReadonlySet<string> = new Set(['service.unavailable', 'query.timed-out']);
/** Connections of a busy program. */
const CONNECTIONS = 64;

/** Requests of a program about entries, by the number of the test account. */
export function entrant(test: () => TestApp) {
  const send = async (field: string, input: object) => {
    const { body } = await test().send(
      `mutation($input: ${inputType(field)}!) { ${field}(input: $input) ${RESULT} }`,
      { input },
      { token: 'machine' },
    );
    return {
      value: body.data?.[field] as AnsweredEntry | undefined,
      error: body.errors?.[0]?.extensions as AnsweredError | undefined,
    };
  };
  const change =
    (field: string) =>
    async (giveawayId: string, account: number, more: object = {}): Promise<AnsweredEntry> => {
      const { value, error } = await send(field, {
        giveawayId,
        accountId: accountId(account),
        key: randomUUID(),
        ...more,
      });
      if (value === undefined) throw new Error(JSON.stringify(error));
      return value;
    };
  return {
    enter: change('enterGiveaway'),
    add: change('addGiveawayTickets'),
    withdraw: change('withdrawGiveawayEntry'),
    refused: async (field: string, giveawayId: string, account: number, more: object = {}): Promise<AnsweredError> => {
      const { value, error } = await send(field, {
        giveawayId,
        accountId: accountId(account),
        key: randomUUID(),
        ...more,
      });
      if (error === undefined) throw new Error(`Not refused: ${JSON.stringify(value)}`);
      return error;
    },
    /** Sends `count` concurrent entries; returns how often each outcome occurred. */
    storm: async (count: number, input: (index: number) => object): Promise<Record<string, number>> => {
      const outcomes: Record<string, number> = {};
      let next = 0;
      const client = async (): Promise<void> => {
        for (let index = next++; index < count; index = next++) {
          const asked = input(index);
          let { value, error } = await send('enterGiveaway', asked);
          // Retries while the server is busy; the same key is the same entry.
          while (BUSY.has(error?.code ?? '')) ({ value, error } = await send('enterGiveaway', asked));
          const outcome = value?.outcome ?? error?.code ?? 'nothing';
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
        }
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, client));
      return outcomes;
    },
  };
}
