/** The staff roles (specification, section 6); `policy.ts` has what each may do. A machine client has scopes instead, never roles. */
export const ROLES = ['ADMIN', 'MARKETING', 'CAMPAIGN-VIEWER', 'CAMPAIGN-MANAGER', 'CAMPAIGN-STREAMER'] as const;
export type Role = (typeof ROLES)[number];

/** Roles that open the campaign area; with only these, the start page is /campaigns. */
export const CAMPAIGN_ROLES = [
  'CAMPAIGN-VIEWER',
  'CAMPAIGN-MANAGER',
  'CAMPAIGN-STREAMER',
] as const satisfies readonly Role[];

/** Scopes of machine clients (decision 0001). */
export const MACHINE_SCOPES = [
  'account.sync',
  'account.read',
  /** Names and contact data of the accounts that it reads. */
  'account.read-contact',
  'store.read',
  'campaign.read',
  'points.transfer',
  /** Takes points off an account that a card names. */
  'points.spend-by-card',
  'points.read',
  'points.reverse',
  'coupon.check',
  'coupon.read',
  'coupon.redeem',
  /** Sends the network addresses of consumers with the codes that they try. */
  'coupon.forward-address',
  'redemption.roll-back',
  'giveaway.read',
  'giveaway.enter',
  'notification.receipt',
  /** Files of the lists that it may read. */
  'export.run',
  'presence.write',
] as const;
export type MachineScope = (typeof MACHINE_SCOPES)[number];

/** True if the scopes allow what this one does. Those who enter giveaways also read them. */
export function hasScope(scopes: readonly MachineScope[], scope: MachineScope): boolean {
  return scopes.includes(scope) || (scope === 'giveaway.read' && scopes.includes('giveaway.enter'));
}

const known: ReadonlySet<unknown> = new Set(ROLES);

/** Filters known roles from a claim of any shape; anything but a list of strings yields none. */
export function parseRoles(claim: unknown): readonly Role[] {
  if (!Array.isArray(claim)) return [];
  return [...new Set(claim.filter((entry): entry is Role => known.has(entry)))];
}

/** The known scopes of a space-separated text (RFC 6749, section 3.3), in the order of the table. */
export function parseScopes(text: string): readonly MachineScope[] {
  const named = new Set(text.split(' '));
  return MACHINE_SCOPES.filter((scope) => named.has(scope));
}
