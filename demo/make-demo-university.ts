/** Generates the demo university in memory. The same seed and day give the same university. */

import { makeAcademicRecords } from './academic/academic-records.ts'
import { makeDataChanges } from './academic/data-changes.ts'
import { makeGradeAppeals } from './academic/grade-appeals.ts'
import { makeReceiptSeries } from './academic/receipt-series.ts'
import { makeAccounts } from './accounts.ts'
import { makeAdmissionSessions } from './admission-sessions.ts'
import { makeMasterForm } from './application-form.ts'
import { makeConversations } from './application-messages.ts'
import { makeApplications } from './applications.ts'
import { createDemoCalendar } from './calendar.ts'
import type { DemoUniversity } from './demo-university.ts'
import { makeCourses, makeDepartments, makeSpecializations, withHeads } from './departments.ts'
import { makeEarlyAdmissions } from './merit/early-admissions.ts'
import { makeMeritAdmission } from './merit/first-session.ts'
import { makeSecondSessionAdmission } from './merit/second-session.ts'
import { makeMessages } from './messages.ts'
import { EmailAddresses } from './people.ts'
import { makeProfessors } from './professors.ts'
import { createRandom } from './random.ts'
import { createRecordBase } from './rows.ts'
import { makeSavedViews } from './saved-views.ts'
import { makeSettings } from './settings.ts'
import { makeStudents } from './students.ts'

export const demoSeed = 1918

/** Generates the university of a seed at a given time. */
export function makeDemoUniversity(seed: number, now: Date): DemoUniversity {
  const tools = {
    random: createRandom(seed),
    calendar: createDemoCalendar(now),
    addresses: new EmailAddresses(),
  }
  /**
   * Returns the same tools with a separate random generator, so that one part does not affect the
   * others.
   */
  const withSeparateRandom = (offset: number) => ({
    ...tools,
    random: createRandom(seed + offset * 0x10000),
  })
  const departments = makeDepartments(tools)
  const specializations = makeSpecializations(departments, tools)
  const professors = makeProfessors(departments, tools)
  const courses = makeCourses(specializations, professors, tools)
  const { students, groups } = makeStudents(specializations, tools)
  const academicRecords = makeAcademicRecords(
    { specializations, courses, professors, students, groups },
    withSeparateRandom(1),
  )
  const classes = academicRecords['university-classes']
  const sessions = makeAdmissionSessions(tools, now)
  const { users, ...people } = makeAccounts({ professors, students, classes }, tools)
  const staff = users.flatMap(({ id, name, role }) =>
    role === 'secretary' ? [{ id, name, role }] : [],
  )
  const account = (role: string) => users.find(({ username }) => username === role)?.id
  const professor = people.professors.find(({ userId }) => userId === account('professor'))
  const student = people.students.find(({ userId }) => userId === account('student'))
  if (!professor || !student)
    throw new Error('the demo has no professor or no student who signs in')
  const appeals = makeGradeAppeals(
    academicRecords,
    { professor, student },
    now,
    withSeparateRandom(3),
  )
  const applications = makeApplications(
    { specializations, students: people.students, sessions, staff },
    withSeparateRandom(2),
    now,
  )
  const admin = users.flatMap(({ id, name, role }) =>
    role === 'admin' ? [{ id, name, role }] : [],
  )[0]
  if (!admin) throw new Error('the demo has no administrator')
  // Merit-based applications are assigned to colleagues, because the demo secretary's queue is for
  // the current admission.
  const colleagues = staff.filter(({ id }) => id !== account('secretary'))
  const inputs = {
    specializations,
    students: people.students,
    otherApplications: applications.registrations,
    staff: colleagues,
    admin,
  }
  const merit = makeMeritAdmission(inputs, withSeparateRandom(4), now)
  const secondSession = makeSecondSessionAdmission(
    { ...inputs, otherApplications: [...inputs.otherApplications, ...merit.registrations] },
    withSeparateRandom(5),
  )
  const masterForm = makeMasterForm(
    {
      session: secondSession.session,
      adminId: admin.id,
      registrations: secondSession.registrations,
    },
    withSeparateRandom(7),
  )
  const early = makeEarlyAdmissions(
    {
      ...inputs,
      otherApplications: [
        ...inputs.otherApplications,
        ...merit.registrations,
        ...secondSession.registrations,
      ],
    },
    withSeparateRandom(6),
  )
  const conversations = makeConversations(
    { registrations: applications.registrations, staff },
    now,
    withSeparateRandom(8),
  )
  const messages = makeMessages({ users, students: people.students, academicRecords }, now, tools)
  const fees = secondSession.fees.map((fee) => ({
    ...createRecordBase(withSeparateRandom(8), Date.parse(secondSession.session.createdAt)),
    ...fee,
  }))
  return {
    users,
    professors: people.professors,
    students: applications.students,
    registrations: [
      ...applications.registrations,
      ...merit.registrations,
      ...masterForm.registrations,
      ...early.registrations,
    ],
    departments: withHeads(departments, professors),
    specializations,
    courses,
    ...academicRecords,
    exams: [...academicRecords.exams, ...appeals.exams],
    'receipt-series': makeReceiptSeries(tools),
    finances: [...academicRecords.finances, ...merit.finances, ...secondSession.finances],
    'exam-resits': [...academicRecords['exam-resits'], ...appeals['exam-resits']],
    grades: [...academicRecords.grades, ...appeals.grades],
    'grade-appeals': appeals['grade-appeals'],
    'data-changes': makeDataChanges(people.students, now, tools),
    'admission-sessions': [
      ...[sessions.last, sessions.current, merit.session, secondSession.session],
      ...early.sessions,
    ],
    'application-forms': [masterForm.form],
    'application-form-versions': [masterForm.version],
    'admission-rounds': [...merit.rounds, ...secondSession.rounds, ...early.rounds],
    'place-kinds': merit.kinds,
    'admission-programmes': [...merit.programmes, ...secondSession.programmes, ...early.programmes],
    'special-places': merit.reservedPlaces,
    'admission-fees': fees,
    'application-choices': [...merit.choices, ...secondSession.choices, ...early.choices],
    'admission-drafts': [...merit.drafts, ...secondSession.drafts],
    'bank-payments': [...merit['bank-payments'], ...secondSession['bank-payments']],
    history: {
      changes: [
        ...applications.history.changes,
        ...merit.trail.changes,
        ...secondSession.history.changes,
        ...early.history.changes,
      ],
      events: [
        ...applications.history.events,
        ...merit.trail.events,
        ...secondSession.history.events,
        ...early.history.events,
      ],
      results: [merit.releasedResults, secondSession.releasedResults],
      answers: secondSession.answers,
    },
    early,
    ...conversations,
    messages: messages.messages,
    notifications: [...messages.notifications, ...appeals.notifications],
    settings: [
      makeSettings(tools, {
        admissionSessionId: sessions.current.id,
        academicYearId: academicRecords['academic-years'].at(-1)?.id ?? null,
      }),
    ],
    'saved-views': makeSavedViews(users, now, tools),
  }
}
