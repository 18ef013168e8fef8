import type { MessageKey } from '@backcounter/i18n';
import { useEffect, useState } from 'react';
import { FEATURE_ROUTES } from '../../features/index.ts';
import { bestEffort } from '../../lib/page/best-effort.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { findersFor } from './use-found-records.ts';

interface FinderHint {
  readonly pageKey: MessageKey;
  readonly hintKey: MessageKey;
}

/** The searchable records, and the keys by which this person may search them. */
export function useFinderHints(): readonly FinderHint[] {
  const [hints, setHints] = useState<readonly FinderHint[]>([]);
  useEffect(() => {
    let isGone = false;
    void bestEffort('Hints of the palette', async () => {
      const roles = currentRoles();
      const found = await Promise.all(
        findersFor(roles).map(async ({ path, load }) => ({
          pageKey: FEATURE_ROUTES[path].titleKey,
          hintKey: (await load()).hintKey(roles),
        })),
      );
      if (!isGone) setHints(found.flatMap(({ pageKey, hintKey }) => (hintKey === null ? [] : [{ pageKey, hintKey }])));
    });
    return () => {
      isGone = true;
    };
  }, []);
  return hints;
}
