import type { UiIcon } from '@backcounter/ui';
import { IconCoins, IconGift, IconTicket } from '@tabler/icons-react';
import styles from './prize-picture.module.css';

const ICONS: Readonly<Record<string, UiIcon>> = { POINTS: IconCoins, COUPON: IconTicket };

interface PrizePictureProps {
  readonly kind: string;
  readonly url: string | null;
  readonly size?: 'inline' | 'tile';
}

/** The picture of a prize; without one, the icon of its kind. */
export function PrizePicture({ kind, url, size = 'tile' }: PrizePictureProps) {
  const Icon = ICONS[kind] ?? IconGift;
  return (
    <span className={styles['picture']} data-size={size}>
      {url === null ? <Icon stroke={1.75} aria-hidden /> : <img src={url} alt="" loading="lazy" />}
    </span>
  );
}
