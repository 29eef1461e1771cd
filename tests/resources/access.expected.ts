/**
 * Permissions by role. They are written by hand from the university's rules and not computed from
 * the declarations, so that a mistake in a declaration makes a test fail.
 */
import type { Role } from '@matricola/schema/vocabulary.ts'
import type { SeededRecord } from '#tests/support/seed-university.ts'

type Label = SeededRecord['label']

export interface ExpectedAccess {
  /** Planted records that the role can read, or null if it has no access to the resource. */
  readonly reads: readonly Label[] | null
  readonly creates: boolean
  /** Records that the role can update, and the fields that it can change. */
  readonly updates: readonly Label[]
  readonly writes: readonly string[]
  /** Whether the role sees the history of the records it can read. */
  readonly history: boolean
  /** Fields that the role never sees. */
  readonly hidden: readonly string[]
  /** Reference fields that show the role the titles of records that it cannot read. */
  readonly names?: readonly string[]
}

const none = { creates: false, updates: [], writes: [], history: false, hidden: [] } as const
const office = { creates: true, history: true, hidden: [] } as const
const closed: ExpectedAccess = { ...none, reads: null }
const people: readonly Label[] = ['admin', 'secretary', 'professor', 'student', 'other']
const three: readonly Label[] = ['own', 'other', 'inactive']
const both: readonly Label[] = ['own', 'other']

const departmentFields = [
  'name',
  'description',
  'headOfDepartmentId',
  'email',
  'phone',
  'office',
  'officeHours',
  'isActive',
]
const specializationFields = [
  'name',
  'code',
  'description',
  'departmentProfileId',
  'cycle',
  'language',
  'yearsOfStudy',
  'creditsPerYear',
  'totalCredits',
  'creditsNote',
  'placesBudget',
  'placesFee',
  'tuitionFee',
  'isActive',
]
const courseFields = [
  'name',
  'code',
  'description',
  'specializationId',
  'module',
  'year',
  'semester',
  'credits',
  'type',
  'assessment',
  'hours',
  'professorId',
  'isActive',
]
const contactFields = ['groupName', 'personalEmail', 'phone', 'address', 'city', 'emergencyContact']
const periodFields = ['name', 'academicYearId', 'kind', 'semester', 'startsOn', 'endsOn']
const sittingFields = [
  'session',
  'type',
  'startsAt',
  'durationMinutes',
  'room',
  'capacity',
  'secondProfessorId',
]
const degreeFields = [
  'thesisTitle',
  'thesisDueOn',
  'supervisorId',
  'chairId',
  'memberId',
  'secondMemberId',
  'scheduledAt',
  'room',
]
/** Fields of the form. Transitions set all other fields of a registration. */
const applicationFields = [
  'lastName',
  'firstName',
  'identityType',
  'cnp',
  'foreignIdNumber',
  'serialNumber',
  'birthDate',
  'sex',
  'citizenship',
  'country',
  'county',
  'city',
  'address',
  'postalCode',
  'phone',
  'personalEmail',
  'language',
  'departmentProfileId',
  'specializationId',
  'fundingPreference',
  'baccalaureateAverage',
  'baccalaureateYear',
  'romanianGrade',
  'profileGrade',
  'degreeAverage',
  'examGrade',
  'placeKindId',
  'fileCVUrl',
  'fileDiplomaUrl',
  'fileIdCardUrl',
  'motivation',
  'fileMedicalUrl',
  'filePortfolioUrl',
]
const studentSecrets = [
  'cnp',
  'birthDate',
  'sex',
  'fundingType',
  'statusReason',
  'statusSince',
  'email',
  'personalEmail',
  'phone',
  'address',
  'city',
  'emergencyContact',
  'enrolledAt',
  'userId',
  'balance',
  'registrationId',
]
/** Contact fields that a student can also change. */
const ownContact = ['personalEmail', 'phone', 'address', 'city', 'emergencyContact']
const notificationFields = ['mailCopies', 'mutedNotifications', 'language']

