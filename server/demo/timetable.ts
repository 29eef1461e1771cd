import { catalogue } from './catalogue/catalogue.ts'
import type { CatalogueDepartment } from './catalogue/entry.ts'
import type { Course } from './departments.ts'
import { around, born, type Row, type RowWith, type Tools } from './rows.ts'
import type { Group } from './students.ts'

export type UniversityClass = RowWith<'university-classes', 'courseId' | 'groupName' | 'leadProfessorId' | 'semester' | 'status'>

/** The group that the demo student belongs to; it has classes in both semesters. */
export const demoGroup = { specialization: 'INF-RO', year: 2, place: 0 } as const

/** How many other groups have this semester's classes, and how many the other semester's. */
const groupsNow = 20
const groupsOther = 8

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
const hours = [
  ['08:00', '09:50'],
  ['10:00', '11:50'],
  ['12:00', '13:50'],
  ['14:00', '15:50'],
  ['16:00', '17:50'],
] as const

/** Ninety classes in which no room, professor or group is in two places at once. */
export function makeClasses(
  courses: readonly Course[],
  groups: readonly Group[],
  year: Row<'academic-years'>,
  tools: Tools,
): UniversityClass[] {
  const { semester } = tools.calendar
  const other = semester === 1 ? 2 : 1
  const own = groups.find(({ specialization, year }) => specialization.code === demoGroup.specialization && year === demoGroup.year)
  if (!own) throw new Error('the demo group is not in the catalogue')
  // A step that shares no factor with the number of groups visits each once, in all departments.
  const others = groups.map((_, i) => around(groups, i * 29)).filter((group) => group !== own)
  const plans = [
    ...[semester, other].map((number) => ({ group: own, number })),
    ...others.slice(0, groupsNow).map((group) => ({ group, number: semester })),
    ...others.slice(groupsNow, groupsNow + groupsOther).map((group) => ({ group, number: other })),
  ]
  const busy = new Set<string>()
  return plans.flatMap(({ group, number }) =>
    courses
      .filter((course) => course.specializationId === group.specialization.id && course.year === group.year && course.semester === number)
      .map((course) => makeClass(course, { group, year, busy }, tools)),
  )
}

interface Planned {
  readonly group: Group
  readonly year: Row<'academic-years'>
  readonly busy: Set<string>
}

function makeClass(course: Course, { group, year, busy }: Planned, tools: Tools): UniversityClass {
  const { calendar } = tools
  return {
    ...born(tools, Date.UTC(calendar.startYear, 8, 15, 9)),
    name: `${course.name} – ${group.name}`,
    courseId: course.id,
    academicYearId: year.id,
    semester: course.semester,
    groupName: group.name,
    // Every demo course has a leader.
    leadProfessorId: course.professorId as string,
    ...placeAndTime(course, group, busy, tools),
    capacity: 30,
    status: course.semester === calendar.semester ? 'active' : course.semester > calendar.semester ? 'planned' : 'closed',
  }
}

/** A free hour for professor and group with a free room in the department's building. */
function placeAndTime(course: Course, group: Group, busy: Set<string>, { random }: Tools) {
  const building = buildingOf(group.specialization.code)
  for (let tries = 0; tries < 1000; tries++) {
    const weekday = random.pick(weekdays)
    const [startsAt, endsAt] = random.pick(hours)
    const room = `${building} ${random.between(1, 4)}${random.pick(['02', '05', '10', '12'])}`
    const wanted = [room, group.name, course.professorId].map((what) => `${course.semester} ${weekday} ${startsAt} ${what}`)
    if (wanted.some((slot) => busy.has(slot))) continue
    for (const slot of wanted) busy.add(slot)
    return { weekday, startsAt, endsAt, room }
  }
  throw new Error(`no hour is free for ${course.code}`)
}

function buildingOf(code: string): string {
  const department = catalogue.find(({ specializations }: CatalogueDepartment) => specializations.some((one) => one.code === code))
  return department?.building ?? 'A'
}
