import type { DemoAcademicYear } from './academic/academic-years.ts'
import { catalogue } from './catalogue/catalogue.ts'
import type { CatalogueDepartment } from './catalogue/entry.ts'
import type { Course } from './departments.ts'
import { createRandom } from './random.ts'
import { createRecordBase, type DemoRowWith, type DemoTools } from './rows.ts'
import type { StudentGroup } from './students.ts'

export type UniversityClass = DemoRowWith<
  'university-classes',
  'name' | 'courseId' | 'academicYearId' | 'groupName' | 'leadProfessorId' | 'semester' | 'status'
> & {
  /** Room of the class in its first hour of the week. */
  readonly room: string
}
export type ClassHour = DemoRowWith<
  'class-hours',
  'classId' | 'weekday' | 'startsAt' | 'endsAt' | 'room'
>

export interface ClassesAndHours {
  readonly classes: readonly UniversityClass[]
  readonly hours: readonly ClassHour[]
}

/**
 * Seminars use a separate random generator, so that other parts of the demo do not depend on them.
 */
const seminarSeed = 77

/** Group of the demo student. Its classes come first. */
const demoGroup = { specialization: 'INF-RO', year: 2 } as const

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
const hours = [
  ['08:00', '09:50'],
  ['10:00', '11:50'],
  ['12:00', '13:50'],
  ['14:00', '15:50'],
  ['16:00', '17:50'],
] as const

/**
 * Generates the classes and hours of all groups in an academic year, without conflicts between
 * rooms, professors or groups.
 */
export function makeClasses(
  courses: readonly Course[],
  groups: readonly StudentGroup[],
  year: DemoAcademicYear,
  tools: DemoTools,
): ClassesAndHours {
  const isDemoGroup = ({ specialization, year: groupYear }: StudentGroup) =>
    specialization.code === demoGroup.specialization && groupYear === demoGroup.year
  const first = groups.find(isDemoGroup)
  if (!first) throw new Error('the demo group is not in the catalogue')
  const busy = new Set<string>()
  const rows = [first, ...groups.filter((group) => group !== first)].flatMap((group) =>
    courses
      .filter(
        (course) =>
          course.specializationId === group.specialization.id && course.year === group.year,
      )
      .toSorted((one, other) => one.semester - other.semester)
      .map((course) => ({ course, group, ...makeClass(course, { group, year, busy }, tools) })),
  )
  const seminarTools = { ...tools, random: createRandom(seminarSeed + year.start) }
  return {
    classes: rows.map(({ one }) => one),
    hours: rows.flatMap(({ one, place, course, group }, i) => [
      hourOf(one, { kind: 'lecture', ...place }, seminarTools),
      ...(hasSeminar(course)
        ? [
            hourOf(
              one,
              { ...seminars[i % 3], ...findRoomAndHour(course, group, busy, seminarTools) },
              seminarTools,
            ),
          ]
        : []),
    ]),
  }
}

const seminars = [
  { kind: 'seminar', weeks: 'odd' },
  { kind: 'laboratory', weeks: 'every' },
  { kind: 'seminar', weeks: 'even' },
] as const

const hasSeminar = ({ credits, type }: Course) => type === 'compulsory' && (credits ?? 0) >= 6

const hourOf = (
  universityClass: UniversityClass,
  parts: Omit<ClassHour, 'id' | 'createdAt' | 'classId'>,
  tools: DemoTools,
): ClassHour => ({
  ...createRecordBase(tools, Date.parse(universityClass.createdAt)),
  classId: universityClass.id,
  ...parts,
})

interface Planning {
  readonly group: StudentGroup
  readonly year: DemoAcademicYear
  readonly busy: Set<string>
}

function makeClass(course: Course, { group, year, busy }: Planning, tools: DemoTools) {
  const { calendar } = tools
  const isOver = year.start < calendar.startYear || course.semester < calendar.semester
  const base = createRecordBase(tools, Date.UTC(year.start, 8, 15, 9))
  const place = findRoomAndHour(course, group, busy, tools)
  const one: UniversityClass = {
    ...base,
    // The name of a past class includes its year, because the group's next class has the same
    // course.
    name: `${course.name} – ${group.name}${year.start < calendar.startYear ? ` (${year.name})` : ''}`,
    courseId: course.id,
    academicYearId: year.id,
    semester: course.semester,
    groupName: group.name,
    // Set for every course of the demo.
    leadProfessorId: course.professorId as string,
    room: place.room,
    capacity: 30,
    status: isOver ? 'closed' : course.semester === calendar.semester ? 'active' : 'planned',
  }
  return { one, place }
}

/**
 * Finds a free hour for the professor and the group, with a free room in the department's building.
 */
function findRoomAndHour(
  course: Course,
  group: StudentGroup,
  busy: Set<string>,
  { random }: DemoTools,
) {
  for (let attempt = 0; attempt < 2000; attempt++) {
    const weekday = random.pick(weekdays)
    const [startsAt, endsAt] = random.pick(hours)
    const room = pickRoom(buildingOf(group.specialization.code), random)
    const slots = [room, group.name, course.professorId].map(
      (part) => `${course.semester} ${weekday} ${startsAt} ${part}`,
    )
    if (slots.some((slot) => busy.has(slot))) continue
    for (const slot of slots) busy.add(slot)
    return { weekday, startsAt, endsAt, room }
  }
  throw new Error(`no free time for ${course.code}`)
}

/** Returns one of the sixteen rooms of a building. */
export const pickRoom = (building: string, random: DemoTools['random']) =>
  `${building} ${random.between(1, 4)}${random.pick(['02', '05', '10', '12'])}`

/** Returns the building in which a specialization is taught. */
function buildingOf(code: string): string {
  const department = catalogue.find(({ specializations }: CatalogueDepartment) =>
    specializations.some((one) => one.code === code),
  )
  return department?.building ?? 'A'
}
