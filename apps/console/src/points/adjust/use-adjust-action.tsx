import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { IconPlusMinus } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { part } from '../../lib/page/part.ts';
import type { RecordAction } from '../../lib/record/record-actions.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import type { NamedOwner } from '../points-owner.ts';

const PointsAdjust = part(() => import('./points-adjust.tsx'), 'PointsAdjust');

/** Adjusting an owner's points as an action of its record, and its dialog. */
export function useAdjustAction(
  owner: NamedOwner,
  /** Why it is disabled now; null if it is enabled. */
  whyNot: string | null,
): { readonly action: RecordAction | null; readonly dialog: ReactNode } {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const action = useMemo<RecordAction | null>(() => {
    if (!may(currentRoles(), 'points.adjust')) return null;
    return {
      key: 'adjust',
      label: t('points.adjust.action'),
      icon: IconPlusMinus,
      isAllowed: whyNot === null,
      whyNot: whyNot ?? '',
      run: () => setOpen(true),
    };
  }, [whyNot, t]);
  const dialog = isOpen ? <PointsAdjust owner={owner} onClose={() => setOpen(false)} /> : null;
  return { action, dialog };
}
