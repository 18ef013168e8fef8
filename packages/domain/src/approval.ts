import type { Permission } from './policy.ts';

/** Unit of a limit: minor units of a currency or points, points, recipients, rows. */
export type ApprovalUnit = 'AMOUNT' | 'POINTS' | 'RECIPIENTS' | 'ROWS';

interface ApprovalSubjectKind {
  readonly unit: ApprovalUnit | null;
  /** A decider needs it besides `approval.decide`. */
  readonly permission: Permission;
  /** Needed to see requests. */
  readonly read: Permission;
  /** The mutations that do it. A person can ask for these alone. */
  readonly operations: readonly string[];
}

/**
 * The actions that a second person may have to approve, with the mutations that do them. To add one, name its mutations
 * here, and call `requireApproval` where they take effect (decision 0212).
 */
export const APPROVALS = {
  CAMPAIGN_WORST_CASE: {
    unit: 'AMOUNT',
    permission: 'campaign.run-large',
    read: 'campaign.read-all',
    operations: ['activateCampaign', 'updateCampaign'],
  },
  NOTIFICATION_SEND: {
    unit: 'RECIPIENTS',
    permission: 'notification.schedule-large',
    read: 'notification.read',
    operations: ['scheduleNotification'],
  },
  POINTS_ADJUST: {
    unit: 'POINTS',
    permission: 'points.adjust',
    read: 'points.read',
    operations: ['adjustPoints', 'reversePointsTransfer', 'reversePointsImport', 'runImport', 'retryJob'],
  },
  BULK: {
    unit: 'ROWS',
    permission: 'account.change-many',
    read: 'account.read',
    operations: ['startAccountBulk', 'startStoreBulk', 'startCouponBulk', 'runImport', 'retryJob', 'undoJob'],
  },
  ERASE: {
    unit: null,
    permission: 'account.erase',
    read: 'account.read',
    operations: ['eraseAccount', 'closeAccount'],
  },
  EXPORT_CONTACTS: {
    unit: 'ROWS',
    permission: 'account.read-contact',
    read: 'account.read',
    operations: ['startExport', 'exportAccountData', 'retryJob'],
  },
  ROLES: {
    unit: null,
    permission: 'staff-member.edit',
    read: 'staff-member.read',
    operations: ['updateStaffMember', 'inviteStaffMember'],
  },
} as const satisfies Readonly<Record<string, ApprovalSubjectKind>>;

/** An action that a second person may have to approve. */
export type ApprovalAction = keyof typeof APPROVALS;
/** The actions, in display order. */
export const APPROVAL_ACTIONS = Object.keys(APPROVALS) as readonly ApprovalAction[];
/** Properties of an action. */
export const approvalOf = (action: ApprovalAction): ApprovalSubjectKind => APPROVALS[action];

/** States of a request; all but the first are final. */
export const APPROVAL_STATES = ['PENDING', 'APPROVED', 'DECLINED', 'EXPIRED', 'VOIDED', 'CANCELED'] as const;
/** One of the states. */
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** Limits of approvals. */
export const APPROVAL_LIMITS = { textMaxLength: 2_000, approversMin: 2 } as const;
