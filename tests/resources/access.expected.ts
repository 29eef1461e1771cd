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
    student: { ...none, reads: ['own'] },
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
    admin: { ...none, reads: both },
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
        'disableUpdates',
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
