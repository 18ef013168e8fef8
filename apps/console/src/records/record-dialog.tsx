import type { ReactNode } from 'react';
import { Dialog } from '../lib/page/dialog.tsx';
import './record-dialog.css';

interface RecordDialogProps {
  /** A question, or the action. */
  readonly title: string;
  readonly isWide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog above a record. */
export function RecordDialog({ isWide = false, ...dialog }: RecordDialogProps) {
  return <Dialog size={isWide ? 640 : 480} {...dialog} />;
}
