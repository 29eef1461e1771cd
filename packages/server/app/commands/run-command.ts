import type { Config } from '../../config.ts'
import type { ServerApp } from '../server-app.ts'
import { startupErrorText } from '../startup-error.ts'
import { type Command, CommandRefusal, type Commands } from './command.ts'

/** The commands of every application. Each is loaded only when it runs. */
export const genericCommands = {
  backup: () => import('./backup.ts'),
  client: () => import('./client.ts'),
  openapi: () => import('./openapi.ts'),
  restore: () => import('./restore.ts'),
  settings: () => import('./settings.ts'),
  'take-files': () => import('./take-files.ts'),
  'try-migrations': () => import('./try-migrations.ts'),
} satisfies Commands

/**
 * Runs a command of an application in this process. If it fails, prints the reason and sets exit
 * code 1.
 */
export async function runCommand(
  app: ServerApp,
  commands: { readonly [name: string]: () => Promise<Command> },
  [name = '', ...args]: readonly string[],
): Promise<void> {
  process.umask(0o077)
  let config: Config | undefined
  try {
    const load = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!load)
      throw new CommandRefusal(
        `Unknown command ${JSON.stringify(name)}. Available commands: ${Object.keys(commands).join(', ')}.`,
      )
    const command = await load()
    config = app.loadConfig()
    await command.run(args, config, app)
  } catch (error) {
    process.stderr.write(`${startupErrorText(error, config)}\n`)
    process.exitCode = 1
  }
}
