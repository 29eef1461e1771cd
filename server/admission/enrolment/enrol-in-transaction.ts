import type { FieldName } from '@matricola/schema/resource.ts'
import { today } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { queueMail } from '@matricola/server/mail/outbox.ts'
import { authorize, permitForSubtask } from '@matricola/server/policy/permit.ts'
import type { Records } from '@matricola/server/records/store.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { registrations } from '#resources/registrations.ts'
import { students } from '#resources/students.ts'
import { findTakenPlaces } from '#server/admission/ranking/pending-results.ts'
import { addTimelineEvent } from '#server/admission/timeline-events.ts'
import { createEnrolmentWriter } from '#server/classes/enrolment-writer.ts'
import { enrolInFirstClasses } from '#server/classes/update-enrolments.ts'
import { bookTuition } from '#server/finances/tuition.ts'
import { openStudentAccount } from './enrol-account.ts'
import {
  assertEnrollable,
  EnrolmentError,
  type FormerStudent,
  findFormerStudent,
  missingAsRefusal,
} from './enrol-checks.ts'
import { assignPlace, type EnrolmentPlace, nextMatriculationNumber } from './enrol-place.ts'

const registrationRow = table(registrations)

export interface EnrolmentOutcome {
  readonly outcome: 'enrolled' | 'alreadyEnrolled'
  readonly studentId: string
}

/** The caller's transaction. */
interface EnrolmentContext extends Pick<Context, 'clock' | 'keys' | 'texts'> {
  readonly records: Records
  readonly queries: Queries
}

/**
 * Enrols an accepted application in the caller's transaction: creates the student with an account.
 * Returns the existing student if the application is enrolled already. Throws `EnrolmentError`, and
 * the database's error if another transaction takes a unique value first.
 */
export async function enrolInTransaction(
  { clock, keys, texts, records, queries }: EnrolmentContext,
  caller: Caller,
  id: string,
): Promise<EnrolmentOutcome> {
  // A concurrent enrolment of the same application waits here and then finds it enrolled.
  await runStatement(
    queries,
    sql`select 1 from ${registrationRow} where ${registrationRow.id} = ${id} for update`,
  )
  const permit = authorize(caller, registrations, 'update')
  const { values } = await missingAsRefusal(records.getStored(permit, id))
  const registration = withWonProgramme(values)
  if (typeof registration.studentId === 'string')
    return { outcome: 'alreadyEnrolled', studentId: registration.studentId }
  const now = clock.now()
  assertEnrollable(registration, now)
  if (registration.confirmedAt === null && (await findTakenPlaces(queries, [id])).has(id))
    throw new EnrolmentError('decisionHeld')
  const former = await findFormerStudent(queries, id)
  const place = await assignPlace(queries, registration, caller.language)
  const userId = await openStudentAccount(records, queries, {
    caller,
    registration,
    formerId: former?.userId ?? null,
  })
  const matriculationNumber =
    former && keepsNumber(former, registration, place)
      ? former.matriculationNumber
      : await nextMatriculationNumber(queries, place.programme)
  const student = { ...studentOf(registration, place, today(now)), matriculationNumber, userId }
  const studentId = await storeStudent(records, caller, { id, student, former })
  const fullCourses = await enrolInFirstClasses(
    queries,
    createEnrolmentWriter({ clock, keys }, permitForSubtask(caller, students, 'update')),
    studentId,
  )
  if (fullCourses.length > 0) throw new EnrolmentError('classFull', fullCourses.join(', '))
  records.invalidateTotals('class-enrolments')
  await bookTuition(
    { texts, records, queries, caller },
    { studentId, academicYear: place.programme.academicYear, day: today(now) },
  )
  await records.applyInternalChange(permitForSubtask(caller, registrations, 'update'), {
    id,
    action: 'enrol',
    values: () => ({ studentId }),
  })
  await notifyEnrolled(queries, caller, {
    id,
    userId,
    matriculationNumber,
    language: registration.language as Language,
    now,
  })
  return { outcome: 'enrolled', studentId }
}

/** The application with the programme of the place that was won, if there is one. */
const withWonProgramme = (values: Values): Values => ({
  ...values,
  specializationId: values.wonSpecializationId ?? values.specializationId,
})

/** A student keeps the matriculation number for the whole period of study in one programme. */
const keepsNumber = (
  former: FormerStudent,
  { specializationId }: Values,
  { programme }: EnrolmentPlace,
) =>
  former.specializationId === specializationId &&
  former.academicYearOfEntry === programme.academicYear

/** Values copied from the application to the student. */
const studentOf = (
  registration: Values,
  { programme, fundingType, groupName }: EnrolmentPlace,
  day: string,
): NewStudent['student'] => ({
  lastName: registration.lastName,
  firstName: registration.firstName,
  cnp: registration.cnp,
  birthDate: registration.birthDate,
  sex: registration.sex,
  specializationId: registration.specializationId,
  studyYear: 1,
  groupName,
  academicYearOfEntry: programme.academicYear,
  fundingType,
  email: registration.personalEmail,
  personalEmail: registration.personalEmail,
  phone: registration.phone,
  address: registration.address,
  city: registration.city,
  enrolledAt: day,
})

interface NewStudent {
  /** Id of the application. */
  readonly id: string
  readonly student: { readonly [N in FieldName<typeof students>]?: unknown }
  readonly former: FormerStudent | null
}

async function storeStudent(
  records: Records,
  caller: Caller,
  { id, student, former }: NewStudent,
): Promise<string> {
  if (!former)
    return (
      await records.insert(permitForSubtask(caller, students, 'create'), student, {
        registrationId: id,
      })
    ).id
  const values = {
    ...student,
    registrationId: id,
    status: 'active',
    statusReason: null,
    statusSince: student.enrolledAt,
  }
  await records.applyInternalChange(permitForSubtask(caller, students, 'update'), {
    id: former.id,
    action: 'resume',
    values: () => values,
  })
  return former.id
}

interface EnrolmentNotice {
  readonly id: string
  readonly userId: string
  readonly matriculationNumber: string
  /** Language of the email. */
  readonly language: Language
  readonly now: Date
}

/** Adds the timeline entry and queues the email with the link that activates the account. */
async function notifyEnrolled(
  queries: Queries,
  { id: actorId, name, role }: Caller,
  { id, userId, matriculationNumber, language, now }: EnrolmentNotice,
) {
  const by = { kind: 'staff', actor: { id: actorId, name, role } } as const
  await addTimelineEvent(queries, {
    registrationId: id,
    type: 'enrolled',
    by,
    at: now,
    visibleFrom: now,
  })
  await queueMail(queries, now, {
    kind: 'enrolled',
    userId,
    recordId: id,
    language,
    params: { matriculationNumber },
  })
}
