/** The packages without the application: they compile, and their tests pass. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyProject, type ProjectCopy } from '#tests/support/project-copy.ts'

const workspaces = [
  'packages/schema',
  'providers',
  'packages/server',
  'packages/console',
  'packages/testing',
]

let project: ProjectCopy
beforeAll(() => {
  project = copyProject()
  for (const name of ['resources', 'server', 'src', 'custom', 'demo', 'locales'])
    rmSync(join(project.folder, name), { recursive: true })
  // Vite reads the configuration of every project that the root names.
  const references = workspaces.map((path) => ({ path }))
  writeFileSync(join(project.folder, 'tsconfig.json'), JSON.stringify({ files: [], references }))
})
afterAll(() => project.remove())

test('the packages compile without the application', () => {
  expect(project.run(process.execPath, 'scripts/checks/types.mjs', ...workspaces)).toEqual({
    status: 0,
    output: '',
  })
})

test.each(['unit', 'api', 'pages'])(
  'the %s tests of the packages pass without the application, on the embedded database',
  (name) => {
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', name, '--reporter=dot']
    // Leaves out the files whose tests need PostgreSQL.
    const on = 'SUITE_ON=embedded,both'
    const { status, output } = project.run('env', on, process.execPath, ...vitest, ...workspaces)
    expect(output).toMatch(/Tests\s+\d{3,} passed/)
    expect(status, output).toBe(0)
  },
)
