/**
 * Who may do what, written by hand from the rules of the university and not computed from the declarations: a slip in a
 * declaration fails here.
 */
import type { Role } from '#model/vocabulary.ts'
import type { Planted } from '#tests/support/records.ts'

type Label = Planted['label']

export interface ExpectedAccess {
  /** Which of the planted records the role reads; null: the whole resource is closed to it. */
  readonly reads: readonly Label[] | null
  readonly creates: boolean
  /** Which of them it changes, and which fields. */
  readonly updates: readonly Label[]
  readonly writes: readonly string[]
  /** Whether it sees the history of what it reads. */
  readonly history: boolean
  /** Fields of a record that the role never sees. */
  readonly hidden: readonly string[]
}

const none = { creates: false, updates: [], writes: [], history: false, hidden: [] } as const
const closed: ExpectedAccess = { ...none, reads: null }
const people: readonly Label[] = ['admin', 'secretary', 'professor', 'student', 'other']
const three: readonly Label[] = ['own', 'other', 'inactive']
const both: readonly Label[] = ['own', 'other']

const departmentFields = ['name', 'description', 'headOfDepartmentId', 'email', 'phone', 'office', 'officeHours', 'isActive']
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
/** What stands on the form; everything else about a registration is set by its steps. */
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
  'fileCVUrl',
  'fileDiplomaUrl',
  'fileIdCardUrl',
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
  'registrationId',
]

export const expectedAccess: { readonly [resource: string]: { readonly [R in Role]: ExpectedAccess } } = {
  users: {
    admin: {
      reads: people,
      creates: true,
      updates: people,
      history: true,
      hidden: [],
      writes: ['name', 'username', 'email', 'role', 'phone', 'description', 'isActive'],
    },
    secretary: {
      ...none,
      reads: ['secretary'],
      updates: ['secretary'],
      writes: ['name', 'phone', 'description'],
      hidden: ['lastLoginAt', 'invitedAt'],
    },
    professor: {
      ...none,
      reads: ['professor'],
      updates: ['professor'],
      writes: ['name', 'phone', 'description'],
      hidden: ['lastLoginAt', 'invitedAt'],
    },
    student: {
      ...none,
      reads: ['student'],
      updates: ['student'],
      writes: ['name', 'phone', 'description'],
      hidden: ['lastLoginAt', 'invitedAt'],
    },
  },
  departments: {
    admin: { reads: three, creates: true, updates: three, history: true, hidden: [], writes: [...departmentFields, 'budget'] },
    secretary: { reads: three, creates: true, updates: three, history: true, hidden: [], writes: departmentFields },
    professor: { ...none, reads: three, hidden: ['budget', 'studentFacultyRatio'] },
    student: { ...none, reads: both, hidden: ['budget', 'studentFacultyRatio'] },
  },
  specializations: {
    admin: { reads: three, creates: true, updates: three, history: true, hidden: [], writes: specializationFields },
    secretary: { reads: three, creates: true, updates: three, history: true, hidden: [], writes: specializationFields },
    professor: { ...none, reads: three },
    student: { ...none, reads: both },
  },
  courses: {
    admin: { reads: three, creates: true, updates: three, history: true, hidden: [], writes: courseFields },
    secretary: { reads: three, creates: true, updates: three, history: true, hidden: [], writes: courseFields },
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
    professor: { ...none, reads: ['own'], updates: ['own'], writes: ['phone', 'office', 'specialities'] },
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
    secretary: { reads: both, creates: false, updates: both, history: true, hidden: [], writes: contactFields },
    professor: { ...none, reads: ['own'], hidden: studentSecrets },
    student: { ...none, reads: ['own'], hidden: ['registrationId'] },
  },
  'university-classes': {
    admin: {
      reads: both,
      creates: true,
      updates: both,
      history: true,
      hidden: [],
      writes: [
        'name',
        'courseId',
        'academicYear',
        'semester',
        'groupName',
        'leadProfessorId',
        'weekday',
        'startsAt',
        'endsAt',
        'room',
        'capacity',
        'status',
      ],
    },
    secretary: { ...none, reads: both },
    professor: { ...none, reads: ['own'] },
    student: { ...none, reads: ['own'] },
  },
  registrations: {
    admin: { reads: both, creates: true, updates: both, history: true, hidden: [], writes: applicationFields },
    secretary: { reads: both, creates: true, updates: both, history: true, hidden: [], writes: applicationFields },
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
      writes: ['name', 'academicYear', 'opensAt', 'closesAt', 'appealUntil'],
    },
    secretary: { ...none, reads: both },
    professor: closed,
    student: closed,
  },
  messages: {
    admin: { ...none, reads: people, creates: true },
    secretary: { ...none, reads: ['secretary'] },
    professor: { ...none, reads: ['professor'] },
    student: { ...none, reads: ['student'] },
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
      reads: ['secretary', 'other'],
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
        'publicStatus',
        'retentionMonths',
        'allowExamResit',
        'maxStudentsPerCourse',
        'notificationEnabled',
        'universityName',
        'admissionEmail',
        'admissionPhone',
        'officeHours',
      ],
    },
    secretary: { ...none, reads: [] },
    professor: closed,
    student: closed,
  },
}

const everyWay = ['bulk', 'import', 'export'] as const

/** Who handles many records at once, and how; a role that is not named does not. */
export const expectedMany: { readonly [resource: string]: { readonly [R in Role]?: readonly ('bulk' | 'import' | 'export')[] } } = {
  users: { admin: everyWay },
  departments: { admin: everyWay, secretary: everyWay },
  specializations: { admin: everyWay, secretary: everyWay },
  courses: { admin: everyWay, secretary: everyWay },
  professors: { admin: everyWay, secretary: ['bulk', 'export'] },
  students: { admin: everyWay, secretary: everyWay },
  'university-classes': { admin: everyWay, secretary: ['export'] },
  'admission-sessions': { admin: everyWay },
  registrations: { admin: everyWay, secretary: everyWay },
  messages: {},
  notifications: {},
  settings: {},
  'saved-views': {},
}
