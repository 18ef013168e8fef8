import type { CellFormats } from '../../listing/list-definition.ts';

interface SaidAccount {
  readonly publicNo: number;
  readonly name?: string | null;
}

/** An account's name, or its number if this person may not see a name or there is none. */
export const accountWords = ({ name, publicNo }: SaidAccount): string => name ?? `#${publicNo}`;

interface SaidActor {
  readonly kind: string;
  readonly name?: string | null;
}

/** The actor: the product, the person, or a staff member by name. */
export function actorWords({ kind, name }: SaidActor, { t }: Pick<CellFormats, 't'>): string {
  switch (kind) {
    case 'SYSTEM':
      return t('giveaway.actor.SYSTEM');
    case 'ACCOUNT':
      return t('giveaway.actor.ACCOUNT');
    default:
      return name ?? t('giveaway.actor.unknown');
  }
}
