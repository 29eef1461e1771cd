import { referenceCodeOf } from '#model/values/reference-code.ts'
import { type AdmissionSession, type AdmissionSessions, daysOpen } from './admission-sessions.ts'
import { applicantFrom, makeApplicant, sentTo, type Taken, takenBy } from './applicants.ts'
import type { Specialization } from './departments.ts'
import { digits, fresh } from './people.ts'
import { type Course, type Outcome, stepsOf } from './progress.ts'
import { born, type Row, type RowWith, type Tools } from './rows.ts'
import type { Student } from './students.ts'
import { type ChangeRow, type EventRow, type Trail, trailOf } from './trail.ts'

export type Registration = RowWith<'registrations', 'firstName' | 'lastName' | 'status' | 'submittedAt'>

const thisYear = 600
const lastYear = 300
/** Number of these who are students now. */
const enrolledThisYear = 28
const enrolledLastYear = 90
const minute = 60_000
const day = 86_400_000

interface Office {
  readonly specializations: readonly Specialization[]
  readonly students: readonly Student[]
  readonly sessions: AdmissionSessions
  readonly staff: Course['staff']
}

export interface Applications {
  readonly registrations: readonly Row<'registrations'>[]
  readonly trail: Trail
  /** All students. Those who applied here refer to their application. */
  readonly students: readonly Student[]
}

/**
 * Generates the applications of last year's admission, all decided, and of this year's: the oldest mostly decided, the newest mostly
 * unread.
 */
export function makeApplications(office: Office, tools: Tools, now: Date): Applications {
  const { sessions, students } = office
  const maker = makerOf(office, takenBy(students), tools, now.getTime())
  const learners = {
    last: newStudents(sessions.last, students, enrolledLastYear),
    current: newStudents(sessions.current, students, enrolledThisYear),
  }
  for (const student of learners.last) maker.enrolled(sessions.last, student)
  for (let i = learners.last.length; i < lastYear; i++) maker.closed(sessions.last)
  for (const student of learners.current) maker.enrolled(sessions.current, student)
  for (let i = learners.current.length; i < thisYear - secondApplications.length; i++) maker.open(sessions.current)
  for (const kind of secondApplications) maker.again(sessions.current, kind)
  const applied = new Map(
    maker.made.flatMap(({ studentId, id, enrolledAt }) => (studentId && enrolledAt ? [[studentId, { id, enrolledAt }]] : [])),
  )
  return {
    registrations: maker.made,
    trail: maker.trail,
    students: students.map((student) => enrolledFrom(student, applied.get(student.id))),
  }
}

/**
 * Applicants who apply again: for another programme, or for the same one, which is marked as a duplicate. `family` is another
 * applicant with the same email address.
 */
const secondApplications = ['other', 'other', 'other', 'other', 'other', 'same', 'same', 'same', 'family', 'family'] as const

/** Students who started in the academic year of an admission. The first groups come first, so that some specializations are full. */
const newStudents = (session: AdmissionSession, students: readonly Student[], count: number): Student[] =>
  students.filter(({ academicYearOfEntry, status }) => academicYearOfEntry === session.academicYear && status === 'active').slice(0, count)

function enrolledFrom(student: Student, application: { readonly id: string; readonly enrolledAt: string } | undefined): Student {
  if (!application) return student
  return { ...student, registrationId: application.id, enrolledAt: application.enrolledAt.slice(0, 10), createdAt: application.enrolledAt }
}

