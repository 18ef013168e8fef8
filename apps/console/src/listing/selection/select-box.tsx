import { IconCheck, IconMinus } from '@tabler/icons-react';
import type { ChangeEvent } from 'react';
import styles from './select-box.module.css';

interface SelectBoxProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly isPartly?: boolean;
  /** Attributes of the grid's tab stop. */
  readonly tabStop: { readonly 'data-cell': string; readonly tabIndex: number };
  readonly onToggle: (isRange: boolean) => void;
}

/** A checkbox that fills its whole cell, so that a near miss does not open the row. */
export function SelectBox({ label, isOn, isPartly = false, tabStop, onToggle }: SelectBoxProps) {
  const onChange = ({ nativeEvent }: ChangeEvent) =>
    onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true);
  return (
    <>
      <input
        type="checkbox"
        className={styles['input']}
        aria-label={label}
        checked={isOn}
        ref={(input) => {
          if (input) input.indeterminate = isPartly;
        }}
        {...tabStop}
        onChange={onChange}
      />
      <span className={styles['box']} aria-hidden="true">
        {isPartly ? <IconMinus size={14} stroke={3} /> : isOn ? <IconCheck size={14} stroke={3} /> : null}
      </span>
    </>
  );
}
