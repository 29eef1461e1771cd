// `npm run db:generate -- --name <name> [--drop <table>]`: writes a migration for each pack whose
// declarations have changed. If DATA_DIR or DATABASE_URL is set, the migrations are tested on a
// copy of that data.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findChanges, loadPacks, writeMigration } from './migrations.mjs'
import { requireMovedFolder } from './moved-folder.mjs'
import { root } from './project-files.mjs'

requireMovedFolder()
const { name, drop } = parseArgs({
  options: {
    name: { type: 'string', default: 'changes' },
    drop: { type: 'string', multiple: true, default: [] },
  },
}).values
if (!/^[a-z0-9][a-z0-9_-]*$/.test(name))
  exitWith([`"${name}" is not a valid migration name. Use lowercase letters, digits, - and _.`])

const changed = []
for (const pack of await loadPacks()) {
  const found = await findChanges(pack, { drops: drop })
  if (found) changed.push({ pack, found })
}
const problems = changed.flatMap(({ found }) => found.problems)
if (problems.length > 0)
  exitWith([...problems, 'No migration was written. See docs/change-an-entity.md.'])
if (changed.length === 0) console.log('The migrations match the declarations. Nothing to generate.')

const written = changed.map(({ pack, found }) => ({
  folder: pack.folder,
  ...writeMigration(pack.folder, found, name),
}))
if (written.length > 0 && (process.env.DATA_DIR || process.env.DATABASE_URL)) {
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'scripts/run.mjs'), 'try-migrations'],
    { stdio: 'inherit' },
  )
  if (status !== 0) {
    for (const { takeBack } of written) takeBack()
    exitWith([
      'The migration was removed again. Declare what happens to these records, or correct them, and generate it again.',
    ])
  }
}
for (const { folder, tag } of written)
  console.log(`Wrote ${folder}/${tag}.sql. Read it, and commit it with the folder meta next to it.`)

function exitWith(lines) {
  for (const line of lines) console.error(line)
  process.exit(1)
}
