import { ApolloClient, CombinedGraphQLErrors, gql, HttpLink, InMemoryCache } from '@apollo/client/core';
import { Client, fetchExchange } from '@urql/core';
import { buildSchema, type DocumentNode, validate } from 'graphql';

interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: each document has another form.
  readonly data: any;
  readonly code: unknown;
}
type Ask = (document: DocumentNode, variables: Record<string, unknown>) => Promise<Answer>;

const product = process.argv[2] ?? '';
const granted = await fetch(`${product}/identity/token`, {
  method: 'POST',
  headers: { authorization: `Basic ${btoa('demo-pos:demo-pos-secret')}` },
  body: new URLSearchParams({ grant_type: 'client_credentials' }),
});
const headers = { authorization: `Bearer ${((await granted.json()) as { access_token: string }).access_token}` };
const schema = buildSchema(await (await fetch(`${product}/schema.graphql`, { headers })).text());

const apollo = new ApolloClient({
  cache: new InMemoryCache(),
  link: new HttpLink({ uri: `${product}/graphql`, headers }),
});
const urql = new Client({
  url: `${product}/graphql`,
  exchanges: [fetchExchange],
  preferGetMethod: false,
  fetchOptions: { headers },
});
const isChange = (document: DocumentNode) =>
  document.definitions.some((each) => each.kind === 'OperationDefinition' && each.operation === 'mutation');
const asks: Readonly<Record<string, Ask>> = {
  async Apollo(document, variables) {
    const { data, error } = await (isChange(document)
      ? apollo.mutate({ mutation: document, variables, errorPolicy: 'all' })
      : apollo.query({ query: document, variables, errorPolicy: 'all', fetchPolicy: 'no-cache' }));
    return { data, code: CombinedGraphQLErrors.is(error) ? error.errors[0]?.extensions?.['code'] : error?.message };
  },
  async urql(document, variables) {
    const { data, error } = await (isChange(document)
      ? urql.mutation(document, variables)
      : urql.query(document, variables)
    ).toPromise();
    return { data, code: error && (error.graphQLErrors[0]?.extensions['code'] ?? error.message) };
  },
};

const member = gql`query M($by: MemberInput!, $before: SafeInt) {
  member(by: $by) { state balance entries(first: 1, before: $before) { seq delta key } }
}`;
const transfer = gql`mutation T($input: TransferPointsInput!) { transferPoints(input: $input) { outcome toBalance } }`;
const check = gql`query C($input: CheckCouponInput!) { checkCoupon(input: $input) { verdict } }`;
const reserve = gql`mutation R($input: ReserveCouponInput!) { reserveCoupon(input: $input) { outcome redemption { id } } }`;
const confirm = gql`mutation R($input: ConfirmRedemptionInput!) { confirmRedemption(input: $input) { outcome } }`;
const undo = gql`mutation U($input: RollBackRedemptionInput!) { rollBackRedemption(input: $input) { redemptionId } }`;
const reverse = gql`mutation V($input: ReversePointsInput!) { reversePoints(input: $input) { outcome } }`;
const sync = gql`mutation S($input: SyncAccountsInput!) { syncAccounts(input: $input) { results { outcome } } }`;
const documents = { member, transfer, check, reserve, confirm, undo, reverse, sync };
for (const [name, document] of Object.entries(documents))
  for (const problem of validate(schema, document)) throw new Error(`${name}: ${problem.message}`);

for (const [name, ask] of Object.entries(asks)) {
  const customer = { firebaseId: `tour-${name}` };
  const key = `tour-${crypto.randomUUID()}`;
  const steps: unknown[] = [];
  const act = async (document: DocumentNode, variables: Record<string, unknown>) => {
    const { data, code } = await ask(document, variables);
    if (code !== undefined) throw new Error(`${name}: ${code}`);
    return data;
  };
  const input = (fields: object) => ({ input: fields });
  await act(sync, input({ accounts: [{ ...customer, countryCode: 'DE' }] }));
  const earn = { code: 'EARN', from: { system: 'ISSUANCE' }, to: customer, amount: 40 };
  steps.push((await act(transfer, input({ ...earn, key }))).transferPoints.outcome);
  const order = { ...customer, code: 'SORABAG', orderMinor: 9_000 };
  steps.push((await act(check, input(order))).checkCoupon.verdict ?? 'ACCEPTED');
  const { redemption } = (await act(reserve, input({ ...order, key }))).reserveCoupon;
  steps.push((await act(confirm, input({ redemptionId: redemption.id }))).confirmRedemption.outcome);
  steps.push(
    (await act(undo, input({ id: redemption.id, reason: 'Returned' }))).rollBackRedemption.redemptionId ===
      redemption.id,
  );
  const returned = { key: `${key}-return`, transferKey: key, reason: 'Returned' };
  steps.push((await act(reverse, input(returned))).reversePoints.outcome);
  const { entries, state } = (await act(member, { by: customer })).member;
  const next = (await act(member, { by: customer, before: entries[0].seq })).member.entries;
  steps.push(state, entries[0].delta, next[0].delta, next[0].key === key);
  const spend = { key: `${key}-spend`, code: 'SPEND', from: customer, to: { system: 'BREAKAGE' }, amount: 1_000_000 };
  steps.push((await ask(transfer, input(spend))).code);
  console.log(`${name}: ${steps.join(' ')}`);
}
