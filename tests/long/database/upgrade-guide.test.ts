/** Follows the upgrade guide exactly, with existing data. */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run as backup } from '@matricola/server/app/commands/backup.ts'
import type { Command } from '@matricola/server/app/commands/command.ts'
import { run as tryMigrations } from '@matricola/server/app/commands/try-migrations.ts'
import { openContext } from '@matricola/server/app/open-context.ts'
import { connect } from '@matricola/server/database/connect.ts'
import { appliedSchemaVersions } from '@matricola/server/database/migrate.ts'
import { knownSchemaVersions } from '@matricola/server/database/migrations.ts'
import { projectRoot, silentLog } from '@matricola/testing/databases.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '#tests/support/databases.ts'
import { parseGuide } from '#tests/support/guide.ts'
import {
  captureOutput,
  createInstallation,
  type Installation,
} from '#tests/support/installation.ts'
import { testedApp } from '#tests/support/tested-app.ts'

const ownMigrations = 'server/migrations'
let installation: Installation

beforeAll(async () => {
  // A copy of the custom migrations, which the test changes.
  installation = await createInstallation((program) =>
    cpSync(join(projectRoot, ownMigrations), join(program, ownMigrations), { recursive: true }),
  )
})
afterAll(() => installation.remove())

/** The commands of the guide, by script name in package.json. */
const commands: { readonly [script: string]: Command['run'] } = {
  'db:backup': backup,
  'db:try': tryMigrations,
}
const blocks = parseGuide(readFileSync(join(projectRoot, 'docs/upgrade.md'), 'utf8')).filter(
  ({ language }) => language === 'sh',
)

/** Runs a command of the guide and returns its output. */
async function runGuideBlock(position: number): Promise<string> {
  const [, script = '', args = ''] =
    /^npm run (\S+)(?: -- (.*))?\n$/.exec(blocks[position]?.text ?? '') ?? []
  const paths = args === '' ? [] : args.split(' ').map((word) => join(installation.folder, word))
  return await captureOutput(() =>
    (commands[script] ?? expect.fail(`the guide runs ${script}`))(
      paths,
      installation.config,
      testedApp,
    ),
  )
}

function addMigration(statement: string): void {
  const path = join(installation.program, ownMigrations, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { tag: string }[] }
  const entries = [
    ...journal.entries.filter(({ tag }) => tag !== '9999_later'),
    { tag: '9999_later' },
  ]
  writeFileSync(path, JSON.stringify({ ...journal, entries }))
  writeFileSync(join(installation.program, ownMigrations, '9999_later.sql'), statement)
}

test('the guide makes a backup and tries the migrations on a copy of the data, while the data itself stays unchanged', async () => {
  await runGuideBlock(0)
  expect(existsSync(join(installation.folder, 'before-upgrade.tar.gz'))).toBe(true)
  expect(await runGuideBlock(1)).toBe(
    'The database has no pending migrations. Nothing was tried.\n',
  )
  addMigration('ALTER TABLE "departments" ADD COLUMN "wing" text;')
  expect(await runGuideBlock(1)).toMatch(
    /^Applied to a copy of the data in [\d.]+ s: 9999_later\.\n$/,
  )
})

test('records that violate a new constraint are reported before startup, and neither the copy nor the data is changed', async () => {
  addMigration('ALTER TABLE "settings" ADD COLUMN "motto" text NOT NULL;')
  await expect(runGuideBlock(1)).rejects.toThrow(
    /^Migration 9999_later of pack university failed because of existing records: settings has records without a value for motto\. Record: [\w-]+\. Nothing was changed\./,
  )
  await expect(
    openContext(testedApp, { config: installation.config, log: silentLog }),
  ).rejects.toThrow('Migration 9999_later of pack university')
  const database = await connect(installation.config, silentLog)
  expect(await appliedSchemaVersions(database, migrations).finally(() => database.close())).toEqual(
    knownSchemaVersions(migrations),
  )
})

test('a database that is in use is not copied', async () => {
  const database = await connect(installation.config, silentLog)
  await expect(runGuideBlock(1)).rejects.toThrow(/The program is running on DATA_DIR|is in use/)
  await database.close()
})
