/** The JSON shapes of the admission: what applicants, the office and stored fields hold. */
import type { WirePublicConfig, WireRecord } from '../wire.ts'
import type { ChangeableField, DocumentName } from './documents.ts'
import type { WireProgress } from './progress.ts'

/** One thing that the office asks an applicant to change; the stored field `requestedChanges`. */
export interface RequestedChange {
  readonly field: ChangeableField
  readonly message: string | null
  /** What stood there; masked where it is an encrypted number, the file's name where it is a document. */
  readonly oldValue: string | null
  readonly answeredAt: string | null
  /** The applicant leaves it as it is, and says why. */
  readonly keptReason: string | null
}

/** What the office found of a document; the stored field `documentMarks`. A new file has no mark. */
export interface DocumentMark {
  readonly mark: 'verified' | 'rejected'
  readonly reason: string | null
  readonly by: string
  readonly at: string
}
export type DocumentMarks = { readonly [D in DocumentName]?: DocumentMark }

export type RegistrationStatus = 'submitted' | 'under_review' | 'update_requested' | 'in_progress' | 'accepted' | 'declined'

/** What public pages show: the university, whether applications are taken, and the active programmes. */
export interface WireIntake extends WirePublicConfig {
  readonly isOpen: boolean
  /** Why not: the season is over or not begun by the settings, the emergency brake, before or after the dates. */
  readonly closedBecause: 'closed' | 'stopped' | 'early' | 'late' | null
  readonly session: string | null
  readonly opensAt: string | null
  readonly closesAt: string | null
  readonly publicStatus: 'minimal' | 'code' | 'off'
  readonly acceptsUpdates: boolean
  /** After how many months the documents of declined applications are deleted; applicants are told before they send. */
  readonly retentionMonths: number
  /** The server's clock. */
  readonly now: string
  /** Signed note of when the form was opened: sent back with it as `formToken`, which tells people from programs. */
  readonly formToken: string
  readonly departments: readonly { readonly id: string; readonly name: string }[]
  readonly specializations: readonly {
    readonly id: string
    readonly code: string
    readonly name: string
    readonly departmentProfileId: string
    readonly cycle: string
    readonly language: string
    readonly yearsOfStudy: number
    readonly totalCredits: number
  }[]
}

/** A file that was sent ahead; the id goes into the form's `fileCV`, `fileDiploma` or `fileIdCard` and counts once. */
export interface WireSentFile {
  readonly id: string
  readonly name: string
  readonly mediaType: string
  readonly bytes: number
}

/** What a draft holds, as its device keeps it. */
export interface WireDraftContent {
  /** The key under which it will be sent, from whichever device. */
  readonly key: string
  readonly step: string
  readonly values: { readonly [name: string]: string }
  readonly filled: readonly string[]
}

/** A draft on the server. Times are UTC. */
export interface WireKeptDraft {
  readonly id: string
  readonly version: number
  readonly savedAt: string
  /** It is removed then, or earlier where it is sent or the admission closes. */
  readonly keptUntil: string
  /** Documents that it holds, by name; one that the server no longer had, or has no room for, is not among them. */
  readonly documents: { readonly [name: string]: WireSentFile }
  /** Whether there was no room for one. */
  readonly isFull: boolean
}

/** The answer to a new draft: the only time that the code is told. */
export interface WireSavedDraft extends WireKeptDraft {
  readonly accessCode: string
}

export interface WireOpenDraft extends WireKeptDraft {
  readonly content: WireDraftContent
}

/** What has become of a draft: `waiting` until applications are taken (again), `over` with its admission. */
export type WireFoundDraft =
  | ({ readonly state: 'kept' } & WireOpenDraft)
  | { readonly state: 'sent'; readonly reference: string; readonly sentAt: string }
  | { readonly state: 'waiting' | 'expired'; readonly keptUntil: string }
  | { readonly state: 'over'; readonly session: string | null }

/** The answer to a new application: the only time that the code is told. */
export interface WireSubmitted {
  readonly reference: string
  readonly accessCode: string
  readonly status: RegistrationStatus
  readonly submittedAt: string
}

/** An application as a CNP alone shows it. */
export interface WirePublicStatus {
  readonly reference: string
  /** Name of the programme. */
  readonly specialization: string
  readonly status: RegistrationStatus
  readonly submittedAt: string
  readonly updatedAt: string
  readonly actionNeeded: boolean
  readonly dueAt: string | null
  readonly progress: WireProgress
}

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
  'enrolled',
  'enrolmentUndone',
  'reviewReleased',
  'assigned',
  'documentVerified',
  'documentRejected',
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
export interface WireRegistrationEvent {
  readonly id: string
  readonly type: RegistrationEventType
  readonly at: string
  readonly actor: { readonly kind: 'applicant' | 'staff' | 'system'; readonly name: string }
  readonly from: RegistrationStatus | null
  readonly to: RegistrationStatus | null
  /** An internal note, or the words sent to the applicant. */
  readonly note: string | null
  readonly payload: { readonly [name: string]: unknown }
  /** From when the applicant sees it; null: never. */
  readonly visibleFrom: string | null
}

