import type { Role } from '@matricola/schema/vocabulary.ts'
import { mainMenu, menuEntries } from '@matricola/testing/pages/menu.ts'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpConsoleApp } from '../support/console-app.tsx'

const site = setUpConsoleApp(async () => {})

/** Opens the home page of a role, without data. */
async function openHome(role: Role = 'admin', visit: Parameters<typeof site.open>[1] = {}) {
  const user = await site.open(`/${role}`, { role, ...visit })
  await mainMenu()
  return user
}

const academic = [
  'Classes',
  'Exams',
  'Resits',
  'Grades',
  'Grade appeals',
  'Final degree exams',
  'Finances',
  'Certificates',
]
const merit = [
  'Admission rounds',
  'Merit-based programmes',
  'Application forms',
  'Results drafts',
  'Admission appeals',
  'Message templates',
  'Bank payments',
]
const menus: [role: Role, entries: string[]][] = [
  [
    'admin',
    [
      ...[
        'Dashboard',
        'Students',
        'Professors',
        'Registrations',
        'Users',
        ...merit,
        'Departments',
        'Specializations',
        'Courses',
      ],
      ...[...academic, 'Settings'],
    ],
  ],
  [
    'secretary',
    [
      'Dashboard',
      'Registrations',
      ...merit,
      'Departments',
      'Specializations',
      'Courses',
      'Professors',
      'Students',
      ...academic,
    ],
  ],
  ['student', ['Dashboard', ...academic]],
  [
    'professor',
    ['Dashboard', 'Classes', 'Exams', 'Grades', 'Grade appeals', 'Resits', 'Final degree exams'],
  ],
]
test.each(menus)(
  'the menu of a %s lists the pages of that role in their order, and no others (R-N09)',
  async (role, entries) => {
    await openHome(role)
    expect(await menuEntries()).toEqual(entries)
  },
)

test('the menu is grouped under headings, and search results keep their headings', async () => {
  const user = await openHome()
  const menu = within(await mainMenu())
  const groups = () =>
    menu
      .getAllByRole('list')
      .map((list) => [
        list.getAttribute('aria-labelledby') ? textOf(list) : '',
        within(list).getAllByRole('link').length,
      ])
  const textOf = (list: HTMLElement) =>
    document.getElementById(list.getAttribute('aria-labelledby') ?? '')?.textContent ?? ''
  expect(groups()).toEqual([
    ['', 1],
    ['People', 4],
    ['Admission', 7],
    ['Programmes', 3],
    ['Study', 6],
    ['Administration', 3],
  ])
  await user.type(menu.getByRole('searchbox', { name: 'Find in menu' }), 'exam')
  expect(groups()).toEqual([['Study', 2]])
})

/**
 * The entries in the order of the specification. The others belong to academic records and come
 * between or after these.
 */
const specified = [
  [
    'admin',
    [
      'Dashboard',
      'Students',
      'Professors',
      'Registrations',
      'Users',
      'Departments',
      'Specializations',
      'Courses',
      'Classes',
      'Settings',
    ],
  ],
  [
    'secretary',
    [
      'Dashboard',
      'Registrations',
      'Departments',
      'Specializations',
      'Courses',
      'Professors',
      'Students',
    ],
  ],
  ['student', ['Dashboard', 'Classes']],
] as const
test.each(specified)(
  'the menu of a %s has the entries of the specification, in its order (R-S02, R-S03)',
  async (role, entries) => {
    await openHome(role)
    const expectedEntries: readonly string[] = entries
    expect((await menuEntries()).filter((entry) => expectedEntries.includes(entry ?? ''))).toEqual(
      expectedEntries,
    )
  },
)

test("a student's menu links only to pages in the student area (R-N09)", async () => {
  await openHome('student')
  const paths = within(await mainMenu())
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
  const pages = [
    'classes',
    'exams',
    'exam-resits',
    'grades',
    'grade-appeals',
    'license-exams',
    'finances',
    'certificates',
  ]
  expect(paths).toEqual(['/student', ...pages.map((page) => `/student/${page}`)])
})
