import { MACHINE_SCOPES, POLICY, ROLES } from '@backcounter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountId, insertAccounts, insertReferenceData } from '../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { createSchema } from './index.ts';

const id = accountId(1);
const OPERATIONS: Readonly<Record<string, string>> = {
  account: `{ account(id: "${id}") { id } }`,
  accounts: '{ accounts(first: 1) { nodes { id } } }',
  areas: '{ areas { id } }',
  attention: '{ attention(scope: MINE, first: 1) { count } }',
  sinceLastLook: '{ sinceLastLook { since } }',
  recordLook: 'mutation { recordLook }',
  auditEvent: '{ auditEvent(id: "1", occurredAt: "2026-03-01T12:00:00Z") { id } }',
  auditEvents: '{ auditEvents(first: 1) { nodes { id } } }',
  auditPeople: '{ auditPeople { sub } }',
  countries: '{ countries { code } }',
  dashboardAccounts: '{ dashboardAccounts { total { value } } }',
  dashboardActiveAccounts: '{ dashboardActiveAccounts { active { value } } }',
  dashboardCampaigns: '{ dashboardCampaigns { running } }',
  dashboardGiveawayEntries: '{ dashboardGiveawayEntries { entries { value } } }',
  dashboardNotifications: '{ dashboardNotifications { sent { value } } }',
  dashboardOnlineStores: '{ dashboardOnlineStores { inStores } }',
  dashboardOpenGiveaways: '{ dashboardOpenGiveaways { open } }',
  dashboardPoints: '{ dashboardPoints { issued { value } } }',
  dashboardRedemptions: '{ dashboardRedemptions { confirmed { value } } }',
  dashboardStores: '{ dashboardStores { active { value } } }',
  importTarget: '{ importTarget(entity: ACCOUNTS) { canCreate } }',
  import: `{ import(id: "${id}") { id } }`,
  myImports: '{ myImports(entity: ACCOUNTS) { id } }',
  createImport: `mutation { createImport(input: { entity: ACCOUNTS, uploadId: "u", fileName: "f" }) { id } }`,
  updateImport: `mutation { updateImport(input: { id: "${id}" }) { id } }`,
  discardImport: `mutation { discardImport(id: "${id}") }`,
  checkImport: `mutation { checkImport(id: "${id}") { id } }`,
  runImport: `mutation { runImport(id: "${id}") { id } }`,
  listCapabilities: '{ listCapabilities(list: ACCOUNTS) { pageSizeMax } }',
  job: '{ job(id: "01900000-0000-7000-8000-000000000001") { id } }',
  jobProblems: '{ jobProblems(id: "01900000-0000-7000-8000-000000000001", first: 1) { recordId } }',
  jobs: '{ jobs(first: 1) { nodes { id } } }',
  myJobs: '{ myJobs { id } }',
  previewAccountBulk: '{ previewAccountBulk(selection: {}, action: SUSPEND) { total } }',
  viewer: '{ viewer { sub } }',
  getFirebaseAdminToken: '{ getFirebaseAdminToken(user_id: "staff-admin") }',
  updateAccount: `mutation { updateAccount(input: { id: "${id}", expectedVersion: 99, patch: {} }) { id } }`,
  suspendAccount: `mutation { suspendAccount(input: { id: "${id}", expectedVersion: 99, reason: "r" }) { id } }`,
  reactivateAccount: `mutation { reactivateAccount(input: { id: "${id}", expectedVersion: 99 }) { id } }`,
  closeAccount: `mutation { closeAccount(input: { id: "${id}", expectedVersion: 99, reason: "r" }) { id } }`,
  revealAccountContact: `mutation { revealAccountContact(input: { id: "${id}", reason: "r" }) { email } }`,
  setAccountPicture: `mutation { setAccountPicture(input: { id: "${id}", expectedVersion: 99, uploadId: "u" }) { id } }`,
  removeAccountPicture: `mutation { removeAccountPicture(input: { id: "${id}", expectedVersion: 99 }) { id } }`,
  accountSummary: `{ accountSummary(id: "${id}") { badges } }`,
  accountTopics: `{ accountTopics(accountId: "${id}") { topicId } }`,
  accountDevices: `{ accountDevices(accountId: "${id}") { id } }`,
  accountAwards: `{ accountAwards(accountId: "${id}", first: 1) { nodes { id } } }`,
  accountNotes: `{ accountNotes(accountId: "${id}", first: 1) { nodes { id } } }`,
  setAccountTopic: `mutation { setAccountTopic(input: { id: "${id}", topicId: "x", isSubscribed: true }) }`,
  invalidateAccountDevice: `mutation { invalidateAccountDevice(input: { id: "${id}", reason: "r" }) }`,
  awardAccountBadge: `mutation { awardAccountBadge(input: { id: "${id}", badgeId: "x" }) }`,
  revokeAccountBadge: `mutation { revokeAccountBadge(input: { awardId: "${id}", reason: "r" }) }`,
  writeAccountNote: `mutation { writeAccountNote(input: { id: "${id}", text: "" }) }`,
  retractAccountNote: `mutation { retractAccountNote(input: { noteId: "${id}" }) }`,
  exportAccountData: `mutation { exportAccountData(input: { id: "${id}", reason: "" }) { id } }`,
  eraseAccount: `mutation { eraseAccount(input: { id: "${id}", expectedVersion: 99, reason: "r", confirmation: "x" }) { id } }`,
  savedViews: '{ savedViews(list: ACCOUNTS) { id } }',
  createSavedView:
    'mutation { createSavedView(input: { list: ACCOUNTS, scope: PERSONAL, name: "", state: {} }) { id } }',
  updateSavedView: `mutation { updateSavedView(input: { id: "${id}", expectedVersion: 1, name: "x" }) { id } }`,
  archiveSavedView: `mutation { archiveSavedView(input: { id: "${id}", expectedVersion: 1 }) { id } }`,
  moveSavedView: `mutation { moveSavedView(input: { id: "${id}" }) { id } }`,
  setDefaultSavedView: 'mutation { setDefaultSavedView(input: { list: ACCOUNTS }) { id } }',
  area: `{ area(id: "${id}") { id } }`,
  areaRecords: '{ areaRecords(first: 1) { nodes { id } } }',
  createArea: `mutation { createArea(input: { countryCode: "DE", code: "x", nameI18n: {}, timezone: "x" }) { id } }`,
  updateArea: `mutation { updateArea(id: "${id}", expectedVersion: 99, input: {}) { id } }`,
  archiveArea: `mutation { archiveArea(id: "${id}", expectedVersion: 99) { id } }`,
  restoreArea: `mutation { restoreArea(id: "${id}", expectedVersion: 99) { id } }`,
  country: `{ country(id: "${id}") { id } }`,
  countryRecords: '{ countryRecords(first: 1) { nodes { id } } }',
  updateCountry: `mutation { updateCountry(id: "${id}", expectedVersion: 99, input: {}) { id } }`,
  topicCategory: `{ topicCategory(id: "${id}") { id } }`,
  topicCategories: '{ topicCategories(first: 1) { nodes { id } } }',
  createTopicCategory: `mutation { createTopicCategory(input: { code: "", nameI18n: {} }) { id } }`,
  updateTopicCategory: `mutation { updateTopicCategory(id: "${id}", expectedVersion: 99, input: {}) { id } }`,
  archiveTopicCategory: `mutation { archiveTopicCategory(id: "${id}", expectedVersion: 99) { id } }`,
  restoreTopicCategory: `mutation { restoreTopicCategory(id: "${id}", expectedVersion: 99) { id } }`,
  moveTopicCategory: `mutation { moveTopicCategory(id: "${id}", expectedVersion: 99) { id } }`,
  topic: `{ topic(id: "${id}") { id } }`,
  topics: '{ topics(first: 1) { nodes { id } } }',
  createTopic: `mutation { createTopic(input: { categoryId: "x", code: "", nameI18n: {}, descriptionI18n: {}, kind: SERVICE }) { id } }`,
  updateTopic: `mutation { updateTopic(id: "${id}", expectedVersion: 99, input: {}) { id } }`,
  archiveTopic: `mutation { archiveTopic(id: "${id}", expectedVersion: 99) { id } }`,
  restoreTopic: `mutation { restoreTopic(id: "${id}", expectedVersion: 99) { id } }`,
  moveTopic: `mutation { moveTopic(id: "${id}", expectedVersion: 99) { id } }`,
  badgeCategory: `{ badgeCategory(id: "${id}") { id } }`,
  badgeCategories: '{ badgeCategories(first: 1) { nodes { id } } }',
  createBadgeCategory: `mutation { createBadgeCategory(input: { code: "", nameI18n: {} }) { id } }`,
  updateBadgeCategory: `mutation { updateBadgeCategory(id: "${id}", expectedVersion: 99, input: {}) { id } }`,
  archiveBadgeCategory: `mutation { archiveBadgeCategory(id: "${id}", expectedVersion: 99) { id } }`,
  restoreBadgeCategory: `mutation { restoreBadgeCategory(id: "${id}", expectedVersion: 99) { id } }`,
  moveBadgeCategory: `mutation { moveBadgeCategory(id: "${id}", expectedVersion: 99) { id } }`,
  badge: `{ badge(id: "${id}") { id } }`,
  badges: '{ badges(first: 1) { nodes { id } } }',
  createBadge: `mutation { createBadge(input: { categoryId: "x", code: "", nameI18n: {}, descriptionI18n: {}, criteriaI18n: {}, awardMode: MANUAL }) { id } }`,
  updateBadge: `mutation { updateBadge(id: "${id}", expectedVersion: 99, input: {}) { id } }`,
  activateBadge: `mutation { activateBadge(id: "${id}", expectedVersion: 99) { id } }`,
  retireBadge: `mutation { retireBadge(id: "${id}", expectedVersion: 99) { id } }`,
  setBadgeImage: `mutation { setBadgeImage(id: "${id}", expectedVersion: 99, uploadId: "u") { id } }`,
  configEntry: `{ configEntry(id: "${id}") { id } }`,
  configEntries: '{ configEntries(first: 1) { nodes { id } } }',
  updateConfigEntry: `mutation { updateConfigEntry(key: "push.cap_per_day", expectedVersion: 99, value: 1) { id } }`,
  resetConfigEntry: `mutation { resetConfigEntry(key: "push.cap_per_day", expectedVersion: 99) { id } }`,
  store: `{ store(id: "${id}") { id } }`,
  stores: '{ stores(first: 1) { nodes { id } } }',
  storeNames: '{ storeNames(sids: []) { id } }',
  createStore: `mutation { createStore(input: { sid: "", name: "", countryCode: "DE", areaId: "x" }) { id } }`,
  updateStore: `mutation { updateStore(id: "${id}", expectedVersion: 99, input: {}) { id } }`,
  activateStore: `mutation { activateStore(id: "${id}", expectedVersion: 99) { id } }`,
  suspendStore: `mutation { suspendStore(id: "${id}", expectedVersion: 99, reason: "r") { id } }`,
  reactivateStore: `mutation { reactivateStore(id: "${id}", expectedVersion: 99) { id } }`,
  closeStore: `mutation { closeStore(id: "${id}", expectedVersion: 99, reason: "r") { id } }`,
  previewStoreBulk: '{ previewStoreBulk(selection: {}, action: SUSPEND) { total } }',
  startStoreBulk: `mutation { startStoreBulk(input: { selection: { ids: ["${id}"] }, action: SUSPEND, reason: "r" }) { id } }`,
  coupon: `{ coupon(campaignId: "${id}", id: "${id}") { id } }`,
  coupons: `{ coupons(filter: { campaign: { in: ["${id}"] } }) { nodes { id } } }`,
  couponBatches: `{ couponBatches(filter: { campaign: { in: ["${id}"] } }) { nodes { id } } }`,
  checkCoupon: '{ checkCoupon(input: { code: "x" }) { isWellFormed } }',
  couponAllowance: `{ couponAllowance(campaignId: "${id}") { left } }`,
  generateCoupons: `mutation { generateCoupons(input: { campaignId: "${id}", count: 1 }) { id } }`,
  revealCoupons: `mutation { revealCoupons(campaignId: "${id}", ids: ["${id}"]) { code } }`,
  disableCoupon: `mutation { disableCoupon(campaignId: "${id}", id: "${id}", expectedVersion: 1, reason: "r") { id } }`,
  enableCoupon: `mutation { enableCoupon(campaignId: "${id}", id: "${id}", expectedVersion: 1) { id } }`,
  previewCouponBulk: `{ previewCouponBulk(selection: { filter: { campaign: { in: ["${id}"] } } }, action: ENABLE) { total } }`,
  startCouponBulk: `mutation { startCouponBulk(input: { selection: { filter: { campaign: { in: ["${id}"] } } }, action: ENABLE }) { id } }`,
  machineClient: `{ machineClient(id: "${id}") { id } }`,
  machineClients: '{ machineClients(first: 1) { nodes { id } } }',
  createMachineClient: 'mutation { createMachineClient(input: { clientId: "", name: "", scopes: "" }) { id } }',
  updateMachineClient: `mutation { updateMachineClient(id: "${id}", expectedVersion: 99, input: {}) { id } }`,
  suspendMachineClient: `mutation { suspendMachineClient(id: "${id}", expectedVersion: 99, reason: "r") { id } }`,
  reactivateMachineClient: `mutation { reactivateMachineClient(id: "${id}", expectedVersion: 99) { id } }`,
  rotateMachineClientSecret: `mutation { rotateMachineClientSecret(id: "${id}", expectedVersion: 99, secretHash: "x", endsPresentSecret: false) { id } }`,
  campaign: `{ campaign(id: "${id}") { id } }`,
  campaigns: '{ campaigns(first: 1) { nodes { id } } }',
  createCampaign: `mutation { createCampaign(input: { code: "", name: "", rewardType: POINTS, startsAt: "2026-01-01T00:00:00Z", endsAt: "2026-02-01T00:00:00Z", timezone: "UTC", codeMode: UNIQUE }) { id } }`,
  updateCampaign: `mutation { updateCampaign(id: "${id}", expectedVersion: 99, input: {}) { id } }`,
  duplicateCampaign: `mutation { duplicateCampaign(id: "${id}", code: "COPY", name: "Copy") { id } }`,
  activateCampaign: `mutation { activateCampaign(id: "${id}", expectedVersion: 99, agreed: { uses: 1, points: 0 }) { id } }`,
  pauseCampaign: `mutation { pauseCampaign(id: "${id}", expectedVersion: 99, reason: "r") { id } }`,
  resumeCampaign: `mutation { resumeCampaign(id: "${id}", expectedVersion: 99) { id } }`,
  cancelCampaign: `mutation { cancelCampaign(id: "${id}", expectedVersion: 99, reason: "r", confirmCode: "X") { id } }`,
  giveaway: `{ giveaway(id: "${id}") { id } }`,
  giveaways: '{ giveaways(first: 1) { nodes { id } } }',
  giveawayTransactions: `{ giveawayTransactions(first: 1, filter: { giveaway: { in: ["${id}"] } }) { nodes { id } } }`,
  giveawayEntries: `{ giveawayEntries(first: 1, filter: { giveaway: { in: ["${id}"] } }) { nodes { id } } }`,
  giveawayWinners: `{ giveawayWinners(first: 1, filter: { giveaway: { in: ["${id}"] } }) { nodes { id } } }`,
  accountGiveaways: `{ accountGiveaways(first: 1, filter: { account: { in: ["${id}"] } }) { nodes { id } } }`,
  giveawayOffers: '{ giveawayOffers { id } }',
  giveawayResults: `{ giveawayResults(giveawayId: "${id}") { position } }`,
  giveawayParticipation: `{ giveawayParticipation(giveawayId: "${id}", accountId: "${id}") { entry { id } } }`,
  enterGiveaway: `mutation { enterGiveaway(input: { key: "k", giveawayId: "${id}", accountId: "${id}" }) { outcome } }`,
  addGiveawayTickets: `mutation { addGiveawayTickets(input: { key: "k", giveawayId: "${id}", accountId: "${id}" }) { outcome } }`,
  withdrawGiveawayEntry: `mutation { withdrawGiveawayEntry(input: { key: "k", giveawayId: "${id}", accountId: "${id}" }) { outcome } }`,
  claimGiveawayPrize: `mutation { claimGiveawayPrize(input: { giveawayId: "${id}", accountId: "${id}" }) { outcome } }`,
  disqualifyGiveawayEntry: `mutation { disqualifyGiveawayEntry(giveawayId: "${id}", entryId: "${id}", reason: "r") { id } }`,
  reinstateGiveawayEntry: `mutation { reinstateGiveawayEntry(giveawayId: "${id}", entryId: "${id}", reason: "r") { id } }`,
  forfeitGiveawayWinner: `mutation { forfeitGiveawayWinner(giveawayId: "${id}", position: 1, reason: "r") { id } }`,
  fulfilGiveawayWinner: `mutation { fulfilGiveawayWinner(giveawayId: "${id}", position: 1) { id } }`,
  giveawayCampaignChoices: '{ giveawayCampaignChoices { id } }',
  release: `{ release(id: "${id}") { id } }`,
  releases: '{ releases(first: 1) { nodes { id } } }',
  releaseNumbers: '{ releaseNumbers { latest } }',
  createRelease: `mutation { createRelease(input: { number: "", date: "2026-01-01T00:00:00Z", changeLists: [] }) { id } }`,
  updateRelease: `mutation { updateRelease(id: "${id}", expectedVersion: 99, input: {}) { id } }`,
  duplicateRelease: `mutation { duplicateRelease(id: "${id}", number: "1.0.0") { id } }`,
  discardRelease: `mutation { discardRelease(id: "${id}", expectedVersion: 99) }`,
  publishRelease: `mutation { publishRelease(id: "${id}", expectedVersion: 99) { id } }`,
  withdrawRelease: `mutation { withdrawRelease(id: "${id}", expectedVersion: 99, reason: "r") { id } }`,
  createGiveaway: `mutation { createGiveaway(input: { code: "", titleI18n: {}, descriptionI18n: {}, rulesI18n: {}, countryCodes: [], minAge: 1, opensAt: "2026-01-01T00:00:00Z", closesAt: "2026-02-01T00:00:00Z", drawAt: "2026-03-01T00:00:00Z", timezone: "UTC", prizes: [] }) { id } }`,
  updateGiveaway: `mutation { updateGiveaway(id: "${id}", expectedVersion: 99, input: {}) { id } }`,
  setGiveawayImage: `mutation { setGiveawayImage(id: "${id}", expectedVersion: 99, uploadId: "u") { id } }`,
  duplicateGiveaway: `mutation { duplicateGiveaway(id: "${id}", code: "COPY") { id } }`,
  recordGiveawayRegistration: `mutation { recordGiveawayRegistration(id: "${id}", expectedVersion: 99) { id } }`,
  publishGiveaway: `mutation { publishGiveaway(id: "${id}", expectedVersion: 99, reason: "r", confirmCode: "X", agreedEscrowPoints: 0) { id } }`,
  cancelGiveaway: `mutation { cancelGiveaway(id: "${id}", expectedVersion: 99, reason: "r", confirmCode: "X") { id } }`,
  announceGiveaway: `mutation { announceGiveaway(id: "${id}", expectedVersion: 99, hasReviewed: true) { id } }`,
  settleGiveaway: `mutation { settleGiveaway(id: "${id}", expectedVersion: 99, reason: "r") { id } }`,
  archiveCampaign: `mutation { archiveCampaign(id: "${id}", expectedVersion: 99) { id } }`,
  accountRedemptions: `{ accountRedemptions(filter: { account: { in: ["${id}"] } }, first: 1) { nodes { id } } }`,
  campaignAnnouncements: '{ campaignAnnouncements { campaignId } }',
  dismissCampaignAnnouncements: 'mutation { dismissCampaignAnnouncements(announcements: []) { campaignId } }',
  campaignAlerts: `{ campaignAlerts(campaignId: "${id}") { id } }`,
  campaignRedemptions: `{ campaignRedemptions(filter: { campaign: { in: ["${id}"] } }, first: 1) { nodes { id } } }`,
  campaignStatistics: `{ campaignStatistics(campaignId: "${id}") { currency } }`,
  confirmRedemption: `mutation { confirmRedemption(redemptionId: "${id}") { outcome } }`,
  redeemCoupon: `mutation { redeemCoupon(input: { key: "role-matrix-1", code: "x", accountId: "${id}" }) { outcome } }`,
  releaseRedemption: `mutation { releaseRedemption(redemptionId: "${id}") { outcome } }`,
  reserveCoupon: `mutation { reserveCoupon(input: { key: "role-matrix-2", code: "x", accountId: "${id}" }) { outcome } }`,
  rollBackRedemption: `mutation { rollBackRedemption(id: "${id}", reason: "r") { id } }`,
  giveawayProof: `{ giveawayProof(id: "${id}") { root } }`,
  giveawayInclusionProof: `{ giveawayInclusionProof(giveawayId: "${id}", accountId: "${id}") { root } }`,
  giveawayEntryProof: `{ giveawayEntryProof(giveawayId: "${id}", accountId: "${id}") { root } }`,
  setTeamDefaultSavedView: 'mutation { setTeamDefaultSavedView(input: { list: ACCOUNTS }) { id } }',
  campaignStoreChoices: '{ campaignStoreChoices { id } }',
  campaignAreaChoices: '{ campaignAreaChoices { id } }',
  campaignCurrencies: '{ campaignCurrencies { code } }',
  notification: `{ notification(id: "${id}") { id } }`,
  notifications: '{ notifications(first: 1) { nodes { id } } }',
  notificationAuthors: '{ notificationAuthors { sub } }',
  notificationAudience: `{ notificationAudience(input: { topicId: "${id}" }) { recipients } }`,
  notificationAudienceOf: `{ notificationAudienceOf(id: "${id}") { recipients } }`,
  notificationDeliveries: `{ notificationDeliveries(filter: { notification: { in: ["${id}"] } }) { nodes { id } } }`,
  accountNotifications: `{ accountNotifications(filter: { account: { in: ["${id}"] } }) { nodes { id } } }`,
  myTestAccount: '{ myTestAccount { id } }',
  createNotification: `mutation { createNotification(input: { topicId: "${id}", titleI18n: {}, bodyI18n: {}, sendMode: NOW, timezone: "UTC" }) { id } }`,
  updateNotification: `mutation { updateNotification(id: "${id}", expectedVersion: 99, input: {}) { id } }`,
  duplicateNotification: `mutation { duplicateNotification(id: "${id}") { id } }`,
  resendNotification: `mutation { resendNotification(id: "${id}", expectedVersion: 99) { id } }`,
  sendTestNotification: `mutation { sendTestNotification(id: "${id}", expectedVersion: 99) { id } }`,
  scheduleNotification: `mutation { scheduleNotification(id: "${id}", expectedVersion: 99, agreedRecipients: 1) { id } }`,
  unscheduleNotification: `mutation { unscheduleNotification(id: "${id}", expectedVersion: 99) { id } }`,
  pauseNotification: `mutation { pauseNotification(id: "${id}", expectedVersion: 99, reason: "r") { id } }`,
  resumeNotification: `mutation { resumeNotification(id: "${id}", expectedVersion: 99) { id } }`,
  cancelNotification: `mutation { cancelNotification(id: "${id}", expectedVersion: 99, reason: "r") { id } }`,
  streamer: `{ streamer(id: "${id}") { id } }`,
  streamers: '{ streamers(first: 1) { nodes { id } } }',
  streamerPeople: '{ streamerPeople { sub } }',
  myStreamer: '{ myStreamer { id } }',
  createStreamer: 'mutation { createStreamer(input: { displayName: "", platform: TWITCH }) { id } }',
  updateStreamer: `mutation { updateStreamer(id: "${id}", expectedVersion: 99, input: {}) { id } }`,
  suspendStreamer: `mutation { suspendStreamer(id: "${id}", expectedVersion: 99, reason: "r") { id } }`,
  reactivateStreamer: `mutation { reactivateStreamer(id: "${id}", expectedVersion: 99) { id } }`,
  syncAccounts: 'mutation { syncAccounts(accounts: []) { outcome } }',
  recordNotificationReceipts: 'mutation { recordNotificationReceipts(receipts: []) { outcome } }',
  syncAccountDevices: 'mutation { syncAccountDevices(devices: []) { outcome } }',
  syncAccountTopics: 'mutation { syncAccountTopics(decisions: []) { outcome } }',
  setPreference: 'mutation { setPreference(input: { key: "k", value: 1 }) { key } }',
  startAccountBulk: `mutation { startAccountBulk(input: { selection: { ids: ["${id}"] }, action: SUSPEND, reason: "r" }) { id } }`,
  exportOffer: '{ exportOffer(list: ACCOUNTS) { rowsMax } }',
  startExport: `mutation { startExport(input: { list: ACCOUNTS, format: CSV, columns: [{ key: "id" }], selection: { ids: ["${id}"] }, locale: "en-US", timeZone: "UTC" }) { id } }`,
  cancelJob: 'mutation { cancelJob(input: { id: "01900000-0000-7000-8000-000000000001" }) { id } }',
  pointsWallet: `{ pointsWallet(owner: { type: ACCOUNT, id: "${id}" }) { id } }`,
  pointsTransfer: `{ pointsTransfer(id: "${id}") { id } }`,
  pointsEntries: `{ pointsEntries(filter: { wallet: { in: ["${id}"] } }) { nodes { id } } }`,
  pointsChart: `{ pointsChart(walletId: "${id}", from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z", zone: "UTC") { step } }`,
  pointsExplanation: `{ pointsExplanation(walletId: "${id}", from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z", zone: "UTC") { opening } }`,
  pointsAdjustmentMax: '{ pointsAdjustmentMax }',
  ledgerHealth: '{ ledgerHealth { isHealthy } }',
  adjustPoints: `mutation { adjustPoints(input: { owner: { type: ACCOUNT, id: "${id}" }, direction: CREDIT, amount: 1, reason: "r", key: "k" }) { id } }`,
  reversePointsTransfer: `mutation { reversePointsTransfer(input: { transferId: "${id}", reason: "r", key: "k" }) { id } }`,
  transferPoints: `mutation { transferPoints(input: { key: "role-matrix", from: { system: ISSUANCE }, to: { accountId: "${id}" }, amount: 1, code: ISSUE }) { outcome } }`,
  transferPointsBatch: `mutation { transferPointsBatch(transfers: []) { outcome } }`,
  verifyWallet: `mutation { verifyWallet(walletId: "${id}") { entries } }`,
  verifyLedger: 'mutation { verifyLedger { id } }',
  retryJob: 'mutation { retryJob(input: { id: "01900000-0000-7000-8000-000000000001" }) { id } }',
};
const TOKENS = [...ROLES.map((role) => role.toLowerCase()), 'nobody', 'machine', null] as const;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await insertReferenceData(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, 3);
});
afterAll(() => test.close());

