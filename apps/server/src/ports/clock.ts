/** The process's clock, which tests can move. Rules about money or states use the database's time instead. */
export interface Clock {
  now(): Date;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };
