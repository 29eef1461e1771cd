import { academicYearName, isoDate } from './calendar.ts'
import { getCatalogueEntry, type Specialization } from './departments.ts'
import { towns } from './names.ts'
import {
  createUnique,
  demoDomain,
  fullName,
  makeNationalId,
  makePerson,
  mobileNumber,
  streetAddress,
} from './people.ts'
import { createRecordBase, type DemoRowWith, type DemoTools } from './rows.ts'

export type Student = DemoRowWith<
  'students',
  'firstName' | 'lastName' | 'email' | 'specializationId' | 'groupName' | 'studyYear' | 'status'
>

/** Students of the same specialization and year who attend classes together. */
export interface StudentGroup {
  readonly name: string
  readonly specialization: Specialization
  readonly year: number
}

const studentCount = 1500
/** Stays below the maximum number of students per course in the settings. */
const largestGroup = 28

/** Generates 1,500 students, distributed over the groups of all years of all specializations. */
export function makeStudents(
  specializations: readonly Specialization[],
  tools: DemoTools,
): { students: Student[]; groups: StudentGroup[] } {
  const groups = specializations.flatMap((specialization, i) => groupsOf(specialization, i))
  const sizes = groups.map(() => 0)
  for (let left = studentCount; left > 0; ) {
    const index = tools.random.between(0, groups.length - 1)
    const size = sizes[index] ?? largestGroup
    if (size >= largestGroup) continue
    sizes[index] = size + 1
    left -= 1
  }
  const taken = new Set<string>()
  const counters = new Map<string, number>()
  const students = groups.flatMap((group, i) =>
    Array.from({ length: sizes[i] ?? 0 }, () => makeStudent(group, taken, counters, tools)),
  )
  return { students, groups }
}

/**
 * Group names: `1021` is specialization 10, year 2, first group. Names are unique across
 * specializations.
 */
const groupsOf = (specialization: Specialization, i: number): StudentGroup[] =>
  Array.from({ length: specialization.yearsOfStudy }, (_, year) =>
    Array.from({ length: getCatalogueEntry(specialization.code).groups }, (_, index) => ({
      name: `${i + 10}${year + 1}${index + 1}`,
      specialization,
      year: year + 1,
    })),
  ).flat()

function makeStudent(
  group: StudentGroup,
  taken: Set<string>,
  counters: Map<string, number>,
  tools: DemoTools,
): Student {
  const { random, calendar, addresses } = tools
  const { specialization, year } = group
  const { firstName, lastName, sex } = makePerson(random, specialization.language)
  const town = random.pick(towns)
  const status = statusOf(random.fraction(), year === specialization.yearsOfStudy)
  const entry = calendar.startYear - (year - 1) - (status === 'graduated' ? 1 : 0)
  const birthDate = makeBirthDate(entry - (specialization.cycle === 'master' ? 22 : 19), tools)
  const series = `${specialization.code.replaceAll('-', '')}${String(entry).slice(2)}`
  const number = (counters.get(series) ?? 0) + 1
  counters.set(series, number)
  const enrolledAt = isoDate(entry, 9, random.between(20, 28))
  const email = addresses.create({ firstName, lastName }, 'student')
  return {
    ...createRecordBase(
      tools,
      Date.parse(
        `${enrolledAt}T${String(random.between(7, 14)).padStart(2, '0')}:${random.between(10, 59)}:00Z`,
      ),
    ),
    firstName,
    lastName,
    matriculationNumber: `${series}-${String(number).padStart(3, '0')}`,
    cnp: createUnique(taken, () => makeNationalId(random, sex, birthDate, town.county), String),
    birthDate,
    sex,
    specializationId: specialization.id,
    studyYear: year,
    groupName: group.name,
    academicYearOfEntry: academicYearName(entry),
    fundingType: random.fraction() < 0.62 ? 'budget' : 'fee',
    status,
    ...(status === 'active'
      ? {}
      : { statusReason: random.pick(reasons[status]), statusSince: statusDate(status, tools) }),
    email,
    personalEmail:
      random.fraction() < 0.8
        ? email.replace(`@student.${demoDomain}`, `${random.between(10, 99)}@posta.example`)
        : null,
    phone: mobileNumber(random),
    address: streetAddress(random),
    city: town.name,
    emergencyContact:
      random.fraction() < 0.7
        ? `${fullName({ ...makePerson(random, specialization.language), lastName })}, ${mobileNumber(random)}`
        : null,
    enrolledAt,
  }
}

function statusOf(share: number, isLastYear: boolean) {
  if (share < 0.025) return 'suspended'
  if (share < 0.04) return 'withdrawn'
  if (share < 0.048) return 'expelled'
  return isLastYear && share < 0.09 ? 'graduated' : 'active'
}

const reasons = {
  suspended: [
    'Întrerupere de studii din motive medicale',
    'Mobilitate în străinătate',
    'Întrerupere de studii la cerere',
  ],
  withdrawn: ['Retragere la cerere', 'Transfer la altă universitate'],
  expelled: ['Neplata taxei de studii', 'Neîndeplinirea obligațiilor didactice'],
  graduated: ['Examen de finalizare promovat'],
} as const

const statusDate = (status: string, { random, calendar }: DemoTools) =>
  status === 'graduated'
    ? isoDate(calendar.startYear, 7, random.between(1, 12))
    : isoDate(calendar.startYear, 9, random.between(10, 30))

/** Mostly the year expected at that age; some students are a year younger, and a few are older. */
export function makeBirthDate(year: number, { random }: DemoTools): string {
  const share = random.fraction()
  const older = share < 0.08 ? random.between(1, 12) : share < 0.4 ? -1 : 0
  return isoDate(
    year - older,
    older === -1 ? random.between(1, 8) : random.between(1, 12),
    random.between(1, 28),
  )
}
