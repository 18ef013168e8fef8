import { qrMatrix } from './qr-matrix.ts';
import styles from './streamer-home.module.css';

/** Light modules around a code, as scanners need them. */
const QUIET = 4;

/** A coupon code as a QR code, black on white in every colour scheme. */
export function QrCode({ code, label }: { readonly code: string; readonly label: string }) {
  const rows = qrMatrix(code);
  const size = rows.length + 2 * QUIET;
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')))
    .join('');
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
