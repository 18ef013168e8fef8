import { may } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import type { UiIcon } from '@backcounter/ui';
import {
  IconAppWindow,
  IconBell,
  IconBuildingStore,
  IconChartPie,
  IconGift,
  IconHistory,
  IconLanguage,
  IconLayoutDashboard,
  IconRobot,
  IconRocket,
  IconStack2,
  IconTicket,
  IconUserCheck,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { RecordFinder } from '../lib/record/record-finder.ts';
import type { Guard } from '../lib/settings/guard.ts';
import { entityPage, loadApps, loadMachineClients, loadStaffMembers, REFERENCE_ROUTES } from './reference-routes.ts';

/** Groups of the navigation, in their order. */
export const NAV_GROUPS = ['top', 'people-and-places', 'engage', 'reference-data', 'admin'] as const;
export type NavGroup = (typeof NAV_GROUPS)[number];

/** One screen of the console with its guards. A place in the navigation requires a guard of roles. */
export interface FeatureRoute extends Guard {
  readonly titleKey: MessageKey;
  readonly page: () => Promise<{ readonly Page: ComponentType }>;
  /** Place in the navigation; absent for a record's page. */
  readonly nav?: { readonly group: NavGroup; readonly icon: UiIcon /** Letter after `g`. */; readonly key: string };
  /** Finds this screen's records for the command palette. */
  readonly finder?: () => Promise<RecordFinder>;
}

/**
 * Table of contents: path -> guard, title, page, navigation, in the order of the navigation. A page is loaded when its
 * path is opened.
 */
export const FEATURE_ROUTES = {
  '/': {
    permission: 'area.root',
    titleKey: 'shell.page.home',
    page: () => import('./home/home.page.tsx').then(({ HomePage }) => ({ Page: HomePage })),
  },
  '/dashboard': {
    permission: 'area.root',
    alsoPermission: 'dashboard.read',
    titleKey: 'shell.page.dashboard',
    nav: { group: 'top', icon: IconLayoutDashboard, key: 'd' },
    page: () => import('./dashboard/dashboard.page.tsx').then(({ DashboardPage }) => ({ Page: DashboardPage })),
  },
  '/approvals': {
    permission: 'approval.read',
    titleKey: 'shell.page.approvals',
    nav: { group: 'top', icon: IconUserCheck, key: 'q' },
    page: () =>
      import('./approval/approval-list.page.tsx').then(({ ApprovalListPage }) => ({ Page: ApprovalListPage })),
    finder: () => import('./approval/approval-finder.ts').then(({ approvalFinder }) => approvalFinder),
  },
  '/approvals/$id': {
    permission: 'approval.read',
    titleKey: 'shell.page.approval',
    page: () => import('./approval-composition.tsx').then(({ ApprovalRecordPage }) => ({ Page: ApprovalRecordPage })),
  },
  '/accounts': {
    permission: 'area.root',
    alsoPermission: 'account.read',
    titleKey: 'shell.page.accounts',
    nav: { group: 'people-and-places', icon: IconUsers, key: 'a' },
    page: () => import('./account/account-list.page.tsx').then(({ AccountListPage }) => ({ Page: AccountListPage })),
    finder: () => import('./account/account-finder.ts').then(({ accountFinder }) => accountFinder),
  },
  '/accounts/$id': {
    permission: 'area.root',
    alsoPermission: 'account.read',
    titleKey: 'shell.page.account',
    page: () => import('./account/account.page.tsx').then(({ AccountProfilePage }) => ({ Page: AccountProfilePage })),
  },
  '/accounts/segments': {
    permission: 'area.root',
    alsoPermission: 'segment.read',
    titleKey: 'shell.page.segments',
    nav: { group: 'people-and-places', icon: IconChartPie, key: 'i' },
    page: () => import('./segment/segment-list.page.tsx').then(({ SegmentListPage }) => ({ Page: SegmentListPage })),
    finder: () => import('./segment/segment-finder.ts').then(({ segmentFinder }) => segmentFinder),
  },
  '/accounts/segments/$id': {
    permission: 'area.root',
    alsoPermission: 'segment.read',
    titleKey: 'shell.page.segment',
    page: () => import('./segment/segment.page.tsx').then(({ SegmentRecordPage }) => ({ Page: SegmentRecordPage })),
  },
  '/exports': {
    permission: 'export.create',
    titleKey: 'shell.page.exports',
    page: () =>
      import('./export/export-schedule.page.tsx').then(({ ExportSchedulesPage }) => ({ Page: ExportSchedulesPage })),
  },
  '/stores': {
    permission: 'area.root',
    alsoPermission: 'store.read',
    titleKey: 'shell.page.stores',
    nav: { group: 'people-and-places', icon: IconBuildingStore, key: 's' },
    page: () => import('./store/store-list.page.tsx').then(({ StoreListPage }) => ({ Page: StoreListPage })),
    finder: () => import('./store/store-finder.ts').then(({ storeFinder }) => storeFinder),
  },
  '/stores/$id': {
    permission: 'area.root',
    alsoPermission: 'store.read',
    titleKey: 'shell.page.store',
    page: () => import('./store/store.page.tsx').then(({ StoreHistoryPage }) => ({ Page: StoreHistoryPage })),
  },
  '/notifications': {
    permission: 'area.root',
    alsoPermission: 'notification.read',
    titleKey: 'shell.page.notifications',
    nav: { group: 'engage', icon: IconBell, key: 'n' },
    page: () =>
      import('./notification/notification-list.page.tsx').then(({ NotificationListPage }) => ({
        Page: NotificationListPage,
      })),
    finder: () => import('./notification/notification-finder.ts').then(({ notificationFinder }) => notificationFinder),
  },
  '/notifications/$id': {
    permission: 'area.root',
    alsoPermission: 'notification.read',
    titleKey: 'shell.page.notification',
    page: () =>
      import('./notification/notification.page.tsx').then(({ NotificationAccountsPage }) => ({
        Page: NotificationAccountsPage,
      })),
  },
  '/giveaways': {
    permission: 'area.root',
    alsoPermission: 'giveaway.read',
    titleKey: 'shell.page.giveaways',
    nav: { group: 'engage', icon: IconGift, key: 'w' },
    page: () =>
      import('./giveaway/giveaway-list.page.tsx').then(({ GiveawayListPage }) => ({ Page: GiveawayListPage })),
    finder: () => import('./giveaway/giveaway-finder.ts').then(({ giveawayFinder }) => giveawayFinder),
  },
  '/giveaways/$id/transactions': {
    permission: 'area.root',
    alsoPermission: 'giveaway.read',
    titleKey: 'shell.page.giveaway',
    page: () =>
      import('./giveaway/giveaway.page.tsx').then(({ GiveawayTransactionsPage }) => ({
        Page: GiveawayTransactionsPage,
      })),
  },
  '/campaigns': {
    permission: 'area.campaigns',
    titleKey: 'shell.page.campaigns',
    nav: { group: 'engage', icon: IconTicket, key: 'c' },
    page: () =>
      import('./campaign/campaign-list.page.tsx').then(({ CampaignListPage }) => ({ Page: CampaignListPage })),
    finder: () => import('./campaign/campaign-finder.ts').then(({ campaignFinder }) => campaignFinder),
  },
  '/campaigns/$id': {
    permission: 'area.campaigns',
    alsoPermission: 'area.campaign',
    // Managers open any campaign, streamers only those that name them.
    extraCheck: async (visit) =>
      may(visit.roles, 'area.campaign-coupons') ||
      import('./campaign/streamer/own-campaign-check.ts').then(({ namesPerson }) => namesPerson(visit)),
    titleKey: 'shell.page.campaign',
    page: () =>
      import('./campaign/campaign.page.tsx').then(({ CampaignCouponsPage }) => ({ Page: CampaignCouponsPage })),
  },
  ...REFERENCE_ROUTES,
  '/admin/releases': {
    permission: 'area.admin',
    alsoPermission: 'release.read',
    titleKey: 'shell.page.releases',
    nav: { group: 'admin', icon: IconRocket, key: 'v' },
    page: () => import('./release/release-list.page.tsx').then(({ ReleaseListPage }) => ({ Page: ReleaseListPage })),
    finder: () => import('./release/release-finder.ts').then(({ releaseFinder }) => releaseFinder),
  },
  '/admin/releases/$id': {
    permission: 'area.admin',
    alsoPermission: 'release.read',
    titleKey: 'shell.page.release',
    page: () => import('./release/release.page.tsx').then(({ ReleaseRecordPage }) => ({ Page: ReleaseRecordPage })),
  },
  '/admin/translations': {
    permission: 'area.admin',
    titleKey: 'shell.page.translations',
    nav: { group: 'admin', icon: IconLanguage, key: 'l' },
    page: () =>
      import('./translation/translation-list.page.tsx').then(({ TranslationListPage }) => ({
        Page: TranslationListPage,
      })),
  },
  '/admin/translations/$id': {
    permission: 'area.admin',
    alsoPermission: 'translation.read',
    titleKey: 'shell.page.translation',
    page: () =>
      import('./translation/language/language.page.tsx').then(({ TranslationLanguagePage }) => ({
        Page: TranslationLanguagePage,
      })),
  },
  '/admin/people': {
    permission: 'area.admin',
    titleKey: 'shell.page.people',
    nav: { group: 'admin', icon: IconUsersGroup, key: 'k' },
    page: entityPage(loadStaffMembers),
  },
  '/admin/apps': {
    permission: 'area.admin',
    alsoPermission: 'app.read',
    titleKey: 'shell.page.apps',
    nav: { group: 'admin', icon: IconAppWindow, key: 'x' },
    page: entityPage(loadApps),
  },
  '/admin/machine-clients': {
    permission: 'area.admin',
    alsoPermission: 'machine-client.read',
    titleKey: 'shell.page.machine-clients',
    nav: { group: 'admin', icon: IconRobot, key: 'm' },
    page: entityPage(loadMachineClients),
  },
  '/admin/audit': {
    permission: 'area.admin',
    titleKey: 'shell.page.audit',
    nav: { group: 'admin', icon: IconHistory, key: 'u' },
    page: () => import('./audit-composition.tsx').then(({ AuditPage }) => ({ Page: AuditPage })),
  },
  '/admin/jobs': {
    permission: 'area.admin',
    titleKey: 'shell.page.jobs',
    nav: { group: 'admin', icon: IconStack2, key: 'j' },
    page: () => import('./job/job-list.page.tsx').then(({ JobListPage }) => ({ Page: JobListPage })),
  },
} as const satisfies Record<string, FeatureRoute>;

/** A path of the table. */
export type FeaturePath = keyof typeof FEATURE_ROUTES;
/** Paths in the order of the navigation. */
export const FEATURE_PATHS = Object.keys(FEATURE_ROUTES) as readonly FeaturePath[];
/** Reports whether a path, such as that of a matched route, is in the table. */
export const isFeaturePath = (path: string): path is FeaturePath => Object.hasOwn(FEATURE_ROUTES, path);
