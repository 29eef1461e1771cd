/** Limits and times of what the university's stories let people try. The numbers and their reasons: S-5.5. */
import { hour, type Limit, minute } from '#server/engine/session/limiter.ts'

export const limits = {
  /** Numbers of identity documents in clear: a day's work, and not the whole admission (S-15.3). */
  reveal: { bucket: 'reveal.user', max: 100, windowMs: hour },
  /** Beyond these, numbers ask for the password. */
  revealFreely: { bucket: 'reveal.free', max: 20, windowMs: hour },
  /** Forms that were refused as well: each has been read whole, documents included. */
  submissionTries: { bucket: 'submission.tries', max: 300, windowMs: hour },
  /** Applications with one form's token: a family's, not a program's. */
  formToken: { bucket: 'form.token', max: 5, windowMs: 24 * hour },
  /** Applications of everybody together, past which forms ask for work. */
  submissionRush: { bucket: 'submission.rush', max: 120, windowMs: minute },
  submission: { bucket: 'submission.address', max: 30, windowMs: hour },
  /** Three documents, and a second try of each. */
  sentFiles: { bucket: 'submission.files', max: 180, windowMs: hour },
  /** Drafts for another device, each step of which is saved: a school's computers stand behind one address. */
  draftSaves: { bucket: 'draft.save', max: 600, windowMs: hour },
  newDrafts: { bucket: 'draft.new', max: 60, windowMs: hour },
  /** Links of drafts to one mail address, whoever asks. */
  draftMails: { bucket: 'draft.mail', max: 5, windowMs: 24 * hour },
  statusAddress: { bucket: 'status.address', max: 10, windowMs: minute },
  statusAddressHour: { bucket: 'status.address.hour', max: 60, windowMs: hour },
  /** Lookups of an address that found nothing, while the brake on lookups is on: beyond these the access code is asked for. */
  statusMisses: { bucket: 'status.misses', max: 3, windowMs: hour },
  /** One number, whoever asks: beyond these the access code is asked for. */
  statusSubject: { bucket: 'status.subject', max: 20, windowMs: hour },
  /** Wrong access codes. A right one always opens: a stranger cannot lock an applicant out. */
  accessCodeSubject: { bucket: 'code.subject', max: 30, windowMs: hour },
  accessCodeAddress: { bucket: 'code.address', max: 20, windowMs: hour },
  newCodeSubject: { bucket: 'code.new.subject', max: 5, windowMs: 24 * hour },
  newCodeAddress: { bucket: 'code.new.address', max: 20, windowMs: hour },
  applicantFiles: { bucket: 'upload.applicant', max: 40, windowMs: hour },
  /** Receipts of one application: each is drawn anew. */
  receipts: { bucket: 'receipt.application', max: 20, windowMs: hour },
  /** Papers that anybody may fetch; a school stands behind one address. */
  publicPapers: { bucket: 'paper.address', max: 120, windowMs: minute },
  /** Messages to one person each, and those to many that are no job. */
  messages: { bucket: 'message.user', max: 60, windowMs: hour },
  sendings: { bucket: 'message.many', max: 20, windowMs: hour },
  /** Papers that students issue for themselves: a day's need, and not a folder full. */
  certificates: { bucket: 'certificate.student', max: 20, windowMs: 24 * hour },
  /** Codes of papers that are looked up by anybody. */
  verification: { bucket: 'verify.address', max: 30, windowMs: minute },
  /** Calendar programs ask a few times an hour; a campus stands behind one address. */
  calendar: { bucket: 'calendar.address', max: 300, windowMs: minute },
  calendarAddress: { bucket: 'calendar.make', max: 10, windowMs: hour },
} as const satisfies Record<string, Limit>

/** An applicant's session, opened by an access code (S-8.3), and how long a withdrawal can be taken back. */
export const applicantMs = 30 * minute
export const withdrawalUndoMs = 15 * minute

const mebibyte = 2 ** 20

/**
 * Room for drafts of applications at a time: those of one address, behind which a school's computers stand, and all
 * together. Two classes with their documents; the documents of ten thousand applicants, and ten times as many answers.
 */
export const draftRoom = {
  address: { drafts: 300, files: 180, bytes: 200 * mebibyte },
  total: { drafts: 100_000, files: 30_000, bytes: 10_240 * mebibyte },
} as const
