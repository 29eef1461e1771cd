/** Entry point of the administrative commands, such as `npm run db:backup`. */

import { type Command, CommandRefusal } from '@matricola/server/app/commands/command.ts'
import { startupErrorText } from '@matricola/server/app/startup-error.ts'
import { type Config, loadConfig } from '@matricola/server/config.ts'
import { app } from './app.ts'

/** Each command is loaded only when it runs. */
const commands: { readonly [name: string]: () => Promise<Command> } = {
  backup: () => import('@matricola/server/app/commands/backup.ts'),
  client: () => import('@matricola/server/app/commands/client.ts'),
  erase: () => import('./commands/erase.ts'),
  'export-person': () => import('./commands/export-person.ts'),
  openapi: () => import('@matricola/server/app/commands/openapi.ts'),
  restore: () => import('@matricola/server/app/commands/restore.ts'),
  'take-files': () => import('@matricola/server/app/commands/take-files.ts'),
  'try-migrations': () => import('@matricola/server/app/commands/try-migrations.ts'),
  retention: () => import('./commands/retention.ts'),
  settings: () => import('@matricola/server/app/commands/settings.ts'),
}

async function main([name = '', ...args]: readonly string[]): Promise<void> {
  process.umask(0o077)
  const load = commands[name]
  if (!load) throw new CommandRefusal(`Unknown command ${JSON.stringify(name)}. Available commands: ${Object.keys(commands).join(', ')}.`)
  const command = await load()
  const config = loadConfig()
  try {
    await command.run(args, config, app)
  } catch (error) {
    end(error, config)
  }
}

function end(error: unknown, config?: Config): void {
  process.stderr.write(`${startupErrorText(error, config)}\n`)
  process.exitCode = 1
}

main(process.argv.slice(2)).catch((error: unknown) => end(error))
