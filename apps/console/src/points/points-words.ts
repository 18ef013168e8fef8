import type { PointsTransferCode } from '@backcounter/domain';
import type { UiIcon } from '@backcounter/ui';
import {
  IconArrowBackUp,
  IconCoins,
  IconFlag,
  IconGift,
  IconPencilMinus,
  IconPencilPlus,
  IconShoppingBag,
  IconTag,
  IconTicket,
} from '@tabler/icons-react';
import type { PointsLineFragment, PointsOtherFragment } from '../generated/graphql.ts';
import { formatNumber } from '../lib/format/formats.ts';
import type { CellFormats } from '../listing/list-definition.ts';
import { kindWords } from '../records/action-words.ts';

/** One entry, as the console loads it. */
export type PointsLine = PointsLineFragment;

/** Icons of kinds; their labels are in the messages. */
export const KIND_ICONS: Readonly<Record<PointsTransferCode, UiIcon>> = {
  ISSUE: IconCoins,
  EARN: IconShoppingBag,
  SPEND: IconTag,
  MANUAL_CREDIT: IconPencilPlus,
  MANUAL_DEBIT: IconPencilMinus,
  GIVEAWAY_FUND: IconGift,
  GIVEAWAY_PRIZE: IconGift,
  GIVEAWAY_ENTRY: IconGift,
  GIVEAWAY_REFUND: IconGift,
  COUPON_REWARD: IconTicket,
  REVERSAL: IconArrowBackUp,
  OPENING: IconFlag,
};

/** Points with their sign, with a true minus: `+2,500`, `−184`. */
export function signedPoints(points: number, locale: string): string {
  return formatNumber(points, locale, { signDisplay: 'exceptZero' }).replace('-', '\u2212');
}

/** Whole points in the language's format. */
export function plainPoints(points: number, locale: string): string {
  return formatNumber(points, locale).replace('-', '\u2212');
}

/** A movement in a few words, without exact figures: "Issued +110K". */
export function movementWords(
  { code, delta }: { readonly code: PointsTransferCode; readonly delta: number },
  { t, locale }: Pick<CellFormats, 't' | 'locale'>,
): string {
  const short = { notation: 'compact', maximumSignificantDigits: 3, signDisplay: 'exceptZero' } as const;
  const amount = formatNumber(delta, locale, short).replace('-', '\u2212');
  return t('points.chart.movement', { kind: t(`points.kind.${code}`), amount });
}

/** Name of the other side. */
export function partyName(
  { type, systemCode, name, label }: PointsOtherFragment,
  { t }: Pick<CellFormats, 't'>,
): string {
  if (systemCode) return t(`points.system.${systemCode}`);
  return name ?? label ?? t(`points.party.${type}`);
}

/** Name of the record that an entry refers to, or the sender's own reference; null without one. */
export function referenceName(
  { reference, referenceId }: Pick<PointsLine, 'reference' | 'referenceId'>,
  formats: Pick<CellFormats, 't'>,
): string | null {
  if (!reference) return referenceId ?? null;
  const kind = kindWords(reference.kind, formats);
  return reference.name == null ? kind : reference.parentId == null ? reference.name : `${kind} ${reference.name}`;
}

/** Page of the record that an entry refers to; null without one, and for people who may not see it. */
export function referenceHref({ reference }: Pick<PointsLine, 'reference'>): string | null {
  if (reference?.name == null) return null;
  const { id, parentId } = reference;
  return parentId == null ? `/giveaways/${id}/transactions` : `/campaigns/${parentId}?tab=redemptions&open=${id}`;
}

/** Page of the other side; null without one. */
export function partyHref({ type, ownerId }: PointsOtherFragment): string | null {
  if (!ownerId) return null;
  if (type === 'STORE') return `/stores/${ownerId}`;
  return type === 'ACCOUNT' ? `/accounts/${ownerId}?tab=points` : null;
}
