import type { Config } from '../../config.ts'
import type { ServerApp } from '../server-app.ts'

/** Shape of the module of a command. An error ends the process with exit code 1. */
export interface Command {
  /** Runs with the arguments after the command's name. Throws `CommandRefusal` for invalid ones. */
  run(args: readonly string[], config: Config, app: ServerApp): Promise<void>
}

/** Commands by name. Each is loaded only when it runs. */
export type Commands = { readonly [name: string]: () => Promise<Command> }

/** A reason not to run that the operator can act on. It is printed as one line. */
export class CommandRefusal extends Error {
  override readonly name = 'CommandRefusal'
}
