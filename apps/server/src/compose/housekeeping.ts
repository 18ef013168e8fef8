import { deleteOldDisclosures } from '../audit/disclosure.ts';
import { forgetSilentProcesses } from '../db/process-beat.ts';
import { accountMaintenance } from '../features/account/account.maintenance.ts';
import { segmentMaintenance } from '../features/account/segment/segment-days.ts';
import { approvalMaintenance } from '../features/approval/approval.maintenance.ts';
import { applyBadgeRules } from '../features/badge/badge.maintenance.ts';
import { redemptionMaintenance } from '../features/campaign/redemption/redemption.maintenance.ts';
import { giveawayMaintenance } from '../features/giveaway/giveaway.maintenance.ts';
import { listMaintenance } from '../features/index.ts';
import { dispatchMaintenance } from '../features/notification/dispatch/dispatch.maintenance.ts';
import { notificationMaintenance } from '../features/notification/notification.maintenance.ts';
import { storeOnlineMaintenance } from '../features/store/store-online-samples.ts';
import type { FileServices } from '../files/file-services.ts';
import { deleteExpiredKeys } from '../graphql/idempotency-expiry.ts';
import { deleteDeadSessions } from '../graphql/live/live-sessions.ts';
import type { Services } from '../graphql/request-context.ts';
import type { MaintenanceTask } from '../housekeeping/housekeeping.ts';
import { deleteOldImports } from '../imports/import-record.ts';
import { deleteOldJobs } from '../jobs/result/job-result.ts';
import { deleteEndedPastes } from '../listing/pasted/pasted-selection.service.ts';
import { deleteOldMail, deleteOldOutboxMail } from '../mail/mail.maintenance.ts';
import type { Clock } from '../ports/clock.ts';
import type { PresenceStore } from '../ports/realtime.ts';
import { deleteOldRefusals } from '../references/machine-refusals.ts';

/** Services that the tasks need. */
export interface MaintenanceNeeds {
  readonly files: FileServices;
  /** Null: this process does not know the people online. */
  readonly presence: PresenceStore | null;
  readonly clock: Clock;
  /** Null: this process does not serve the API, and leaves its tasks to those that do. */
  readonly services: Services | null;
}

/** Tasks that run every minute. */
export function maintenanceTasks({ files, presence, clock, services }: MaintenanceNeeds): readonly MaintenanceTask[] {
  return [
    { name: 'badge.award', runBatch: applyBadgeRules },
    ...accountMaintenance((trx, firebaseId) => files.pictures.remove(trx, firebaseId)),
    ...approvalMaintenance,
    ...segmentMaintenance,
    ...redemptionMaintenance,
    ...(services === null ? [] : listMaintenance(services)),
    ...giveawayMaintenance,
    ...dispatchMaintenance,
    ...notificationMaintenance,
    ...storeOnlineMaintenance(presence, clock),
    { name: 'disclosure.forget', runBatch: deleteOldDisclosures },
    { name: 'idempotency-key.expire', runBatch: deleteExpiredKeys },
    { name: 'live-session.forget', runBatch: deleteDeadSessions },
    { name: 'import.forget', runBatch: deleteOldImports },
    { name: 'job.forget', runBatch: deleteOldJobs },
    { name: 'machine-refusal.forget', runBatch: deleteOldRefusals },
    { name: 'mail.forget', runBatch: deleteOldMail },
    { name: 'outbox.forget', runBatch: deleteOldOutboxMail },
    { name: 'pasted-selection.forget', runBatch: deleteEndedPastes },
    { name: 'process.forget', runBatch: forgetSilentProcesses },
    { name: 'file.sweep', runBatch: (trx) => files.sweep(trx) },
  ];
}
