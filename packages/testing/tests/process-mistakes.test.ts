import { processMistakes } from '@matricola/schema/checks/processes.ts'
import type { Process, ProcessPage, ProcessStage } from '@matricola/schema/process.ts'
import { expect, test } from 'vitest'
import { declareLibrary } from '../library/declarations.ts'

const registry = declareLibrary()
const books = { from: { resource: 'books' }, doneWhen: 'any' } as const
const stocking: Process = {
  name: 'stocking',
  path: 'stocking',
  roles: ['admin', 'librarian'],
  section: 'lending',
  subject: { resource: 'branches' },
  stages: {
    books,
    members: {
      from: { resource: 'members', states: ['suspended'] },
      doneWhen: 'none',
      after: ['books'],
      blocks: { children: {} },
    },
  },
}
const mistakesOf = (processes: readonly Process[], pages: readonly ProcessPage[] = processes) =>
  processMistakes({ ...registry, areas: { ...registry.areas, processes: pages } }, processes)
const withStage = (stage: ProcessStage): Process => ({
  ...stocking,
  stages: { books, members: stage },
})

test('a process that names only what exists has no mistakes', () => {
  expect(mistakesOf([stocking])).toEqual([])
})

test.each<[mistake: string, process: Process]>([
  ['"/admin/books" is already a page', { ...stocking, path: 'books', roles: ['admin'] }],
  [
    'the menu of admin has no section "lendings". Did you mean "lending"?',
    { ...stocking, section: 'lendings', roles: ['admin'] },
  ],
  [
    'unknown entity "branch". Did you mean "branches"?',
    { ...stocking, subject: { resource: 'branch' } },
  ],
  [
    '"settings" has no field "branchId"',
    { ...stocking, subject: { resource: 'branches', current: { setting: 'branchId' } } },
  ],
  ['"branches" has no field "opensOn"', { ...stocking, dates: [{ subject: 'opensOn' }] }],
  [
    '"users" does not refer to "branches"',
    {
      ...stocking,
      subject: { resource: 'branches', part: { resource: 'users', orderedBy: 'name' } },
    },
  ],
  [
    'members: "members" has no view "childs"',
    withStage({ ...books, from: { resource: 'members', view: 'childs' } }),
  ],
  [
    'members: "members" has no view "kids"',
    withStage({ ...books, from: { resource: 'members' }, blocks: { kids: {} } }),
  ],
  [
    'members: "members" has no state "suspend"',
    withStage({ ...books, from: { resource: 'members', states: ['suspend'] } }),
  ],
  [
    'members: "loans" refers neither to the subject nor to its part',
    withStage({ ...books, from: { resource: 'loans' } }),
  ],
  ['members: no stage "stock" comes before it', withStage({ ...books, after: ['stock'] })],
  ['members: no stage "members" comes before it', withStage({ ...books, after: ['members'] })],
])('%s', (mistake, process) => {
  const [found = ''] = mistakesOf([process])
  expect(found.startsWith(`process stocking: ${mistake}`)).toBe(true)
})

test('two processes of one name are refused', () => {
  expect(mistakesOf([stocking, { ...stocking, path: 'other' }])).toContain(
    'process stocking: another process has this name',
  )
})

test('a process needs a page, and its page needs stages', () => {
  expect(mistakesOf([stocking], [])).toEqual(['process stocking: it has no page in the areas'])
  expect(mistakesOf([], [stocking])).toEqual([
    'process stocking: it has a page, but no pack declares its stages',
  ])
})
