import { randomUUID } from 'node:crypto';
import type { Visit } from './visit.ts';

export interface ApiAnswer {
  readonly status: number;
  // The shape depends on the document; reading a wrong member fails on undefined.
  readonly body: { data?: Record<string, never>; errors?: readonly { extensions: { code: string } }[] };
}

/** Sends a document with the access token in the visit's browser. */
export async function send(
  visit: Visit,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<ApiAnswer> {
  const token = await visit.page.evaluate(() => {
    const entry = Object.values({ ...localStorage }).find((value) => value.includes('refresh_token'));
    return entry === undefined ? '' : (JSON.parse(entry) as { access_token: string }).access_token;
  });
  const isMutation = query.trimStart().startsWith('mutation');
  const answer = await fetch(`${visit.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      ...(isMutation ? { 'x-backcounter-mutation': '1', 'idempotency-key': randomUUID() } : {}),
    },
    body: JSON.stringify({ query, variables }),
  });
  return { status: answer.status, body: (await answer.json()) as ApiAnswer['body'] };
}

/** Answer of a document whose field is aliased `answer`. */
export async function asked<Answer>(
  visit: Visit,
  query: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const { body } = await send(visit, query, variables);
  if (!body.data || body.errors) throw new Error(JSON.stringify(body.errors));
  return body.data['answer'] as unknown as Answer;
}

export interface AccountData {
  readonly id: string;
  readonly number: number;
  readonly displayName: string | null;
  readonly email: string | null;
  readonly state: string;
  readonly version: number;
}

const FIELDS = 'id number displayName email state version';

/** Accounts as the API lists them. */
export async function accounts(visit: Visit, filter: Readonly<Record<string, unknown>> = {}, first = 10) {
  const { body } = await send(
    visit,
    `query E2eAccounts($first: Int, $filter: AccountFilter) { accounts(first: $first, filter: $filter) { nodes { ${FIELDS} } } }`,
    { first, filter },
  );
  if (!body.data) throw new Error(JSON.stringify(body.errors));
  return (body.data['accounts'] as unknown as { nodes: AccountData[] }).nodes;
}

/** Id of the first store of the list. */
export async function firstStore(visit: Visit): Promise<string> {
  const { body } = await send(visit, 'query E2eStore { stores(first: 1) { nodes { id } } }');
  if (!body.data) throw new Error(JSON.stringify(body.errors));
  return (body.data['stores'] as unknown as { nodes: { id: string }[] }).nodes[0]?.id ?? '';
}

/** Id of a running campaign. */
export async function firstCampaign(visit: Visit): Promise<string> {
  const { body } = await send(
    visit,
    'query E2eCampaign { campaigns(first: 1, filter: { status: { in: [RUNNING] } }) { nodes { id } } }',
  );
  if (!body.data) throw new Error(JSON.stringify(body.errors));
  return (body.data['campaigns'] as unknown as { nodes: { id: string }[] }).nodes[0]?.id ?? '';
}

/** Id of a notification that was sent. */
export async function firstNotification(visit: Visit): Promise<string> {
  const { body } = await send(
    visit,
    'query E2eNotification { notifications(first: 1, filter: { state: { in: [SENT] } }) { nodes { id } } }',
  );
  if (!body.data) throw new Error(JSON.stringify(body.errors));
  return (body.data['notifications'] as unknown as { nodes: { id: string }[] }).nodes[0]?.id ?? '';
}

/** Id of a giveaway whose winners are announced. */
export async function firstGiveaway(visit: Visit): Promise<string> {
  const { body } = await send(
    visit,
    'query E2eGiveaway { giveaways(first: 1, filter: { status: { in: [ANNOUNCED] } }) { nodes { id } } }',
  );
  if (!body.data) throw new Error(JSON.stringify(body.errors));
  return (body.data['giveaways'] as unknown as { nodes: { id: string }[] }).nodes[0]?.id ?? '';
}

/** Id of the first release of the list. */
export async function firstRelease(visit: Visit): Promise<string> {
  const { body } = await send(visit, 'query E2eRelease { releases(first: 1) { nodes { id } } }');
  if (!body.data) throw new Error(JSON.stringify(body.errors));
  return (body.data['releases'] as unknown as { nodes: { id: string }[] }).nodes[0]?.id ?? '';
}

/** Id of a language of the console's own texts. */
export async function languageOf(visit: Visit, locale: string): Promise<string> {
  const { body } = await send(
    visit,
    'query E2eLanguage { translationLanguages(clientId: "backcounter") { id locale } }',
  );
  if (!body.data) throw new Error(JSON.stringify(body.errors));
  const languages = body.data['translationLanguages'] as unknown as { id: string; locale: string }[];
  return languages.find((language) => language.locale === locale)?.id ?? '';
}

/** The stored account. */
export async function account(visit: Visit, id: string): Promise<AccountData> {
  const { body } = await send(visit, `query E2eAccount($id: ID!) { account(id: $id) { ${FIELDS} } }`, { id });
  if (!body.data) throw new Error(JSON.stringify(body.errors));
  return body.data['account'] as unknown as AccountData;
}
