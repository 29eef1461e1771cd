/**
 * Transitions and actions of an application, part of the declaration in `registrations.ts`. Their
 * conditions and effects beyond the status are in `server/admission/review`.
 */
import { field } from '../field.ts'

const staff = ['admin', 'secretary'] as const
const admins = ['admin'] as const
const owesFee = { applicationFeeDue: { isNull: false } } as const
export const notEnrolled = { enrolledAt: { isNull: true } } as const

/** States in which staff request changes. */
export const requestStates = ['submitted', 'under_review', 'in_progress'] as const

export const applicationWorkflow = {
  field: 'status',
  initial: 'submitted',
  stamps: 'submittedAt',
  transitions: {
    startReview: { from: ['submitted', 'in_progress'], to: 'under_review', roles: staff },
    release: { from: ['under_review'], to: 'submitted', roles: staff },
    accept: {
      from: ['under_review', 'in_progress'],
      to: 'accepted',
      roles: staff,
      stamps: ['decidedAt', 'decidedOn'],
      tone: 'primary',
    },
    decline: {
      from: ['submitted', 'under_review', 'in_progress', 'update_requested'],
      to: 'declined',
      roles: staff,
      input: ['reasonCode', 'issueExplanation'],
      stamps: ['decidedAt', 'decidedOn'],
      tone: 'danger',
    },
    requestUpdate: {
      from: requestStates,
      to: 'update_requested',
      roles: staff,
      // Not for a row: the review page is where the fields of one application are selected.
      on: ['bulk'],
      when: { erasedAt: { isNull: true } },
      input: ['issue', 'issueExplanation', 'suggestion', 'updateDueAt'],
    },
    cancelRequest: {
      from: ['update_requested'],
      to: 'under_review',
      roles: staff,
      input: ['issueExplanation'],
    },
    answerForApplicant: {
      from: ['update_requested'],
      to: 'in_progress',
      roles: staff,
      input: ['issueExplanation'],
    },
    revoke: {
      from: ['accepted', 'declined'],
      to: 'under_review',
      roles: admins,
      when: notEnrolled,
      input: ['issueExplanation'],
      tone: 'danger',
    },
    declineAccepted: {
      from: ['accepted'],
      to: 'declined',
      roles: admins,
      when: notEnrolled,
      input: ['reasonCode', 'issueExplanation'],
      stamps: ['decidedAt', 'decidedOn'],
      tone: 'danger',
    },
  },
} as const

/** States in which staff confirm grades. */
export const gradeCheckStates = ['submitted', 'under_review', 'in_progress'] as const

export const applicationActions = {
  /** Writes to each applicant. The text is input of the server code, by language. */
  message: {
    on: ['bulk'],
    roles: staff,
    when: { erasedAt: { isNull: true } },
    set: {},
    hasServerCode: true,
  },
  /** Assigns the application to a colleague, or to nobody. */
  assign: { on: ['bulk'], roles: staff, set: {}, input: ['assignedToId'], hasServerCode: true },
  /** Confirms that grades and entitlements match the documents. */
  checkGrades: {
    on: ['row', 'bulk'],
    roles: staff,
    when: {
      and: [{ gradesCheckedAt: { isNull: true } }, { status: { in: gradeCheckStates } }],
    },
    set: {},
    stamps: 'gradesCheckedById',
    hasServerCode: true,
  },
  /** Ends a dispute, or vouches for an address that the applicant has not verified. */
  verifyEmail: {
    on: ['row'],
    roles: staff,
    when: { emailState: { ne: 'verified' } },
    set: { emailState: 'verified' },
  },
  /** Books a payment of the application fee, in full or in part. */
  payFee: {
    on: ['row'],
    roles: staff,
    when: owesFee,
    set: {},
    extraFields: {
      feeAmount: field.money({ min: 0.01, max: 1_000_000 }),
      feePaidOn: field.date({ max: 'today' }),
      feeMethod: field.choice({ cash: {}, card: {}, transfer: {} }),
      feeReceipt: field.text({ max: 40 }),
    },
    hasServerCode: true,
    undo: false,
  },
  /** Waives the rest of the application fee. The reason is stored in the timeline. */
  waiveFee: {
    on: ['row', 'bulk'],
    roles: staff,
    when: owesFee,
    set: {},
    extraFields: { feeWaiver: field.text({ min: 3, max: 160 }) },
    hasServerCode: true,
    undo: false,
  },
  /** Confirms a place for an applicant who comes in person. */
  confirmPlace: {
    on: ['row', 'bulk'],
    roles: staff,
    when: {
      and: [
        { status: { eq: 'accepted' } },
        { wonSpecializationId: { isNull: false } },
        { confirmedAt: { isNull: true } },
        notEnrolled,
      ],
    },
    set: {},
    hasServerCode: true,
    undo: false,
  },
  /**
   * Changes whether an applicant keeps a confirmed place, also after the deadline. Only the
   * applicant can agree to pay more. The reason is stored in the timeline.
   */
  changePlaceAnswer: {
    on: ['row'],
    roles: staff,
    when: {
      and: [
        { status: { eq: 'accepted' } },
        { wonSpecializationId: { isNull: false } },
        { confirmedAt: { isNull: false } },
        { payBy: { isNull: true } },
        notEnrolled,
      ],
    },
    set: {},
    extraFields: {
      placeAnswer: field.choice({ keep: {}, moveUpFree: {} }),
      placeAnswerReason: field.text({ min: 3, max: 300 }),
    },
    hasServerCode: true,
    undo: false,
  },
  /** Creates a student with an account. Undone individually, by a separate call. */
  enrol: {
    on: ['bulk'],
    roles: staff,
    when: { and: [{ status: { eq: 'accepted' } }, notEnrolled] },
    set: {},
    stamps: 'enrolledAt',
    hasServerCode: true,
    undo: false,
    tone: 'primary',
  },
} as const
