/** The demo university as values, before anything is stored. The same seed and day give the same university. */
import { makeAcademicYears } from './academic-years.ts'
import { demoAccounts } from './accounts.ts'
import { makeAdmissionSessions } from './admission-sessions.ts'
import { calendarOf } from './calendar.ts'
import { makeCourses, makeDepartments, makeSpecializations, withHeads } from './departments.ts'
import { makeLetters } from './letters.ts'
import { Addresses } from './people.ts'
import { makeProfessors } from './professors.ts'
import { randomFrom } from './random.ts'
import { makeApplications } from './registrations.ts'
import type { DemoUniversity } from './rows.ts'
import { makeSavedViews } from './saved-views.ts'
import { demoSettings } from './settings.ts'
import { makeStudents } from './students.ts'
import { makeClasses } from './timetable.ts'

/** The university that the demo shows. */
export const demoSeed = 1918

/** Makes the university of a seed as it stands at an instant. */
export function demoUniversity(seed: number, now: Date): DemoUniversity {
  const tools = { random: randomFrom(seed), calendar: calendarOf(now), addresses: new Addresses() }
  const departments = makeDepartments(tools)
  const specializations = makeSpecializations(departments, tools)
  const professors = makeProfessors(departments, tools)
  const courses = makeCourses(specializations, professors, tools)
  const { students, groups } = makeStudents(specializations, tools)
  const years = makeAcademicYears(tools)
  const classes = makeClasses(courses, groups, years.current, tools)
  const sessions = makeAdmissionSessions(tools, now)
  const { users, ...people } = demoAccounts({ professors, students, classes }, tools)
  const staff = users.flatMap(({ id, name, role }) => (role === 'secretary' ? [{ id, name, role }] : []))
  const applications = makeApplications({ specializations, students: people.students, sessions, staff }, tools, now)
  return {
    users,
    professors: people.professors,
    ...applications,
    departments: withHeads(departments, professors),
    specializations,
    courses,
    'academic-years': [years.last, years.current],
    'academic-periods': years.periods,
    'university-classes': classes,
    'admission-sessions': [sessions.last, sessions.current],
    ...makeLetters(users, now, tools),
    settings: [demoSettings(tools, sessions.current.id)],
    'saved-views': makeSavedViews(users, now, tools),
  }
}
