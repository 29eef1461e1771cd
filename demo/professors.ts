import { isoDate } from './calendar.ts'
import { catalogue } from './catalogue/catalogue.ts'
import type { Department } from './departments.ts'
import { landlineNumber, makePerson } from './people.ts'
import { createRecordBase, type DemoRowWith, type DemoTools, itemInCycle } from './rows.ts'

export type Professor = DemoRowWith<
  'professors',
  'firstName' | 'lastName' | 'email' | 'departmentProfileId' | 'academicTitle' | 'isActive'
>

/** Titles of the fifteen professors of a department, highest first. */
const titles = [
  ...Array<'full'>(3).fill('full'),
  ...Array<'associate'>(4).fill('associate'),
  ...Array<'lecturer'>(5).fill('lecturer'),
  ...Array<'assistant'>(3).fill('assistant'),
]

/** Generates fifteen professors per department. In two departments one has left. */
export const makeProfessors = (departments: readonly Department[], tools: DemoTools): Professor[] =>
  departments.flatMap((department, i) =>
    titles.map((academicTitle, index) =>
      makeProfessor(
        department,
        i,
        academicTitle,
        i % 4 === 1 && index === titles.length - 1,
        tools,
      ),
    ),
  )

function makeProfessor(
  department: Department,
  i: number,
  academicTitle: (typeof titles)[number],
  hasLeft: boolean,
  tools: DemoTools,
): Professor {
  const { random, calendar, addresses } = tools
  const { building, fields } = itemInCycle(catalogue, i)
  const { firstName, lastName } = makePerson(random)
  const [earliest, latest] = {
    full: [32, 18],
    associate: [24, 10],
    lecturer: [15, 4],
    assistant: [6, 1],
  }[academicTitle] as [number, number] // two bounds for every title
  const first = random.pick(fields)
  const second = random.pick(fields)
  return {
    ...createRecordBase(tools, calendar.founded + 3_600_000),
    firstName,
    lastName,
    academicTitle,
    departmentProfileId: department.id,
    email: addresses.create({ firstName, lastName }, 'cadre'),
    phone: landlineNumber(random),
    office: `${building} ${random.between(2, 4)}${String(random.between(1, 30)).padStart(2, '0')}`,
    specialities: first === second ? first : `${first}, ${second}`,
    hiredAt: isoDate(
      calendar.startYear - random.between(latest, earliest),
      random.pick([2, 9, 10]),
      1,
    ),
    isActive: !hasLeft,
  }
}
