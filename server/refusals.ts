import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { ConstraintErrors } from '@matricola/server/database/pack-contributions.ts'
import { admissionErrors } from '#resources/admission/errors.ts'
import {
  openDataChangeIndexName,
  openResitIndexName,
  openSessionIndexNames,
} from '#server/tables/academic.ts'
import { activeApplicationIndexName } from '#server/tables/admission.ts'

/** Refusals for violations of constraints that no declaration describes. */
export const universityConstraintErrors: ConstraintErrors = {
  [activeApplicationIndexName]: () => new AppError(admissionErrors['registration.duplicate']),
  [openResitIndexName]: () => invalidInput({ courseId: [{ code: 'resit.open' }] }),
  [openSessionIndexNames.series]: () => invalidInput({ seriesId: [{ code: 'series.inUse' }] }),
  [openSessionIndexNames.cashier]: () => invalidInput({ seriesId: [{ code: 'cash.otherOpen' }] }),
  [openDataChangeIndexName]: () =>
    new AppError('record.taken', { fields: { subject: [{ code: 'value.taken' }] } }),
}