export const expectedAccess: {
  readonly [resource: string]: { readonly [R in Role]: ExpectedAccess }
} = {
  users: {
    admin: {
      reads: people,
      creates: true,
      updates: people,
      history: true,
      hidden: [],
      writes: [
        'name',
        'username',
        'email',
        'role',
        'phone',
        'description',
        'isActive',
        ...notificationFields,
      ],
    },
    secretary: {
      ...none,
      reads: ['secretary'],
      updates: ['secretary'],
      writes: ['name', 'phone', 'description', ...notificationFields],
      hidden: ['lastLoginAt', 'invitedAt'],
    },
    professor: {
      ...none,
      reads: ['professor'],
      updates: ['professor'],
      writes: ['name', 'phone', 'description', ...notificationFields],
      hidden: ['lastLoginAt', 'invitedAt'],
    },
    student: {
      ...none,
      reads: ['student'],
      updates: ['student'],
      writes: ['name', 'phone', 'description', ...notificationFields],
      hidden: ['lastLoginAt', 'invitedAt'],
    },
  },
  departments: {
    admin: {
      reads: three,
      creates: true,
      updates: three,
      history: true,
      hidden: [],
      writes: [...departmentFields, 'budget'],
    },
    secretary: {
      reads: three,
      creates: true,
      updates: three,
      history: true,
      hidden: [],
      writes: departmentFields,
    },
    professor: { ...none, reads: three, hidden: ['budget', 'studentFacultyRatio'] },
    student: { ...none, reads: both, hidden: ['budget', 'studentFacultyRatio'] },
  },
  specializations: {
    admin: {
      reads: three,
      creates: true,
      updates: three,
      history: true,
      hidden: [],
      writes: specializationFields,
    },
    secretary: {
      reads: three,
      creates: true,
      updates: three,
      history: true,
      hidden: [],
      writes: specializationFields,
    },
    professor: { ...none, reads: three },
    student: { ...none, reads: both },
  },
  courses: {
    admin: {
      reads: three,
      creates: true,
      updates: three,
      history: true,
      hidden: [],
      writes: courseFields,
    },
    secretary: {
      reads: three,
      creates: true,
      updates: three,
      history: true,
      hidden: [],
      writes: courseFields,
    },
    professor: { ...none, reads: three },
    student: { ...none, reads: both },
  },
  professors: {
    admin: {
      reads: three,
      creates: true,
      updates: three,
      history: true,
      hidden: [],
      writes: [
        'lastName',
        'firstName',
        'academicTitle',
        'departmentProfileId',
        'email',
        'phone',
        'office',
        'specialities',
        'hiredAt',
        'userId',
        'isActive',
      ],
    },
    secretary: { ...none, reads: three },
    professor: {
      ...none,
      reads: ['own'],
      names: ['lastName', 'firstName'],
      updates: ['own'],
      writes: ['phone', 'office', 'specialities'],
    },
    student: { ...none, reads: both, hidden: ['email', 'phone', 'hiredAt', 'userId'] },
  },
  students: {
    admin: {
      reads: both,
      creates: true,
      updates: both,
      history: true,
      hidden: [],
      writes: [
        'lastName',
        'firstName',
        'cnp',
        'birthDate',
        'sex',
        'specializationId',
        'studyYear',
        'academicYearOfEntry',
        'fundingType',
        'email',
        'enrolledAt',
        'userId',
        ...contactFields,
      ],
    },
    secretary: {
      reads: both,
      creates: false,
      updates: both,
      history: true,
      hidden: [],
      writes: contactFields,
    },
    professor: { ...none, reads: ['own'], hidden: studentSecrets },
    student: {
      ...none,
      reads: ['own'],
      updates: ['own'],
      writes: ownContact,
      hidden: ['registrationId'],
    },
  },
  'university-classes': {
    admin: {
      reads: both,
      creates: true,
      updates: both,
      history: true,
      hidden: [],
      writes: ['name', 'semester', 'groupName', 'leadProfessorId', 'capacity', 'status'],
    },
    secretary: { ...none, reads: both },
    professor: { ...none, reads: ['own'] },
    student: { ...none, reads: ['own'] },
  },
  'academic-years': {
    admin: {
      ...office,
      reads: ['own'],
      updates: ['own'],
      writes: ['name', 'startsOn', 'endsOn', 'isActive'],
    },
    secretary: {
      ...office,
      reads: ['own'],
      updates: ['own'],
      writes: ['name', 'startsOn', 'endsOn', 'isActive'],
    },
    professor: { ...none, reads: ['own'] },
    student: { ...none, reads: ['own'] },
  },
  'academic-periods': {
    admin: { ...office, reads: ['own'], updates: ['own'], writes: periodFields },
    secretary: { ...office, reads: ['own'], updates: ['own'], writes: periodFields },
    professor: { ...none, reads: ['own'] },
    student: { ...none, reads: ['own'] },
  },
  'class-hours': {
    admin: {
      ...office,
      reads: both,
      updates: both,
      writes: ['kind', 'weekday', 'startsAt', 'endsAt', 'weeks', 'room', 'isActive'],
    },
    secretary: { ...none, reads: both },
    professor: { ...none, reads: ['own'] },
    student: { ...none, reads: ['own'] },
  },
  'class-enrolments': {
    admin: { ...office, reads: both, updates: both, writes: [] },
    secretary: { ...office, reads: both, updates: both, writes: [] },
    professor: { ...none, reads: ['own'] },
    student: { ...none, reads: ['own'] },
  },
  'class-assistants': {
    admin: { ...office, reads: ['own'], updates: ['own'], writes: ['isActive'] },
    secretary: { ...none, reads: ['own'] },
    professor: { ...none, reads: ['own'] },
    student: { ...none, reads: ['own'] },
  },
  exams: {
    admin: { ...office, reads: both, updates: both, writes: [...sittingFields, 'professorId'] },
    secretary: { ...office, reads: both, updates: both, writes: [...sittingFields, 'professorId'] },
    professor: { ...office, reads: ['own'], updates: ['own'], writes: sittingFields },
    student: {
      ...none,
      reads: ['own'],
      hidden: ['awaitsGrades', 'gradeDueAt', 'lockedAt', 'unlockReason'],
    },
  },
  'exam-resits': {
    admin: { ...office, reads: both, updates: both, writes: ['examId', 'explanation'] },
    secretary: { ...office, reads: both, updates: both, writes: ['examId', 'explanation'] },
    professor: { ...none, reads: ['own'], hidden: ['chargeId'] },
    student: { ...none, reads: ['own'], creates: true },
  },
  // Roles that can unlock grades cannot enter them, and roles that can enter grades cannot unlock
  // them.
  grades: {
    admin: { ...none, reads: three, history: true },
    secretary: { ...none, reads: three, history: true },
    professor: {
      ...office,
      reads: ['own', 'inactive'],
      updates: ['inactive'],
      writes: ['result', 'value'],
    },
    student: { ...none, reads: ['own'] },
  },
  // Staff can only read appeals. Only the examiner answers them, and only the graded student
  // creates them.
  'grade-appeals': {
    admin: { ...none, reads: both, history: true },
    secretary: { ...none, reads: both, history: true },
    professor: { ...none, reads: ['own'], history: true },
    student: { ...none, reads: ['own'], creates: true },
  },
  'license-exams': {
    admin: {
      ...office,
      reads: both,
      updates: both,
      writes: [...degreeFields, 'writtenGrade', 'defenceGrade'],
    },
    secretary: { ...office, reads: both, updates: both, writes: degreeFields },
    professor: {
      ...none,
      reads: ['own'],
      updates: ['own'],
      writes: ['writtenGrade', 'defenceGrade'],
    },
    student: { ...none, reads: ['own'], updates: ['own'], writes: ['thesisTitle'] },
  },
  // The fields of an entry can never be changed.
  finances: {
    admin: { ...office, reads: both, updates: both, writes: [] },
    secretary: { ...office, reads: both, updates: both, writes: [] },
    professor: closed,
    student: { ...none, reads: ['own'], hidden: ['registrationId'] },
  },
  certificates: {
    admin: { ...office, reads: both, updates: [], writes: [], hidden: ['content'] },
    secretary: { ...office, reads: both, updates: [], writes: [], hidden: ['content'] },
    professor: closed,
    student: { ...none, reads: ['own'], creates: true, hidden: ['content', 'revokeReason'] },
  },
  'data-changes': {
    admin: { ...none, reads: both, history: true },
    secretary: { ...none, reads: both, history: true },
    professor: closed,
    student: { ...none, reads: ['own'], creates: true },
  },
  registrations: {
    admin: {
      reads: both,
      creates: true,
      updates: both,
      history: true,
      hidden: [],
      writes: applicationFields,
    },
    secretary: {
      reads: both,
      creates: true,
      updates: both,
      history: true,
      hidden: [],
      writes: applicationFields,
    },
    professor: closed,
    student: closed,
  },
  'admission-sessions': {
    admin: {
      reads: both,
      creates: true,
      updates: both,
      history: true,
      hidden: [],
      writes: [
        'name',
        'academicYear',
        'degree',
        'isConcurrent',
        'opensAt',
        'closesAt',
        'appealUntil',
        'waitingEndsOn',
        'enrolFrom',
        'enrolUntil',
      ],
    },
    secretary: { ...none, reads: both },
    professor: closed,
    student: closed,
  },
  'place-kinds': {
    admin: { ...office, reads: both, updates: both, writes: ['name', 'funding', 'isActive'] },
    secretary: { ...none, reads: both },
    professor: closed,
    student: closed,
  },
  'admission-rounds': {
    admin: {
      ...office,
      reads: both,
      updates: both,
      writes: ['name', 'number', 'resultsOn', 'appealUntil', 'confirmBy'],
    },
    secretary: { ...none, reads: both },
    professor: closed,
    student: closed,
  },
  'admission-programmes': {
    admin: {
      ...office,
      reads: both,
      updates: both,
      writes: [
        'placesBudget',
        'placesFee',
        'applicationFee',
        'confirmationFee',
        'requirements',
        'formula',
        'requires',
        'firstTie',
        'secondTie',
        'thirdTie',
        'fourthTie',
        'fifthTie',
        'ties',
      ],
    },
    secretary: { ...none, reads: both },
    professor: closed,
    student: closed,
  },
  'special-places': {
    admin: { ...office, reads: both, updates: both, writes: ['places'] },
    secretary: { ...none, reads: both },
    professor: closed,
    student: closed,
  },
  'application-choices': {
    admin: {
      ...office,
      reads: both,
      updates: both,
      writes: ['position', 'specializationId', 'fundingPreference'],
    },
    secretary: {
      ...office,
      reads: both,
      updates: both,
      writes: ['position', 'specializationId', 'fundingPreference'],
    },
    professor: closed,
    student: closed,
  },
  'admission-drafts': {
    admin: { ...office, reads: both, updates: both, writes: [] },
    secretary: { ...none, reads: both, creates: true },
    professor: closed,
    student: closed,
  },
  'admission-appeals': {
    admin: { ...none, reads: both, creates: true, history: true },
    secretary: { ...none, reads: both, creates: true, history: true },
    professor: closed,
    student: closed,
  },
  'bank-payments': {
    admin: { ...office, reads: both, updates: both, writes: [] },
    secretary: { ...office, reads: both, updates: both, writes: [] },
    professor: closed,
    student: closed,
  },
  messages: {
    admin: { ...none, reads: people, creates: true },
    secretary: { ...none, reads: ['secretary'], creates: true },
    professor: { ...none, reads: ['professor'], creates: true },
    student: { ...none, reads: ['student'], creates: true },
  },
  'saved-views': {
    admin: {
      ...none,
      reads: ['admin', 'own', 'other'],
      creates: true,
      updates: ['admin', 'own', 'other'],
      writes: ['name', 'address', 'columns', 'isShared', 'isActive'],
    },
    secretary: {
      ...none,
      reads: ['secretary', 'own', 'other'],
      creates: true,
      updates: ['secretary'],
      writes: ['name', 'address', 'columns', 'isActive'],
    },
    professor: {
      ...none,
      reads: ['professor', 'own'],
      creates: true,
      updates: ['professor'],
      writes: ['name', 'address', 'columns', 'isActive'],
    },
    student: {
      ...none,
      reads: ['student', 'own'],
      creates: true,
      updates: ['student'],
      writes: ['name', 'address', 'columns', 'isActive'],
    },
  },
  notifications: {
    admin: { ...none, reads: ['admin'] },
    secretary: { ...none, reads: ['secretary'] },
    professor: { ...none, reads: ['professor'] },
    student: { ...none, reads: ['student'] },
  },
  settings: {
    admin: {
      reads: [],
      creates: false,
      updates: [],
      history: true,
      hidden: [],
      writes: [
        'registrationOpen',
        'stopApplicationRequests',
        'admissionSessionId',
        'disableUpdates',
        'updateRequestDays',
        'decisionHoldMinutes',
        'decisionRelease',
        'rankingNeedsSecond',
        'publicStatus',
        'retentionMonths',
        'allowExamResit',
        'maxStudentsPerCourse',
        'academicYearId',
        'passMark',
        'creditsForYear2',
        'creditsForYear3',
        'creditsForYear4',
        'examNoticeDays',
        'gradeDueHours',
        'gradeLockHours',
        'gradeAppealHours',
        'gradeAnswerHours',
        'resitNoticeDays',
        'improvementsPerSemester',
        'freeSittings',
        'resitFee',
        'degreePartGrade',
        'degreeAverage',
        'degreeCredits',
        'tuitionInstalments',
        'bankAccountHolder',
        'bankIban',
        'bankLineMonths',
        'notificationEnabled',
        'universityName',
        'logo',
        'colorOnLight',
        'colorOnDark',
        'language',
        'listPageSize',
        'admissionEmail',
        'admissionPhone',
        'officeHours',
        'website',
      ],
    },
    secretary: { ...none, reads: [] },
    professor: closed,
    student: closed,
  },
}

