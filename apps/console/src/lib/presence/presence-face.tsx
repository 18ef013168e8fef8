import { usePictureUrl } from '@backcounter/presence/react';
import { Avatar, type AvatarProps } from '@backcounter/ui';
import { presenceSource } from './presence-source.ts';

/** Whose face it is. */
export interface FaceOwner {
  readonly id: string;
  readonly displayName: string | null;
  readonly firebaseId: string | null;
  /** Whether a picture is known to be there; without, nobody is asked for one. */
  readonly hasPicture: boolean;
}

/** Somebody's picture beside their name, initials until it is there. A failure is only logged (specification, section 8). */
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
