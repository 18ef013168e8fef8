import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import './form-steps.css';

interface OpenFieldProps {
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** A field that is fixed by now stands there, and cannot be changed. */
export function OpenField({ isOpen, children }: OpenFieldProps) {
  return (
    <fieldset className="bc-open-field" disabled={!isOpen}>
      {children}
    </fieldset>
  );
}

interface LockedNoteProps {
  readonly fields: readonly string[];
  readonly isOpen: (field: string) => boolean;
  /** Said where some of the fields are fixed, and where all are. */
  readonly some: string;
  readonly all: string;
}

/** Says why fields of a step are fixed. */
export function LockedNote({ fields, isOpen, some, all }: LockedNoteProps) {
  if (fields.every(isOpen)) return null;
  return (
    <p className="bc-locked-note">
      <IconLock size={16} stroke={1.75} aria-hidden />
      <span>{fields.some(isOpen) ? some : all}</span>
    </p>
  );
}
