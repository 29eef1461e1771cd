/** The administrative commands: `npm run db:backup` and the like arrive here with their name and their words. */
import { type Command, CommandRefusal } from './commands/command.ts'
import { ConfigError, loadConfig } from './config.ts'
import { DatabaseRefusal } from './database/refusal.ts'

/** One line per command. Each is loaded only when it is run. */
const commands: { readonly [name: string]: () => Promise<Command> } = {
  backup: () => import('./commands/backup.ts'),
  restore: () => import('./commands/restore.ts'),
}

async function main([name = '', ...words]: readonly string[]): Promise<void> {
  process.umask(0o077)
  const load = commands[name]
  if (!load) throw new CommandRefusal(`There is no command ${JSON.stringify(name)}. There are: ${Object.keys(commands).join(', ')}.`)
  const command = await load()
  await command.run(words, loadConfig())
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const isExpected = error instanceof CommandRefusal || error instanceof ConfigError || error instanceof DatabaseRefusal
  process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
})
