import { cloneElement, Fragment, isValidElement, type ReactNode } from 'react';
import { Marked } from '../../lib/format/marked.tsx';
import type { FindMatches } from '../../lib/format/matched-text.ts';
import { PhoneText } from '../../lib/format/phone-text.tsx';
import { PhoneRow, type PhoneRowProps } from './phone-row.tsx';

/**
 * The content of a cell with the matches of a search marked: in texts of records, which have a direction (`dir`, `bdi`),
 * and not in labels, times and components. A phone number that matches is shown as stored: what was typed is in it in one
 * piece. The content itself where nothing matches.
 */
export function markMatches(content: ReactNode, find: FindMatches, isOfRecord = false): ReactNode {
  if (typeof content === 'string' || typeof content === 'number') {
    const ranges = isOfRecord ? find(String(content)) : [];
    return ranges.length === 0 ? content : <Marked text={String(content)} ranges={ranges} />;
  }
  if (Array.isArray(content)) {
    const marked = content.map((part) => markMatches(part, find, isOfRecord));
    return marked.some((part, index) => part !== content[index]) ? marked : content;
  }
  if (!isValidElement<{ readonly children?: ReactNode; readonly dir?: string; readonly number?: string }>(content))
    return content;
  const { type, props } = content;
  if (type === PhoneText || type === PhoneRow) {
    const whole = type === PhoneText ? <bdi dir="ltr">{props.number}</bdi> : PhoneRow(props as PhoneRowProps);
    const marked = markMatches(whole, find);
    return marked === whole ? content : marked;
  }
  if (type !== Fragment && typeof type !== 'string') return content;
  const marked = markMatches(props.children, find, isOfRecord || type === 'bdi' || props.dir !== undefined);
  if (marked === props.children) return content;
  return Array.isArray(marked) ? cloneElement(content, undefined, ...marked) : cloneElement(content, undefined, marked);
}
