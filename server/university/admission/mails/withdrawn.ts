/** Emails about applicants' own actions. */
import type { ApplicantMailComposer } from './parts.ts'

export const withdrawn: ApplicantMailComposer = ({ application, say, facts, statusLink }) =>
  application.status === 'declined' && application.reasonCode === 'withdrawn'
    ? [say('body'), ...facts({ reference: application.reference }), statusLink(), say('after')]
    : null

export const withdrawalUndone: ApplicantMailComposer = ({ application, say, facts, statusLink }) => [
  say('body'),
  ...facts({ reference: application.reference }),
  statusLink(),
  say('after'),
]

/** Sent to both the old and the new address. */
export const addressChanged: ApplicantMailComposer = ({ application, say, facts }) => [
  say('body'),
  ...facts({ reference: application.reference }),
  say('after'),
]