/** The same for the applicant: staff are "the admission office". */
export interface WirePublicEvent {
  readonly type: RegistrationEventType
  readonly at: string
  readonly isOwn: boolean
  readonly to: RegistrationStatus | null
}

/** A document on the review screen. */
export interface WireDocument {
  readonly document: DocumentName
  readonly url: string
  readonly name: string
  readonly mediaType: string
  readonly bytes: number
  readonly hasActiveContent: boolean
  readonly mark: DocumentMark | null
  /** Whether the caller has opened this very file. */
  readonly isViewed: boolean
  readonly older: readonly { readonly url: string; readonly name: string; readonly replacedAt: string }[]
}

/** What the program finds when it compares values; shown beside the field, in words `pages:review.checks.<code>`. */
export interface WireCheck {
  readonly field: string
  readonly code:
    | 'cnpMatches'
    | 'otherBirthDate'
    | 'otherSex'
    | 'oddCounty'
    | 'identityWaived'
    | 'sameCnp'
    | 'sameEmail'
    | 'mailFailed'
    | 'automated'
    | 'unusualAge'
    | 'otherCounty'
  readonly tone: 'good' | 'warning' | 'problem'
  /** Of `sameCnp` and `sameEmail`: the other application. */
  readonly other?: { readonly id: string; readonly reference: string; readonly status: RegistrationStatus }
}

/** A registration as the office sees it: the record, and what belongs to its review. */
export type WireRegistration = WireRecord & {
  readonly timeline: readonly WireRegistrationEvent[]
  readonly documents: readonly WireDocument[]
  readonly checks: readonly WireCheck[]
  /** The degree of the programme, which says what the documents are; empty where the programme is gone. */
  readonly cycle: string
  /** A step that the applicant has not been told of; null when there is none. */
  readonly hold: {
    readonly tellAt: string
    /** True where somebody must release it. */
    readonly isManual: boolean
    readonly canUndo: boolean
    readonly toldStatus: RegistrationStatus
  } | null
}

/** `listed`: among others, in a list; `fetched`: a document that was loaded ahead, which nobody may have seen. */
export const viewerKinds = ['listed', 'opened', 'revealed', 'file', 'fetched', 'exported'] as const

/** Who looked at a record, newest first; for admins. */
export interface WireViewer {
  readonly at: string
  readonly name: string
  readonly kind: (typeof viewerKinds)[number]
}

/** The own application, as the access code opens it. Encrypted numbers are masked. */
export interface WireApplication {
  readonly reference: string
  readonly version: number
  readonly status: RegistrationStatus
  readonly progress: WireProgress
  readonly submittedAt: string
  readonly updatedAt: string
  readonly isWithdrawn: boolean
  readonly canWithdraw: boolean
  /** Until when a withdrawal can be taken back; null when it cannot. */
  readonly undoWithdrawalUntil: string | null
  readonly acceptsUpdates: boolean
  readonly dueAt: string | null
  readonly isOverdue: boolean
  readonly issue: string | null
  readonly issueExplanation: string | null
  readonly suggestion: string | null
  readonly reasonCode: string | null
  readonly requestedChanges: readonly RequestedChange[]
  readonly department: string
  readonly specialization: string
  /** The degree of the programme, which says what the documents are; empty where the programme is gone. */
  readonly cycle: string
  /** By name of the registration's fields; documents are in `documents`. */
  readonly values: { readonly [field: string]: string | null }
  readonly documents: readonly WireOwnDocument[]
  /** The applicant's last answer to a request for changes; null where there was none. */
  readonly answered: WireAnswered | null
  readonly timeline: readonly WirePublicEvent[]
}

/** A document of the own application. */
export interface WireOwnDocument {
  readonly document: DocumentName
  readonly url: string
  readonly name: string
  readonly mediaType: string
  readonly bytes: number
  readonly sentAt: string
}

/** What was asked for and how it was answered; what stands there now is in the application's values and documents. */
export interface WireAnswered {
  readonly at: string
  readonly changes: readonly {
    readonly field: ChangeableField
    /** What stood there before, as `RequestedChange.oldValue`. */
    readonly before: string | null
    /** The document that stood there before, where another took its place. */
    readonly beforeFile: WireOwnDocument | null
    /** Why it was left as it is; null where it was changed. */
    readonly keptReason: string | null
  }[]
}

/** The answer to a request for changes: each flagged field gets a value, a file's id, or a reason why it stays. */
export interface WireAnswer {
  readonly version?: number
  readonly values?: { readonly [field: string]: unknown }
  readonly files?: { readonly [D in DocumentName]?: string }
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

export interface WireEnrolment {
  readonly enrolled: number
  readonly alreadyEnrolled: number
  readonly refused: number
  readonly results: readonly {
    readonly registrationId: string
    readonly outcome: 'enrolled' | 'alreadyEnrolled' | 'refused'
    readonly code?: EnrolmentRefusal
    /** Names of the courses that have no place, of `classFull`. */
    readonly courses?: string
    readonly studentId?: string
  }[]
}
