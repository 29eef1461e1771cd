import { AppError, invalidInput } from '#model/wire/errors.ts'
import type { Refusals } from '#server/engine/database/meanings.ts'
import { openChangeName, openResitName } from '#server/university/tables/academic.ts'
import { activeApplicationName } from '#server/university/tables/admission.ts'

/** Refusals for violations of constraints that no declaration describes. */
export const refusals: Refusals = {
  [activeApplicationName]: () => new AppError('registration.duplicate'),
  [openResitName]: () => invalidInput({ courseId: [{ code: 'resit.open' }] }),
  [openChangeName]: () => new AppError('record.taken', { fields: { subject: [{ code: 'value.taken' }] } }),
}
