import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { loadDeclarations } from './load-declarations.mjs'
import { appRoot } from './project-files.mjs'

// With `import`, this package would load a build that needs `require`, which ES modules do not
// have.
const { generateDrizzleJson, generateMigration } = createRequire(import.meta.url)('drizzle-kit/api')

const firstId = '00000000-0000-0000-0000-000000000000'
const statementBreak = '--> statement-breakpoint\n'
const json = (path) => JSON.parse(readFileSync(path, 'utf8'))
const formatJson = (value) => JSON.stringify(value, null, 2)
const snapshotPath = (folder, number) =>
  join(folder, 'meta', `${String(number).padStart(4, '0')}_snapshot.json`)

/**
 * Formats a snapshot with one line for each column, index and constraint: short, and git merges
 * changes to different tables.
 */
function formatSnapshot(value, depth = 0) {
  const entries =
    depth < 4 && value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.entries(value)
      : []
  if (entries.length === 0) return JSON.stringify(value)
  const indent = '  '.repeat(depth)
  const lines = entries.map(
    ([key, part]) => `${indent}  ${JSON.stringify(key)}: ${formatSnapshot(part, depth + 1)}`,
  )
  return `{\n${lines.join(',\n')}\n${indent}}`
}

/**
 * Import conditions of an application's package.json. The tests of the university replace `custom/`
 * with a test pack.
 */
function conditionsOf(base) {
  const { imports = {} } = json(join(base, 'package.json'))
  const names = Object.values(imports).flatMap((target) =>
    typeof target === 'string' ? [] : Object.keys(target),
  )
  return [undefined, ...new Set(names.filter((name) => name !== 'default'))]
}

/**
 * Returns each pack of the application that has migrations, with their folder, its tables and the
 * functions of `plan.ts`. Exits for declarations with which the program would not start, so that no
 * migration is made from them.
 */
export async function loadPacks({ base = appRoot } = {}) {
  const packs = new Map()
  for (const condition of conditionsOf(base)) {
    const { app, createSearchExtension, ...plan } = await loadDeclarations(
      `export { app } from './server/app.ts'
      export { tableNameOf } from '@matricola/server/database/names.ts'
      export { createSearchExtension } from '@matricola/server/database/pack-tables.ts'
      export { addTablesOfOtherPacks, planMigration } from '@matricola/server/database/schema-changes/plan.ts'`,
      { condition, base },
    )
    const mistakes = app.findMistakes()
    if (mistakes.length > 0) {
      console.error(mistakes.join('\n'))
      process.exit(1)
    }
    const all = app.defineTables()
    for (const [at, { pack, migrations, tables, resources }] of all.entries())
      if (migrations !== undefined && !packs.has(migrations))
        packs.set(migrations, {
          name: pack,
          folder: migrations,
          tables,
          resources,
          author: app.name,
          others: all.slice(0, at).flatMap((other) => other.resources),
          // Before the first table of the application.
          firstStatements: at === 0 ? [createSearchExtension] : [],
          plan,
        })
  }
  return [...packs.values()]
}

/**
 * Compares the declarations of a pack with its migrations. Returns the problems that the
 * declarations do not resolve, or the next migration, or null if nothing has changed.
 */
export async function findChanges(
  { folder, tables, resources, author, others, firstStatements, plan },
  { drops = [], base = appRoot } = {},
) {
  const { before: last, next } = stateOf(join(base, folder))
  const made = generateDrizzleJson(tables, last.id)
  const { before, target } = plan.addTablesOfOtherPacks(
    last,
    made,
    new Set(others.map(plan.tableNameOf)),
  )
  const { problems, statements, snapshot } = plan.planMigration({
    before,
    target,
    resources,
    author,
    drops,
  })
  if (problems.length > 0) return { problems }
  const all = [...statements, ...(await generateMigration(snapshot, target))]
  if (all.length === 0) return null
  return {
    problems,
    next,
    sql: [...(next === 0 ? firstStatements : []), ...all].join(statementBreak),
    snapshot: made,
  }
}

/**
 * Writes a migration and replaces the snapshot: only the tables as of the last migration are
 * compared with the declarations. Returns the migration's tag and a function that removes it again.
 */
export function writeMigration(folder, { next, sql, snapshot }, name, base = appRoot) {
  const tag = `${String(next).padStart(4, '0')}_${name}`
  const meta = join(base, folder, 'meta')
  const files = {
    sql: join(base, folder, `${tag}.sql`),
    snapshot: snapshotPath(join(base, folder), next),
    journal: join(meta, '_journal.json'),
  }
  mkdirSync(meta, { recursive: true })
  const journal = existsSync(files.journal) ? readFileSync(files.journal, 'utf8') : null
  const { entries = [], ...head } =
    journal === null ? { version: '7', dialect: 'postgresql' } : JSON.parse(journal)
  const replaced = readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'))
  const replacedTexts = replaced.map((name) => readFileSync(join(meta, name), 'utf8'))
  for (const name of replaced) rmSync(join(meta, name))
  writeFileSync(files.sql, sql)
  writeFileSync(files.snapshot, `${formatSnapshot(snapshot)}\n`)
  writeFileSync(
    files.journal,
    formatJson({
      ...head,
      entries: [...entries, { idx: next, version: '7', when: Date.now(), tag, breakpoints: true }],
    }),
  )
  const takeBack = () => {
    rmSync(files.sql)
    rmSync(files.snapshot)
    for (const [index, name] of replaced.entries())
      writeFileSync(join(meta, name), replacedTexts[index])
    if (journal === null) rmSync(join(base, folder), { recursive: true })
    else writeFileSync(files.journal, journal)
  }
  return { tag, takeBack }
}

/** Returns the tables as of the last migration in a folder, and the number of the next one. */
function stateOf(folder) {
  const journal = join(folder, 'meta/_journal.json')
  const next = existsSync(journal) ? json(journal).entries.length : 0
  return {
    next,
    before:
      next === 0
        ? { ...generateDrizzleJson({}), id: firstId }
        : json(snapshotPath(folder, next - 1)),
  }
}
