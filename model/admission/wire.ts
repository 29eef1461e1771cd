/** The JSON shapes of the admission: what applicants, the office and stored fields hold. */
import * as z from 'zod/mini'
import { sentFile } from '../calls/files.ts'
import type { Answer } from '../wire/call.ts'
import { count, day, flag, id, instant, instantOrNull, named, pageOf, text, textOrNull } from '../wire/shapes.ts'
import { publicSettings, type WireRecord } from '../wire/wire.ts'
import { askedName, gradeName, merit, result, wishes } from './wire-merit.ts'

const status = z.enum(['submitted', 'under_review', 'update_requested', 'in_progress', 'accepted', 'declined'])
export type RegistrationStatus = Answer<typeof status>

/** One thing that the office asks an applicant to change; the stored field `requestedChanges`. */
const requestedChange = z.strictObject({
  field: text(),
  message: textOrNull(),
  /** Value that stood there; masked where it is an encrypted number, the file's name where it is a document. */
  oldValue: textOrNull(),
  answeredAt: instantOrNull(),
  /** The applicant leaves it as it is, and says why. */
  keptReason: textOrNull(),
})
export type RequestedChange = Answer<typeof requestedChange>

/** Finding of the office on a document; the stored field `documentMarks`. A new file has no mark. */
const documentMark = z.strictObject({
  mark: z.enum(['verified', 'rejected']),
  reason: textOrNull(),
  /** Empty where the program has found it. */
  by: text(),
  at: instant(),
  /** The decoder could not read the picture. */
  isUnreadable: z.optional(z.literal(true)),
})
export type DocumentMark = Answer<typeof documentMark>
export type DocumentMarks = { readonly [document: string]: DocumentMark | undefined }

/** A name in the languages that it is said in, by their codes; null where the university says it in its own alone. */
const names = z.nullable(z.record(z.string(), z.string()))

const admission = {
  isOpen: flag(),
  /** Why not: the season is over or not begun by the settings, the emergency brake, before or after the dates. */
  closedBecause: z.nullable(z.enum(['closed', 'stopped', 'early', 'late'])),
  session: textOrNull(),
  opensAt: instantOrNull(),
  closesAt: instantOrNull(),
}

const besideAdmission = z.strictObject({ degree: text(), ...admission })
export type BesideAdmission = Answer<typeof besideAdmission>

/** Facts that public pages show: the university, whether the current admission takes applications, and the active programmes. */
export const intake = z.strictObject({
  ...publicSettings,
  ...admission,
  /** Admissions of one degree each that go on beside the current one, which then takes the applications for the others. */
  beside: z.array(besideAdmission),
  publicStatus: z.enum(['minimal', 'code', 'off']),
  acceptsUpdates: flag(),
  /** After how many months the documents of declined applications are deleted; applicants are told before they send. */
  retentionMonths: count(),
  /** The server's clock. */
  now: instant(),
  /** Signed note of when the form was opened: sent back with it as `formToken`, which tells people from programs. */
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
      /** Absent where each application is decided by itself. */
      merit: z.optional(merit),
    }),
  ),
  /** Words of what the programmes by merit name; absent where there is none. */
  merit: z.optional(
    z.strictObject({
      grades: z.array(gradeName),
      asked: z.array(askedName),
      kinds: z.array(z.strictObject({ id: id(), name: text(), funding: z.enum(['budget', 'fee']) })),
    }),
  ),
})
export type WireIntake = Answer<typeof intake>

const short = () => text().check(z.maxLength(60))
/** Far more fields, longer names and longer answers than any form has. */
const isForm = (values: object) =>
  Object.keys(values).length <= 60 && Object.keys(values).every((name) => name.length <= 60) && JSON.stringify(values).length <= 20_000

/** Content of a draft, as its device keeps it. */
export const draftContent = named(
  'DraftContent',
  z.strictObject({
    /** The key under which it will be sent, from whichever device. */
    key: text().check(z.regex(/^[\x21-\x7e]{8,200}$/)),
    step: short(),
    values: z.record(text(), text().check(z.maxLength(10_000))).check(z.refine(isForm, { params: { code: 'field.unknown' } })),
    filled: z.array(short()).check(z.maxLength(20)),
  }),
)
export type WireDraftContent = Answer<typeof draftContent>

const draftShape = {
  id: id(),
  version: count(),
  savedAt: instant(),
  /** It is removed then, or earlier where it is sent or the admission closes. */
  keptUntil: instant(),
  /** Documents that it holds, by name; one that the server no longer had, or has no room for, is not among them. */
  documents: z.record(text(), sentFile),
  /** True when there was no room for one. */
  isFull: flag(),
}

/** A draft on the server. Times are UTC. */
export const keptDraft = z.strictObject(draftShape)
export type WireKeptDraft = Answer<typeof keptDraft>

