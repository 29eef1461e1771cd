import type { IconName, Role } from '@matricola/schema/vocabulary.ts'
import { customResources } from '#custom/resources/index.ts'
import type { ResourceName } from './index.ts'

/** A menu entry: one of the area's own pages, or the list of a resource. */
export type MenuEntry =
  | { readonly page: 'dashboard' | 'account'; readonly path: string; readonly icon: IconName }
  | { readonly resource: ResourceName }

const dashboard = { page: 'dashboard', path: '', icon: 'dashboard' } as const

/** Custom resources, placed after the program's own in the menu of every role that may read them. */
const customEntries = Object.keys(customResources).map((name): MenuEntry => ({ resource: name as ResourceName }))

/** Resources that have pages but no menu entry. The top bar, the settings or other records link to them. */
export const resourcesOutsideMenu: readonly ResourceName[] = [
  'notifications',
  'messages',
  'admission-sessions',
  'place-kinds',
  'special-places',
  'application-choices',
  'academic-years',
  'academic-periods',
  'class-hours',
  'class-enrolments',
  'class-assistants',
  'data-changes',
]

/** A menu section; `heading` is null for the entries at the top. */
export interface MenuSection {
  readonly heading: 'people' | 'admission' | 'programmes' | 'study' | 'administration' | null
  readonly entries: readonly MenuEntry[]
}

const menuEntriesOf = (...names: readonly ResourceName[]) => names.map((resource): MenuEntry => ({ resource }))
const programmes: MenuSection = { heading: 'programmes', entries: menuEntriesOf('departments', 'specializations', 'courses') }
const study: MenuSection = {
  heading: 'study',
  entries: menuEntriesOf('university-classes', 'exams', 'exam-resits', 'grades', 'grade-appeals', 'license-exams'),
}

/** Resources for admission by merit. */
const admission: MenuSection = {
  heading: 'admission',
  entries: menuEntriesOf('admission-rounds', 'admission-programmes', 'admission-drafts', 'admission-appeals', 'bank-payments'),
}

/**
 * The menu of each area, in order. Source: specification, section 2. Classes has an entry because the specification gives it a
 * route. Entries that the role may not read are hidden.
 */
export const menus: { readonly [R in Role]: readonly MenuSection[] } = {
  admin: [
    { heading: null, entries: [dashboard] },
    { heading: 'people', entries: menuEntriesOf('students', 'professors', 'registrations', 'users') },
    admission,
    programmes,
    study,
    { heading: 'administration', entries: [...menuEntriesOf('finances', 'certificates'), ...customEntries, ...menuEntriesOf('settings')] },
  ],
  secretary: [
    { heading: null, entries: [dashboard, ...menuEntriesOf('registrations')] },
    admission,
    programmes,
    { heading: 'people', entries: menuEntriesOf('professors', 'students') },
    study,
    { heading: 'administration', entries: [...menuEntriesOf('finances', 'certificates'), ...customEntries] },
  ],
  student: [
    { heading: null, entries: [dashboard] },
    study,
    { heading: 'administration', entries: [...menuEntriesOf('finances', 'certificates'), ...customEntries] },
  ],
  professor: [
    { heading: null, entries: [dashboard] },
    {
      heading: 'study',
      entries: [
        ...menuEntriesOf('university-classes', 'exams', 'grades', 'grade-appeals', 'exam-resits', 'license-exams'),
        ...customEntries,
      ],
    },
  ],
}

export const menuResources = (role: Role): ResourceName[] =>
  menus[role].flatMap(({ entries }) => entries.flatMap((entry) => ('resource' in entry ? [entry.resource] : [])))
