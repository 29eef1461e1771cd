import { toReferenceCode } from '#resources/admission/reference-code.ts'
import { type AdmissionSession, type AdmissionSessions, daysOpen } from './admission-sessions.ts'
import {
  applicantFromStudent,
  makeApplicant,
  submissionFields,
  type TakenValues,
  takenValuesOf,
} from './applicants.ts'
import {
  buildHistory,
  type DemoChange,
  type DemoEvent,
  type DemoHistory,
} from './application-history.ts'
import {
  type ApplicationOutcome,
  type ApplicationPlan,
  makeHistoryEntries,
} from './application-progress.ts'
import type { Specialization } from './departments.ts'
import { createUnique, randomDigits } from './people.ts'
import { createRecordBase, type DemoRow, type DemoRowWith, type DemoTools } from './rows.ts'
import type { Student } from './students.ts'

export type Registration = DemoRowWith<
  'registrations',
  'firstName' | 'lastName' | 'status' | 'submittedAt'
>

const applicationsThisYear = 600
const applicationsLastYear = 300
/** Number of applications whose applicants are now students. */
const enrolledThisYear = 28
const enrolledLastYear = 90
const minute = 60_000
const day = 86_400_000

interface ApplicationInputs {
  readonly specializations: readonly Specialization[]
  readonly students: readonly Student[]
  readonly sessions: AdmissionSessions
  readonly staff: ApplicationPlan['staff']
}

export interface Applications {
  readonly registrations: readonly DemoRow<'registrations'>[]
  readonly history: DemoHistory
  /** All students. Students who applied here refer to their application. */
  readonly students: readonly Student[]
}

/**
 * Generates the applications of last year's admission, which are all decided, and of this year's
 * admission. Of the latter, the oldest are mostly decided and the newest are mostly unread.
 */
export function makeApplications(
  inputs: ApplicationInputs,
  tools: DemoTools,
  now: Date,
): Applications {
  const { sessions, students } = inputs
  const maker = createApplicationMaker(inputs, takenValuesOf(students), tools, now.getTime())
  const newcomers = {
    last: newStudents(sessions.last, students, enrolledLastYear),
    current: newStudents(sessions.current, students, enrolledThisYear),
  }
  for (const student of newcomers.last) maker.addEnrolled(sessions.last, student)
  for (let i = newcomers.last.length; i < applicationsLastYear; i++) maker.addPast(sessions.last)
  for (const student of newcomers.current) maker.addEnrolled(sessions.current, student)
  for (let i = newcomers.current.length; i < applicationsThisYear - secondApplications.length; i++)
    maker.addCurrent(sessions.current)
  for (const kind of secondApplications) maker.addSecond(sessions.current, kind)
  const applied = new Map(
    maker.records.flatMap(({ studentId, id, enrolledAt }) =>
      studentId && enrolledAt ? [[studentId, { id, enrolledAt }]] : [],
    ),
  )
  return {
    registrations: maker.records,
    history: maker.history,
    students: students.map((student) => withEnrolment(student, applied.get(student.id))),
  }
}

/**
 * Applicants who apply again: for another programme, or for the same one, which is marked as a
 * duplicate. `family` is another applicant with the same email address.
 */
const secondApplications = [
  'other',
  'other',
  'other',
  'other',
  'other',
  'same',
  'same',
  'same',
  'family',
  'family',
] as const

/**
 * Students who started in the academic year of an admission. Students of the first groups come
 * first, so that some specializations are full.
 */
const newStudents = (
  session: AdmissionSession,
  students: readonly Student[],
  count: number,
): Student[] =>
  students
    .filter(
      ({ academicYearOfEntry, status }) =>
        academicYearOfEntry === session.academicYear && status === 'active',
    )
    .slice(0, count)

function withEnrolment(
  student: Student,
  application: { readonly id: string; readonly enrolledAt: string } | undefined,
): Student {
  if (!application) return student
  return {
    ...student,
    registrationId: application.id,
    enrolledAt: application.enrolledAt.slice(0, 10),
    createdAt: application.enrolledAt,
  }
}

