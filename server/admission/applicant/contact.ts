/** Contact details that applicants change themselves. */

import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import type { WriteEvent } from '@matricola/server/records/hooks.ts'
import type { StoredRecord } from '@matricola/server/records/reading/get-record.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { tryConsume } from '@matricola/server/session/rate-limits.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { admissionErrors } from '#resources/admission/errors.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import { registrations } from '#resources/registrations.ts'
import { addTimelineEvent } from '#server/admission/timeline-events.ts'
import { universityRateLimits } from '#server/limits.ts'
import { assertUpdatesEnabled, hideStaffDetails } from './answer.ts'
import { readApplication } from './read-application.ts'
import { assertOwnContact } from './visible-status.ts'

/**
 * Changes the phone number and the postal address, and returns the application. A call that changes
 * nothing does not count. Throws `input.invalid`, `updates.disabled`, `contact.closed` and
 * `contact.tooMany`.
 */
export async function changeOwnContact(
  context: Context,
  id: string,
  input: Values,
): Promise<WireApplication> {
  await assertUpdatesEnabled(context)
  const permit = systemPermit('applicant', registrations, 'update')
  const now = context.clock.now()
  await hideStaffDetails(
    recordsOf(context).inTransaction((records, queries) =>
      records.applyInternalChange(permit, {
        id,
        action: 'changeContact',
        values({ values }: StoredRecord<typeof registrations>) {
          assertOwnContact(values)
          // Only Romanian addresses have a county.
          return { ...input, ...(input.country !== 'RO' && { county: null }) }
        },
        async afterwards(_, { changed }: WriteEvent<typeof registrations>) {
          const fields = Object.keys(input).filter((name) => Object.hasOwn(changed, name))
          if (fields.length === 0) return
          if (!(await tryConsume(queries, universityRateLimits.contactChanges, id, now)))
            throw new AppError(admissionErrors['contact.tooMany'])
          await addTimelineEvent(queries, {
            ...{ registrationId: id, type: 'contactChanged', by: { kind: 'applicant' } },
            ...{ at: now, visibleFrom: now, payload: { fields } },
          })
        },
      }),
    ),
  )
  return readApplication(context, id)
}