/** The answer to a new draft: the only time that the code is told. */
export const savedDraft = z.strictObject({ ...draftShape, accessCode: text() })
export type WireSavedDraft = Answer<typeof savedDraft>

/** State of a draft: `waiting` until applications are taken (again), `over` with its admission. */
export const foundDraft = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('kept'), ...draftShape, content: draftContent }),
  z.strictObject({ state: z.literal('sent'), reference: text(), sentAt: instant() }),
  z.strictObject({ state: z.enum(['waiting', 'expired']), keptUntil: instant() }),
  z.strictObject({ state: z.literal('over'), session: textOrNull() }),
])
export type WireFoundDraft = Answer<typeof foundDraft>
export type WireOpenDraft = Omit<Extract<WireFoundDraft, { readonly state: 'kept' }>, 'state'>

/** A fee that is still to be paid, and the university's account; without one it is paid at the office. */
const feeToPay = named(
  'FeeToPay',
  z.strictObject({
    amount: z.number(),
    account: z.nullable(z.strictObject({ holder: text(), iban: text() })),
    /** Of an application fee: the day of the next results, for which it has to be booked; null where none is set. */
    resultsOn: z.nullable(day()),
  }),
)
export type WireFeeToPay = Answer<typeof feeToPay>

/** The answer to a new application: the only time that the code is told. */
export const submitted = z.strictObject({
  reference: text(),
  accessCode: text(),
  status,
  submittedAt: instant(),
  /** Absent where applying costs nothing. */
  fee: z.optional(feeToPay),
})
export type WireSubmitted = Answer<typeof submitted>

/** A step of the line, in words `progress:steps.<step>`. */
const progressStep = z.strictObject({
  step: z.enum(['sent', 'review', 'changesAsked', 'changesSent', 'decision', 'accepted', 'declined', 'withdrawn', 'enrolment']),
  state: z.enum(['done', 'current', 'ahead']),
  /** When it was taken, or began: an instant; null where that has not happened. */
  at: instantOrNull(),
  /** Until when it is expected: an instant, or a day; null where nobody has promised one. */
  by: z.nullable(z.union([instant(), day()])),
})
export type WireProgressStep = Answer<typeof progressStep>

/** Progress of an application. */
const progress = named(
  'Progress',
  z.strictObject({
    steps: z.array(progressStep),
    /** Party whose turn it is, in words `progress:turns.<turn>`. */
    turn: z.enum(['applicant', 'office', 'nobody']),
    /** The sentence, in words `progress:next.<says>`. */
    says: z.enum([
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
      'untold',
      'accepted',
      'place',
      'placeFee',
      'enrolled',
      'declined',
      'declinedUntil',
      'withdrawn',
    ]),
    /** Time that the sentence names: an instant, or a day; null where it names none. */
    date: z.nullable(z.union([instant(), day()])),
  }),
)
export type WireProgress = Answer<typeof progress>

/** An application as a CNP alone shows it. */
const publicStatus = named(
  'PublicStatus',
  z.strictObject({
    /** Null where results are published by it: with it a CNP would tell the average as well. */
    reference: textOrNull(),
    /** Name of the programme, as the university says it and in other languages. */
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
export type WirePublicStatus = Answer<typeof publicStatus>
export const publicStatuses = named('PublicStatuses', pageOf(publicStatus))

/** The author of an entry: the name is that of somebody of the office. */
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
  'resultContested',
  'contestAnswered',
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
  'stepUndone',
  'decisionReleased',
  'notifiedAtOnce',
  'accessCodeRenewed',
  'dataErased',
] as const
export type RegistrationEventType = (typeof registrationEventTypes)[number]

/** An entry of the timeline as the office reads it, newest first. */
const registrationEvent = z.strictObject({
  id: id(),
  type: z.enum(registrationEventTypes),
  at: instant(),
  actor,
  from: z.nullable(status),
  to: z.nullable(status),
  /** An internal note, or the words sent to the applicant. */
  note: textOrNull(),
  payload: z.record(text(), z.unknown()),
  /** From when the applicant sees it; null: never. */
  visibleFrom: instantOrNull(),
})
export type WireRegistrationEvent = Answer<typeof registrationEvent>

/** The same for the applicant: staff are "the admission office". */
const publicEvent = z.strictObject({ type: z.enum(registrationEventTypes), at: instant(), isOwn: flag(), to: z.nullable(status) })
export type WirePublicEvent = Answer<typeof publicEvent>

const fileShape = {
  document: text(),
  url: text(),
  name: text(),
  mediaType: text(),
  bytes: count(),
  /** `preparing`: stored safely, and shown in a moment; `unreadable`: nobody can read it. */
  state: z.enum(['preparing', 'ready', 'unreadable']),
}

/** A document on the review screen. */
const document = z.strictObject({
  ...fileShape,
  hasActiveContent: flag(),
  mark: z.nullable(documentMark),
  /** True when the caller has opened this very file. */
  isViewed: flag(),
  older: z.array(z.strictObject({ url: text(), name: text(), replacedAt: instant() })),
})
export type WireDocument = Answer<typeof document>

/** Finding of the program when it compares values; shown beside the field, in words `pages:review.checks.<code>`. */
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
  /** Of `sameCnp` and `sameEmail`: the other application. */
  other: z.optional(z.strictObject({ id: id(), reference: text(), status })),
})
export type WireCheck = Answer<typeof check>

