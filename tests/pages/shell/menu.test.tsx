import { menuPages } from '@matricola/console/app/area.ts'
import { consoleIcons } from '@matricola/console/icons/console-icons.tsx'
import { publicIcons } from '@matricola/console/icons/public-icons.tsx'
import { menuOf } from '@matricola/schema/areas.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { mainMenu, menuEntries } from '@matricola/testing/pages/menu.ts'
import { screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { universityIcons } from '#src/icons/university-icons.tsx'
import { setUpConsoleApp } from '../support/console-app.tsx'

const site = setUpConsoleApp(async () => {})

/** Opens the home page of a role, without data. */
async function openHome(role: Role = 'admin', visit: Parameters<typeof site.open>[1] = {}) {
  const user = await site.open(`/${role}`, { role, ...visit })
  await mainMenu()
  return user
}

const exams = ['Exams', 'Resits', 'Grades', 'Grade appeals', 'Final degree exams']
const academic = ['Classes', ...exams, 'Finances', 'Certificates']
const programmes = ['Departments', 'Specializations', 'Courses']
/** The entries that are visible while all sections are folded, and those that unfold, by section. */
const menus: [role: Role, entries: string[], unfolded: [section: string, entries: string[]][]][] = [
  [
    'admin',
    [
      ...['Dashboard', 'Students', 'Professors', 'Registrations', 'Users'],
      ...programmes,
      ...['Classes', 'Settings'],
    ],
    [
      ['People', ['Students', 'Professors', 'Certificates']],
      ['Admission', ['Registrations', 'Application forms', 'Message templates']],
      ['Teaching', [...programmes, 'Classes', 'Academic years', ...exams]],
      ['Money', ['Finances', 'Receipt series']],
      ['Administration', ['Settings', 'Emails', 'Jobs']],
    ],
  ],
  [
    'secretary',
    ['Dashboard', 'Registrations', ...programmes, 'Professors', 'Students'],
    [
      ['Admission', ['Registrations', 'Application forms', 'Message templates']],
      ['Teaching', [...programmes, 'Classes', 'Academic years', ...exams]],
      ['People', ['Professors', 'Students', 'Certificates']],
      ['Money', ['Finances', 'Receipt series']],
    ],
  ],
  ['student', ['Dashboard', ...academic], []],
  [
    'professor',
    ['Dashboard', 'Classes', 'Exams', 'Grades', 'Grade appeals', 'Resits', 'Final degree exams'],
    [],
  ],
]
test.each(menus)(
  'the menu of a %s lists the pages of that role in their order, and no others (R-N09)',
  async (role, entries, unfolded) => {
    const user = await openHome(role)
    expect(await menuEntries()).toEqual(entries)
    const menu = within(await mainMenu())
    const chevrons = menu.queryAllByRole('button', { name: /^More in / })
    for (const chevron of chevrons) await user.click(chevron)
    const lists = chevrons.map((chevron) => {
      const list = document.getElementById(chevron.getAttribute('aria-controls') ?? '')
      const links = list ? within(list).getAllByRole('link') : []
      return [list?.getAttribute('aria-label'), links.map((link) => link.textContent)]
    })
    expect(lists).toEqual(unfolded)
  },
)

test('what a university does not use stays out of the menu, and searches find it', async () => {
  const user = await openHome('secretary')
  const menu = within(await mainMenu())
  const search = menu.getByRole('searchbox', { name: 'Find in menu' })
  const found = () =>
    menu.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  await user.type(search, 'merit')
  expect(found()).toEqual([
    ['Merit-based programmes · Admission · not used yet', '/secretary/admission-programmes'],
  ])
  await user.clear(search)
  await user.type(search, 'bank')
  expect(found()).toEqual([['Bank payments · Money · not used yet', '/secretary/bank-payments']])
  await user.clear(search)
  await user.type(search, 'exam')
  expect(found().map(([text]) => text)).toEqual([
    'Exams · Teaching',
    'Final degree exams · Teaching',
  ])
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'rounds')
  expect((await screen.findByRole('option', { name: /^Admission rounds/ })).textContent).toContain(
    'not used yet',
  )
})

test.each([
  ['A', '/admin/admission'],
  ['Y', '/admin/academic-years'],
  ['X', '/admin/exams'],
  ['M', '/admin/finances'],
])('G and then %s opens %s', async (letter, path) => {
  const user = await openHome()
  await user.keyboard(`g${letter.toLowerCase()}`)
  await waitFor(() => expect(location.pathname).toBe(path))
})

test.each(registry.roles)('no two rows of the menu of a %s have the same drawing', (role) => {
  const drawings: { readonly [name: string]: ReactNode } = {
    ...publicIcons,
    ...consoleIcons,
    ...universityIcons,
  }
  const pages = menuPages(registry, role)
  const icons = menuOf(registry, role).flatMap(
    (section) =>
      section.icon ?? pages.filter((page) => page.section === section).map(({ icon }) => icon),
  )
  expect(icons.length).toBeGreaterThan(5)
  const shapes = icons.map((icon) => renderToStaticMarkup(drawings[icon]))
  expect(shapes).not.toContain('')
  expect(new Set(shapes).size).toBe(icons.length)
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
