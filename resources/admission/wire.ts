/** Wire shapes of an application as its applicant sees it, and shapes of its stored JSON fields. */

import { choiceColors } from '@matricola/schema/vocabulary.ts'
import type { ResponseBody } from '@matricola/schema/wire/call.ts'
import {
  count,
  day,
  flag,
  instant,
  instantOrNull,
  namedSchema,
  pageSchema,
  text,
  textOrNull,
} from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'
import { applicationStates } from './application-states.ts'
import { fixedItemTextsSchema, formItemSchema } from './form-content.ts'

import { admissionDates, nameTranslations } from './wire-dates.ts'
import { choicesShape, placeQuestionSchema, resultSchema } from './wire-merit.ts'

export const registrationStatus = z.enum([
  'submitted',
  'under_review',
  'update_requested',
  'in_progress',
  'accepted',
  'declined',
])
export type RegistrationStatus = ResponseBody<typeof registrationStatus>

/** One item of a change request, stored in the field `requestedChanges`. */
const requestedChange = z.strictObject({
  /** Name of the field or document, or id of a question of the office. */
  field: text(),
  /** The question as it is asked, and the version of the form that it belongs to. */
  item: z.optional(formItemSchema),
  formVersionId: z.optional(z.uuid()),
  message: textOrNull(),
  /** The previous value: masked for an encrypted number, the file name for a document. */
  oldValue: textOrNull(),
  answeredAt: instantOrNull(),
  /** Why the applicant kept the value; null otherwise. */
  keptReason: textOrNull(),
})
export type RequestedChange = ResponseBody<typeof requestedChange>

/** Assessment of a document by staff, stored in the field `documentMarks`. A new file has none. */
export const documentMark = z.strictObject({
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
  status: registrationStatus,
  submittedAt: instant(),
  /** Absent if there is no fee. */
  fee: z.optional(feeToPay),
})
export type WireSubmitted = ResponseBody<typeof submittedSchema>

/** A name in the university's language, with its translations. */
const translatedName = z.strictObject({ name: text(), names: nameTranslations })

/** A milestone. Text key: `application:steps.<step>`; that of a round is its name. */
const milestone = z.strictObject({
  step: z.enum([
    'sent',
    'review',
    'changesRequested',
    'changesSent',
    'results',
    'decision',
    'round',
    'accepted',
    'confirmation',
    'declined',
    'withdrawn',
    'enrolment',
  ]),
  /** The round; null for other steps. */
  round: z.nullable(translatedName),
  state: z.enum(['done', 'current', 'ahead']),
  /** When the step was completed or started; null if it has not started. */
  at: instantOrNull(),
  /** When the step is expected to be completed, as an instant or a date; null if unknown. */
  by: z.nullable(z.union([instant(), day()])),
})
export type WireMilestone = ResponseBody<typeof milestone>

/** A place: the programme, and the type of place. */
const offeredPlace = z.strictObject({
  ...translatedName.shape,
  /** `budget`, `fee`, or the id of a type of reserved place, which has a `kindName`. */
  kind: text(),
  kindName: textOrNull(),
})
export type WirePlace = ResponseBody<typeof offeredPlace>

const dayOrInstant = z.union([instant(), day()])

