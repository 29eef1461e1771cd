import type { Config } from '#server/engine/config.ts'

/** Export of each module of this folder. Throwing ends the process with exit code 1. */
export interface Command {
  /** Runs with the words after the command's name. Throws `CommandRefusal` for words it cannot use. */
  run(words: readonly string[], config: Config): Promise<void>
}

/** A reason not to run that the person at the machine can act on; printed as one line. */
export class CommandRefusal extends Error {
  override readonly name = 'CommandRefusal'
}
