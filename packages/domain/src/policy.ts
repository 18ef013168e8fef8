import { ROLES, type Role } from './roles.ts';

const ROOT = ['ADMIN', 'MARKETING'] as const;
const ADMIN = ['ADMIN'] as const;
const MANAGER = ['ADMIN', 'CAMPAIGN-MANAGER'] as const;
/** Who sees all campaigns; the person of a streamer sees those that name the streamer, and of them their own part. */
const CAMPAIGN_ALL = ['ADMIN', 'CAMPAIGN-VIEWER', 'CAMPAIGN-MANAGER'] as const;
const CAMPAIGN = ['ADMIN', 'CAMPAIGN-VIEWER', 'CAMPAIGN-MANAGER', 'CAMPAIGN-STREAMER'] as const;

/**
 * The one policy table: permission -> roles that hold it. Resolvers, route guards, navigation and buttons read it.
 * A permission that is not listed does not exist (default deny).
 */
export const POLICY = {
  // Areas of the console: the three guards of the specification, section 6, and the extra one of /campaigns/{id}.
  'area.root': ROOT,
  'area.campaigns': CAMPAIGN,
  'area.campaign-coupons': MANAGER,
  /** Opens the page of one campaign; whoever lacks `area.campaign-coupons`, only if the campaign names them. */
  'area.campaign': ['ADMIN', 'CAMPAIGN-MANAGER', 'CAMPAIGN-STREAMER'],
  'area.admin': ADMIN,
  // Anyone who is signed in, with or without a role.
  'session.read': 'any-staff',
  /** Confirms a code of one's own second factor. */
  'session.confirm': 'any-staff',
  'preference.write': 'any-staff',
  // Who is online and whose picture is where, by id: anyone whom a role makes a member of staff.
  'presence.read': ROLES,
  /** Sees on the index page and the dashboard what needs somebody; of each feature what its own permissions show. */
  'attention.read': ROOT,
  // The dashboard: figures of everything, with and without amounts of money.
  'dashboard.read': ROOT,
  'dashboard.read-money': ADMIN,
  // Accounts.
  'account.read': ROOT,
  /** Sees e-mail and phone, and may search, filter and sort by them. */
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
  /** One's own, soon after writing it. */
  'account.retract-note': ROOT,
  /** Anybody's at any time, with a reason; and reads what retracted notes said. */
  'account.retract-any-note': ADMIN,
  /** Everything that is held about a person as a file, for the person. */
  'account.export-data': ADMIN,
  'account.erase': ADMIN,
  /** Many at once; what is done with them needs its own permission on top. */
  'account.change-many': ADMIN,
  // Stores. Their contact is business data, so whoever sees a store sees it.
  'store.read': ROOT,
  'store.edit': ADMIN,
  'store.change-state': ADMIN,
  'store.change-many': ADMIN,
  /** Takes what a person sees in a list away as a file; the list and each column need their own permission on top. */
  'export.create': ROLES,
  // Filling records from a file; the permission to edit what is filled comes on top.
  'import.use': ADMIN,
  // Background jobs: one's own; the permission of what a job does comes on top.
  'job.read': ROLES,
  'job.manage': ROLES,
  /** Those of everybody. */
  'job.read-all': ADMIN,
  'job.manage-all': ADMIN,
  // Points: wallets and their entries.
  'points.read': ROOT,
  'points.adjust': ADMIN,
  'points.reverse': ADMIN,
  /** Recomputes hashes and sums, of one wallet or of all, and sees what came of it. */
  'points.verify': ADMIN,
  // Coupon campaigns. Whoever has none but the streamer's role sees what names the streamer, and their own part of that.
  'campaign.read': CAMPAIGN,
  /** Sees every campaign, with its limits, budget, streamers and totals. */
  'campaign.read-all': CAMPAIGN_ALL,
  'campaign.edit': MANAGER,
  /** Activates, pauses, resumes, archives; cancels what nobody has redeemed yet. */
  'campaign.run': MANAGER,
  /** Activates what may cost more than a manager answers for alone. */
  'campaign.run-large': ADMIN,
  /** Cancels what somebody has redeemed. */
  'campaign.cancel-redeemed': ADMIN,
  'campaign.statistics': CAMPAIGN,
  'streamer.read': CAMPAIGN_ALL,
  'streamer.edit': ADMIN,
  /** Coupons with the last four signs of their codes. */
  'coupon.read': CAMPAIGN,
  /** Whole codes, of which the streamer's role sees its own; audited. */
  'coupon.reveal': ['ADMIN', 'CAMPAIGN-MANAGER', 'CAMPAIGN-STREAMER'],
  /** Orders codes; the streamer's role within the quota. */
  'coupon.generate': ['ADMIN', 'CAMPAIGN-MANAGER', 'CAMPAIGN-STREAMER'],
  'coupon.change-state': MANAGER,
  /** Asks why a code can or cannot be redeemed. */
  'coupon.check': MANAGER,
  'redemption.read': CAMPAIGN,
  'redemption.roll-back': MANAGER,
  // Giveaways. What changes what people were promised, or what they get, is for an administrator.
  'giveaway.read': ROOT,
  'giveaway.edit': ROOT,
  'giveaway.publish': ADMIN,
  'giveaway.cancel': ADMIN,
  /** Takes entries out of the draw before it is frozen, and back in. */
  'giveaway.disqualify': ADMIN,
  /** Tells winners, once their eligibility has been looked at. */
  'giveaway.announce': ROOT,
  'giveaway.forfeit': ADMIN,
  /** Says that a prize was handed over. */
  'giveaway.fulfil': ADMIN,
  'giveaway.settle': ADMIN,
  // Notifications and the accounts that each one reached.
  'notification.read': ROOT,
  'notification.edit': ROOT,
  /** Schedules, takes back, pauses, resumes, cancels. */
  'notification.schedule': ROOT,
  /** Schedules what goes to more accounts than a person answers for alone. */
  'notification.schedule-large': ADMIN,
  /** Writes beyond the frequency cap, or in the quiet hours. */
  'notification.override-limits': ADMIN,
  // Reference data that pickers and filters need.
  'country.read': ROOT,
  'area.read': ROOT,
  'topic-category.read': ROOT,
  'topic.read': ROOT,
  'badge-category.read': ROOT,
  'badge.read': ROOT,
  // What keeps it, and the settings of the product.
  'country.edit': ADMIN,
  'area.edit': ADMIN,
  'topic-category.edit': ADMIN,
  'topic.edit': ADMIN,
  'badge-category.edit': ADMIN,
  'badge.edit': ADMIN,
  'config-entry.read': ADMIN,
  'config-entry.edit': ADMIN,
  // Release notes: what everybody is told about the product.
  'release.read': ADMIN,
  'release.edit': ADMIN,
  /** Publishes, withdraws. */
  'release.publish': ADMIN,
  // The product's texts in every language.
  'translation.read': ADMIN,
  'translation.write': ADMIN,
  /** Gives readers texts, other ones, or none. */
  'translation.publish': ADMIN,
  // Programs that use the API.
  'machine-client.read': ADMIN,
  'machine-client.edit': ADMIN,
  // Who did what to which record, all of it.
  'audit.read': ADMIN,
  /** Sees what test restores of backups found out. */
  'backup.read': ADMIN,
  // Saved views of the lists that a person may read; everybody's own, and the team's.
  'saved-view.use': ROLES,
  'saved-view.edit-team': ADMIN,
} as const satisfies Record<string, readonly Role[] | 'any-staff'>;

export type Permission = keyof typeof POLICY;

/** True when one of the roles holds the permission. */
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

/** Home redirect (specification, section 6): neither ADMIN nor MARKETING but a campaign role -> /campaigns. */
export function homePath(roles: readonly Role[]): '/' | '/campaigns' {
  return !may(roles, 'area.root') && may(roles, 'area.campaigns') ? '/campaigns' : '/';
}
