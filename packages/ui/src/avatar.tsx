import { IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import './avatar.css';

const PAIRS = 7;
/** The grey pair, for someone without a name. */
const NEUTRAL_PAIR = 0;
const WORDS = /[\p{L}\p{N}]+/gu;
// Expensive to create, and a list shows an avatar in each row.
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Index of the muted colour pair of an id, one of seven; the same for the same id. */
export function avatarPair(id: string): number {
  let hash = 0;
  for (const char of id) hash = (Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)) | 0;
  return Math.abs(hash) % PAIRS;
}

/**
 * At most two initials: of the first and the last word, by grapheme, in upper case; empty for a name without letters.
 */
export function initials(name: string): string {
  const words = name.match(WORDS) ?? [];
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  return picked
    .map((word) => [...segmenter.segment(word ?? '')][0]?.segment ?? '')
    .join('')
    .toLocaleUpperCase();
}

/** Properties of {@link Avatar}. */
export interface AvatarProps {
  /** Determines the colour pair. */
  readonly id: string;
  readonly name: string;
  /** URL of a picture; initials are shown until it has loaded and when it fails. */
  readonly src?: string | null;
  /** Called when the picture at `src` cannot be loaded. */
  readonly onPictureError?: (() => void) | undefined;
  /** `row` 24 (default), `bar` 28, `phone` 36, `record` 52 px. */
  readonly size?: 'row' | 'bar' | 'phone' | 'record';
}

/**
 * Picture or initials beside a person's name. Silent for screen readers, and the initials are drawn as a graphic, so
 * that they can't be copied or found as text. A name without letters gets a neutral figure.
 */
export function Avatar({ id, name, src, onPictureError, size = 'row' }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  // A renewed URL has the same picture: the old one is shown until the new one has loaded.
  const [hasLoaded, setLoaded] = useState(false);
  const hasPicture = typeof src === 'string' && src !== '' && failed !== src;
  const isShown = hasPicture && hasLoaded;
  const letters = isShown ? '' : initials(name);
  return (
    <span
      className="bc-avatar"
      data-pair={letters ? avatarPair(id) : NEUTRAL_PAIR}
      data-size={size}
      data-initials={letters || undefined}
      aria-hidden="true"
    >
      {isShown || letters ? null : <IconUser stroke={1.75} />}
      {hasPicture ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          data-loaded={hasLoaded || undefined}
          onLoad={() => setLoaded(true)}
          onError={() => {
            setFailed(src);
            setLoaded(false);
            onPictureError?.();
          }}
        />
      ) : null}
    </span>
  );
}
