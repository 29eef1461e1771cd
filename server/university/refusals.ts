import { AppError, invalidInput } from '#model/errors.ts'
import type { Refusals } from '#server/database/meanings.ts'
import { openChangeName, openResitName } from '#server/database/tables/academic.ts'
import { activeApplicationName } from '#server/database/tables/admission.ts'

/** What the constraints say that no declaration can ask for. */
export const refusals: Refusals = {
  [activeApplicationName]: () => new AppError('registration.duplicate'),
  [openResitName]: () => invalidInput({ courseId: [{ code: 'resit.open' }] }),
  [openChangeName]: () => new AppError('record.taken', { fields: { subject: [{ code: 'value.taken' }] } }),
}