function makerOf({ specializations, staff, sessions }: Office, taken: Taken, tools: Tools, now: number) {
  const { random, calendar } = tools
  const made: Row<'registrations'>[] = []
  const changes: ChangeRow[] = []
  const events: EventRow[] = []
  let decidedLately = 0

  function add(
    session: AdmissionSession,
    person: Partial<Row<'registrations'>>,
    specialization: Specialization,
    ageDays: number,
    outcome: Outcome,
    more: Partial<Course> = {},
  ) {
    const at = daytime(Date.parse(session.opensAt) + (daysOpen - ageDays) * day, Math.min(now - 2 * minute, Date.parse(session.closesAt)))
    const first: Row<'registrations'> = {
      ...born(tools, at),
      referenceCode: fresh(taken.codes, () => referenceCodeOf(digits(random, 7)), String),
      ...person,
      ...sentTo(specialization, session.id, at),
    }
    const until = session === sessions.current ? now - minute : Date.parse(session.closesAt) + 12 * day
    const told = trailOf(first, stepsOf({ first, outcome, until, staff, ...more }, tools), tools)
    made.push(told.row)
    changes.push(...told.changes)
    events.push(...told.events)
    return told.row
  }

  const someone = (session: AdmissionSession, specialization: Specialization) =>
    makeApplicant(specialization, calendar.startYear - (session === sessions.current ? 0 : 1), taken, tools)

  return {
    made,
    trail: { changes, events },
    /** Adds an application of an admission that has ended. */
    closed(session: AdmissionSession) {
      const specialization = wanted(specializations, tools)
      const share = random.share()
      const outcome = share < 0.56 ? 'accepted' : share < 0.94 ? 'declined' : 'withdrawn'
      // Some applied immediately, many in the last days.
      const age = random.share() < 0.3 ? daysOpen + 14 * (random.share() ** 2 - 1) : daysOpen - 56 * random.share() ** 0.6
      add(session, someone(session, specialization), specialization, Math.max(-13.9, Math.min(daysOpen - 0.1, age)), outcome)
    },
    open(session: AdmissionSession) {
      const specialization = wanted(specializations, tools)
      // More applications arrived recently than at the beginning.
      const age = random.share() ** 1.5 * (daysOpen - 0.3)
      const outcome = outcomeAt(age, random.share())
      const isDecided = outcome === 'accepted' || outcome === 'declined'
      // The last dozen was decided today. Four of these decisions wait for their release by the commission.
      const more =
        isDecided && decidedLately < 13 ? { decidedAt: now - (4 + 9 * decidedLately) * minute, isHeld: decidedLately++ % 3 === 1 } : {}
      add(session, someone(session, specialization), specialization, age, outcome, more)
    },
    enrolled(session: AdmissionSession, student: Student) {
      const specialization = specializations.find(({ id }) => id === student.specializationId)
      if (!specialization) throw new Error('a student of the demo has no specialization')
      add(session, applicantFrom(student, tools), specialization, random.between(22, daysOpen - 2), 'enrolled', { studentId: student.id })
    },
    again(session: AdmissionSession, kind: (typeof secondApplications)[number]) {
      const first = random.pick(
        made.filter(
          (one) => one.admissionSessionId === session.id && one.identityType === 'cnp' && one.status !== 'declined' && !one.enrolledAt,
        ),
      )
      const others = specializations.filter(
        ({ id, cycle }) => (id === first.specializationId) === (kind === 'same') && cycle === 'bachelor',
      )
      const specialization = others.length > 0 ? random.pick(others) : wanted(specializations, tools)
      const person =
        kind === 'family' ? { ...someone(session, specialization), personalEmail: first.personalEmail ?? null } : sameApplicant(first)
      add(
        session,
        { ...person, ...(kind === 'same' && { isDuplicate: true }) } as Partial<Row<'registrations'>>,
        specialization,
        random.share() * 3,
        'submitted',
      )
    },
  }
}

/** Returns the values that an applicant enters again in another application. */
function sameApplicant(first: Row<'registrations'>): Partial<Row<'registrations'>> {
  const { firstName, lastName, birthDate, sex, identityType, cnp, serialNumber, citizenship, country, county, city } = first
  const { postalCode, address, phone, personalEmail, language, fundingPreference, baccalaureateAverage, baccalaureateYear } = first
  return {
    ...{ firstName, lastName, birthDate, sex, identityType, cnp, serialNumber, citizenship, country, county, city },
    ...{ postalCode, address, phone, personalEmail, language, fundingPreference, baccalaureateAverage, baccalaureateYear },
  }
}

/** Chooses a specialization. A third of the applicants want one of the first six, so that some are oversubscribed. */
const wanted = (specializations: readonly Specialization[], { random }: Tools): Specialization =>
  random.pick(random.share() < 0.34 ? specializations.slice(0, 6) : specializations)

/** Moves a time to between 7:00 and midnight, when people apply. */
function daytime(at: number, latest: number): number {
  const midnight = Math.floor(at / day) * day
  return Math.floor(Math.min(midnight + 5 * 3_600_000 + (at - midnight) * (16 / 24), latest))
}

/** Cumulative shares of outcomes (in the order of `inOrder`) by age of the application in days. The rest is declined. */
const progress: readonly (readonly [days: number, shares: readonly number[]])[] = [
  [2, [0.86, 1]],
  [6, [0.62, 0.92, 0.97, 0.98, 1]],
  [16, [0.16, 0.46, 0.64, 0.74, 0.9, 0.93]],
  [daysOpen, [0, 0.06, 0.12, 0.19, 0.75, 0.8]],
]
const inOrder = ['submitted', 'under_review', 'update_requested', 'in_progress', 'accepted', 'withdrawn'] as const

/** Returns the outcome of an application sent this many days ago. */
function outcomeAt(days: number, share: number): Outcome {
  const shares = progress.find(([until]) => days < until)?.[1] ?? []
  return inOrder[shares.findIndex((limit) => share < limit)] ?? 'declined'
}
