import { defineErrors } from '@matricola/schema/wire/errors.ts'

/** Errors of the admission, with their HTTP status. */
export const admissionErrors = defineErrors({
  'registration.closed': 403,
  'registration.stopped': 403,
  'registration.duplicate': 409,
  'registration.tooMany': 409,
  'registration.sent': 409,
  'registration.queued': 429,
  /** Another version of the application form was published since the applicant saw it. */
  'registration.formChanged': 409,
  'draft.gone': 409,
  'draft.noRoom': 429,
  'updates.disabled': 403,
  'status.off': 403,
  'status.limited': 429,
  'accessCode.wrong': 400,
  'applicant.required': 403,
  /** The applicant has to say whether the place is kept, and which higher choices are wanted. */
  'acceptance.required': 400,
  /** A choice is not one of the higher choices that the question offers. */
  'acceptance.notHigher': 400,
  'acceptance.closed': 409,
  'acceptance.moneyNotAgreed': 400,
  /** The place or an amount has changed since the question was shown. */
  'acceptance.stale': 409,
  /** Released results take the place, and the applicant has not been notified of them yet. */
  'acceptance.resultsPending': 409,
  'acceptance.tooMany': 409,
  /** Contact details of enrolled students are changed elsewhere. */
  'contact.closed': 403,
  'contact.tooMany': 429,
  /** The reader of the former address says that they did not ask for the change. */
  'contact.disputed': 403,
  'birthDate.wrong': 400,
  'message.closed': 403,
  'message.tooMany': 429,
  /** Too many messages of the applicant in a row wait for an answer. */
  'message.unanswered': 409,
})
