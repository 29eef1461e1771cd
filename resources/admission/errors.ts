import { defineErrors } from '@matricola/schema/wire/errors.ts'

/** Errors of the admission, with their HTTP status. */
export const admissionErrors = defineErrors({
  'registration.closed': 403,
  'registration.stopped': 403,
  'registration.duplicate': 409,
  'registration.tooMany': 409,
  'registration.sent': 409,
  'registration.queued': 429,
  'draft.gone': 409,
  'draft.noRoom': 429,
  'updates.disabled': 403,
  'status.off': 403,
  'status.limited': 429,
  'accessCode.wrong': 400,
  'applicant.required': 403,
})
