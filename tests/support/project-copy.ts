/** Copies of the project, for tests that change its files or run its commands. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot, removeFolder } from '@matricola/testing/databases.ts'
import { linkPackages } from '../../scripts/workspaces.mjs'

/**
 * Build output and dependencies are not copied. `node_modules` has links to the installed packages,
 * and to the copy's own packages.
 */
const excludedNames = ['.git', '.tsbuild', 'data', 'dist', 'node_modules', 'test-results']

export interface ProjectCopy {
  readonly folder: string
  run(...command: readonly string[]): { readonly status: number | null; readonly output: string }
  remove(): void
}

export function copyProject(): ProjectCopy {
  const folder = mkdtempSync(join(tmpdir(), 'matricola-copy-'))
  const copy = (name: string) =>
    cpSync(join(projectRoot, name), join(folder, name), { recursive: true })
  // The compiler's cache is copied first so that it is older than the sources. The compiler then
  // compares each file and processes only those that changed.
  if (existsSync(join(projectRoot, '.tsbuild'))) copy('.tsbuild')
  for (const name of readdirSync(projectRoot)) if (!excludedNames.includes(name)) copy(name)
  linkPackages(join(projectRoot, 'node_modules'), folder)
  return {
    folder,
    run(name = '', ...args) {
      const { status, stdout, stderr } = spawnSync(name, args, {
        cwd: folder,
        encoding: 'utf8',
        env: commandEnvironment(),
      })
      return { status, output: `${stdout}${stderr}` }
    },
    remove: () => removeFolder(folder),
  }
}

/** The environment of a command: without the variables of this test run, and without colours. */
const commandEnvironment = () => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(NODE_ENV|VITEST.*|TEST_RUN|TEST_DATABASE_URL|SUITE_.*)$/.test(name),
    ),
  ),
  NO_COLOR: '1',
})
