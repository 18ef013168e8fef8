import type { TestApp, TestToken } from '../../../testing/test-app.ts';

/** A campaign in a response. */
export interface AnsweredCampaign {
  readonly id: string;
  readonly version: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
  readonly [field: string]: any;
}

/** An error in a response. */
export interface AnsweredError {
  readonly code: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
  readonly details?: any;
}

const FIELDS = `id version code name description state status rewardType percentBp amountMinor currency currencyExponent startsAt endsAt timezone
  couponsLimit perCouponLimit perAccountLimit redemptionsLimit budgetMinor stateReason openFields stores { sid } areas { code name(locale: "de-DE") }
  streamers { id displayName code isCodeMasked couponQuota couponsOrdered commissionBp }
  figures { coupons reserved redeemed discountMinor points budgetMinor redemptionsLimit budgetUse }
  exposure { uses discountMinor points needsAdmin } actions { action isAllowed refusal }`;

const HOUR = 3_600_000;
let serial = 0;

/** Terms of a campaign for 5.00 EUR with 100 unique codes that began an hour ago and ends in two days. */
export function terms(more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  serial += 1;
  return {
    code: `SUMMER-${serial}`,
    name: `Summer ${serial}`,
    rewardType: 'AMOUNT',
    amountMinor: 500,
    currency: 'EUR',
    startsAt: new Date(Date.now() - HOUR).toISOString(),
    endsAt: new Date(Date.now() + 48 * HOUR).toISOString(),
    timezone: 'Europe/Berlin',
    codeMode: 'UNIQUE',
    couponsLimit: 100,
    ...more,
  };
}

/** Changes campaigns as one staff member. */
export function campaignDesk(test: () => TestApp, token: TestToken) {
  const ask = async (field: string, declared: string, args: string, variables: object, headers = {}) => {
    const text = `mutation(${declared}) { ${field}(input: ${args}) { campaign { ${FIELDS} } } }`;
    const { body } = await test().send(text, variables as Record<string, unknown>, { token, headers });
    return {
      value: body.data?.[field]?.campaign as AnsweredCampaign,
      error: body.errors?.[0]?.extensions as AnsweredError | undefined,
    };
  };
  const done = async (answer: ReturnType<typeof ask>): Promise<AnsweredCampaign> => {
    const { value, error } = await answer;
    if (error !== undefined) throw new Error(JSON.stringify(error));
    return value;
  };
  const refusal = async (answer: ReturnType<typeof ask>): Promise<AnsweredError> => {
    const { value, error } = await answer;
    if (error === undefined) throw new Error(`Not refused: ${JSON.stringify(value)}`);
    return error;
  };
  const desk = {
    done,
    refusal,
    create: (more = {}) => ask('createCampaign', '$input: CreateCampaignInput!', '$input', { input: terms(more) }),
    made: (more = {}) => done(desk.create(more)),
    update: ({ id, version }: AnsweredCampaign, patch: object, headers = {}) =>
      ask(
        'updateCampaign',
        '$id: ID!, $v: Int!, $patch: CampaignPatchInput!',
        '{ id: $id, expectedVersion: $v, patch: $patch }',
        { id, v: version, patch },
        headers,
      ),
    activate: (
      { id, version, exposure }: AnsweredCampaign,
      more: { reason?: string; confirmCode?: string; agreed?: object } = {},
    ) => {
      const { needsAdmin: _alone, ...shown } = exposure;
      return ask(
        'activateCampaign',
        '$id: ID!, $v: Int!, $agreed: AgreedExposureInput!, $reason: String, $code: String',
        '{ id: $id, expectedVersion: $v, agreed: $agreed, reason: $reason, confirmCode: $code }',
        { id, v: version, agreed: more.agreed ?? shown, reason: more.reason, code: more.confirmCode },
      );
    },
    step: (name: 'pause' | 'resume' | 'archive', { id, version }: AnsweredCampaign, reason: string | null = 'test') =>
      ask(
        `${name}Campaign`,
        '$id: ID!, $v: Int!, $reason: String',
        '{ id: $id, expectedVersion: $v, reason: $reason }',
        {
          id,
          v: version,
          reason,
        },
      ),
    cancel: ({ id, version, code }: AnsweredCampaign, typed = String(code), reason = 'test') =>
      ask(
        'cancelCampaign',
        '$id: ID!, $v: Int!, $reason: String!, $code: String!',
        '{ id: $id, expectedVersion: $v, reason: $reason, confirmCode: $code }',
        { id, v: version, reason, code: typed },
      ),
    duplicate: ({ id }: AnsweredCampaign, code: string) =>
      ask('duplicateCampaign', '$id: ID!, $code: String!', '{ id: $id, code: $code, name: "Copy" }', { id, code }),
    read: async (id: string): Promise<AnsweredCampaign | null> => {
      const { body } = await test().send(`query($id: ID!) { campaign(id: $id) { ${FIELDS} } }`, { id }, { token });
      return body.data?.campaign ?? null;
    },
  };
  return desk;
}
