import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import {
  columns,
  equalsLiteral,
  expr,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { EnrolmentRefusal } from '#resources/admission/wire-enrolment.ts'
import { registrations } from '#resources/registrations.ts'
import { students } from '#resources/students.ts'

const student = table(students)
const otherStudent = table(students, 'other_student')
const taken = outerTable(registrations, 'taken')
const registration = table(registrations)

/**
 * Reason why an application cannot be enrolled. Throwing it rolls back the work on this
 * application.
 */
export class EnrolmentError extends Error {
  readonly code: EnrolmentRefusal
  /** Names of the full courses, for `classFull`. */
  readonly courses: string | undefined
  constructor(code: EnrolmentRefusal, courses?: string) {
    super(code)
    this.code = code
    this.courses = courses
  }
}

/**
 * Throws `EnrolmentError` unless the application is accepted, the applicant has been notified, and
 * a place from a ranking is confirmed and paid for.
 */
export function assertEnrollable(
  { status, notifyAt, wonSpecializationId, confirmBy, confirmedAt, payBy }: Values,
  now: Date,
): void {
  if (status !== 'accepted') throw new EnrolmentError('notAccepted')
  if (typeof notifyAt === 'string' && Date.parse(notifyAt) > now.getTime())
    throw new EnrolmentError('decisionHeld')
  const isUnconfirmed = wonSpecializationId !== null && confirmBy !== null && confirmedAt === null
  if (isUnconfirmed || (payBy ?? null) !== null) throw new EnrolmentError('placeNotConfirmed')
}

/** Runs the work; turns `record.missing` and `access.denied` into the refusal `missing`. */
export async function missingAsRefusal<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (
      error instanceof AppError &&
      (error.code === 'record.missing' || error.code === 'access.denied')
    )
      throw new EnrolmentError('missing')
    throw error
  }
}

/** Student record from an enrolment that was undone. Enrolling the same person again reuses it. */
export interface FormerStudent {
  readonly id: string
  readonly userId: string | null
  readonly matriculationNumber: string
  readonly specializationId: string
  readonly academicYearOfEntry: string
}

/**
 * Returns the person's student record to reuse, or null. Throws `EnrolmentError` if the person has
 * another student record. A person without a CNP is recognised by the number of the identity
 * document.
 */
export async function findFormerStudent(
  queries: Queries,
  registrationId: string,
): Promise<FormerStudent | null> {
  const found = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(
        student,
        'id',
        'userId',
        'matriculationNumber',
        'specializationId',
        'academicYearOfEntry',
      ),
      isFree: expr<boolean>`${equalsLiteral(student.status, 'withdrawn')} and ${student.registrationId} is not null and ${taken.studentId} is null`,
    })}
     from ${student} left join ${taken} on ${taken.id} = ${student.registrationId}
     where ${student.id} in (
       select ${otherStudent.id} from ${otherStudent} where ${otherStudent.registrationId} = ${registrationId}
       union all select ${otherStudent.id} from ${otherStudent} where ${otherStudent.cnpBidx} = (select ${registration.cnpBidx} from ${registration} where ${registration.id} = ${registrationId})
       union all select ${registration.studentId} from ${registration}
         where ${registration.foreignIdNumberBidx} = (select ${registration.foreignIdNumberBidx} from ${registration}
         where ${registration.id} = ${registrationId}) and ${registration.studentId} is not null)
     order by ${student.id}`,
  )
  if (found.some(({ isFree }) => !isFree)) throw new EnrolmentError('alreadyStudent')
  return found[0] ?? null
}
