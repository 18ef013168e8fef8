import type { UiIcon } from '@backcounter/ui';
import { useId } from 'react';
import styles from './file-drop.module.css';
import { useFileDrop } from './use-file-drop.ts';

interface FileDropProps {
  readonly icon: UiIcon;
  /** Title of the button. */
  readonly label: string;
  /** Below the label. */
  readonly detail: string;
  /** Accepted files. */
  readonly hint: string;
  /** Media types or endings, separated by commas. */
  readonly accept: string;
  readonly isDisabled: boolean;
  readonly onFile: (file: File) => void;
}

/** A file input that files can also be dropped on. */
export function FileDrop({ icon: Icon, label, detail, hint, accept, isDisabled, onFile }: FileDropProps) {
  const id = useId();
  const take = (file: File | undefined) => {
    if (file && !isDisabled) onFile(file);
  };
  const drop = useFileDrop(take);
  return (
    <div className="bc-grid bc-gap-md bc-shrink">
      <div className={styles['drop']} data-file-drop {...drop}>
        <input
          id={id}
          type="file"
          accept={accept}
          disabled={isDisabled}
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            // The same file may be chosen again after a correction.
            event.currentTarget.value = '';
          }}
        />
        <label htmlFor={id}>
          <Icon size={20} stroke={1.75} aria-hidden />
          <b>{label}</b>
          <span>{detail}</span>
        </label>
      </div>
      <p id={`${id}-hint`} className="bc-small bc-faint">
        {hint}
      </p>
    </div>
  );
}
