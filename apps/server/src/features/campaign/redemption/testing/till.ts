import { randomUUID } from 'node:crypto';
import { makeCouponCodes } from '@backcounter/domain';
import { afterAll, expect } from 'vitest';
import { ledgerFaults } from '../../../../ledger/testing/check-ledger.ts';
import { insertAccounts, insertReferenceData } from '../../../../testing/test-accounts.ts';
import { createTestApp, type TestApp, type TestRequest, type TestToken } from '../../../../testing/test-app.ts';
import { insertCampaign, insertCoupons } from '../../../../testing/test-campaigns.ts';
import { uncounted } from './uncounted.ts';

/** Response to a checkout. */
export interface TillAnswer {
  readonly outcome: string;
  readonly isReplayed: boolean;
  readonly details: Readonly<Record<string, unknown>>;
  readonly redemption: { readonly id: string; readonly state: string; readonly discountMinor: number | null } | null;
}

const FIELDS =
  '{ outcome isReplayed details redemption { id state discountMinor currency points reservedUntil confirmedAt } }';

/** Sends requests as a machine client; returns errors as `error:CODE`. */
export class Till {
  readonly #test: TestApp;
  readonly #request: TestRequest;

  constructor(test: TestApp, token = 'machine~coupon.redeem') {
    this.#test = test;
    this.#request = { token };
  }

  reserve(input: object): Promise<TillAnswer> {
    return this.#ask(`mutation($i: ReserveCouponInput!) { it: reserveCoupon(input: $i) ${FIELDS} }`, {
      i: withKey(input),
    });
  }

  redeem(input: object): Promise<TillAnswer> {
    return this.#ask(`mutation($i: RedeemCouponInput!) { it: redeemCoupon(input: $i) ${FIELDS} }`, {
      i: withKey(input),
    });
  }

  confirm(id: string | undefined): Promise<TillAnswer> {
    return this.#ask(`mutation($id: ID!) { it: confirmRedemption(input: { redemptionId: $id }) ${FIELDS} }`, { id });
  }

  release(id: string | undefined): Promise<TillAnswer> {
    return this.#ask(`mutation($id: ID!) { it: releaseRedemption(input: { redemptionId: $id }) ${FIELDS} }`, { id });
  }

  /** The new state, or the code of the refusal. */
  async rollBack(
    id: string | undefined,
    token: TestToken = 'campaign-manager',
    reason = 'by mistake',
  ): Promise<string> {
    const { body } = await this.#test.send(
      'mutation($id: ID!, $reason: String!) { rollBackRedemption(input: { id: $id, reason: $reason }) { redemption { state } } }',
      { id, reason },
      { token },
    );
    return body.errors?.[0].extensions.code ?? body.data.rollBackRedemption.redemption.state;
  }

  async #ask(query: string, variables: Record<string, unknown>): Promise<TillAnswer> {
    for (;;) {
      const { body, headers } = await this.#test.send(query, variables, this.#request);
      if (body.errors === undefined) return body.data.it;
      if (headers['retry-after'] === undefined)
        return {
          outcome: `error:${body.errors[0].extensions.code}`,
          isReplayed: false,
          details: body.errors[0].extensions,
          redemption: null,
        };
    }
  }
}

/** An application with accounts and a till, for one file of tests. At the end its counters and ledger must agree. */
export async function tillApp(accounts: number) {
  const test = await createTestApp();
  const { ownerPool } = test.database;
  await insertReferenceData(ownerPool);
  await insertAccounts(ownerPool, accounts);
  afterAll(async () => {
    expect(await uncounted(ownerPool)).toEqual([]);
    expect(await ledgerFaults(ownerPool)).toEqual([]);
    await test.close();
  });
  return { test, till: new Till(test) };
}

/** Well-formed unique codes. */
export function makeCodes(count: number): string[] {
  return makeCouponCodes(crypto.getRandomValues(new Uint8Array(11 * count)), '');
}

/** Inserts a running campaign with codes, directly into the database. */
export async function openCampaign(
  test: TestApp,
  campaign: Readonly<Record<string, unknown>> = {},
  coupon: Readonly<Record<string, unknown>> = {},
  codes: readonly string[] = makeCodes(1),
): Promise<{
  readonly id: string;
  readonly code: string;
  readonly codes: readonly string[];
  readonly couponIds: readonly string[];
}> {
  const { ownerPool } = test.database;
  const id = await insertCampaign(ownerPool, { state: 'ACTIVE', ...campaign });
  const couponIds = await insertCoupons(ownerPool, id, codes, coupon);
  return { id, code: codes[0] ?? '', codes, couponIds };
}

function withKey(input: object): object {
  return { key: randomUUID(), ...input };
}
