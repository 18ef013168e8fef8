import { addAuditTypes } from '../audit/audit.graphql.ts';
import { discloseRows } from '../audit/disclosure.ts';
import type { Entity } from '../crud/entity.ts';
import { addPlainEntity, listName } from '../crud/plain-entity.graphql.ts';
import { addEntityTypes } from '../crud/record.graphql.ts';
import { addPublishedPicture } from '../files/published-picture.graphql.ts';
import { authoriseSchema } from '../graphql/authorise.ts';
import { callerMay, type Services } from '../graphql/request-context.ts';
import { createBuilder } from '../graphql/schema/builder.ts';
import { createImportJobs, type ImportDefinitions } from '../imports/import-job.ts';
import { undoImportJob } from '../imports/undo-import.job.ts';
import { jobList } from '../jobs/job.list.ts';
import type { JobDefinition } from '../jobs/job-definition.ts';
import { addJobTypes } from '../jobs/job-types.graphql.ts';
import { addListTypes } from '../listing/list.graphql.ts';
import { addPastedSelection } from '../listing/pasted/pasted-selection.graphql.ts';
import type { MetricSource } from '../metrics/metric-source.ts';
import { runInBounds } from '../references/client-bounds.ts';
import { addMemberInput } from '../references/member-input.ts';
import { addSegmentRef } from '../references/segment-field.graphql.ts';
import { accountChanges, noteChanges } from './account/account.attention.ts';
import { addAccount } from './account/account.graphql.ts';
import { accountList } from './account/account.list.ts';
import { accountMetrics, activeAccountMetrics } from './account/account.metrics.ts';
import { accountBulkJob } from './account/bulk/account-bulk.job.ts';
import { accountImport } from './account/import/account.import.ts';
import { accountPictureImport } from './account/picture/account-picture.import.ts';
import { accountDataJob } from './account/privacy/account-data.job.ts';
import { ACCOUNT_SEARCHES } from './account/search/account-search.ts';
import { accountSegments } from './account/segment/account-segments.ts';
import { segmentAttention } from './account/segment/segment.attention.ts';
import { segment } from './account/segment/segment.entity.ts';
import { addSegment } from './account/segment/segment.graphql.ts';
import { visibleSegments } from './account/segment/segment-access.ts';
import { addAccountSync } from './account/sync/account-sync.graphql.ts';
import { app } from './app/app.entity.ts';
import { addApp } from './app/app.graphql.ts';
import { addApproval } from './approval/approval.graphql.ts';
import { approvalList } from './approval/approval.list.ts';
import { area } from './area/area.entity.ts';
import { addArea } from './area/area.graphql.ts';
import { areaImport } from './area/area.import.ts';
import { addAreaRecord } from './area/area-record.graphql.ts';
import { addAttention } from './attention/attention.graphql.ts';
import { AUDIT_SEARCH_MATCHES, auditList } from './audit/audit.list.ts';
import { addAudit } from './audit/audit-list.graphql.ts';
import { disclosureAttention } from './audit/disclosure.attention.ts';
import { addBackupHealth } from './backup/backup-health.graphql.ts';
import { badge } from './badge/badge.entity.ts';
import { addBadge } from './badge/badge.graphql.ts';
import { badgeImport } from './badge/badge.import.ts';
import { badgeBackfillJob } from './badge/badge-backfill.job.ts';
import { badgePictureImport } from './badge/badge-picture.import.ts';
import { badgeCategory } from './badge-category/badge-category.entity.ts';
import { badgeCategoryImport } from './badge-category/badge-category.import.ts';
import { campaignAttention, redemptionChanges } from './campaign/campaign.attention.ts';
import { campaignList } from './campaign/campaign.list.ts';
import { addCampaign } from './campaign/campaign-feature.graphql.ts';
import { couponBulkJob } from './campaign/coupon/bulk/coupon-bulk.job.ts';
import { addCoupon } from './campaign/coupon/coupon.graphql.ts';
import { couponImport } from './campaign/coupon/coupon.import.ts';
import { couponList } from './campaign/coupon/coupon.list.ts';
import { couponBatchList } from './campaign/coupon/coupon-batch.list.ts';
import { couponGenerateJob } from './campaign/coupon/coupon-generate.job.ts';
import { addUsableCoupons } from './campaign/coupon/usable/usable-coupons.graphql.ts';
import { addRedemptions } from './campaign/redemption/redemption.graphql.ts';
import { accountRedemptionList, campaignRedemptionList } from './campaign/redemption/redemption.list.ts';
import { redemptionMetrics } from './campaign/redemption/redemption.metrics.ts';
import { addRedemptionLists } from './campaign/redemption/redemption-list.graphql.ts';
import { addCampaignStatistics } from './campaign/statistics/campaign-statistics.graphql.ts';
import { addRedemptionTicker } from './campaign/statistics/redemption-ticker.graphql.ts';
import { campaignRows } from './campaign/streamer/campaign-visibility.ts';
import { addOwnStreamer } from './campaign/streamer/own-streamer.graphql.ts';
import { streamer } from './campaign/streamer/streamer.entity.ts';
import { configEntry } from './config-entry/config-entry.entity.ts';
import { addConfigEntry } from './config-entry/config-entry.graphql.ts';
import { country } from './country/country.entity.ts';
import { addCountry } from './country/country.graphql.ts';
import { countryImport } from './country/country.import.ts';
import { addCountryRecord } from './country/country-record.graphql.ts';
import { addDashboard } from './dashboard/dashboard.graphql.ts';
import { addClientExport } from './export/client/client-export.graphql.ts';
import { addExport } from './export/export.graphql.ts';
import { defineExport } from './export/export.job.ts';
import { addExportSchedule } from './export/schedule/export-schedule.graphql.ts';
import { exportScheduleMaintenance } from './export/schedule/export-schedule.maintenance.ts';
import { accountGiveawayList, giveawayEntryList } from './giveaway/entry/giveaway-entry.list.ts';
import { entryChanges, giveawayAttention } from './giveaway/giveaway.attention.ts';
import { giveawayList } from './giveaway/giveaway.list.ts';
import { giveawayMetrics } from './giveaway/giveaway.metrics.ts';
import { addGiveaway } from './giveaway/giveaway-feature.graphql.ts';
import { giveawayTransactionList } from './giveaway/transaction/giveaway-transaction.list.ts';
import { giveawayWinnerList } from './giveaway/winner/giveaway-winner.list.ts';
import { addImport } from './import/import.graphql.ts';
import { jobAttention, jobChanges } from './job/job.attention.ts';
import { addJob } from './job/job.graphql.ts';
import { machineClient } from './machine-client/machine-client.entity.ts';
import { addMachineClient } from './machine-client/machine-client.graphql.ts';
import { accountNotificationList, notificationDeliveryList } from './notification/dispatch/delivery.list.ts';
import { notificationFanOutJob } from './notification/dispatch/fan-out.job.ts';
import { addNotificationReceipts } from './notification/dispatch/receipt.graphql.ts';
import { notificationAttention, notificationChanges } from './notification/notification.attention.ts';
import { notificationList } from './notification/notification.list.ts';
import { notificationMetrics } from './notification/notification.metrics.ts';
import { addNotification } from './notification/notification-feature.graphql.ts';
import { pointsImport } from './points/import/points.import.ts';
import { pointsReversalJob } from './points/import/points-reversal.job.ts';
import { addPoints } from './points/points.graphql.ts';
import { pointsMetrics } from './points/points.metrics.ts';
import { pointsEntryList } from './points/points-entry.list.ts';
import { ledgerAttention } from './points/verify/ledger.attention.ts';
import { ledgerVerifyJob } from './points/verify/ledger-verify.job.ts';
import { addPreference, readPreferences } from './preference/preference.graphql.ts';
import { addRecentRecords, type RecentRowRules } from './preference/recent-records.graphql.ts';
import { addRecordPeople } from './preference/record-people.graphql.ts';
import { releaseList } from './release/release.list.ts';
import { addRelease } from './release/release-feature.graphql.ts';
import { addSavedView } from './saved-view/saved-view.graphql.ts';
import { addAdminToken } from './session/admin-token.graphql.ts';
import { addSecondFactor } from './session/second-factor.graphql.ts';
import { addViewer } from './session/viewer.graphql.ts';
import { addAccessRequest } from './staff-member/access-request.ts';
import { staffMember } from './staff-member/staff-member.entity.ts';
import { addStaffMember } from './staff-member/staff-member.graphql.ts';
import { storeAttention } from './store/store.attention.ts';
import { STORE_SEARCH_MATCHES, store } from './store/store.entity.ts';
import { addStore } from './store/store.graphql.ts';
import { storeImport } from './store/store.import.ts';
import { storeMetrics } from './store/store.metrics.ts';
import { storeBulkJob } from './store/store-bulk.job.ts';
import { topic } from './topic/topic.entity.ts';
import { addTopic } from './topic/topic.graphql.ts';
import { topicImport } from './topic/topic.import.ts';
import { topicCategory } from './topic-category/topic-category.entity.ts';
import { topicCategoryImport } from './topic-category/topic-category.import.ts';
import { translationImport } from './translation/import/translation.import.ts';
import { publicationList } from './translation/publication/publication.list.ts';
import { translationList } from './translation/translation.list.ts';
import { addTranslation } from './translation/translation-feature.graphql.ts';

