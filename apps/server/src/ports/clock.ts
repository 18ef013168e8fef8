/** The time as the process sees it; tests move it. Rules that decide money or states use the database's time. */
export interface Clock {
  now(): Date;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => new Date() };
