import { REFERENCE_DATA, type ReferenceNoun } from './reference-data.ts';
import { ROLES, type Role } from './roles.ts';

const ROOT = ['ADMIN', 'MARKETING'] as const;
const ADMIN = ['ADMIN'] as const;
const MANAGER = ['ADMIN', 'CAMPAIGN-MANAGER'] as const;
/**
 * Roles that see all campaigns. A streamer sees only campaigns that name the streamer, and of those only the streamer's
 * part.
 */
const CAMPAIGN_ALL = ['ADMIN', 'CAMPAIGN-VIEWER', 'CAMPAIGN-MANAGER'] as const;
const CAMPAIGN = ['ADMIN', 'CAMPAIGN-VIEWER', 'CAMPAIGN-MANAGER', 'CAMPAIGN-STREAMER'] as const;

type ReferencePolicy = { readonly [Noun in ReferenceNoun as `${Noun}.read`]: typeof ROOT } & {
  readonly [Noun in ReferenceNoun as `${Noun}.edit`]: typeof ADMIN;
};
/** Pickers and filters need reference data; administrators maintain it. */
const REFERENCE_POLICY = Object.fromEntries(
  REFERENCE_DATA.flatMap((noun) => [
    [`${noun}.read`, ROOT],
    [`${noun}.edit`, ADMIN],
  ]),
) as ReferencePolicy;

/**
 * The only policy table: permission -> roles that hold it. Resolvers, route guards, navigation and buttons read it. An
 * unlisted permission does not exist (default deny).
 */
