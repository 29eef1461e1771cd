import type { EnrolmentRefusal, WireEnrolment } from '#model/admission/wire.ts'
import { AppError } from '#model/wire/errors.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import { translateError } from '#server/engine/database/translate-error.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { Refused } from './enrol-checks.ts'
import { type Enrolled, enrolWithin } from './enrol-within.ts'

type Result = WireEnrolment['results'][number]

/** Tries per application when somebody took the same sign-in name or number at the same moment. */
const attempts = 6

/**
 * Makes students of accepted applications, each in a transaction of its own, in the order given; what was done stays
 * done whatever becomes of the next. An application named twice is answered once (S-16.3).
 */
export async function enrolRegistrations(context: Context, caller: Caller, registrationIds: readonly string[]): Promise<WireEnrolment> {
  const results: Result[] = []
  for (const id of new Set(registrationIds.map((one) => one.toLowerCase()))) results.push(await resultOf(context, caller, id))
  const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length
  return { enrolled: count('enrolled'), alreadyEnrolled: count('alreadyEnrolled'), refused: count('refused'), results }
}

async function resultOf(context: Context, caller: Caller, registrationId: string): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return { registrationId, ...(await enrolOne(context, caller, registrationId)) }
    } catch (error) {
      if (error instanceof Refused) {
        const { code, courses } = error
        return { registrationId, outcome: 'refused', code, ...(courses !== undefined && { courses }) }
      }
      const known = translateError(error)
      const isTaken = known instanceof AppError && known.code === 'record.taken'
      if (isTaken && attempt < attempts) continue
      // Nobody may be enrolled while the database is away; the rest of the list would fail alike.
      if (known instanceof AppError && known.status >= 500) throw known
      context.log.error({ err: error, registration: registrationId }, 'a registration could not be enrolled')
      return { registrationId, outcome: 'refused', code: isTaken ? refusalOf(known) : 'failed' }
    }
  }
}

/** Refusal for the value still taken after every try. */
const refusalOf = ({ details: { fields = {} } }: AppError): EnrolmentRefusal =>
  'email' in fields ? 'emailInUse' : 'cnp' in fields ? 'alreadyStudent' : 'failed'

/** Enrols one application in a transaction of its own: all of it, or nothing. Throws as `enrolWithin`. */
const enrolOne = (context: Context, caller: Caller, id: string): Promise<Enrolled> =>
  recordsOf(context).together((records, queries) =>
    enrolWithin({ clock: context.clock, keys: context.keys, texts: context.texts, records, queries }, caller, id),
  )
