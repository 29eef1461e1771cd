/** The guides to a workflow, a server action and a page of one's own, followed on one copy, whose own tests then try what came of them. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { copyFor, type Project } from './project.ts'

/** Tests in the copy: there the compiler and the program know repairs. */
const inTheCopy = `import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { WireRecord } from '#model/wire.ts'
import { applicationHere } from '../support/application.tsx'

const site = applicationHere(async () => null)
const as = (role: 'secretary' | 'professor', method: string, path: string, body?: object) => site.api.call<WireRecord>(site.as(role), method, \`/api/repairs\${path}\`, body)
const report = async (what: string, room: string) => (await as('professor', 'POST', '/create', { what, room })).data

test('steps lead from state to state, with their stamps, and only as declared', async () => {
  const { id, state, reportedAt } = await report('Projector', 'A 1')
  expect([state, typeof reportedAt]).toEqual(['reported', 'string'])
  expect((await as('secretary', 'POST', \`/\${id}/actions/finish\`, { version: 1, result: 'New lamp' })).status).toBe(409)
  expect((await as('professor', 'POST', \`/\${id}/actions/start\`, { version: 1 })).status).toBe(403)
  const started = (await as('secretary', 'POST', \`/\${id}/actions/start\`, { version: 1 })).data
  expect([started.state, typeof started.startedAt]).toEqual(['started', 'string'])
  expect((await as('secretary', 'POST', \`/\${id}/actions/finish\`, { version: 2 })).failure.fields).toMatchObject({ result: [{}] })
  const done = (await as('secretary', 'POST', \`/\${id}/actions/finish\`, { version: 2, result: 'New lamp' })).data
  expect(done).toMatchObject({ state: 'done', result: 'New lamp', doneById: site.as('secretary').id })
})

test('the server gives each record that is put first a rank before all others', async () => {
  const [one, other] = [await report('Door', 'A 1'), await report('Window', 'B 2')]
  expect((await as('secretary', 'POST', \`/\${one.id}/actions/putFirst\`, { version: 1 })).data.rank).toBe(-1)
  expect((await as('secretary', 'POST', \`/\${other.id}/actions/putFirst\`, { version: 1 })).data.rank).toBe(-2)
})

test('the page of the university stands in the place of the list, and asks the call of the university', async () => {
  await report('Door', 'A 1')
  const other = await report('Window', 'B 2')
  await report('Heating', 'B 2')
  await as('secretary', 'POST', \`/\${other.id}/actions/putFirst\`, { version: 1 })
  await site.open('/secretary/repairs', { role: 'secretary' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Repairs by room' })).toBeVisible()
  const [first, second] = [await screen.findByText('B 2: 2 repairs'), screen.getByText('A 1: 1 repair')]
  expect(first.compareDocumentPosition(second)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect((await as('professor', 'GET', '-board')).status).toBe(403)
})
`

vi.setConfig({ testTimeout: 400_000 })

let project: Project
beforeAll(() => {
  project = copyFor('a-workflow.md', 'a-server-action.md', 'a-page.md')
  project.follow()
  mkdirSync(join(project.folder, 'tests/pages/followed'))
  writeFileSync(join(project.folder, 'tests/pages/followed/repairs.test.tsx'), inTheCopy)
})
afterAll(() => project.remove())

test('what the guides write compiles, and stands in own/ alone', () => {
  expect(project.run(process.execPath, 'node_modules/typescript/bin/tsc', '-b').said).toBe('')
  expect(project.steps.filter(({ language, path }) => language !== 'sh' && !path.startsWith('own/'))).toEqual([])
})

test('the workflow, the server action, the call and the page do what the guides say (DECL-07, DECL-28)', () => {
  const { status, said } = project.run(
    process.execPath,
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'pages',
    'tests/pages/followed',
  )
  expect(said).toMatch(/3 passed/)
  expect(status).toBe(0)
})
