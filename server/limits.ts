/** Rate limits and time limits for the university's calls. */
import { hour, minute, type RateLimit } from '@matricola/server/session/rate-limits.ts'

export const universityRateLimits = {
  /**
   * Decrypted personal numbers: enough for a day's work, but not for copying a whole admission
   * session.
   */
  reveal: { bucket: 'reveal.user', max: 100, windowMs: hour },
  /** Reveals that do not require recent reauthentication. */
  revealFreely: { bucket: 'reveal.free', max: 20, windowMs: hour },
  /** Includes rejected forms, since each form is read completely, with its documents. */
  submissionTries: { bucket: 'submission.tries', max: 300, windowMs: hour },
  /** Applications per form token: enough for a family, too few for a bot. */
  formToken: { bucket: 'form.token', max: 5, windowMs: 24 * hour },
  /** All applications together. Above this limit, new forms require proof of work. */
  submissionRush: { bucket: 'submission.rush', max: 120, windowMs: minute },
  submission: { bucket: 'submission.address', max: 30, windowMs: hour },
  /** Three documents per application, and a second attempt for each document. */
  sentFiles: { bucket: 'submission.files', max: 180, windowMs: hour },
  /**
   * Saves of application drafts. Each step of the form is saved, and the computers of a school
   * share one address.
   */
  draftSaves: { bucket: 'draft.save', max: 600, windowMs: hour },
  newDrafts: { bucket: 'draft.new', max: 60, windowMs: hour },
  /** Emails with a link to an application draft, per email address, no matter who requests them. */
  draftMails: { bucket: 'draft.mail', max: 5, windowMs: 24 * hour },
  /**
   * Requests per draft for a new code. Each is a guess at the birth date: 90 guesses in the 30 days
   * for which a draft is kept.
   */
  draftCodeSubject: { bucket: 'draft.code.subject', max: 3, windowMs: 24 * hour },
  draftCodeAddress: { bucket: 'draft.code.address', max: 20, windowMs: hour },
  /** Emails with a link to a new code, per email address, no matter how many drafts name it. */
  draftCodeMails: { bucket: 'draft.code.mail', max: 5, windowMs: 24 * hour },
  statusAddress: { bucket: 'status.address', max: 10, windowMs: minute },
  statusAddressHour: { bucket: 'status.address.hour', max: 60, windowMs: hour },
  /**
   * Lookups without a result, per address, while the status search is restricted. Above this limit,
   * the access code is required.
   */
  statusMisses: { bucket: 'status.misses', max: 3, windowMs: hour },
  /**
   * Lookups per personal number, from any address. Above this limit, the access code is required.
   */
  statusSubject: { bucket: 'status.subject', max: 20, windowMs: hour },
  /**
   * Counts only wrong access codes. A correct code is always accepted, so that strangers cannot
   * lock out an applicant.
   */
  accessCodeSubject: { bucket: 'code.subject', max: 30, windowMs: hour },
  accessCodeAddress: { bucket: 'code.address', max: 20, windowMs: hour },
  newCodeSubject: { bucket: 'code.new.subject', max: 5, windowMs: 24 * hour },
  newCodeAddress: { bucket: 'code.new.address', max: 20, windowMs: hour },
  /** Changes of the phone number or the postal address, and requests to change the email address. */
  contactChanges: { bucket: 'contact.application', max: 3, windowMs: 24 * hour },
  emailChanges: { bucket: 'contact.email', max: 3, windowMs: 24 * hour },
  /** Links to one address, no matter how many applications name it. */
  emailLinks: { bucket: 'contact.email.address', max: 5, windowMs: 24 * hour },
  /** Wrong birth dates per link. */
  emailBirthDate: { bucket: 'contact.email.birthDate', max: 3, windowMs: 24 * hour },
  applicantFiles: { bucket: 'upload.applicant', max: 40, windowMs: hour },
  /** Receipts per application. Every request generates the PDF again. */
  receipts: { bucket: 'receipt.application', max: 20, windowMs: hour },
  /** Public PDF files. The computers of a school share one address. */
  publicPdfs: { bucket: 'pdf.address', max: 120, windowMs: minute },
  /**
   * Messages to one recipient. The next limit is for messages to many recipients that are not sent
   * by a job.
   */
  messages: { bucket: 'message.user', max: 60, windowMs: hour },
  messagesToMany: { bucket: 'message.many', max: 20, windowMs: hour },
  /** Certificates that a student issues for themselves. */
  certificates: { bucket: 'certificate.student', max: 20, windowMs: 24 * hour },
  /** Public verifications of certificates. */
  verification: { bucket: 'verify.address', max: 30, windowMs: minute },
  /** Calendar apps refresh a few times per hour, and a campus shares one address. */
  calendar: { bucket: 'calendar.address', max: 300, windowMs: minute },
  calendarAddress: { bucket: 'calendar.make', max: 10, windowMs: hour },
} as const satisfies Record<string, RateLimit>

/** Lifetime of an applicant session, and how long a withdrawal can be undone. */
export const applicantSessionMs = 30 * minute
export const withdrawalUndoMs = 15 * minute
/** How long the emailed link to a new access code of a draft works. */
export const draftCodeLinkMs = hour

/** How long links work: to verify an email address, and to stop its change. */
export const verifyEmailMs = 24 * hour
export const stopEmailChangeMs = 72 * hour

const mebibyte = 2 ** 20

/**
 * Limits on stored application drafts, per address and in total. Per address: two classes of a
 * school, with their documents. In total: the documents of ten thousand applicants, and the answers
 * of ten times as many.
 */
export const draftQuota = {
  address: { drafts: 300, files: 180, bytes: 200 * mebibyte },
  total: { drafts: 100_000, files: 30_000, bytes: 10_240 * mebibyte },
} as const
