import type { EnrolmentRefusal } from '#model/admission/wire.ts'
import { AppError } from '#model/errors.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { Values } from '#server/engine/sql/storage.ts'

/** One application cannot be enrolled, and why; it undoes what was begun for it. */
export class Refused extends Error {
  readonly code: EnrolmentRefusal
  /** Names of the courses that have no place, of `classFull`. */
  readonly courses: string | undefined
  constructor(code: EnrolmentRefusal, courses?: string) {
    super(code)
    this.code = code
    this.courses = courses
  }
}

/** Throws `Refused` unless the application was accepted and the applicant has been told so. */
export function demandAcceptance({ status, tellAt }: Values, now: Date): void {
  if (status !== 'accepted') throw new Refused('notAccepted')
  if (typeof tellAt === 'string' && Date.parse(tellAt) > now.getTime()) throw new Refused('decisionHeld')
}

/** Runs the work; a record that the caller may not see, or that is not there, is `missing`. */
export async function orMissing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError && (error.code === 'record.missing' || error.code === 'access.denied')) throw new Refused('missing')
    throw error
  }
}

/** The student of an enrolment that was undone: the next one of the same person takes the record up again. */
export interface FormerStudent {
  readonly id: string
  readonly userId: string | null
  readonly matriculationNumber: string
  readonly specializationId: string
  readonly academicYearOfEntry: string
}

/**
 * The person's student record that may be taken up again, or null. One person is one student: throws `Refused` where
 * another record of the person is in the way. People without a CNP are known by their document's number.
 */
export async function formerStudent(queries: Queries, registrationId: string): Promise<FormerStudent | null> {
  const found = await queries.query<FormerStudent & { isFree: boolean }>(
    `select s.id, s.user_id as "userId", s.matriculation_number as "matriculationNumber", s.specialization_id as "specializationId",
       s.academic_year_of_entry as "academicYearOfEntry",
       s.status = 'withdrawn' and s.registration_id is not null and of_student.student_id is null as "isFree"
     from students s left join registrations of_student on of_student.id = s.registration_id
     where s.id in (
       select id from students where registration_id = $1
       union all select id from students where cnp_bidx = (select cnp_bidx from registrations where id = $1)
       union all select student_id from registrations
         where foreign_id_number_bidx = (select foreign_id_number_bidx from registrations where id = $1) and student_id is not null)
     order by s.id`,
    [registrationId],
  )
  if (found.some(({ isFree }) => !isFree)) throw new Refused('alreadyStudent')
  return found[0] ?? null
}
