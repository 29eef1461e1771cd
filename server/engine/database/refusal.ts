/** A reason not to start that the person at the machine can act on. The message is for them; `main.ts` prints it without a stack. */
export class DatabaseRefusal extends Error {
  override readonly name = 'DatabaseRefusal'
}
