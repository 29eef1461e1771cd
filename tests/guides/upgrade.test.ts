import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { run as backup } from '#server/app/commands/backup.ts'
import type { Command } from '#server/app/commands/command.ts'
import { run as tryMigrations } from '#server/app/commands/try-migrations.ts'
import { openContext } from '#server/app/open-context.ts'
import { type Config, loadConfig } from '#server/engine/config.ts'
import { connect } from '#server/engine/database/connect.ts'
import { appliedVersions, knownVersions } from '#server/engine/database/migrate.ts'
import { embeddedWorker, makePostgres, migrations, removeFolder, root, silent, testServer } from '#tests/support/databases.ts'
import { stepsOf } from './guide.ts'

const folder = mkdtempSync(join(tmpdir(), 'upgrade-'))
/** A folder of the program whose migrations are its own to change. */
const program = join(folder, 'program')
const ownMigrations = 'server/university/migrations'
let config: Config
let drop: () => Promise<void> = async () => undefined

beforeAll(async () => {
  mkdirSync(join(program, 'dist/server'), { recursive: true })
  symlinkSync(join(root, 'locales'), join(program, 'locales'))
  symlinkSync(fileURLToPath(embeddedWorker()), join(program, 'dist/server/embedded-worker.js'))
  cpSync(join(root, ownMigrations), join(program, ownMigrations), { recursive: true })
  const made = testServer ? await makePostgres(testServer) : null
  if (made) drop = made.drop
  const given = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', ...(made && { DATABASE_URL: made.url }) }
  config = { ...loadConfig(given), root: program }
  await (await openContext(config, silent)).database.close()
})
afterAll(async () => {
  await drop()
  removeFolder(folder)
})

/** Commands of the guide, by the script of package.json that each is. */
const commands: { readonly [script: string]: Command['run'] } = { 'db:backup': backup, 'db:try': tryMigrations }
const blocks = stepsOf(readFileSync(join(root, 'docs/upgrade.md'), 'utf8')).filter(({ language }) => language === 'sh')

/** Runs a command of the guide; answers what it says. */
async function follow(position: number): Promise<string> {
  const [, script = '', words = ''] = /^npm run (\S+)(?: -- (.*))?\n$/.exec(blocks[position]?.text ?? '') ?? []
  const spy = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    const paths = words === '' ? [] : words.split(' ').map((word) => join(folder, word))
    await (commands[script] ?? expect.fail(`the guide runs ${script}`))(paths, config)
    return spy.mock.calls.map(([text]) => String(text)).join('')
  } finally {
    spy.mockRestore()
  }
}

function addMigration(statement: string): void {
  const path = join(program, ownMigrations, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { tag: string }[] }
  const entries = [...journal.entries.filter(({ tag }) => tag !== '9999_later'), { tag: '9999_later' }]
  writeFileSync(path, JSON.stringify({ ...journal, entries }))
  writeFileSync(join(program, ownMigrations, '9999_later.sql'), statement)
}

test('the guide backs up, and tries what is to come on a copy of the data, which stays as it is (DECL-03)', async () => {
  await follow(0)
  expect(existsSync(join(folder, 'before-upgrade.tar.gz'))).toBe(true)
  expect(await follow(1)).toBe('The database lacks no migration: nothing was tried.\n')
  addMigration('ALTER TABLE "departments" ADD COLUMN "wing" text;')
  expect(await follow(1)).toMatch(/^Tried on a copy of the data, in [\d.]+ s: 9999_later\.\n$/)
})

test('what records stand against is said before the start, and neither copy nor data is left changed (DECL-03)', async () => {
  addMigration('ALTER TABLE "settings" ADD COLUMN "motto" text NOT NULL;')
  await expect(follow(1)).rejects.toThrow(
    /^The migration 9999_later of the pack university does not fit the records that are there: settings has records without a value for motto\. It is the record [\w-]+\. Nothing was changed\./,
  )
  await expect(openContext(config, silent)).rejects.toThrow('The migration 9999_later of the pack university')
  const database = await connect(config, silent)
  expect(await appliedVersions(database).finally(() => database.close())).toEqual(knownVersions(migrations))
})

test('a database that is in use is not copied (DECL-03)', async () => {
  const database = await connect(config, silent)
  await expect(follow(1)).rejects.toThrow(/The program runs on DATA_DIR|is in use/)
  await database.close()
})