/** Import definitions, by name. */
const IMPORTS: ImportDefinitions = new Map(
  [
    accountImport,
    areaImport,
    badgeImport,
    badgeCategoryImport,
    countryImport,
    couponImport,
    storeImport,
    topicImport,
    topicCategoryImport,
    translationImport,
    pointsImport,
    accountPictureImport,
    badgePictureImport,
  ].map((definition) => [definition.entity, definition]),
);
const importJobs = createImportJobs(IMPORTS);

/** Plain entities, by the name of their list in the API. */
export const PLAIN_ENTITIES: Readonly<Record<string, Entity>> = {
  badgeCategories: badgeCategory,
  topicCategories: topicCategory,
};

/** Named lists, by their name in the API. */
const LISTS = {
  ...Object.fromEntries(Object.entries(PLAIN_ENTITIES).map(([many, { list }]) => [listName(many), list])),
  ACCOUNTS: accountList,
  APPROVALS: approvalList,
  AUDIT: auditList,
  JOBS: jobList,
  AREAS: area.list,
  BADGES: badge.list,
  CAMPAIGNS: campaignList,
  CONFIG_ENTRIES: configEntry.list,
  COUNTRIES: country.list,
  GIVEAWAYS: giveawayList,
  GIVEAWAY_TRANSACTIONS: giveawayTransactionList,
  GIVEAWAY_ENTRIES: giveawayEntryList,
  GIVEAWAY_WINNERS: giveawayWinnerList,
  ACCOUNT_GIVEAWAYS: accountGiveawayList,
  STAFF_MEMBERS: staffMember.list,
  STORES: store.list,
  SEGMENTS: segment.list,
  POINTS_ENTRIES: pointsEntryList,
  CAMPAIGN_REDEMPTIONS: campaignRedemptionList,
  ACCOUNT_REDEMPTIONS: accountRedemptionList,
  NOTIFICATIONS: notificationList,
  NOTIFICATION_DELIVERIES: notificationDeliveryList,
  ACCOUNT_NOTIFICATIONS: accountNotificationList,
  APPS: app.list,
  MACHINE_CLIENTS: machineClient.list,
  COUPONS: couponList,
  COUPON_BATCHES: couponBatchList,
  RELEASES: releaseList,
  STREAMERS: streamer.list,
  TOPICS: topic.list,
  TRANSLATIONS: translationList,
  TRANSLATION_PUBLICATIONS: publicationList,
};

