/** The enrolment of one application, as an item of a bulk job. */

import { registryOf } from '@matricola/schema/registry.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import { atSavepoint } from '@matricola/server/database/savepoint.ts'
import { translateError } from '@matricola/server/database/translate-error.ts'
import type { ServerAction, TransactionContext } from '@matricola/server/records/hooks.ts'
import type { EnrolmentRefusal } from '#resources/admission/wire-enrolment.ts'
import { EnrolmentError } from './enrol-checks.ts'
import { enrolInTransaction } from './enrol-in-transaction.ts'

/**
 * Maximum attempts per application if another transaction uses the same username or number first.
 */
const attempts = 6

/** Refusals because of the state of the application, as opposed to its values or its programme. */
const stateRefusals: readonly EnrolmentRefusal[] = ['notAccepted', 'decisionHeld']

/**
 * The declared action. Throws `transition.refused`, `record.missing`, or `input.invalid` with the
 * refusal as an issue of the record.
 */
export const enrolAction = ({ clock, keys, texts }: Context): ServerAction => ({
  async work({ records, queries, permit }: TransactionContext, { id }) {
    const { caller } = permit
    if (!caller) throw new AppError('access.denied')
    for (let attempt = 1; ; attempt++)
      try {
        await atSavepoint(queries, 'enrolment', () =>
          enrolInTransaction({ clock, keys, texts, records, queries }, caller, id),
        )
        return
      } catch (error) {
        if (error instanceof EnrolmentError) throw toAppErrorOf(error)
        const translated = translateError(registryOf(permit.resource), error)
        if (
          !(translated instanceof AppError) ||
          translated.code !== 'record.taken' ||
          attempt === attempts
        )
          throw error
      }
  },
})

function toAppErrorOf({ code, courses }: EnrolmentError): AppError {
  if (code === 'missing') return new AppError('record.missing')
  const fields = {
    _: [{ code: `enrolment.${code}`, ...(courses !== undefined && { params: { courses } }) }],
  }
  return stateRefusals.includes(code)
    ? new AppError('transition.refused', { fields })
    : invalidInput(fields)
}
