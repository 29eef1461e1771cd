import type { IconName, Role } from '#model/vocabulary.ts'
import { ownResources } from '#own/resources/index.ts'
import type { ResourceName } from './index.ts'

/** An entry of a role's menu: one of the area's own pages, or a resource's list. */
export type MenuEntry =
  | { readonly page: 'dashboard' | 'account'; readonly path: string; readonly icon: IconName }
  | { readonly resource: ResourceName }

const dashboard = { page: 'dashboard', path: '', icon: 'dashboard' } as const

/** Resources that the university has added stand after the program's own, in the menu of every role that may read them. */
const added = Object.keys(ownResources).map((name): MenuEntry => ({ resource: name as ResourceName }))

/** Resources with pages in every area that may read them, which no menu lists: the bar above each page, or the settings, lead to them. */
export const offMenu: readonly ResourceName[] = [
  'notifications',
  'messages',
  'admission-sessions',
  'academic-years',
  'academic-periods',
  'class-hours',
  'class-enrolments',
  'class-assistants',
  'data-changes',
]

/**
 * The menu of each area, in order. Source: specification, section 2; Classes has a route, so it has an entry.
 * An area shows only what its role may read.
 */
export const areas: { readonly [R in Role]: readonly MenuEntry[] } = {
  admin: [
    dashboard,
    { resource: 'students' },
    { resource: 'professors' },
    { resource: 'registrations' },
    { resource: 'users' },
    { resource: 'departments' },
    { resource: 'specializations' },
    { resource: 'courses' },
    { resource: 'university-classes' },
    { resource: 'exams' },
    { resource: 'exam-resits' },
    { resource: 'grades' },
    { resource: 'grade-appeals' },
    { resource: 'license-exams' },
    { resource: 'finances' },
    { resource: 'certificates' },
    ...added,
    { resource: 'settings' },
  ],
  secretary: [
    dashboard,
    { resource: 'registrations' },
    { resource: 'departments' },
    { resource: 'specializations' },
    { resource: 'courses' },
    { resource: 'professors' },
    { resource: 'students' },
    { resource: 'university-classes' },
    { resource: 'exams' },
    { resource: 'exam-resits' },
    { resource: 'grades' },
    { resource: 'grade-appeals' },
    { resource: 'license-exams' },
    { resource: 'finances' },
    { resource: 'certificates' },
    ...added,
  ],
  student: [
    dashboard,
    { resource: 'university-classes' },
    { resource: 'exams' },
    { resource: 'exam-resits' },
    { resource: 'grades' },
    { resource: 'grade-appeals' },
    { resource: 'license-exams' },
    { resource: 'finances' },
    { resource: 'certificates' },
    ...added,
  ],
  professor: [
    dashboard,
    { resource: 'university-classes' },
    { resource: 'exams' },
    { resource: 'grades' },
    { resource: 'grade-appeals' },
    { resource: 'exam-resits' },
    { resource: 'license-exams' },
    ...added,
  ],
}
