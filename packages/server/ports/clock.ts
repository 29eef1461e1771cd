/** The current time. Code takes it from a clock, so that tests can change it. */
export interface Clock {
  now(): Date
}
export const systemClock: Clock = { now: () => new Date() }
