/** Page of a giveaway; it opens with the transactions (specification, section 2). */
export const giveawayHref = (id: string): string => `/giveaways/${encodeURIComponent(id)}/transactions`;
