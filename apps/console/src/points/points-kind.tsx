import type { PointsTransferCode } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import styles from './points.module.css';
import { KIND_ICONS } from './points-words.ts';

/** The kind of an entry: icon and word. */
export function PointsKind({ code }: { readonly code: PointsTransferCode }) {
  const { t } = useMessages();
  const Icon = KIND_ICONS[code];
  return (
    <span className={styles['kind']}>
      <Icon className="bc-faint" size={16} stroke={1.75} aria-hidden />
      <span>{t(`points.kind.${code}`)}</span>
    </span>
  );
}
