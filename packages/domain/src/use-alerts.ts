/** Percentages of a limit's use that are a warning, and critical. */
export const USE_ALERTS = [80, 95] as const;
