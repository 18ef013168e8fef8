import type { CellFormats } from '../../listing/list-definition.ts';

interface SaidAccount {
  readonly publicNo: number;
  readonly name?: string | null;
}

/** An account by name; by its number where it has none that this person may see. */
export const accountWords = ({ name, publicNo }: SaidAccount): string => name ?? `#${publicNo}`;

interface SaidActor {
  readonly kind: string;
  readonly name?: string | null;
}

/** Who did something: the product by itself, the person, or a colleague by name. */
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