/** Parts of the review of a registration, beside its fields. */
export const registrationDetails = {
  timeline: z.array(registrationEvent),
  documents: z.array(document),
  checks: z.array(check),
  /** The degree of the programme, which says what the documents are; empty where the programme is gone. */
  cycle: text(),
  /** A step that the applicant has not been told of; null when there is none. */
  hold: z.nullable(
    z.strictObject({
      notifyAt: instant(),
      /** True where somebody must release it. */
      isManual: flag(),
      canUndo: flag(),
      notifiedStatus: status,
    }),
  ),
  choices: wishes.choices,
  /** Questions and documents that the chosen programmes ask for, or that it has. */
  asked: wishes.asked,
  /** Some of the programmes go by merit: grades have to be confirmed. */
  isRanked: flag(),
  /** Who entered each grade as it is now: the applicant with the application, or the office. */
  gradesEntered: z.array(z.strictObject({ grade: text(), at: instant(), actor })),
  /** Absent where no ranking was told. */
  result: z.optional(result),
}

/** A registration as the office sees it: the record, and what belongs to its review. */
export type WireRegistration = WireRecord & Answer<z.ZodMiniObject<typeof registrationDetails>>

/** A document of the own application. */
const ownDocument = z.strictObject({ ...fileShape, sentAt: instant() })
export type WireOwnDocument = Answer<typeof ownDocument>

/** Request for changes and its answer; what stands there now is in the application's values and documents. */
const answered = z.strictObject({
  at: instant(),
  changes: z.array(
    z.strictObject({
      field: text(),
      /** Value that stood there before, as `RequestedChange.oldValue`. */
      before: textOrNull(),
      /** The document that stood there before, where another took its place. */
      beforeFile: z.nullable(ownDocument),
      /** Why it was left as it is; null where it was changed. */
      keptReason: textOrNull(),
    }),
  ),
})
export type WireAnswered = Answer<typeof answered>

/** The own application, as the access code opens it. Encrypted numbers are masked. */
export const application = named(
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
    /** Until when a withdrawal can be taken back; null when it cannot. */
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
    /** Names of its department and programmes in other languages, by what the university calls them. */
    names: z.record(text(), z.record(z.string(), z.string())),
    /** The degree of the programme, which says what the documents are; empty where the programme is gone. */
    cycle: text(),
    /** By name of the registration's fields; documents are in `documents`. */
    values: z.record(text(), textOrNull()),
    documents: z.array(ownDocument),
    /** The applicant's last answer to a request for changes; null where there was none. */
    answered: z.nullable(answered),
    timeline: z.array(publicEvent),
    ...wishes,
    /** Absent where no ranking was told. */
    result: z.optional(result),
    /** Of the newest results; absent where they were not contested and cannot be. `until`: the last day to contest them. */
    appeal: z.optional(
      z.strictObject({
        until: z.nullable(day()),
        status: z.nullable(z.enum(['open', 'changed', 'upheld'])),
        contestedAt: instantOrNull(),
        answer: textOrNull(),
        answeredAt: instantOrNull(),
      }),
    ),
    /** Still to be paid for the application, and before the place is confirmed; absent where nothing is. */
    applicationFee: z.optional(feeToPay),
    confirmationFee: z.optional(feeToPay),
  }),
)
export type WireApplication = Answer<typeof application>

/** The answer to a request for changes: each flagged field gets a value, a file's id, or a reason why it stays. */
export interface WireAnswer {
  readonly version?: number
  readonly values?: { readonly [field: string]: unknown }
  readonly files?: { readonly [document: string]: string }
  readonly kept?: { readonly [field: string]: string }
}

/** Why one registration was not enrolled. */
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

export const enrolment = z.strictObject({
  enrolled: count(),
  alreadyEnrolled: count(),
  refused: count(),
  results: z.array(
    z.strictObject({
      registrationId: id(),
      outcome: z.enum(['enrolled', 'alreadyEnrolled', 'refused']),
      code: z.optional(z.enum(enrolmentRefusals)),
      /** Names of the courses that have no place, of `classFull`. */
      courses: z.optional(text()),
      studentId: z.optional(id()),
    }),
  ),
})
export type WireEnrolment = Answer<typeof enrolment>