describe('roles', () => {
  it('cover every root field', () => {
    const schema = createSchema();
    const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.keys(type?.getFields() ?? {}),
    );
    expect(Object.keys(OPERATIONS).sort()).toEqual(fields.sort());
    expect(Object.keys(POLICY).length).toBeGreaterThan(0);
  });

  it('may do exactly this', async () => {
    const matrix: Record<string, Record<string, string>> = {};
    for (const [field, query] of Object.entries(OPERATIONS)) {
      const row: Record<string, string> = {};
      for (const token of TOKENS) {
        const answer = await test.send(query, {}, { token });
        const code = answer.body.errors?.[0].extensions.code ?? 'done';
        // A conflict was let in and refused by the record.
        row[token ?? 'no token'] = `${answer.status} ${code === 'record.conflict' ? 'done' : code}`;
      }
      matrix[field] = row;
    }
    expect(matrix).toMatchSnapshot();
  });

  it('of staff open nothing to machine clients, and each scope opens its own fields only', async () => {
    const opened: Record<string, string[]> = {};
    for (const scope of MACHINE_SCOPES) {
      opened[scope] = [];
      for (const [field, query] of Object.entries(OPERATIONS)) {
        const { body } = await test.send(query, {}, { token: `machine~${scope}` });
        if (body.errors?.[0].extensions.code !== 'access.denied') opened[scope].push(field);
      }
    }
    expect(opened).toMatchSnapshot();
  });

  it('are told the missing permission, and the refusal is written down', async () => {
    const answer = await test.send(OPERATIONS['closeAccount'] ?? '', {}, { token: 'marketing' });
    expect(answer.body.errors[0].extensions).toEqual({
      code: 'access.denied',
      details: { permission: 'account.change-state' },
    });
    const { rows } = await test.database.pool.query(
      `select actor_sub, outcome from staff_audit_event where action = 'account.change-state' and actor_sub = 'staff-marketing' and outcome = 'DENIED'`,
    );
    expect(rows.length).toBeGreaterThan(0);
  });
});
