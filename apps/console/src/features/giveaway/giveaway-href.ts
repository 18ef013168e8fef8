/** Where a giveaway is shown: its transactions come first (specification, section 2). */
export const giveawayHref = (id: string): string => `/giveaways/${encodeURIComponent(id)}/transactions`;