export const applicationState = namedSchema(
  'ApplicationState',
  z.strictObject({
    state: z.enum(applicationStates),
    /** The next actor. Text key: `application:turns.<turn>`. */
    turn: z.enum(['applicant', 'staff', 'waiting', 'nobody']),
    chip: z.strictObject({
      /** Text key. */
      text: text(),
      color: z.enum(choiceColors),
      icon: z.enum([
        'tray',
        'eye',
        'pencil',
        'ring',
        'check',
        'cross',
        'clock',
        'pause',
        'flag',
        'minus',
        'warning',
        'arrow-up',
      ]),
      /** Whether the state is final, or the place is confirmed. */
      isSolid: flag(),
    }),
    /** Text keys. Their parameters are `params`. */
    title: text(),
    sentence: text(),
    params: z.strictObject({
      date: z.optional(dayOrInstant),
      confirmBy: z.optional(day()),
      resultsOn: z.optional(day()),
      enrolUntil: z.optional(day()),
      waitingEndsOn: z.optional(day()),
      offeredOn: z.optional(instant()),
      round: z.optional(translatedName),
      /** Position of the choice among the applicant's choices, starting at 1, and their number. */
      number: z.optional(count()),
      count: z.optional(count()),
      /** Number on the waiting list. */
      n: z.optional(count()),
      place: z.optional(offeredPlace),
      placeBefore: z.optional(offeredPlace),
      amount: z.optional(z.number()),
      /** Parts that the ranking lacks, in each language. */
      missing: z.optional(z.array(z.record(text(), text()))),
      /** Selects the form of words that differ by sex. */
      sex: z.optional(z.enum(['F', 'M'])),
    }),
    /** Why the place became worse or was withdrawn, in each language; null if it did not. */
    cause: z.nullable(z.record(text(), text())),
    /** Dates that the applicant may want to save; the next one is first. */
    dates: z.array(
      z.strictObject({
        kind: z.enum([
          'review',
          'changes',
          'fee',
          'confirm',
          'payMove',
          'appeal',
          'results',
          'enrolment',
        ]),
        date: dayOrInstant,
        /** Version of the record with the date, so that a moved date replaces the earlier one. */
        sequence: count(),
      }),
    ),
    milestones: z.array(milestone),
  }),
)
export type WireState = ResponseBody<typeof applicationState>

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
    names: nameTranslations,
    status: registrationStatus,
    submittedAt: instant(),
    updatedAt: instant(),
    actionNeeded: flag(),
    dueAt: instantOrNull(),
    state: applicationState,
  }),
)
export type WirePublicStatus = ResponseBody<typeof publicStatus>
export const publicStatusesSchema = namedSchema('PublicStatuses', pageSchema(publicStatus))

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
  'placeAnswered',
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
  'contactChanged',
  'emailChangeRequested',
  'emailChanged',
  'emailVerified',
  'emailDisputed',
  'dataErased',
] as const
export type RegistrationEventType = (typeof registrationEventTypes)[number]

/** An event as the applicant sees it, without staff names. */
const publicEvent = z.strictObject({
  type: z.enum(registrationEventTypes),
  at: instant(),
  isOwn: flag(),
  to: z.nullable(registrationStatus),
})
export type WirePublicEvent = ResponseBody<typeof publicEvent>

export const fileShape = {
  document: text(),
  /** Label by language, for a document of a form's item. */
  label: z.optional(z.record(text(), text())),
  url: text(),
  name: text(),
  mediaType: text(),
  bytes: count(),
  /**
   * `preparing`: stored, but its rendition is not ready. `unreadable`: the file cannot be decoded.
   */
  state: z.enum(['preparing', 'ready', 'unreadable']),
}

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
      /** The question, for a question of the office. */
      item: z.optional(formItemSchema),
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
    status: registrationStatus,
    state: applicationState,
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
    /** Texts that the application form had for fields and documents instead of the usual ones. */
    fieldTexts: fixedItemTextsSchema,
    /** Values by field name; documents are in `documents`. */
    values: z.record(text(), textOrNull()),
    documents: z.array(ownDocument),
    /** The last answered change request; null if there is none. */
    answered: z.nullable(answeredRequest),
    timeline: z.array(publicEvent),
    /** Address that is not verified yet, and the time until which its link works; null if none. */
    contact: z.strictObject({
      canChange: flag(),
      emailState: z.enum(['verified', 'unverified', 'disputed']),
      newEmail: textOrNull(),
      newEmailUntil: instantOrNull(),
    }),
    /** Messages with the office; their texts are a separate call. */
    messages: z.strictObject({ count: count(), unread: count(), isClosed: flag() }),
    /** Dates of the application's admission session that concern it. */
    dates: z.strictObject(admissionDates),
    ...choicesShape,
    /** Absent if no results were released. */
    result: z.optional(resultSchema),
    /** Absent if the applicant has no place, or is enrolled. */
    placeQuestion: z.optional(placeQuestionSchema),
    /**
     * Appeal against the latest results; absent if there is none and none is possible. `until` is
     * the last day for an appeal.
     */
    appeal: z.optional(
      z.strictObject({
        until: z.nullable(day()),
        status: z.nullable(z.enum(['open', 'changed', 'upheld'])),
        /** The applicant's own text. */
        explanation: textOrNull(),
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
