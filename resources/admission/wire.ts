/** Wire shapes for admission, used by applicants and staff, and shapes of stored JSON fields. */

import { stagedFileSchema } from '@matricola/schema/calls/files.ts'
import type { ResponseBody } from '@matricola/schema/wire/call.ts'
import {
  count,
  day,
  flag,
  id,
  instant,
  instantOrNull,
  namedSchema,
  pageSchema,
  text,
  textOrNull,
} from '@matricola/schema/wire/shapes.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import * as z from 'zod/mini'
import { languages } from '../languages.ts'
import {
  choicesShape,
  gradeNameSchema,
  meritSchema,
  questionSchema,
  resultSchema,
} from './wire-merit.ts'

const status = z.enum([
  'submitted',
  'under_review',
  'update_requested',
  'in_progress',
  'accepted',
  'declined',
])
export type RegistrationStatus = ResponseBody<typeof status>

/** One item of a change request, stored in the field `requestedChanges`. */
const requestedChange = z.strictObject({
  field: text(),
  message: textOrNull(),
  /** The previous value: masked for an encrypted number, the file name for a document. */
  oldValue: textOrNull(),
  answeredAt: instantOrNull(),
  /** Why the applicant kept the value; null otherwise. */
  keptReason: textOrNull(),
})
export type RequestedChange = ResponseBody<typeof requestedChange>

/** Assessment of a document by staff, stored in the field `documentMarks`. A new file has none. */
const documentMark = z.strictObject({
  mark: z.enum(['verified', 'rejected']),
  reason: textOrNull(),
  /** Empty if the program made the assessment. */
  by: text(),
  at: instant(),
  /** The image could not be decoded. */
  isUnreadable: z.optional(z.literal(true)),
})
export type DocumentMark = ResponseBody<typeof documentMark>
export type DocumentMarks = { readonly [document: string]: DocumentMark | undefined }

/** Translations of a name by language code; null if it is only in the university's language. */
const names = z.nullable(z.record(z.string(), z.string()))

const admission = {
  isOpen: flag(),
  /**
   * Why it is closed: closed in the settings, stopped in an emergency, before or after its dates.
   */
  closedReason: z.nullable(z.enum(['closed', 'stopped', 'early', 'late'])),
  session: textOrNull(),
  opensAt: instantOrNull(),
  closesAt: instantOrNull(),
}

const concurrentAdmission = z.strictObject({ degree: text(), ...admission })
export type ConcurrentAdmission = ResponseBody<typeof concurrentAdmission>

/** Settings shown on public pages. */
export const publicSettingsShape = {
  universityName: text(),
  /** Path of the university's logo; null if no logo is set. */
  logo: textOrNull(),
  /** Language of programme names and texts that are not translated. */
  language: z.enum(languages),
  admissionEmail: textOrNull(),
  admissionPhone: textOrNull(),
  website: textOrNull(),
  officeHours: textOrNull(),
  /** Whether these are the default office hours, which have a text in every language. */
  hasUsualHours: flag(),
}
export type WirePublicConfig = ResponseBody<z.ZodMiniObject<typeof publicSettingsShape>>

/**
 * Data of public pages: the university, the state of the current admission session, and the active
 * programmes.
 */
export const intakeSchema = z.strictObject({
  ...publicSettingsShape,
  ...admission,
  /**
   * Concurrent admission sessions, each for one degree. The current one receives the applications
   * for all other degrees.
   */
  concurrentAdmissions: z.array(concurrentAdmission),
  publicStatus: z.enum(['minimal', 'code', 'off']),
  acceptsUpdates: flag(),
  /**
   * Months after which documents of declined applications are deleted. Shown to applicants before
   * they submit.
   */
  retentionMonths: count(),
  /** Time of the server. */
  now: instant(),
  /** Signed time at which the form was opened. It is sent back with the form, to detect bots. */
  formToken: text(),
  departments: z.array(z.strictObject({ id: id(), name: text(), names })),
  specializations: z.array(
    z.strictObject({
      id: id(),
      code: text(),
      name: text(),
      names,
      departmentProfileId: id(),
      cycle: text(),
      language: text(),
      yearsOfStudy: count(),
      totalCredits: count(),
      /** Absent if the programme does not admit by merit. */
      merit: z.optional(meritSchema),
    }),
  ),
  /** Labels for programmes that admit by merit; absent if there are none. */
  merit: z.optional(
    z.strictObject({
      grades: z.array(gradeNameSchema),
      questions: z.array(questionSchema),
      kinds: z.array(
        z.strictObject({ id: id(), name: text(), funding: z.enum(['budget', 'fee']) }),
      ),
    }),
  ),
})
export type WireIntake = ResponseBody<typeof intakeSchema>

