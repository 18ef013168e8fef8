import { ApprovalPage } from './approval/approval.page.tsx';
import { RECORD_KINDS } from './record-kinds.ts';

/** A request for approval, in the words of its record. */
export function ApprovalRecordPage() {
  return <ApprovalPage kinds={RECORD_KINDS} />;
}
