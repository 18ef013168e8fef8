import { AuditListPage } from './audit/audit-list.page.tsx';
import { RECORD_KINDS } from './record-kinds.ts';

/** The audit trail of all features. */
export function AuditPage() {
  return <AuditListPage kinds={RECORD_KINDS} />;
}
