import { AppError } from '#model/wire/errors.ts'
import { classEnrolments } from '#resources/class-enrolments.ts'
import type { Context } from '#server/engine/context.ts'
import { alsoPermitted, type Permit } from '#server/engine/policy/permit.ts'
import type { Writer } from './memberships.ts'

/** Returns a writer of enrolments for a caller who changes another record. Throws `access.denied` if the role may not. */
export function writerFor({ keys, clock }: Pick<Context, 'keys' | 'clock'>, held: Permit): Writer {
  const permit = alsoPermitted(held, classEnrolments, 'update')
  if (!permit) throw new AppError('access.denied')
  return { permit, keys, at: clock.now() }
}
