/** The time. Everything that asks for it takes a clock, so that tests can move it. */
export interface Clock {
  now(): Date
}
export const systemClock: Clock = { now: () => new Date() }
