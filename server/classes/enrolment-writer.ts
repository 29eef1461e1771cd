import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import { derivePermit, type Permit } from '@matricola/server/policy/permit.ts'
import { classEnrolments } from '#resources/class-enrolments.ts'
import type { EnrolmentWriter } from './memberships.ts'

/**
 * Returns a writer of enrolments for a caller who changes another record. Throws `access.denied` if
 * the role may not.
 */
export function createEnrolmentWriter(
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  callerPermit: Permit,
): EnrolmentWriter {
  const permit = derivePermit(callerPermit, classEnrolments, 'update')
  if (!permit) throw new AppError('access.denied')
  return { permit, keys, at: clock.now() }
}
