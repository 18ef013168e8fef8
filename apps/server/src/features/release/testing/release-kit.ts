import { recordOf } from '../../../testing/payload.ts';
import type { TestApp, TestToken } from '../../../testing/test-app.ts';

/** A release, as returned by the API. */
export interface AnsweredRelease {
  readonly id: string;
  readonly version: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
  readonly [field: string]: any;
}

/** An error, as returned by the API. */
export interface AnsweredError {
  readonly code: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
  readonly details?: any;
}

const FIELDS = `id version number date state stateReason publishedAt publishedBy { sub } openFields
  changeLists { id title changes { id type title description } }
  figures { bugs features improvements readers unread } actions { action isAllowed refusal }`;

/** A change, as sent by a form. */
export const change = (title: string, type = 'FEATURE', description = `What ${title} means.`) => ({
  type,
  title,
  description,
});

/** Input of a release with one list of two changes. */
export function releaseTerms(number: string, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    number,
    date: '2026-02-03T12:00:00.000Z',
    changeLists: [{ title: 'Accounts', changes: [change('cards'), change('saved views', 'BUG')] }],
    ...more,
  };
}

/** Works with releases as the given person. */
export function releaseDesk(test: () => TestApp, token: TestToken) {
  const ask = async (field: string, input: object, fields = `{ release { ${FIELDS} } }`) => {
    const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;
    const text = `mutation($input: ${type}!) { ${field}(input: $input) ${fields} }`;
    const { body } = await test().send(text, { input }, { token });
    return {
      value: recordOf(body.data?.[field]) as AnsweredRelease,
      error: body.errors?.[0]?.extensions as AnsweredError | undefined,
    };
  };
  type Asked = ReturnType<typeof ask>;
  const versioned = (field: string, { id, version }: AnsweredRelease, more: object = {}, fields?: string) =>
    ask(field, { id, expectedVersion: version, ...more }, fields);
  const desk = {
    done: async (answer: Asked): Promise<AnsweredRelease> => {
      const { value, error } = await answer;
      if (error !== undefined) throw new Error(JSON.stringify(error));
      return value;
    },
    refusal: async (answer: Asked): Promise<AnsweredError> => {
      const { value, error } = await answer;
      if (error === undefined) throw new Error(`Not refused: ${JSON.stringify(value)}`);
      return error;
    },
    create: (number: string, more = {}) => ask('createRelease', releaseTerms(number, more)),
    made: (number: string, more = {}) => desk.done(desk.create(number, more)),
    update: (release: AnsweredRelease, patch: object) => versioned('updateRelease', release, { patch }),
    duplicate: ({ id }: AnsweredRelease, number: string) => ask('duplicateRelease', { id, number }),
    discard: (release: AnsweredRelease) => versioned('discardRelease', release, {}, '{ releaseId }'),
    publish: (release: AnsweredRelease) => versioned('publishRelease', release),
    published: async (number: string, more = {}) => desk.done(desk.publish(await desk.made(number, more))),
    withdraw: (release: AnsweredRelease, reason: string) => versioned('withdrawRelease', release, { reason }),
    read: async ({ id }: Pick<AnsweredRelease, 'id'>): Promise<AnsweredRelease> => {
      const { body } = await test().send(`query($id: ID!) { release(id: $id) { ${FIELDS} } }`, { id }, { token });
      if (body.errors) throw new Error(JSON.stringify(body.errors));
      return body.data?.['release'] as AnsweredRelease;
    },
  };
  return desk;
}
