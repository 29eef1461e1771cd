/** Generates the demo university in memory. The same seed and day give the same university. */
import { makeAcademicLife } from './academic/academic-life.ts'
import { makeContestedGrades } from './academic/appeals.ts'
import { makeDataChanges } from './academic/requests.ts'
import { demoAccounts } from './accounts.ts'
import { makeAdmissionSessions } from './admission-sessions.ts'
import { calendarOf } from './calendar.ts'
import type { DemoUniversity } from './demo-university.ts'
import { makeCourses, makeDepartments, makeSpecializations, withHeads } from './departments.ts'
import { makeLetters } from './letters.ts'
import { makeBesideAdmission } from './merit/beside.ts'
import { makeMeritAdmission } from './merit/merit.ts'
import { Addresses } from './people.ts'
import { makeProfessors } from './professors.ts'
import { randomFrom } from './random.ts'
import { makeApplications } from './registrations.ts'
import { makeSavedViews } from './saved-views.ts'
import { demoSettings } from './settings.ts'
import { makeStudents } from './students.ts'

export const demoSeed = 1918

/** Generates the university of a seed at a given time. */
export function demoUniversity(seed: number, now: Date): DemoUniversity {
  const tools = { random: randomFrom(seed), calendar: calendarOf(now), addresses: new Addresses() }
  /** Returns the same tools with a separate random generator, so that one part does not affect the others. */
  const apart = (turn: number) => ({ ...tools, random: randomFrom(seed + turn * 0x10000) })
  const departments = makeDepartments(tools)
  const specializations = makeSpecializations(departments, tools)
  const professors = makeProfessors(departments, tools)
  const courses = makeCourses(specializations, professors, tools)
  const { students, groups } = makeStudents(specializations, tools)
  const life = makeAcademicLife({ specializations, courses, professors, students, groups }, apart(1))
  const classes = life['university-classes']
  const sessions = makeAdmissionSessions(tools, now)
  const { users, ...people } = demoAccounts({ professors, students, classes }, tools)
  const staff = users.flatMap(({ id, name, role }) => (role === 'secretary' ? [{ id, name, role }] : []))
  const account = (role: string) => users.find(({ username }) => username === role)?.id
  const professor = people.professors.find(({ userId }) => userId === account('professor'))
  const student = people.students.find(({ userId }) => userId === account('student'))
  if (!professor || !student) throw new Error('the demo has no professor or no student who signs in')
  const contested = makeContestedGrades(life, { professor, student }, now, apart(3))
  const applications = makeApplications({ specializations, students: people.students, sessions, staff }, apart(2), now)
  const admin = users.flatMap(({ id, name, role }) => (role === 'admin' ? [{ id, name, role }] : []))[0]
  if (!admin) throw new Error('the demo has no administrator')
  // Applications by merit are assigned to colleagues, because the queue of the demo secretary is for the current admission.
  const colleagues = staff.filter(({ id }) => id !== account('secretary'))
  const office = { specializations, students: people.students, others: applications.registrations, staff: colleagues, admin }
  const merit = makeMeritAdmission(office, apart(4), now)
  const beside = makeBesideAdmission({ ...office, others: [...office.others, ...merit.registrations] }, apart(5))
  const letters = makeLetters({ users, students: people.students, life }, now, tools)
  return {
    users,
    professors: people.professors,
    students: applications.students,
    registrations: [...applications.registrations, ...merit.registrations, ...beside.registrations],
    departments: withHeads(departments, professors),
    specializations,
    courses,
    ...life,
    exams: [...life.exams, ...contested.exams],
    finances: [...life.finances, ...merit.finances, ...beside.finances],
    'exam-resits': [...life['exam-resits'], ...contested['exam-resits']],
    grades: [...life.grades, ...contested.grades],
    'grade-appeals': contested['grade-appeals'],
    'data-changes': makeDataChanges(people.students, now, tools),
    'admission-sessions': [sessions.last, sessions.current, merit.session, beside.session],
    'admission-rounds': [...merit.rounds, ...beside.rounds],
    'place-kinds': merit.kinds,
    'admission-programmes': [...merit.programmes, ...beside.programmes],
    'special-places': merit.special,
    'application-choices': [...merit.choices, ...beside.choices],
    'admission-drafts': [...merit.drafts, ...beside.drafts],
    'bank-payments': [...merit['bank-payments'], ...beside['bank-payments']],
    trail: {
      changes: [...applications.trail.changes, ...merit.trail.changes, ...beside.trail.changes],
      events: [...applications.trail.events, ...merit.trail.events, ...beside.trail.events],
      results: [merit.told, beside.told],
    },
    messages: letters.messages,
    notifications: [...letters.notifications, ...contested.notifications],
    settings: [demoSettings(tools, { admissionSessionId: sessions.current.id, academicYearId: life['academic-years'].at(-1)?.id ?? null })],
    'saved-views': makeSavedViews(users, now, tools),
  }
}
