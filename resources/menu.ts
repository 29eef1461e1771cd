import { customMenuEntries, type MenuEntry, type MenuSection } from '@matricola/schema/menu.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { customResources } from '#custom/resources/index.ts'

type CustomName = keyof typeof customResources

const menuEntriesOf = <const Name extends string>(...names: readonly Name[]) =>
  names.map((resource): MenuEntry<Name> => ({ resource }))

/** Entries that the specification requires. They are visible while their section is folded. */
const specified = <const Name extends string>(...names: readonly Name[]) =>
  names.map((resource) => ({ resource, always: true }) as const)

/** Entries for admission by merit, which only some universities use. */
const byMerit = <const Name extends string>(...names: readonly Name[]) =>
  names.map((resource) => ({ resource, usedWhen: { any: 'admission-programmes' } }) as const)

const dashboard = { name: null, entries: [{ page: 'dashboard' }] } as const

/** Custom resources by the section that they name; the others belong to administration. */
const customEntries = customMenuEntries<CustomName>(customResources, 'administration')
const allCustomEntries = menuEntriesOf(...(Object.keys(customResources) as CustomName[]))

/**
 * Resources that have pages in areas whose menu does not contain them. The top bar, the settings or
 * other records link to them.
 */
export const resourcesOutsideMenu = [
  'notifications',
  'receipts',
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

const peopleOf = <const Name extends string>(...names: readonly Name[]) =>
  ({
    name: 'people',
    icon: 'people',
    entries: [
      ...specified(...names),
      ...menuEntriesOf('certificates'),
      { resource: 'data-changes', usedWhen: { any: 'data-changes' } },
      ...customEntries('people'),
    ],
  }) as const

const admission = {
  name: 'admission',
  icon: 'admission',
  entries: [
    ...specified('registrations'),
    ...byMerit('admission-rounds', 'admission-programmes', 'admission-fees'),
    ...menuEntriesOf('application-forms'),
    ...byMerit('admission-drafts', 'admission-appeals'),
    ...menuEntriesOf('message-templates'),
    ...customEntries('admission'),
  ],
  waits: [{ resource: 'registrations', view: 'waiting' }],
} as const

const classes = { resource: 'university-classes' } as const
const exams = menuEntriesOf('exams', 'exam-resits', 'grades', 'grade-appeals', 'license-exams')

const teachingWith = <const Entry extends MenuEntry>(classesEntry: Entry) =>
  ({
    name: 'teaching',
    icon: 'teaching',
    entries: [
      ...specified('departments', 'specializations', 'courses'),
      classesEntry,
      ...menuEntriesOf('academic-years'),
      ...exams,
      ...customEntries('teaching'),
    ],
    waits: [
      { resource: 'exams', view: 'overdue', tone: 'danger' },
      { resource: 'grade-appeals', view: 'overdue', tone: 'danger' },
    ],
  }) as const

const money = {
  name: 'money',
  icon: 'money',
  entries: [
    ...menuEntriesOf('finances'),
    { resource: 'receipts', usedWhen: { any: 'receipts' } },
    { resource: 'cash-sessions', usedWhen: { any: 'receipt-series' } },
    ...menuEntriesOf('receipt-series'),
    {
      resource: 'bank-payments',
      usedWhen: { any: 'settings', where: { bankIban: { isNull: false } } },
    },
    ...customEntries('money'),
  ],
} as const

/** The menu of students and professors, which fits on one screen. */
const study = { name: 'study', entries: [classes, ...exams] } as const

/**
 * The menu of each area, in order. Source: specification, section 2. Its entries are always
 * visible, with its labels and in its order; Classes has an entry because the specification gives
 * it a route. The others belong to sections that unfold. Entries that the role may not read are
 * hidden.
 */
export const menus = {
  admin: [
    dashboard,
    peopleOf('students', 'professors'),
    admission,
    { name: null, entries: [{ resource: 'users', icon: 'key' }] },
    teachingWith({ ...classes, always: true }),
    money,
    {
      name: 'administration',
      icon: 'settings',
      entries: [
        ...specified('settings'),
        { page: 'mails' },
        { page: 'jobs' },
        ...customEntries('administration'),
      ],
      waits: [{ page: 'mails', view: 'failed', tone: 'danger' }],
    },
  ],
  secretary: [
    dashboard,
    admission,
    teachingWith(classes),
    peopleOf('professors', 'students'),
    money,
    { name: 'administration', icon: 'settings', entries: customEntries('administration') },
  ],
  student: [
    dashboard,
    study,
    {
      name: 'administration',
      entries: [...menuEntriesOf('finances', 'certificates'), ...allCustomEntries],
    },
  ],
  professor: [
    dashboard,
    {
      name: 'study',
      entries: [
        ...menuEntriesOf(
          'university-classes',
          'exams',
          'grades',
          'grade-appeals',
          'exam-resits',
          'license-exams',
        ),
        ...allCustomEntries,
      ],
    },
  ],
} as const satisfies { readonly [R in Role]: readonly MenuSection[] }