const short = () => text().check(z.maxLength(60))
/** Limits well above what any form needs. */
const isForm = (values: object) =>
  Object.keys(values).length <= 60 &&
  Object.keys(values).every((name) => name.length <= 60) &&
  JSON.stringify(values).length <= 20_000

/** Content of an application draft, as the device stores it. */
export const draftContentSchema = namedSchema(
  'DraftContent',
  z.strictObject({
    /** Idempotency key for the submission, the same on every device. */
    key: text().check(z.regex(/^[\x21-\x7e]{8,200}$/)),
    step: short(),
    values: z
      .record(text(), text().check(z.maxLength(10_000)))
      .check(z.refine(isForm, { params: { code: 'field.unknown' } })),
    filled: z.array(short()).check(z.maxLength(20)),
  }),
)
export type WireDraftContent = ResponseBody<typeof draftContentSchema>

const draftShape = {
  id: id(),
  version: count(),
  savedAt: instant(),
  /**
   * When the draft is deleted. It is deleted earlier if it is submitted or the admission session
   * closes.
   */
  expiresAt: instant(),
  /**
   * Documents of the draft, by name. Excludes those that no longer exist and those for which there
   * was no space.
   */
  documents: z.record(text(), stagedFileSchema),
  /** Whether there was no space for a document. */
  isFull: flag(),
}

export const keptDraftSchema = z.strictObject(draftShape)
export type WireKeptDraft = ResponseBody<typeof keptDraftSchema>

/** Response to a new draft. The access code is never returned again. */
export const savedDraftSchema = z.strictObject({ ...draftShape, accessCode: text() })
export type WireSavedDraft = ResponseBody<typeof savedDraftSchema>

/** A new access code for a draft. It is never returned again. */
export const renewedCodeSchema = z.strictObject({ accessCode: text() })

/**
 * State of a draft. `waiting`: applications are not accepted at the moment. `over`: its admission
 * session has ended.
 */
export const foundDraftSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('saved'), ...draftShape, content: draftContentSchema }),
  z.strictObject({ state: z.literal('sent'), reference: text(), sentAt: instant() }),
  z.strictObject({ state: z.enum(['waiting', 'expired']), expiresAt: instant() }),
  z.strictObject({ state: z.literal('over'), session: textOrNull() }),
])
export type WireFoundDraft = ResponseBody<typeof foundDraftSchema>
export type WireOpenDraft = Omit<Extract<WireFoundDraft, { readonly state: 'saved' }>, 'state'>

/** An unpaid fee and the university's bank account; null if it is paid at the office. */
const feeToPay = namedSchema(
  'FeeToPay',
  z.strictObject({
    amount: z.number(),
    account: z.nullable(z.strictObject({ holder: text(), iban: text() })),
    /**
     * For an application fee: the day of the next results, before which it must be booked; null if
     * none is set.
     */
    resultsOn: z.nullable(day()),
  }),
)
export type WireFeeToPay = ResponseBody<typeof feeToPay>

/** Response to a new application. The access code is never returned again. */
export const submittedSchema = z.strictObject({
  reference: text(),
  accessCode: text(),
  status,
  submittedAt: instant(),
  /** Absent if there is no fee. */
  fee: z.optional(feeToPay),
})
export type WireSubmitted = ResponseBody<typeof submittedSchema>

/** A step of the progress. Text key: `progress:steps.<step>`. */
const progressStep = z.strictObject({
  step: z.enum([
    'sent',
    'review',
    'changesRequested',
    'changesSent',
    'decision',
    'accepted',
    'declined',
    'withdrawn',
    'enrolment',
  ]),
  state: z.enum(['done', 'current', 'ahead']),
  /** When the step was completed or started; null if it has not started. */
  at: instantOrNull(),
  /** When the step is expected to be completed, as an instant or a date; null if unknown. */
  by: z.nullable(z.union([instant(), day()])),
})
export type WireProgressStep = ResponseBody<typeof progressStep>

const progress = namedSchema(
  'Progress',
  z.strictObject({
    steps: z.array(progressStep),
    /** Who acts next. Text key: `progress:nextActors.<nextActor>`. */
    nextActor: z.enum(['applicant', 'staff', 'nobody']),
    /** The sentence. Text key: `progress:next.<message>`. */
    message: z.enum([
      'submitted',
      'submittedLate',
      'under_review',
      'update_requested',
      'update_undated',
      'update_overdue',
      'update_paused',
      'in_progress',
      'processed',
      'fee',
      'feeBefore',
      'undisclosed',
      'accepted',
      'place',
      'placeFee',
      'enrolled',
      'declined',
      'declinedUntil',
      'withdrawn',
    ]),
    /** Instant or date for the sentence; null if it has none. */
    date: z.nullable(z.union([instant(), day()])),
  }),
)
export type WireProgress = ResponseBody<typeof progress>

