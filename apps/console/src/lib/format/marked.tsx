import { Fragment } from 'react';
import type { Range } from './matched-text.ts';

/** A text with the matches marked. */
export function Marked({ text, ranges }: { readonly text: string; readonly ranges: readonly Range[] }) {
  let at = 0;
  const parts = ranges.map(([from, to]) => {
    const before = text.slice(at, from);
    at = to;
    return (
      <Fragment key={from}>
        {before}
        <mark>{text.slice(from, to)}</mark>
      </Fragment>
    );
  });
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
