/**
 * Follows the guides to a workflow, a server action, a custom page and an extension in one copy of
 * the project, and runs tests of the result there. The compiler also runs once on the copy with a
 * renamed field of the program.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@matricola/testing/databases.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { copyProjectForGuides, type GuidedProject } from '#tests/support/guided-project.ts'

/** Tests that run in the copy, where the compiler and the program know the entity `repairs`. */
const testSource = `import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { setUpConsoleApp } from '../support/console-app.tsx'

const site = setUpConsoleApp(async () => null)
const as = (role: 'secretary' | 'professor', method: string, path: string, body?: object) => site.api.call<WireRecord>(site.as(role), method, \`/api/repairs\${path}\`, body)
const report = async (what: string, room: string) => (await as('professor', 'POST', '/create', { what, room })).data

test('transitions go from state to state, with their stamps, and only as declared', async () => {
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

test('the custom page replaces the list, and sends the custom call', async () => {
  await report('Door', 'A 1')
  const other = await report('Window', 'B 2')
  await report('Heating', 'B 2')
  await as('secretary', 'POST', \`/\${other.id}/actions/putFirst\`, { version: 1 })
  await site.open('/secretary/repairs', { role: 'secretary' })
  expect(await screen.findByRole('heading', { level: 2, name: 'Repairs by room' })).toBeVisible()
  const [first, second] = [await screen.findByText('B 2: 2 repairs'), screen.getByText('A 1: 1 repair')]
  expect(first.compareDocumentPosition(second)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect((await as('professor', 'GET', '-board')).status).toBe(403)
})
`

vi.setConfig({ testTimeout: 400_000 })

/** Files of the program that use the group of a student. */
const studentsSource = [
  'server/admission/enrolment/enrol-place.ts',
  'server/admission/enrolment/enrol-in-transaction.ts',
  'server/classes/enrol-group.ts',
  'server/classes/update-enrolments.ts',
  'server/classes/warnings.ts',
  'server/grade-sheets/read-grade-sheet.ts',
  'server/messages/recipients.ts',
]
/** A file that passes on a list of fields that includes the group of a student. */
const hookFile = 'server/study/students.ts'
/** Files that use the group of a class, which is a different field. */
const classesTest = [
  'server/classes/lock-classes.ts',
  'server/exams/conflicts.ts',
  'server/exams/read-plan.ts',
  'server/home/professor-home.ts',
  'server/timetable/ical.ts',
  'server/timetable/read-timetable.ts',
  'src/screens/dashboard/personal/next-classes.tsx',
  'src/screens/timetable/week.tsx',
]

let project: GuidedProject
/** The compiler's errors in the copy after the student's group was renamed. */
let found: readonly string[]
beforeAll(() => {
  project = copyProjectForGuides(
    'a-workflow.md',
    'a-server-action.md',
    'a-page.md',
    'extend-an-entity.md',
  )
  project.applySteps()
  const declaration = join(project.folder, 'resources/students.ts')
  const text = readFileSync(declaration, 'utf8')
  expect(text).toContain('groupName')
  // Renames it everywhere in the declaration, as a developer would.
  writeFileSync(declaration, text.replaceAll('groupName', 'studyGroup'))
  const { output } = project.compile('server', 'src')
  found = output.split('\n').filter((line) => line.includes('error TS'))
  writeFileSync(declaration, text)
  mkdirSync(join(project.folder, 'tests/pages/followed'))
  writeFileSync(join(project.folder, 'tests/pages/followed/repairs.test.tsx'), testSource)
})
afterAll(() => project.remove())

const filesContaining = (word: RegExp) =>
  ['server', 'src']
    .flatMap((folder) =>
      readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path}`,
      ),
    )
    .filter(
      (path) => /\.tsx?$/.test(path) && word.test(readFileSync(join(projectRoot, path), 'utf8')),
    )
    .sort()

test('every file that mentions a group name is listed as one of students or of classes', () => {
  expect(filesContaining(/\bgroupName\b|\bgroup_name\b/)).toEqual(
    [...studentsSource, ...classesTest].sort(),
  )
})

test('renaming a field in its declaration is a compile error wherever the program uses it', () => {
  const files = new Set(found.map((line) => /^(\S+?)\(\d+,\d+\)/.exec(line)?.[1]))
  expect([...files].filter((path) => path && /^(server|src)\//.test(path)).sort()).toEqual(
    [...studentsSource, hookFile].sort(),
  )
})

test('the code of the guides compiles, and all of it is in custom/', () => {
  // The demo is part of the program and uses the field as well.
  expect(found.filter((line) => !/^(server|src|demo)\//.test(line))).toEqual([])
  expect(
    project.steps.filter(({ language, path }) => language !== 'sh' && !path.startsWith('custom/')),
  ).toEqual([])
})

test('the workflow, the server action, the call and the page do what the guides say', () => {
  const { status, output } = project.runTests('pages', 'tests/pages/followed')
  expect(output).toMatch(/3 passed/)
  expect(status).toBe(0)
})