/** The result of a status search by personal number. */
const publicStatus = namedSchema(
  'PublicStatus',
  z.strictObject({
    /**
     * Null if results are published by reference number: together with the personal number it would
     * reveal the average.
     */
    reference: textOrNull(),
    /** Name of the programme in the university's language, with translations in `names`. */
    specialization: text(),
    names,
    status,
    submittedAt: instant(),
    updatedAt: instant(),
    actionNeeded: flag(),
    dueAt: instantOrNull(),
    progress,
  }),
)
export type WirePublicStatus = ResponseBody<typeof publicStatus>
export const publicStatusesSchema = namedSchema('PublicStatuses', pageSchema(publicStatus))

/** Author of an event. The name is that of the staff member. */
const actor = z.strictObject({ kind: z.enum(['applicant', 'staff', 'system']), name: text() })

export const registrationEventTypes = [
  'submitted',
  'reviewStarted',
  'updateRequested',
  'updateReceived',
  'updateRequestCancelled',
  'accepted',
  'declined',
  'withdrawn',
  'withdrawalUndone',
  'decisionRevoked',
  'reopened',
  'placeConfirmed',
  'placeMoved',
  'paymentBooked',
  'feeWaived',
  'paymentUndone',
  'waiverUndone',
  'placeWaiting',
  'resultAppealed',
  'resultAppealAnswered',
  'enrolled',
  'enrolmentUndone',
  'reviewReleased',
  'assigned',
  'documentVerified',
  'documentRejected',
  'documentUnreadable',
  'noteAdded',
  'updateOverdue',
  'reminderSent',
  'mailSent',
  'mailFailed',
  'duplicateWarning',
  'identityWaived',
  'fieldEdited',
  'transitionUndone',
  'decisionReleased',
  'notifiedAtOnce',
  'accessCodeRenewed',
  'dataErased',
] as const
export type RegistrationEventType = (typeof registrationEventTypes)[number]

/** An event of the timeline for staff. The timeline starts with the newest. */
const registrationEvent = z.strictObject({
  id: id(),
  type: z.enum(registrationEventTypes),
  at: instant(),
  actor,
  from: z.nullable(status),
  to: z.nullable(status),
  /** An internal note, or the message sent to the applicant. */
  note: textOrNull(),
  payload: z.record(text(), z.unknown()),
  /** When the event becomes visible to the applicant; null: never. */
  visibleFrom: instantOrNull(),
})
export type WireRegistrationEvent = ResponseBody<typeof registrationEvent>

/** An event as the applicant sees it, without staff names. */
const publicEvent = z.strictObject({
  type: z.enum(registrationEventTypes),
  at: instant(),
  isOwn: flag(),
  to: z.nullable(status),
})
export type WirePublicEvent = ResponseBody<typeof publicEvent>

const fileShape = {
  document: text(),
  url: text(),
  name: text(),
  mediaType: text(),
  bytes: count(),
  /**
   * `preparing`: stored, but its rendition is not ready. `unreadable`: the file cannot be decoded.
   */
  state: z.enum(['preparing', 'ready', 'unreadable']),
}

const document = z.strictObject({
  ...fileShape,
  hasActiveContent: flag(),
  mark: z.nullable(documentMark),
  /** Whether the caller has opened this version of the file. */
  isViewed: flag(),
  older: z.array(z.strictObject({ url: text(), name: text(), replacedAt: instant() })),
})
export type WireDocument = ResponseBody<typeof document>

/**
 * Result of an automatic check, shown next to the field. Text key: `pages:review.checks.<code>`.
 */
const check = z.strictObject({
  field: text(),
  code: z.enum([
    'cnpMatches',
    'otherBirthDate',
    'otherSex',
    'oddCounty',
    'identityWaived',
    'sameCnp',
    'sameEmail',
    'mailFailed',
    'automated',
    'unusualAge',
    'otherCounty',
  ]),
  tone: z.enum(['good', 'warning', 'problem']),
  /** For `sameCnp` and `sameEmail`: the other application. */
  other: z.optional(z.strictObject({ id: id(), reference: text(), status })),
})
export type WireCheck = ResponseBody<typeof check>

/** Data for the review of an application, in addition to its fields. */
export const registrationDetailsShape = {
  timeline: z.array(registrationEvent),
  documents: z.array(document),
  checks: z.array(check),
  /**
   * Degree of the programme, which determines the labels of documents; empty if the programme no
   * longer exists.
   */
  cycle: text(),
  /** A decision that the applicant has not been notified of; null if there is none. */
  hold: z.nullable(
    z.strictObject({
      notifyAt: instant(),
      /** Whether staff must release it. */
      isManual: flag(),
      canUndo: flag(),
      notifiedStatus: status,
    }),
  ),
  choices: choicesShape.choices,
  /** Questions and documents that the chosen programmes require or that have an answer. */
  questions: choicesShape.questions,
  /** Whether any of the programmes admits by merit. Grades must then be confirmed. */
  isRanked: flag(),
  /** Author of the current value of each grade: the applicant or staff. */
  gradesEntered: z.array(z.strictObject({ grade: text(), at: instant(), actor })),
  /** Absent if no results were released. */
  result: z.optional(resultSchema),
}

