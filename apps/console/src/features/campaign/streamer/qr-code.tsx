import { encode } from 'uqr';
import styles from './streamer-home.module.css';

/** Light modules around a code, as scanners need them. */
const QUIET = 4;

/** A coupon code as a QR code, black on white in every colour scheme. */
export function QrCode({ code, label }: { readonly code: string; readonly label: string }) {
  const { data, size } = encode(code, { ecc: 'M', border: QUIET });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      className={styles['qr']}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
