import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import './id-chip.css';

const COPIED_SHOWN_MS = 1500;

/** Properties of {@link IdChip}. */
export interface IdChipProps {
  /** The full id, which is copied. */
  readonly value: string;
  /** The displayed text, if shorter. */
  readonly shown?: string;
  /** Sentences for the button's name, such as "Copy number 1402317" and "Copied". */
  readonly labels: { readonly copy: string; readonly copied: string };
}

/** An id, number or reference in monospace; a click copies it. */
export function IdChip({ value, shown = value, labels }: IdChipProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <button
      type="button"
      className="bc-id"
      dir="ltr"
      data-copied={isCopied || undefined}
      onClick={() => {
        void navigator.clipboard.writeText(value).then(() => setCopied(true));
      }}
    >
      {/* The name begins with the visible text, so that voice control works. */}
      <span>{shown}</span> <span className="bc-sr-only">{isCopied ? labels.copied : labels.copy}</span>
      <Icon size={14} stroke={1.75} aria-hidden />
    </button>
  );
}
