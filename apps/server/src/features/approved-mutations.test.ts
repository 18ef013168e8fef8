import { APPROVAL_ACTIONS, approvalOf } from '@backcounter/domain';
import { expect, it } from 'vitest';
import { permissionOf } from '../graphql/authorise.ts';
import { createSchema, JOB_DEFINITIONS } from './index.ts';

const fields = createSchema().getMutationType()?.getFields() ?? {};
const operations = new Set(APPROVAL_ACTIONS.flatMap((action) => approvalOf(action).operations));

const because = (reason: string, ...names: string[]) => Object.fromEntries(names.map((name) => [name, reason]));
/** Mutations with the permission of one that may need approval, but without its effect. */
const WITHOUT: Readonly<Record<string, string>> = {
  ...because('leaves the worst case as it is or ends it', 'archiveCampaign', 'cancelCampaign', 'pauseCampaign'),
  ...because('goes on with what was approved at activation', 'resumeCampaign'),
  ...because('makes a draft', 'createCampaign', 'duplicateCampaign'),
  ...because('changes one record', 'disableCoupon', 'enableCoupon', 'reactivateAccount', 'suspendAccount'),
  ...because('prepares or ends an import, and changes no record', 'checkImport', 'correctImportRows', 'createImport'),
  ...because(
    'prepares or ends an import, and changes no record',
    'discardImport',
    'leaveOutImportRows',
    'updateImport',
  ),
  ...because('goes on with what was approved when scheduled', 'resumeNotification'),
  ...because(
    'does less',
    'cancelNotification',
    'pauseNotification',
    'unscheduleNotification',
    'cancelJob',
    'revokeInvitation',
    'signOutStaffMember',
    'suspendStaffMember',
  ),
  ...because(
    'leaves the roles as they are',
    'declineAccessRequest',
    'reactivateStaffMember',
    'resetStaffMember',
    'unlockStaffMember',
  ),
  ...because('each run is checked', 'createExportSchedule', 'pauseExportSchedule', 'removeExportSchedule'),
  ...because('repeats an invitation that was approved', 'sendInvitation'),
};

it('every mutation with the permission of one that may need approval is named by its action, or has a reason', () => {
  const permissions = new Set([
    ...APPROVAL_ACTIONS.map((action) => approvalOf(action).permission),
    ...[...operations].map((name) => fields[name] && permissionOf(fields[name])),
  ]);
  const alike = Object.values(fields).filter((field) => permissions.has(permissionOf(field) ?? undefined));
  const unnamed = alike.filter(({ name }) => !operations.has(name)).map(({ name }) => name);
  expect(unnamed.toSorted()).toEqual(Object.keys(WITHOUT).toSorted());
  expect([...operations].filter((name) => fields[name] === undefined)).toEqual([]);
});

/** Jobs that no rule concerns. */
const JOBS_WITHOUT: Readonly<Record<string, string>> = {
  ...because('reads', 'import.check', 'ledger.verify'),
  ...because('follows the rule of a badge, without a choice of accounts', 'badge.backfill'),
  ...because('codes are in the worst case of their campaign', 'coupon.generate'),
  ...because('its notification was approved when scheduled', 'notification.fan-out'),
};

it('every kind of job may need approval, or has a reason', () => {
  const free = JOB_DEFINITIONS.filter(({ mayNeedApproval }) => !mayNeedApproval).map(({ kind }) => kind);
  expect(free.toSorted()).toEqual(Object.keys(JOBS_WITHOUT).toSorted());
});
