/** Emails about applicants' own actions. */
import type { ApplicantMailComposer } from './parts.ts'

export const withdrawn: ApplicantMailComposer = ({ application, paragraph, facts, statusLink }) =>
  application.status === 'declined' && application.reasonCode === 'withdrawn'
    ? [paragraph('body'), ...facts({ reference: application.reference }), statusLink(), paragraph('after')]
    : null

export const withdrawalUndone: ApplicantMailComposer = ({ application, paragraph, facts, statusLink }) => [
  paragraph('body'),
  ...facts({ reference: application.reference }),
  statusLink(),
  paragraph('after'),
]

/** Sent to both the old and the new address. */
export const addressChanged: ApplicantMailComposer = ({ application, paragraph, facts }) => [
  paragraph('body'),
  ...facts({ reference: application.reference }),
  paragraph('after'),
]
