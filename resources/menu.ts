import type { MenuEntry, MenuSection } from '@matricola/schema/menu.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { customResources } from '#custom/resources/index.ts'

const menuEntriesOf = <const Name extends string>(...names: readonly Name[]) =>
  names.map((resource): MenuEntry<Name> => ({ resource }))

const dashboard = { page: 'dashboard', path: '', icon: 'dashboard' } as const

/**
 * Custom resources, placed after the program's own in the menu of every role that may read them.
 */
const customEntries = menuEntriesOf(
  ...(Object.keys(customResources) as (keyof typeof customResources)[]),
)

/**
 * Resources that have pages but no menu entry. The top bar, the settings or other records link to
 * them.
 */
export const resourcesOutsideMenu = [
  'notifications',
  'messages',
  'admission-sessions',
  'place-kinds',
  'special-places',
  'application-choices',
  'application-messages',
  'application-form-versions',
  'academic-years',
  'academic-periods',
  'class-hours',
  'class-enrolments',
  'class-assistants',
  'data-changes',
] as const

const programmes = {
  heading: 'programmes',
  entries: menuEntriesOf('departments', 'specializations', 'courses'),
} as const
const study = {
  heading: 'study',
  entries: menuEntriesOf(
    'university-classes',
    'exams',
    'exam-resits',
    'grades',
    'grade-appeals',
    'license-exams',
  ),
} as const

/** Resources for admission by merit. */
const admission = {
  heading: 'admission',
  entries: menuEntriesOf(
    'admission-rounds',
    'admission-programmes',
    'application-forms',
    'admission-drafts',
    'admission-appeals',
    'message-templates',
    'bank-payments',
  ),
} as const

/**
 * The menu of each area, in order. Source: specification, section 2. Classes has an entry because
 * the specification gives it a route. Entries that the role may not read are hidden.
 */
export const menus = {
  admin: [
    { heading: null, entries: [dashboard] },
    {
      heading: 'people',
      entries: menuEntriesOf('students', 'professors', 'registrations', 'users'),
    },
    admission,
    programmes,
    study,
    {
      heading: 'administration',
      entries: [
        ...menuEntriesOf('finances', 'certificates'),
        ...customEntries,
        ...menuEntriesOf('settings'),
      ],
    },
  ],
  secretary: [
    { heading: null, entries: [dashboard, ...menuEntriesOf('registrations')] },
    admission,
    programmes,
    { heading: 'people', entries: menuEntriesOf('professors', 'students') },
    study,
    {
      heading: 'administration',
      entries: [...menuEntriesOf('finances', 'certificates'), ...customEntries],
    },
  ],
  student: [
    { heading: null, entries: [dashboard] },
    study,
    {
      heading: 'administration',
      entries: [...menuEntriesOf('finances', 'certificates'), ...customEntries],
    },
  ],
  professor: [
    { heading: null, entries: [dashboard] },
    {
      heading: 'study',
      entries: [
        ...menuEntriesOf(
          'university-classes',
          'exams',
          'grades',
          'grade-appeals',
          'exam-resits',
          'license-exams',
        ),
        ...customEntries,
      ],
    },
  ],
} as const satisfies { readonly [R in Role]: readonly MenuSection[] }