/** An application as staff see it: the record and the data for its review. */
export type WireRegistration = WireRecord &
  ResponseBody<z.ZodMiniObject<typeof registrationDetailsShape>>

const ownDocument = z.strictObject({ ...fileShape, sentAt: instant() })
export type WireOwnDocument = ResponseBody<typeof ownDocument>

/**
 * An answered change request. Current values are in `values` and `documents` of the application.
 */
const answeredRequest = z.strictObject({
  at: instant(),
  changes: z.array(
    z.strictObject({
      field: text(),
      /** The previous value, in the form of `RequestedChange.oldValue`. */
      before: textOrNull(),
      /** The previous file, if it was replaced. */
      beforeFile: z.nullable(ownDocument),
      /** Why the applicant kept the value; null if it was changed. */
      keptReason: textOrNull(),
    }),
  ),
})
export type WireAnsweredRequest = ResponseBody<typeof answeredRequest>

/** The application that the applicant has opened. Encrypted numbers are masked. */
export const applicationSchema = namedSchema(
  'Application',
  z.strictObject({
    reference: text(),
    version: count(),
    status,
    progress,
    submittedAt: instant(),
    updatedAt: instant(),
    isWithdrawn: flag(),
    canWithdraw: flag(),
    /** Deadline for undoing a withdrawal; null if it cannot be undone. */
    undoWithdrawalUntil: instantOrNull(),
    acceptsUpdates: flag(),
    dueAt: instantOrNull(),
    isOverdue: flag(),
    issue: textOrNull(),
    issueExplanation: textOrNull(),
    suggestion: textOrNull(),
    reasonCode: textOrNull(),
    requestedChanges: z.array(requestedChange),
    department: text(),
    specialization: text(),
    /**
     * Translations of the names of its department and programmes, by name in the university's
     * language.
     */
    names: z.record(text(), z.record(z.string(), z.string())),
    /**
     * Degree of the programme, which determines the labels of documents; empty if the programme no
     * longer exists.
     */
    cycle: text(),
    /** Values by field name; documents are in `documents`. */
    values: z.record(text(), textOrNull()),
    documents: z.array(ownDocument),
    /** The last answered change request; null if there is none. */
    answered: z.nullable(answeredRequest),
    timeline: z.array(publicEvent),
    ...choicesShape,
    /** Absent if no results were released. */
    result: z.optional(resultSchema),
    /**
     * Appeal against the latest results; absent if there is none and none is possible. `until` is
     * the last day for an appeal.
     */
    appeal: z.optional(
      z.strictObject({
        until: z.nullable(day()),
        status: z.nullable(z.enum(['open', 'changed', 'upheld'])),
        appealedAt: instantOrNull(),
        answer: textOrNull(),
        answeredAt: instantOrNull(),
      }),
    ),
    /**
     * Unpaid fees: for the application, and for confirming the place. Absent if nothing is owed.
     */
    applicationFee: z.optional(feeToPay),
    confirmationFee: z.optional(feeToPay),
  }),
)
export type WireApplication = ResponseBody<typeof applicationSchema>

/**
 * The answer to a change request: each requested field has a value, the id of a file, or a reason
 * for keeping it.
 */
export interface WireAnswer {
  readonly version?: number
  readonly values?: { readonly [field: string]: unknown }
  readonly files?: { readonly [document: string]: string }
  readonly kept?: { readonly [field: string]: string }
}

/** Why an application could not be enrolled. */
export const enrolmentRefusals = [
  'missing',
  'notAccepted',
  'decisionHeld',
  'placeNotConfirmed',
  'noPlaces',
  'noBudgetPlace',
  'noFeePlace',
  'classFull',
  'alreadyStudent',
  'emailInUse',
  'failed',
] as const
export type EnrolmentRefusal = (typeof enrolmentRefusals)[number]

export const enrolmentSchema = z.strictObject({
  enrolled: count(),
  alreadyEnrolled: count(),
  refused: count(),
  results: z.array(
    z.strictObject({
      registrationId: id(),
      outcome: z.enum(['enrolled', 'alreadyEnrolled', 'refused']),
      code: z.optional(z.enum(enrolmentRefusals)),
      /** For `classFull`: names of the courses whose classes have no free places. */
      courses: z.optional(text()),
      studentId: z.optional(id()),
    }),
  ),
})
export type WireEnrolment = ResponseBody<typeof enrolmentSchema>
