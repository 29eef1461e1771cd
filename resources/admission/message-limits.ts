/** Limits on messages between applicants and the admission office. */
export const messageLimits = {
  /** Messages of an applicant within 24 hours, and in a row without an answer. */
  perDay: 10,
  withoutAnswer: 3,
  /** Days after the application was declined or the applicant enrolled. */
  openDays: 90,
  attachments: 3,
  /** Time during which a message of the office can be undone. It is sent afterwards. */
  undoSeconds: 20,
  /** Applicants whom the office can write to, or ask for changes, at once. */
  recipients: 5000,
} as const

/** Why an applicant cannot write. Texts: `errors:codes.message.<reason>`. */
export const messageRefusals = ['closed', 'tooMany', 'unanswered'] as const
export type MessageRefusal = (typeof messageRefusals)[number]
