import type { ReactNode } from 'react';

export interface PhoneRowProps {
  readonly face?: ReactNode;
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly end: ReactNode;
  readonly state?: ReactNode;
}

/** A row on a phone, in two lines: title and details at the start, the most significant value and the state at the end. */
export function PhoneRow({ face, title, children, end, state }: PhoneRowProps) {
  return (
    <span className="bc-phone-row">
      {face}
      <span className="bc-phone-main">
        <b className="bc-cell-name">{title}</b>
        <small>{children}</small>
      </span>
      <span className="bc-phone-end">
        {end}
        {state}
      </span>
    </span>
  );
}
