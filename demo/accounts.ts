/** Accounts: one with a password for each role, and invited users. */
import type { Role } from '@matricola/schema/vocabulary.ts'
import { demoDomain, fullName, landlineNumber, makePerson } from './people.ts'
import type { Professor } from './professors.ts'
import { createRecordBase, type DemoRowWith, type DemoTools } from './rows.ts'
import type { Student } from './students.ts'
import type { UniversityClass } from './timetable.ts'

type User = DemoRowWith<'users', 'name' | 'username' | 'email' | 'role'>

/** Usernames of the accounts with a password, one per role. */
export const demoUsernames: readonly Role[] = ['admin', 'secretary', 'professor', 'student']

interface People {
  readonly professors: readonly Professor[]
  readonly students: readonly Student[]
  readonly classes: readonly UniversityClass[]
}

/** Returns the users, and the professors and students linked to their accounts. */
export function makeAccounts({ professors, students, classes }: People, tools: DemoTools) {
  const demoClass = classes[0]
  const professor = professors.find(({ id }) => id === demoClass?.leadProfessorId)
  const student = students.find(
    ({ groupName, status, fundingType }) =>
      groupName === demoClass?.groupName && status === 'active' && fundingType === 'fee',
  )
  if (!professor || !student)
    throw new Error('the first class of the demo has no professor or no student')
  const professorAccount = account('professor', professor, professor.email, tools)
  const studentAccount = account('student', student, student.email, tools)
  const admin = account(
    'admin',
    { firstName: 'Adriana', lastName: 'Țîrlea' },
    `administrare@${demoDomain}`,
    tools,
  )
  const secretary = account(
    'secretary',
    { firstName: 'Mihaela', lastName: 'Șuteu' },
    `secretariat@${demoDomain}`,
    tools,
  )
  const colleagues = professors.filter(
    ({ isActive, id }, i) => isActive && i % 6 === 2 && id !== professor.id,
  )
  const professorAccounts = new Map(
    colleagues.map((one) => [one.id, invitation('professor', one, one.email, tools)]),
  )
  const studentAccounts = new Map(
    students
      .filter((one) => one.status === 'active' && one !== student)
      .map((one) => [
        one.id,
        invitation('student', one, one.email, tools, one.matriculationNumber),
      ]),
  )
  const staffAccounts = Array.from({ length: 5 }, () => makePerson(tools.random)).map((one) =>
    invitation('secretary', one, tools.addresses.create(one, 'secretariat'), tools),
  )
  return {
    users: [
      admin,
      secretary,
      professorAccount,
      studentAccount,
      ...staffAccounts,
      ...professorAccounts.values(),
      ...studentAccounts.values(),
    ],
    professors: professors.map((one) => ({
      ...one,
      userId: one === professor ? professorAccount.id : (professorAccounts.get(one.id)?.id ?? null),
    })),
    students: students.map(
      (one): Student => ({
        ...one,
        userId: one === student ? studentAccount.id : (studentAccounts.get(one.id)?.id ?? null),
      }),
    ),
  }
}

/** Creates an account with a password. Its username is its role. */
const account = (
  role: Role,
  person: { firstName: string; lastName: string },
  email: string,
  tools: DemoTools,
): User => ({
  ...createRecordBase(tools, tools.calendar.founded),
  name: fullName(person),
  username: role,
  email,
  role,
  phone: landlineNumber(tools.random),
  isActive: true,
})

/** Creates an account whose user has not chosen a password yet. */
function invitation(
  role: Role,
  person: { firstName: string; lastName: string },
  email: string,
  tools: DemoTools,
  number?: string | null,
): User {
  const at = Date.UTC(
    tools.calendar.startYear,
    8,
    tools.random.between(1, 20),
    tools.random.between(7, 14),
    tools.random.between(0, 59),
  )
  return {
    ...createRecordBase(tools, at),
    name: fullName(person),
    username: number?.toLowerCase() ?? (email.split('@')[0] ?? email).slice(0, 60),
    email,
    role,
    isActive: true,
    invitedAt: new Date(at).toISOString(),
  }
}