const exportJob = defineExport(LISTS);

/** Definitions of all background jobs. */
export const JOB_DEFINITIONS: readonly JobDefinition[] = [
  accountBulkJob,
  storeBulkJob,
  accountDataJob,
  badgeBackfillJob,
  couponBulkJob,
  couponGenerateJob,
  exportJob,
  importJobs.check,
  importJobs.run,
  undoImportJob(IMPORTS),
  ledgerVerifyJob,
  pointsReversalJob,
  notificationFanOutJob(accountSegments),
];

/** Sources of items that need attention. */
const ATTENTION = [
  campaignAttention,
  disclosureAttention,
  giveawayAttention,
  jobAttention,
  ledgerAttention,
  notificationAttention,
  segmentAttention,
  storeAttention,
];

/** Sources of counts of records that are new to a person. */
const CHANGES = [accountChanges, redemptionChanges, entryChanges, notificationChanges, jobChanges, noteChanges];

/** Daily metrics, by the name of their dashboard tile. */
const DASHBOARD_SOURCES = {
  accounts: accountMetrics,
  activeAccounts: activeAccountMetrics,
  stores: storeMetrics,
  points: pointsMetrics,
  notifications: notificationMetrics,
  redemptions: redemptionMetrics,
  giveaways: giveawayMetrics,
} as const;

