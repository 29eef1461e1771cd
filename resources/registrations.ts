import { fullAccess } from '@matricola/schema/full-access.ts'
import { languageChoices } from '@matricola/schema/languages.ts'
import type { DocumentMarks, RequestedChange } from '#resources/admission/wire.ts'
import { type PlaceState, statesToConfirm } from './admission/application-states.ts'
import {
  applicationActions,
  applicationWorkflow,
  notEnrolled,
} from './admission/application-workflow.ts'
import type { FormAnswers } from './admission/form-item-id.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'
import { languages } from './languages.ts'

const byCnp = { identityType: { eq: 'cnp' } } as const
const byOther = { identityType: { ne: 'cnp' } } as const
/** A new application, which has no code yet. One that was erased keeps its code and little else. */
const isNew = { referenceCode: { isNull: true } } as const
const newByCnp = { and: [isNew, byCnp] } as const

const setByProgram = { optional: true, write: [] } as const
const grade = { min: 1, max: 10, scale: 2, optional: true } as const
const document = { accept: ['pdf', 'jpeg', 'png'], optional: true } as const

/** Statuses on the wire, in the order of the process. Source: specification, section 4. */
const statuses = {
  submitted: { color: 'blue', icon: 'tray' },
  under_review: { color: 'violet', icon: 'eye' },
  update_requested: { color: 'amber', icon: 'pencil' },
  in_progress: { color: 'neutral', icon: 'ring' },
  accepted: { color: 'green', icon: 'check' },
  declined: { color: 'red', icon: 'cross' },
} as const

const waiting = { color: 'blue', icon: 'clock' } as const
const toConfirm = { color: 'green', icon: 'check' } as const
const toConfirmChanged = { color: 'amber', icon: 'warning' } as const

/** States of places, in the order of the process; see `admission/application-states.ts`. */
const placeStates = {
  none: {},
  ready: { color: 'blue', icon: 'check' },
  placeOffered: toConfirm,
  placeMovedUp: toConfirm,
  placeNowFeePaying: toConfirmChanged,
  placeMovedDown: toConfirmChanged,
  placeRetracted: waiting,
  waiting,
  notRanked: toConfirmChanged,
  confirmed: toConfirm,
  floating: { color: 'green', icon: 'arrow-up' },
  movedUp: toConfirm,
  movedUpToPay: { color: 'amber', icon: 'clock' },
  placeLost: { color: 'red', icon: 'cross' },
  notAdmitted: { color: 'neutral', icon: 'minus' },
  accepted: statuses.accepted,
  declined: statuses.declined,
  // Not shown as declined, although the specification uses one status for both.
  withdrawn: { color: 'neutral', icon: 'ring' },
  enrolled: statuses.accepted,
} as const satisfies { readonly [state in PlaceState]: object }

/**
 * Applications for admission. The fields follow section 3 of the specification and 3.1 of its
 * domain model. Effects of transitions other than the status, and what applicants may do, are in
 * `server/admission`.
 */