export const POLICY = {
  // Areas of the console: the three guards of the specification, section 6, and the extra one of /campaigns/{id}.
  'area.root': ROOT,
  'area.campaigns': CAMPAIGN,
  'area.campaign-coupons': MANAGER,
  /** Opens the page of one campaign; callers without `area.campaign-coupons` only if the campaign names them. */
  'area.campaign': ['ADMIN', 'CAMPAIGN-MANAGER', 'CAMPAIGN-STREAMER'],
  'area.admin': ADMIN,
  // Every signed-in person, with or without a role.
  'session.read': 'any-staff',
  /** Confirms a code of the caller's own second factor. */
  'session.confirm': 'any-staff',
  /** Asks administrators for roles. */
  'session.ask-access': 'any-staff',
  'preference.write': 'any-staff',
  // Online status and pictures by id, for every member of staff.
  'presence.read': ROLES,
  /** Sees open tasks on the start page and the dashboard, for each feature within its own permissions. */
  'attention.read': ['ADMIN', 'MARKETING', 'CAMPAIGN-MANAGER'],
  // The dashboard: all figures, with and without amounts of money.
  'dashboard.read': ROOT,
  'dashboard.read-money': ADMIN,
  // Accounts.
  'account.read': ROOT,
  /** Sees email and phone, and may search, filter and sort by them. */
  'account.read-contact': ADMIN,
  /** Sees the contact of one account after giving a reason; audited. */
  'account.reveal-contact': ROOT,
  'account.edit': ADMIN,
  'account.change-state': ADMIN,
  'account.change-topics': ADMIN,
  /** Awards and revokes. */
  'account.award-badge': ADMIN,
  'account.invalidate-device': ADMIN,
  'account.write-note': ROOT,
  /** The caller's own note, within minutes of writing it. */
  'account.retract-note': ROOT,
  /** Any note at any time, with a reason; also reads retracted notes. */
  'account.retract-any-note': ADMIN,
  /** Exports all data held about a person, for the person. */
  'account.export-data': ADMIN,
  'account.erase': ADMIN,
  /** Bulk actions; each action needs its own permission as well. */
  'account.change-many': ADMIN,
  // Segments of accounts: each clause needs its own permission as well, to see, count and use the segment.
  'segment.read': ROOT,
  'segment.edit': ROOT,
  // Stores. Their contact is business data, visible to all who see the store.
  'store.read': ROOT,
  'store.edit': ADMIN,
  'store.change-state': ADMIN,
  'store.change-many': ADMIN,
  /** Exports a list as a file; the list and each column need their own permissions as well. */
  'export.create': ROLES,
  /** Publishes pictures that anyone who knows their path may load; the permission to edit their records is needed as well. */
  'picture.publish': ROOT,
  // Imports from a file; the permission to edit the records is needed as well.
  'import.use': MANAGER,
  // Background jobs of the caller; a job's work needs its own permission as well.
  'job.read': ROLES,
  'job.manage': ROLES,
  /** Jobs of all staff. */
  'job.read-all': ADMIN,
  'job.manage-all': ADMIN,
  // Points: wallets and their entries.
  'points.read': ROOT,
  'points.adjust': ADMIN,
  'points.reverse': ADMIN,
  /** Recomputes hashes and sums of one wallet or of all, and sees the result. */
  'points.verify': ADMIN,
  // Coupon campaigns. With no other role, a streamer sees only campaigns that name the streamer, and their own part.
  'campaign.read': CAMPAIGN,
  /** Sees every campaign, with its limits, budget, streamers and totals. */
  'campaign.read-all': CAMPAIGN_ALL,
  'campaign.edit': MANAGER,
  /** Activates, pauses, resumes, archives; cancels before the first redemption. */
  'campaign.run': MANAGER,
  /** Activates campaigns whose worst case exceeds a manager's limit. */
  'campaign.run-large': ADMIN,
  /** Cancels after the first redemption. */
  'campaign.cancel-redeemed': ADMIN,
  'campaign.statistics': CAMPAIGN,
  'streamer.read': CAMPAIGN_ALL,
  'streamer.edit': ADMIN,
  /** Coupons with the last four characters of their codes. */
  'coupon.read': CAMPAIGN,
  /** Full codes; a streamer only their own. Audited. */
  'coupon.reveal': ['ADMIN', 'CAMPAIGN-MANAGER', 'CAMPAIGN-STREAMER'],
  /** Orders codes; a streamer within the quota. */
  'coupon.generate': ['ADMIN', 'CAMPAIGN-MANAGER', 'CAMPAIGN-STREAMER'],
  /** Adds codes of others from a file and shows them until they are added, so only with `coupon.reveal`. */
  'coupon.add-own': MANAGER,
  'coupon.change-state': MANAGER,
  /** Checks why a code can or cannot be redeemed. */
  'coupon.check': MANAGER,
  'redemption.read': CAMPAIGN,
  'redemption.roll-back': MANAGER,
  // Giveaways. Changes of promises or of winnings need an administrator.
  'giveaway.read': ROOT,
  'giveaway.edit': ROOT,
  'giveaway.publish': ADMIN,
  'giveaway.cancel': ADMIN,
  /** Disqualifies entries before the freeze, and reinstates them. */
  'giveaway.disqualify': ADMIN,
  /** Notifies winners after their eligibility was reviewed. */
  'giveaway.announce': ROOT,
  'giveaway.forfeit': ADMIN,
  /** Marks a prize as delivered. */
  'giveaway.fulfil': ADMIN,
  'giveaway.settle': ADMIN,
  // Notifications and the accounts that each one reached.
  'notification.read': ROOT,
  'notification.edit': ROOT,
  /** Schedules, undoes, pauses, resumes, cancels. */
  'notification.schedule': ROOT,
  /** Schedules for more accounts than the limit of a single person. */
  'notification.schedule-large': ADMIN,
  /** Sends beyond the frequency cap or during quiet hours. */
  'notification.override-limits': ADMIN,
  ...REFERENCE_POLICY,
  // Settings of the product.
  'config-entry.read': ADMIN,
  'config-entry.edit': ADMIN,
  // Release notes of the product.
  'release.read': ADMIN,
  'release.edit': ADMIN,
  /** Publishes, withdraws. */
  'release.publish': ADMIN,
  // The product's texts in every language.
  'translation.read': ADMIN,
  'translation.write': ADMIN,
  /** Publishes, rolls back or withdraws texts. */
  'translation.publish': ADMIN,
  // Apps: pages of other origins that people sign in to.
  'app.read': ADMIN,
  'app.edit': ADMIN,
  // Machine clients: programs that use the API.
  'machine-client.read': ADMIN,
  'machine-client.edit': ADMIN,
  // Approvals by a second person. The request's record, and deciding, need its own permission as well.
  'approval.read': ['ADMIN', 'MARKETING', 'CAMPAIGN-MANAGER'],
  'approval.decide': ADMIN,
  /** Says which actions need approval. */
  'approval.configure': ADMIN,
  // People who can sign in.
  'staff-member.read': ADMIN,
  'staff-member.edit': ADMIN,
  // The complete audit trail.
  'audit.read': ADMIN,
  /** Sees the results of test restores. */
  'backup.read': ADMIN,
  // Saved views of the lists that a person may read: personal ones and the team's.
  'saved-view.use': ROLES,
  'saved-view.edit-team': ADMIN,
} as const satisfies Record<string, readonly Role[] | 'any-staff'>;

export type Permission = keyof typeof POLICY;

/**
 * Mutations with one of these, and exports of columns with one, are sensitive: people with a second factor confirm it
 * first (decision 0211). The only list of them.
 */
export const SENSITIVE: ReadonlySet<Permission> = new Set<Permission>([
  'account.read-contact',
  'account.export-data',
  'app.edit',
  'approval.configure',
  'machine-client.edit',
  'staff-member.edit',
]);

/** True when any of the roles holds the permission. */
export function may(roles: readonly Role[], permission: Permission): boolean {
  const holders: readonly Role[] | 'any-staff' = POLICY[permission];
  return holders === 'any-staff' || roles.some((role) => holders.includes(role));
}

/** Every permission that these roles hold, in the order of the table. */
export function permissionsOf(roles: readonly Role[]): Permission[] {
  return (Object.keys(POLICY) as Permission[]).filter((permission) => may(roles, permission));
}

/** The roles that hold a permission, for the page that says who can grant it; empty for `any-staff`. */
export function rolesThatMay(permission: Permission): readonly Role[] {
  const holders: readonly Role[] | 'any-staff' = POLICY[permission];
  return holders === 'any-staff' ? [] : holders;
}

/** Start page (specification, section 6): a campaign role without ADMIN and MARKETING gets /campaigns. */
export function homePath(roles: readonly Role[]): '/' | '/campaigns' {
  return !may(roles, 'area.root') && may(roles, 'area.campaigns') ? '/campaigns' : '/';
}
