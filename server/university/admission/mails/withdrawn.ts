/** Emails about applicants' own actions. */
import type { MailComposer } from './parts.ts'

export const withdrawn: MailComposer = ({ application, say, facts, statusLink }) =>
  application.status === 'declined' && application.reasonCode === 'withdrawn'
    ? [say('body'), ...facts({ reference: application.reference }), statusLink(), say('after')]
    : null

export const withdrawalUndone: MailComposer = ({ application, say, facts, statusLink }) => [
  say('body'),
  ...facts({ reference: application.reference }),
  statusLink(),
  say('after'),
]

/** Sent to both the old and the new address. */
export const addressChanged: MailComposer = ({ application, say, facts }) => [
  say('body'),
  ...facts({ reference: application.reference }),
  say('after'),
]
