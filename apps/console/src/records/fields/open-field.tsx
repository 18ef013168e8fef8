import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './open-field.module.css';

interface OpenFieldProps {
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** Disables a field that can no longer be changed. */
export function OpenField({ isOpen, children }: OpenFieldProps) {
  return (
    <fieldset className="bc-stack bc-gap-xl bc-shrink" disabled={!isOpen}>
      {children}
    </fieldset>
  );
}

interface LockedNoteProps {
  readonly fields: readonly string[];
  readonly isOpen: (field: string) => boolean;
  /** Texts for some fixed fields, and for all of them. */
  readonly some: string;
  readonly all: string;
}

/** Explains why fields of a step are fixed. */
export function LockedNote({ fields, isOpen, some, all }: LockedNoteProps) {
  if (fields.every(isOpen)) return null;
  return (
    <p className={styles['locked']}>
      <IconLock size={16} stroke={1.75} aria-hidden />
      <span>{fields.some(isOpen) ? some : all}</span>
    </p>
  );
}