export const registrations = defineProgramResource({
  name: 'registrations',
  path: 'registrations',
  paths: { list: 'registrations/list' },
  customRoutes: ['list', 'create'],
  icon: 'registrations',
  power: 'decisions',
  logsReads: true,
  title: ['lastName', 'firstName'],
  fields: {
    referenceCode: field.text({ min: 10, max: 10, pattern: 'code', unique: true, write: [] }),
    admissionSessionId: field.reference('admission-sessions', setByProgram),
    lastName: field.text({ max: 80, pattern: 'personName' }),
    firstName: field.text({ max: 80, pattern: 'personName' }),
    identityType: field.choice({ cnp: {}, passport: {}, eu_id: {} }, { default: 'cnp' }),
    cnp: field.nationalId({ optional: true }),
    foreignIdNumber: field.text({
      min: 5,
      max: 20,
      pattern: 'documentNumber',
      encrypted: true,
      optional: true,
    }),
    /** Series and number of the identity card. */
    serialNumber: field.text({
      min: 5,
      max: 15,
      pattern: 'documentNumber',
      encrypted: true,
      optional: true,
    }),
    birthDate: field.date({ max: 'today' }),
    sex: field.choice({ F: {}, M: {} }),
    /** Counties are ISO 3166-2 codes without `RO-`. */
    citizenship: field.text({ min: 2, max: 2, pattern: 'country', default: 'RO' }),
    country: field.text({ min: 2, max: 2, pattern: 'country', default: 'RO' }),
    county: field.text({ min: 1, max: 2, pattern: 'code', display: 'county', optional: true }),
    city: field.text({ min: 2, max: 80 }),
    address: field.text({ min: 5, max: 200 }),
    postalCode: field.text({ min: 3, max: 12, pattern: 'postalCode', countryField: 'country' }),
    phone: field.phone(),
    personalEmail: field.email(),
    /**
     * Whether the applicant has shown to read the address. `disputed`: the person who reads the
     * former address says that they did not ask for a change. Addresses that staff enter count as
     * verified.
     */
    emailState: field.choice(
      {
        verified: { color: 'green', icon: 'check' },
        unverified: { color: 'amber', icon: 'warning' },
        disputed: { color: 'red', icon: 'warning' },
      },
      { default: 'verified', write: [] },
    ),
    /** The language of emails to the applicant. */
    language: field.choice(languageChoices(languages), {
      default: 'ro',
      variesByInstallation: true,
    }),
    departmentProfileId: field.reference('departments', { optionsWhere: { isActive: true } }),
    specializationId: field.reference('specializations', {
      optionsWhere: { isActive: true, departmentProfileId: { value: 'departmentProfileId' } },
    }),
    fundingPreference: field.choice(
      { budget_then_fee: {}, budget: {}, fee: {} },
      { optional: true },
    ),
    baccalaureateAverage: field.decimal({ min: 5, max: 10, scale: 2, optional: true }),
    baccalaureateYear: field.integer({ min: 1950, max: 2100, isYear: true, optional: true }),
    /**
     * Written baccalaureate exams (Romanian, and the subject of the profile), used as tie-breakers.
     */
    romanianGrade: field.decimal(grade),
    profileGrade: field.decimal(grade),
    degreeAverage: field.decimal(grade),
    examGrade: field.decimal(grade),
    /**
     * The kind of reserved place that the applicant asks for. Staff verify the entitlement together
     * with the grades.
     */
    placeKindId: field.reference('place-kinds', {
      optional: true,
      optionsWhere: { isActive: true },
    }),
    /**
     * When staff confirmed that grades and entitlements match the documents. Only then is the
     * application ranked.
     */
    gradesCheckedAt: field.dateTime(setByProgram),
    gradesCheckedById: field.reference('users', setByProgram),
    choices: field.many('application-choices', 'registrationId'),
    /** Applicants send these as `fileCV`, `fileDiploma`, `fileIdCard`. */
    fileCVUrl: field.file(document),
    fileDiplomaUrl: field.file(document),
    fileIdCardUrl: field.file(document),
    /**
     * Questions and documents that only some programmes require: every field of the section
     * `requirements`.
     */
    motivation: field.longText({ max: 2000, optional: true }),
    fileMedicalUrl: field.file(document),
    filePortfolioUrl: field.file(document),
    /**
     * Answers to the questions of the form version that the application was sent with. Roles read
     * them one by one, because questions can be hidden from some: in lists (`answer-fields.ts`) and
     * in the review.
     */
    answers: field.data<FormAnswers>({ read: [] }),
    formVersionId: field.reference('application-form-versions', setByProgram),
    /** Later versions whose questions were asked in change requests, oldest first. */
    formVersionIds: field.data<readonly string[]>(),
    /** Whether one of the three usual documents is missing. False if the application was erased. */
    documentMissing: field.boolean({ computed: 'documentMissing' }),
    /** Part of the application fee that is neither paid nor waived; null if nothing is owed. */
    applicationFeeDue: field.money({
      min: 0,
      max: 1_000_000,
      optional: true,
      computed: 'applicationFeeDue',
    }),
    /** When the oldest message of the applicant without an answer was sent; null if there is none. */
    unansweredSince: field.dateTime({
      optional: true,
      computed: 'unansweredSince',
      cell: 'waitingTime',
    }),
    status: field.choice(statuses, { default: 'submitted' }),
    submittedAt: field.dateTime({ write: [] }),
    assignedToId: field.reference('users', setByProgram),
    assignedAt: field.dateTime(setByProgram),
    /** The problem that staff found, its explanation, and how to solve it. */
    issue: field.text({ min: 3, max: 120, ...setByProgram }),
    issueExplanation: field.longText({ min: 10, max: 2000, ...setByProgram }),
    suggestion: field.longText({ min: 3, max: 2000, ...setByProgram }),
    requestedChanges: field.data<readonly RequestedChange[]>(),
    updateDueAt: field.dateTime(setByProgram),
    remindedAt: field.dateTime(setByProgram),
    /** The time since which the answer to a change request has been overdue. */
    overdueAt: field.dateTime(setByProgram),
    documentMarks: field.data<DocumentMarks>(),
    reasonCode: field.choice(
      {
        incomplete_documents: {},
        invalid_identity: {},
        not_eligible: {},
        no_places: {},
        ranked_below_cutoff: {},
        duplicate: {},
        false_data: {},
        withdrawn: {},
        place_not_confirmed: {},
        place_not_paid: {},
        update_expired: {},
        other: {},
      },
      setByProgram,
    ),
    decidedAt: field.dateTime(setByProgram),
    /** Date of the decision in the university's time zone. */
    decidedOn: field.date(setByProgram),
    /**
     * The status that the applicant was last notified of, while a newer one is on hold; absent
     * otherwise.
     */
    notifiedStatus: field.choice(statuses, { ...setByProgram, renamedFrom: 'toldStatus' }),
    /**
     * When the applicant is notified of a decision on hold; in the year 9999 if staff must release
     * it.
     */
    notifyAt: field.dateTime({ ...setByProgram, renamedFrom: 'tellAt' }),
    /** At submission there was another active application that may be from the same person. */
    isDuplicate: field.boolean({ default: false, write: [] }),
    /** At submission there were signs that a bot filled in the form. */
    isAutomated: field.boolean({ default: false, write: [] }),
    /** An administrator accepted a personal number that the checks find unusual. */
    identityWaived: field.boolean({ default: false, write: [] }),
    /**
     * The place from released results; absent if there is none or the programme does not admit by
     * merit.
     */
    wonSpecializationId: field.reference('specializations', setByProgram),
    wonFunding: field.choice({ budget: {}, fee: {} }, setByProgram),
    wonPlaceKindId: field.reference('place-kinds', setByProgram),
    /** Deadline for confirming the place, and when it was confirmed. */
    confirmBy: field.date(setByProgram),
    confirmedAt: field.dateTime(setByProgram),
    /**
     * Deadline for paying the confirmation fee of a place to which a confirmed applicant was moved;
     * absent once nothing is due.
     */
    payBy: field.date(setByProgram),
    /**
     * Whether the applicant keeps the confirmed place or may be moved to a higher choice: the newest
     * answer in `place_acceptance`. Absent if the place was confirmed before there was a question.
     */
    acceptance: field.choice({ keep: {}, moveUp: {} }, setByProgram),
    /**
     * The state of the application, if it has a name in `placeStates`. Stored with the write that
     * causes it; see `server/admission/place-state.ts`.
     */
    placeState: field.choice(placeStates, { default: 'none', write: [] }),
    enrolledAt: field.dateTime(setByProgram),
    studentId: field.reference('students', setByProgram),
    noticeAcknowledgedAt: field.dateTime({ ...setByProgram, renamedFrom: 'noticeAckAt' }),
    noticeVersion: field.text({ max: 20, ...setByProgram }),
    /** When personal data was erased, on request or after the retention period. */
    erasedAt: field.dateTime(setByProgram),
  },
  sections: {
    identity: [
      ['lastName', 'firstName'],
      'identityType',
      ['cnp', 'foreignIdNumber'],
      'serialNumber',
      ['birthDate', 'sex'],
      'citizenship',
    ],
    contact: [
      ['country', 'county'],
      ['city', 'postalCode'],
      'address',
      ['phone', 'personalEmail'],
      ['emailState', 'language'],
    ],
    application: [
      'referenceCode',
      ['departmentProfileId', 'specializationId'],
      'fundingPreference',
      ['baccalaureateAverage', 'baccalaureateYear'],
      ['romanianGrade', 'profileGrade'],
      ['degreeAverage', 'examGrade'],
      'placeKindId',
      ['gradesCheckedAt', 'gradesCheckedById'],
      'applicationFeeDue',
      ['status', 'submittedAt'],
    ],
    documents: ['fileIdCardUrl', 'fileDiplomaUrl', 'fileCVUrl'],
    requirements: ['motivation', 'fileMedicalUrl', 'filePortfolioUrl'],
    review: [
      ['assignedToId', 'updateDueAt'],
      'issue',
      'issueExplanation',
      'suggestion',
      ['reasonCode', 'decidedAt'],
      'wonSpecializationId',
      ['wonFunding', 'wonPlaceKindId'],
      ['confirmBy', 'confirmedAt'],
      'payBy',
      ['acceptance', 'placeState'],
      ['enrolledAt', 'studentId'],
    ],
  },
  form: {
    cnp: { visibleWhen: byCnp, requiredWhen: newByCnp },
    serialNumber: { visibleWhen: byCnp, requiredWhen: newByCnp },
    foreignIdNumber: { visibleWhen: byOther, requiredWhen: { and: [isNew, byOther] } },
    county: { visibleWhen: { country: { eq: 'RO' } } },
    fileCVUrl: { requiredWhen: isNew },
    fileDiplomaUrl: { requiredWhen: isNew },
    fileIdCardUrl: { requiredWhen: isNew },
  },
  list: {
    headings: ['referenceCode', 'cnp', 'submittedAt', 'unansweredSince'],
    columns: [
      'lastName',
      'firstName',
      'referenceCode',
      'cnp',
      'specializationId',
      'status',
      'assignedToId',
      'submittedAt',
    ],
    sort: ['-submittedAt'],
    filters: [
      'status',
      'placeState',
      'departmentProfileId',
      'specializationId',
      'admissionSessionId',
      'formVersionId',
      'assignedToId',
      'submittedAt',
      'documentMissing',
      'applicationFeeDue',
      'unansweredSince',
      'decidedAt',
      'decidedOn',
      'enrolledAt',
      'acceptance',
      'referenceCode',
      'city',
      'cnp',
      'foreignIdNumber',
      'notifyAt',
      'isDuplicate',
      'isAutomated',
      'emailState',
    ],
    facets: ['status', 'placeState'],
    search: ['lastName', 'firstName', 'referenceCode'],
    views: {
      waiting: {
        where: {
          and: [
            { status: { in: ['submitted', 'in_progress', 'under_review'] } },
            { or: [{ assignedToId: { isNull: true } }, { assignedToId: { eq: { user: 'id' } } }] },
          ],
        },
      },
      updateRequested: { where: { status: { eq: 'update_requested' } } },
      overdue: {
        where: { and: [{ status: { eq: 'update_requested' } }, { overdueAt: { isNull: false } }] },
      },
      resubmitted: { where: { status: { eq: 'in_progress' } } },
      duplicates: {
        where: {
          and: [
            { isDuplicate: { eq: true } },
            { status: { in: ['submitted', 'in_progress', 'under_review'] } },
          ],
        },
      },
      unanswered: {
        where: { unansweredSince: { isNull: false } },
        sort: ['unansweredSince'],
        columns: [
          'lastName',
          'firstName',
          // On a phone, a card shows only the first columns.
          'unansweredSince',
          'referenceCode',
          'specializationId',
          'status',
          'assignedToId',
        ],
      },
      emailNotVerified: {
        where: {
          and: [{ emailState: { ne: 'verified' } }, { status: { ne: 'declined' } }],
        },
        sort: ['submittedAt'],
        columns: [
          'lastName',
          'firstName',
          'referenceCode',
          'emailState',
          'phone',
          'status',
          'submittedAt',
        ],
      },
      // Deciding an application assigns it to the user who decides.
      decidedToday: {
        where: { decidedOn: { eq: { date: 'today' } } },
        sort: ['-decidedAt'],
        columns: [
          'lastName',
          'firstName',
          'referenceCode',
          'specializationId',
          'status',
          'assignedToId',
          'decidedAt',
        ],
      },
      toRelease: { where: { and: [{ notifyAt: { gte: '9999-01-01T00:00:00.000Z' } }] } },
      toCheck: {
        where: {
          and: [
            { gradesCheckedAt: { isNull: true } },
            { status: { in: ['submitted', 'under_review', 'in_progress'] } },
          ],
        },
      },
      feeDue: {
        where: { and: [{ applicationFeeDue: { isNull: false } }, { status: { ne: 'declined' } }] },
        columns: [
          'lastName',
          'firstName',
          'referenceCode',
          'specializationId',
          'applicationFeeDue',
          'status',
          'submittedAt',
        ],
      },
      toConfirm: {
        where: { placeState: { in: statesToConfirm } },
        columns: [
          'lastName',
          'firstName',
          'referenceCode',
          'wonSpecializationId',
          'placeState',
          'confirmBy',
          'submittedAt',
        ],
      },
      toEnrol: { where: { and: [{ status: { eq: 'accepted' } }, notEnrolled] } },
    },
  },
  access: {
    admin: fullAccess,
    secretary: fullAccess,
  },
  workflow: applicationWorkflow,
  actions: applicationActions,
  notifies: {
    assign: { type: 'registrationAssigned', to: 'assignedToId', subject: 'referenceCode' },
  },
  import: { key: ['referenceCode'], allowsCreate: false },
})