/** All daily metrics. */
export const METRIC_SOURCES: readonly MetricSource[] = Object.values(DASHBOARD_SOURCES);

/** Tasks that need all lists. */
export const listMaintenance = (services: Services) => exportScheduleMaintenance(services, LISTS, exportJob);

let schema: ReturnType<typeof buildSchema> | undefined;

/** The schema of all features; built once, for all applications of a process. */
export function createSchema() {
  schema ??= buildSchema();
  return schema;
}

function buildSchema() {
  const builder = createBuilder();
  const listTypes = addListTypes(builder, LISTS, ACCOUNT_SEARCHES);
  const audit = addAuditTypes(builder, listTypes, AUDIT_SEARCH_MATCHES);
  addViewer(builder, readPreferences);
  addAdminToken(builder);
  addSecondFactor(builder);
  addPreference(builder);
  const recentRows: RecentRowRules = {
    account: () => ({ scope: 'not erased', condition: () => "r.state <> 'ERASED'" }),
    campaign: campaignRows('r.id'),
    segment: (caller) => visibleSegments(accountList, caller),
  };
  addRecentRecords(builder, recentRows);
  addRecordPeople(builder, {
    ...recentRows,
    // Streamers see their own part of a campaign, and so no colleagues at it.
    campaign: (caller) => (callerMay(caller, 'campaign.read-all') ? null : { scope: 'none', condition: () => 'false' }),
  });
  addBackupHealth(builder);
  addCountry(builder);
  addArea(builder);
  const jobs = addJobTypes(builder);
  addAccount(builder, listTypes, audit.connection, jobs);
  addAccountSync(builder);
  addJob(builder, listTypes, jobs);
  addAudit(builder, listTypes, audit);
  addSegmentRef(builder);
  const shared = addEntityTypes(builder, listTypes, audit.connection, STORE_SEARCH_MATCHES);
  addAreaRecord(builder, shared);
  addCountryRecord(builder, shared);
  for (const [many, entity] of Object.entries(PLAIN_ENTITIES)) addPlainEntity(builder, shared, entity, many);
  addTopic(builder, shared);
  addBadge(builder, shared);
  addConfigEntry(builder, shared);
  addSegment(builder, shared);
  addStore(builder, shared, jobs);
  const campaignEnums = addCampaign(builder, shared);
  addGiveaway(builder, shared);
  addNotification(builder, shared);
  addPublishedPicture(builder);
  const member = addMemberInput(builder);
  addPoints(builder, listTypes, jobs, audit.auditRecord, member);
  const redemptionState = addRedemptions(builder);
  addRedemptionLists(builder, listTypes, redemptionState);
  addOwnStreamer(builder, redemptionState);
  addRedemptionTicker(builder, addCampaignStatistics(builder));
  addRelease(builder, shared);
  addTranslation(builder, shared);
  addApp(builder, shared);
  addMachineClient(builder, shared);
  addStaffMember(builder, shared);
  addApproval(builder, listTypes, audit.connection);
  addAccessRequest(builder);
  addNotificationReceipts(builder);
  addCoupon(builder, listTypes, audit.connection, jobs);
  addUsableCoupons(builder, campaignEnums, member);
  addDashboard(builder, listTypes, DASHBOARD_SOURCES);
  addSavedView(builder, listTypes, LISTS);
  addPastedSelection(builder, listTypes, LISTS, ({ db, caller, services }, rows) =>
    discloseRows(db, caller.sub, rows, services.disclosureBudgets),
  );
  const exportTypes = addExport(builder, listTypes, jobs, LISTS, exportJob);
  addExportSchedule(builder, listTypes, jobs, exportTypes, LISTS, exportJob);
  addClientExport(builder, jobs, exportTypes, LISTS, exportJob);
  addImport(builder, jobs, { definitions: IMPORTS, jobs: importJobs });
  addAttention(builder, listTypes, jobs, ATTENTION, CHANGES);
  return authoriseSchema(builder.toSchema(), runInBounds);
}
