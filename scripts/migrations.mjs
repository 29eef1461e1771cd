import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './folders.mjs'

/**
 * Each pack with the folder of its migrations and the tables that they are made from. The tests have one of their own in the
 * place of `own/`, by a condition of the imports in package.json.
 */
export const packs = [
  { name: 'university', folder: 'server/university/migrations', schema: './scripts/schema/university.cjs' },
  { name: 'own', folder: 'own/migrations', schema: './scripts/schema/own.cjs' },
  { name: 'library', folder: 'tests/pack/migrations', schema: './scripts/schema/own.cjs', condition: 'library' },
]

/**
 * Compares a pack's tables with the migrations in `folder`, relative to the root, and adds what is missing to them. Answers
 * the migration that it wrote, null where there was nothing to write, and undefined where it failed.
 */
export function generate({ schema, condition }, folder, more = []) {
  const isNew = !existsSync(join(root, folder))
  const args = ['generate', '--dialect', 'postgresql', '--breakpoints', 'true', '--schema', schema, '--out', `./${folder}`, ...more]
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules/drizzle-kit/bin.cjs'), ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...(condition && { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --conditions=${condition}` }) },
  })
  // The tool ends with 0 whatever happens, and begins a folder of migrations where there are none.
  const written = /Your SQL migration file.*?(\S+\.sql)/.exec(stdout)?.[1]
  if (isNew && !written) rmSync(join(root, folder), { recursive: true, force: true })
  return { written: written ?? (/No schema changes/.test(stdout) ? null : undefined), said: `${stdout}${stderr}` }
}
