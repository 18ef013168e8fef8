import { useEffect } from 'react';
import { neighbours, trails } from './list-trail.ts';

/**
 * URLs of the records before and after in the list that the person came from; null after another way. The list returns
 * to the row of the record that was viewed last, also after steps to its neighbours.
 */
export function useRecordNeighbours(list: string, id: string, hrefOf: (id: string) => string) {
  useEffect(() => trails.writeLeft(list, id), [list, id]);
  const near = neighbours(trails.readTrail(list), id);
  const href = (other: string | null | undefined) => (other ? hrefOf(other) : null);
  return near && { previous: href(near.previous), next: href(near.next) };
}
