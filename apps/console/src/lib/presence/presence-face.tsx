import { usePictureUrl } from '@backcounter/presence/react';
import { Avatar, type AvatarProps } from '@backcounter/ui';
import { presenceSource } from './presence-source.ts';

/** Owner of a face. */
export interface FaceOwner {
  readonly id: string;
  readonly displayName: string | null;
  readonly firebaseId: string | null;
  /** Whether a picture is known to exist; otherwise none is requested. */
  readonly hasPicture: boolean;
}

/**
 * A person's picture beside their name, initials until it has loaded. A failure is only logged (specification, section
 * 8).
 */
export function Face({ owner, size = 'row' }: { readonly owner: FaceOwner } & Pick<AvatarProps, 'size'>) {
  const isAskedFor = owner.hasPicture || presenceSource.get().hasUnknownPictures;
  const src = usePictureUrl(isAskedFor ? owner.firebaseId : null);
  return (
    <Avatar
      id={owner.id}
      name={owner.displayName ?? ''}
      src={src}
      size={size ?? 'row'}
      onPictureError={() => console.warn('Error in fetching profile picture:', src)}
    />
  );
}