const allWays = ['bulk', 'import', 'export'] as const

/** Bulk operations by role. A role that is not listed has no grants. */
export const expectedMany: {
  readonly [resource: string]: { readonly [R in Role]?: readonly ('bulk' | 'import' | 'export')[] }
} = {
  users: { admin: allWays },
  departments: { admin: allWays, secretary: allWays },
  specializations: { admin: allWays, secretary: allWays },
  courses: { admin: allWays, secretary: allWays },
  professors: { admin: allWays, secretary: ['bulk', 'export'] },
  students: { admin: allWays, secretary: allWays },
  'university-classes': { admin: allWays, secretary: ['bulk', 'export'], professor: ['export'] },
  'academic-years': { admin: allWays, secretary: allWays },
  'academic-periods': { admin: allWays, secretary: allWays },
  'class-hours': { admin: allWays, secretary: ['export'] },
  'class-enrolments': { admin: allWays, secretary: allWays, professor: ['export'] },
  'class-assistants': { admin: allWays, secretary: ['export'] },
  exams: { admin: allWays, secretary: allWays, professor: ['export'] },
  'exam-resits': { admin: ['bulk', 'export'], secretary: ['bulk', 'export'] },
  grades: { admin: ['bulk', 'export'], secretary: ['export'], professor: ['import', 'export'] },
  'grade-appeals': { admin: ['export'], secretary: ['export'] },
  'license-exams': { admin: allWays, secretary: allWays },
  finances: { admin: ['bulk', 'export'], secretary: ['bulk', 'export'] },
  certificates: { admin: ['bulk', 'export'], secretary: ['bulk', 'export'] },
  'data-changes': { admin: ['bulk', 'export'], secretary: ['bulk', 'export'] },
  'admission-sessions': { admin: allWays },
  'place-kinds': { admin: allWays },
  'admission-rounds': { admin: allWays, secretary: ['export'] },
  'admission-programmes': { admin: allWays, secretary: ['export'] },
  'special-places': { admin: allWays, secretary: ['export'] },
  'application-choices': { admin: allWays, secretary: allWays },
  'admission-drafts': {},
  'admission-appeals': { admin: ['export'], secretary: ['export'] },
  'bank-payments': { admin: allWays, secretary: allWays },
  registrations: { admin: allWays, secretary: allWays },
  messages: {},
  notifications: {},
  settings: {},
  'saved-views': {},
}
