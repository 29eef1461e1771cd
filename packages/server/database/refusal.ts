/**
 * An error that stops startup and has a cause that an operator can fix. `main.ts` prints its
 * message without a stack trace.
 */
export class DatabaseRefusal extends Error {
  override readonly name = 'DatabaseRefusal'
}