function createApplicationMaker(
  { specializations, staff, sessions }: ApplicationInputs,
  taken: TakenValues,
  tools: DemoTools,
  now: number,
) {
  const { random, calendar } = tools
  const records: DemoRow<'registrations'>[] = []
  const changes: DemoChange[] = []
  const events: DemoEvent[] = []
  let recentDecisions = 0

  function add(
    session: AdmissionSession,
    person: Partial<DemoRow<'registrations'>>,
    specialization: Specialization,
    ageDays: number,
    outcome: ApplicationOutcome,
    more: Partial<ApplicationPlan> = {},
  ) {
    const at = daytime(
      Date.parse(session.opensAt) + (daysOpen - ageDays) * day,
      Math.min(now - 2 * minute, Date.parse(session.closesAt)),
    )
    const first: DemoRow<'registrations'> = {
      ...createRecordBase(tools, at),
      referenceCode: createUnique(
        taken.codes,
        () => toReferenceCode(randomDigits(random, 7)),
        String,
      ),
      ...person,
      ...submissionFields(specialization, session.id, at),
    }
    const until =
      session === sessions.current ? now - minute : Date.parse(session.closesAt) + 12 * day
    const application = buildHistory(
      first,
      makeHistoryEntries({ submitted: first, outcome, until, staff, ...more }, tools),
      tools,
    )
    records.push(application.row)
    changes.push(...application.changes)
    events.push(...application.events)
    return application.row
  }

  const makeNewApplicant = (session: AdmissionSession, specialization: Specialization) =>
    makeApplicant(
      specialization,
      calendar.startYear - (session === sessions.current ? 0 : 1),
      taken,
      tools,
    )

  return {
    records: records,
    history: { changes, events },
    /** Adds an application of an admission that has ended. */
    addPast(session: AdmissionSession) {
      const specialization = chooseSpecialization(specializations, tools)
      const share = random.fraction()
      const outcome = share < 0.56 ? 'accepted' : share < 0.94 ? 'declined' : 'withdrawn'
      // Some applicants applied immediately, and many in the last days.
      const age =
        random.fraction() < 0.3
          ? daysOpen + 14 * (random.fraction() ** 2 - 1)
          : daysOpen - 56 * random.fraction() ** 0.6
      add(
        session,
        makeNewApplicant(session, specialization),
        specialization,
        Math.max(-13.9, Math.min(daysOpen - 0.1, age)),
        outcome,
      )
    },
    addCurrent(session: AdmissionSession) {
      const specialization = chooseSpecialization(specializations, tools)
      // More applications arrive recently than at the beginning.
      const age = random.fraction() ** 1.5 * (daysOpen - 0.3)
      const outcome = outcomeAt(age, random.fraction())
      const isDecided = outcome === 'accepted' || outcome === 'declined'
      // The last dozen applications were decided today. Four of these decisions wait for their
      // release by the commission.
      const more =
        isDecided && recentDecisions < 13
          ? {
              decidedAt: now - (4 + 9 * recentDecisions) * minute,
              isHeld: recentDecisions++ % 3 === 1,
            }
          : {}
      add(session, makeNewApplicant(session, specialization), specialization, age, outcome, more)
    },
    addEnrolled(session: AdmissionSession, student: Student) {
      const specialization = specializations.find(({ id }) => id === student.specializationId)
      if (!specialization) throw new Error('a student of the demo has no specialization')
      add(
        session,
        applicantFromStudent(student, tools),
        specialization,
        random.between(22, daysOpen - 2),
        'enrolled',
        {
          studentId: student.id,
        },
      )
    },
    addSecond(session: AdmissionSession, kind: (typeof secondApplications)[number]) {
      const first = random.pick(
        records.filter(
          (one) =>
            one.admissionSessionId === session.id &&
            one.identityType === 'cnp' &&
            one.status !== 'declined' &&
            !one.enrolledAt,
        ),
      )
      const others = specializations.filter(
        ({ id, cycle }) =>
          (id === first.specializationId) === (kind === 'same') && cycle === 'bachelor',
      )
      const specialization =
        others.length > 0 ? random.pick(others) : chooseSpecialization(specializations, tools)
      const person =
        kind === 'family'
          ? {
              ...makeNewApplicant(session, specialization),
              personalEmail: first.personalEmail ?? null,
            }
          : sameApplicant(first)
      add(
        session,
        { ...person, ...(kind === 'same' && { isDuplicate: true }) } as Partial<
          DemoRow<'registrations'>
        >,
        specialization,
        random.fraction() * 3,
        'submitted',
      )
    },
  }
}

/** Returns the values that an applicant enters again in another application. */
function sameApplicant(first: DemoRow<'registrations'>): Partial<DemoRow<'registrations'>> {
  const {
    firstName,
    lastName,
    birthDate,
    sex,
    identityType,
    cnp,
    serialNumber,
    citizenship,
    country,
    county,
    city,
  } = first
  const {
    postalCode,
    address,
    phone,
    personalEmail,
    language,
    fundingPreference,
    baccalaureateAverage,
    baccalaureateYear,
  } = first
  return {
    ...{
      firstName,
      lastName,
      birthDate,
      sex,
      identityType,
      cnp,
      serialNumber,
      citizenship,
      country,
      county,
      city,
    },
    ...{
      postalCode,
      address,
      phone,
      personalEmail,
      language,
      fundingPreference,
      baccalaureateAverage,
      baccalaureateYear,
    },
  }
}

/**
 * Chooses a specialization. A third of the applicants want one of the first six, so that some are
 * oversubscribed.
 */
const chooseSpecialization = (
  specializations: readonly Specialization[],
  { random }: DemoTools,
): Specialization =>
  random.pick(random.fraction() < 0.34 ? specializations.slice(0, 6) : specializations)

/** Moves a time to between 7:00 and midnight, when people apply. */
function daytime(at: number, latest: number): number {
  const midnight = Math.floor(at / day) * day
  return Math.floor(Math.min(midnight + 5 * 3_600_000 + (at - midnight) * (16 / 24), latest))
}

/**
 * Cumulative shares of outcomes (in the order of `outcomeOrder`) by age of the application in days.
 * The remaining applications are declined.
 */
const outcomeShares: readonly (readonly [days: number, shares: readonly number[]])[] = [
  [2, [0.86, 1]],
  [6, [0.62, 0.92, 0.97, 0.98, 1]],
  [16, [0.16, 0.46, 0.64, 0.74, 0.9, 0.93]],
  [daysOpen, [0, 0.06, 0.12, 0.19, 0.75, 0.8]],
]
const outcomeOrder = [
  'submitted',
  'under_review',
  'update_requested',
  'in_progress',
  'accepted',
  'withdrawn',
] as const

/** Returns the outcome of an application sent this many days ago. */
function outcomeAt(days: number, share: number): ApplicationOutcome {
  const shares = outcomeShares.find(([until]) => days < until)?.[1] ?? []
  return outcomeOrder[shares.findIndex((limit) => share < limit)] ?? 'declined'
}
