/**
 * A small university with two of each record: one that belongs to the test users and one that
 * belongs to others. Every text is a canary, a word that occurs nowhere else, so a response that
 * contains it shows where it leaked.
 */

import { randomUUID } from 'node:crypto'
import { isWritable } from '@matricola/schema/access.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { toReferenceCode } from '#resources/admission/reference-code.ts'
import { controlDigit } from '#resources/field-types/nationalId/national-id.ts'
import { getResource } from '#resources/index.ts'
import { danPop } from './form-answers.ts'
import { insertSeededApplication } from './insert-application.ts'
import { seedAcademicRecords } from './seed-academic-records.ts'

/**
 * A created record. `own` belongs to the professor or the student, `other` to neither, and
 * `inactive` is deactivated.
 */
export interface SeededRecord {
  readonly resource: string
  readonly label: 'own' | 'other' | 'inactive' | 'admin' | 'secretary' | 'professor' | 'student'
  readonly id: string
  readonly record: WireRecord
  /** The canary text of each field that has one. */
  readonly canaries: { readonly [field: string]: string }
}

export interface SeededUniversity {
  readonly admin: Caller
  readonly secretary: Caller
  readonly professor: Caller
  readonly student: Caller
  readonly seeded: readonly SeededRecord[]
  idOf(resource: string, label: SeededRecord['label']): string
}

/** Returns a valid CNP of a man born on 15 April 2005 with that sequence number. */
export function validCnp(sequence: number): string {
  const digits = `505041512${String(sequence).padStart(3, '0')}`
  return `${digits}${controlDigit(digits)}`
}

export const academicYear2026 = {
  name: '2026-2027',
  startsOn: '2026-10-01',
  endsOn: '2027-09-30',
} as const

/** The winter exam session of `academicYear2026`. */
export const winter2027 = {
  name: 'Canary Winter',
  kind: 'winter',
  startsOn: '2027-01-25',
  endsOn: '2027-02-14',
} as const

const paths: { readonly [resource: string]: string } = {
  users: '/api/authentication/register',
  departments: '/api/department-profiles/create',
  specializations: '/api/specializations/create',
  courses: '/api/courses/create',
  professors: '/api/professors/create',
  students: '/api/students/create',
  'academic-years': '/api/academic-years/create',
  'academic-periods': '/api/academic-periods/create',
  'university-classes': '/api/university-classes/create',
  'class-hours': '/api/class-hours/create',
  'class-enrolments': '/api/class-enrolments/create',
  'admission-sessions': '/api/admission-sessions/create',
  'message-templates': '/api/message-templates/create',
  'place-kinds': '/api/place-kinds/create',
  'admission-rounds': '/api/admission-rounds/create',
  'admission-programmes': '/api/admission-programmes/create',
  'special-places': '/api/special-places/create',
  'admission-fees': '/api/admission-fees/create',
  'application-forms': '/api/application-forms/create',
  'application-form-versions': '/api/application-form-versions/create',
  'admission-drafts': '/api/admission-drafts/create',
  'application-choices': '/api/application-choices/create',
  'admission-appeals': '/api/admission-appeals/create',
  'bank-payments': '/api/bank-payments/create',
  'receipt-series': '/api/receipt-series/create',
  'cash-sessions': '/api/cash-sessions/create',
  messages: '/api/messages/create',
}

const monday = { weekday: 'monday', startsAt: '08:00', endsAt: '09:50' }

/** Creates the university through the API, as an admin would. */
export async function seedUniversity(api: TestApp): Promise<SeededUniversity> {
  const seeded: SeededRecord[] = []
  const founder = createCaller('admin')
  const idOf = (resource: string, label: string) => {
    const found = seeded.find((one) => one.resource === resource && one.label === label)
    if (!found) throw new Error(`no ${label} of ${resource} was planted`)
    return found.id
  }
  async function insert(
    resource: string,
    label: SeededRecord['label'],
    values: object,
    canaries: { readonly [field: string]: string },
  ) {
    const answer = await api.call<WireRecord>(founder, 'POST', paths[resource] ?? '', {
      ...values,
      ...canaries,
    })
    seeded.push({ resource, label, id: answer.data.id, record: answer.data, canaries })
  }

  for (const role of ['admin', 'secretary', 'professor', 'student', 'other'] as const)
    await insert(
      'users',
      role,
      { role: role === 'other' ? 'student' : role, phone: '0740123456' },
      {
        name: `Canary User ${role}`,
        username: `canary.username.${role}`,
        email: `canary.user.${role}@univ.ro`,
        description: `canary-user-description-${role}`,
      },
    )
  for (const label of ['own', 'other', 'inactive'] as const)
    await insert(
      'departments',
      label,
      { budget: label === 'own' ? 7_654_321 : 1_234_567, phone: '0264123456' },
      {
        name: `Canary Department ${label}`,
        description: `canary-department-description-${label}`,
        email: `canary.department.${label}@univ.ro`,
        office: `canary-department-office-${label}`,
      },
    )
  for (const label of ['own', 'other', 'inactive'] as const)
    await insert(
      'professors',
      label,
      {
        departmentProfileId: idOf('departments', 'own'),
        userId: label === 'own' ? idOf('users', 'professor') : null,
        phone: '0740987654',
      },
      {
        lastName: `Canaryprofessor${label}`,
        firstName: `Canaryfirst${label}`,
        email: `canary.professor.${label}@univ.ro`,
        office: `canary-professor-office-${label}`,
        specialities: `canary-professor-specialities-${label}`,
      },
    )
  for (const label of ['own', 'other', 'inactive'] as const)
    await insert(
      'specializations',
      label,
      {
        departmentProfileId: idOf('departments', label === 'own' ? 'own' : 'other'),
        yearsOfStudy: 3,
        totalCredits: 180,
      },
      {
        name: `Canary Specialization ${label}`,
        code: `CANARY-S-${label === 'inactive' ? 'NO' : label.toUpperCase().slice(0, 2)}`,
        description: `canary-specialization-description-${label}`,
      },
    )
  for (const label of ['own', 'other', 'inactive'] as const)
    await insert(
      'courses',
      label,
      {
        specializationId: idOf('specializations', label === 'own' ? 'own' : 'other'),
        year: 1,
        semester: 1,
        credits: 5,
      },
      {
        name: `Canary Course ${label}`,
        code: `CANARY-${label.toUpperCase()}`,
        description: `canary-course-description-${label}`,
        module: `canary-course-module-${label}`,
      },
    )
  for (const label of ['own', 'other'] as const)
    await insert('students', label, studentOf(label, idOf), {
      lastName: `Canarystudent${label}`,
      firstName: `Canarygiven${label}`,
      matriculationNumber: `CANARY-M-${label.toUpperCase()}`,
      email: `canary.student.${label}@univ.ro`,
      personalEmail: `canary.personal.${label}@example.com`,
      address: `canary-student-address-${label}`,
      city: `canary-student-city-${label}`,
      emergencyContact: `canary-student-emergency-${label}`,
      groupName: label === 'own' ? 'G1' : 'G2',
    })
  await insert('academic-years', 'own', academicYear2026, {})
  await insert(
    'academic-periods',
    'own',
    { ...winter2027, academicYearId: idOf('academic-years', 'own') },
    {},
  )
  for (const label of ['own', 'other'] as const)
    await insert(
      'university-classes',
      label,
      {
        courseId: idOf('courses', label),
        academicYearId: idOf('academic-years', 'own'),
        semester: 1,
        leadProfessorId: idOf('professors', label),
        groupName: label === 'own' ? 'G1' : 'G2',
      },
      {
        name: `Canary Class ${label}`,
      },
    )
  for (const label of ['own', 'other'] as const)
    await insert(
      'class-hours',
      label,
      { classId: idOf('university-classes', label), ...monday },
      { room: `canary-class-room-${label}` },
    )
  for (const label of ['own', 'other'] as const)
    await insert(
      'class-enrolments',
      label,
      { classId: idOf('university-classes', label), studentId: idOf('students', label) },
      {},
    )
  for (const label of ['own', 'other'] as const)
    await insert(
      'admission-sessions',
      label,
      { academicYear: '2026-2027' },
      { name: `Canary Admission ${label}` },
    )
  for (const label of ['own', 'other'] as const) {
    const admissionSessionId = idOf('admission-sessions', label)
    const programme = { admissionSessionId, specializationId: idOf('specializations', label) }
    await insert(
      'message-templates',
      label,
      { body: 'Dear {{firstName}}' },
      { name: `Canary Template ${label}` },
    )
    await insert('place-kinds', label, {}, { name: `Canary Places ${label}` })
    await insert(
      'admission-rounds',
      label,
      { admissionSessionId, number: 1 },
      { name: `Canary Round ${label}` },
    )
    await insert(
      'admission-programmes',
      label,
      { ...programme, formula: 'baccalaureateAverage' },
      {},
    )
    const places = {
      admissionProgrammeId: idOf('admission-programmes', label),
      placeKindId: idOf('place-kinds', label),
      places: 1,
    }
    await insert('special-places', label, places, {})
    await insert(
      'admission-fees',
      label,
      {
        ...{ admissionSessionId, specializationId: idOf('specializations', label) },
        ...{ amount: 50, when: '{"isMinor":{"eq":true}}' },
      },
      {},
    )
    await insert(
      'application-forms',
      label,
      { admissionSessionId, degree: 'bachelor' },
      { name: `Canary Form ${label}` },
    )
    await insert(
      'application-form-versions',
      label,
      { formId: idOf('application-forms', label) },
      {},
    )
    await insert(
      'admission-drafts',
      label,
      { admissionRoundId: idOf('admission-rounds', label) },
      {},
    )
  }
  for (const label of ['own', 'other'] as const) {
    const canaries = {
      lastName: `Canaryapplicant${label}`,
      firstName: `Canarychristian${label}`,
      address: `canary-registration-address-${label}`,
      city: `canary-registration-city-${label}`,
      personalEmail: `canary.applicant.${label}@example.com`,
    }
    const programme = {
      departmentProfileId: idOf('departments', label),
      specializationId: idOf('specializations', label),
    }
    const record = await seedRegistration(api.context, label === 'own' ? 993 : 994, {
      ...programme,
      ...canaries,
    })
    seeded.push({ resource: 'registrations', label, id: record.id, record, canaries })
    const line = { bookedOn: '2026-09-01', amount: 12.5 }
    await insert('bank-payments', label, line, {
      details: `canary-bank-payment-${label}`,
      payer: `canary-payer-${label}`,
    })
    const choice = {
      registrationId: record.id,
      position: 2,
      specializationId: idOf('specializations', label === 'own' ? 'other' : 'own'),
    }
    await insert('application-choices', label, choice, {})
    const message = { author: 'applicant', sentAt: '2026-09-01T08:00:00.000Z' }
    const messageCanary = { body: `canary-application-message-${label}` }
    const { id } = await recordsOf(api.context).insert(
      systemPermit('applicant', getResource('application-messages'), 'create'),
      {},
      { registrationId: record.id, ...message, ...messageCanary },
    )
    seeded.push({
      resource: 'application-messages',
      label,
      id,
      record: await recordsOf(api.context).get(
        systemPermit('applicant', getResource('application-messages'), 'read'),
        id,
      ),
      canaries: messageCanary,
    })
    await withPublishedResult(
      api,
      {
        registrationId: record.id,
        draftId: idOf('admission-drafts', label),
        roundId: idOf('admission-rounds', label),
      },
      () =>
        insert(
          'admission-appeals',
          label,
          { registrationId: record.id },
          { explanation: `canary-admission-appeal-${label}` },
        ),
    )
  }
  await deactivateRecords(api, founder, idOf)
  await seedMessages(api, seeded, idOf)
  removeNameCanary(seeded, 'admin')
  await seedSavedViews(api, seeded, idOf)
  await seedAcademicRecords(api, seeded, idOf)
  const caller = (role: 'admin' | 'secretary' | 'professor' | 'student') =>
    createCaller(role, idOf('users', role))
  return {
    admin: caller('admin'),
    secretary: caller('secretary'),
    professor: { ...caller('professor'), personId: idOf('professors', 'own') },
    student: { ...caller('student'), personId: idOf('students', 'own') },
    seeded: seeded,
    idOf,
  }
}

/**
 * Stores a registration with three documents and a valid CNP for the sequence number. `values`
 * override the defaults. Those that only the program may write are set afterwards.
 */
export async function seedRegistration(
  context: Context,
  sequence: number,
  values: object,
): Promise<WireRecord> {
  const registrations = getResource('registrations')
  const records = recordsOf(context)
  const isWritableEntry = ([name]: [string, unknown]) =>
    isWritable(registrations, 'admin', name, 'create')
  const given = Object.entries({
    referenceCode: toReferenceCode(`7204${sequence}`),
    submittedAt: '2026-11-02T08:30:00.000Z',
    ...values,
  })
  const { id } = await insertSeededApplication(
    context,
    systemPermit('applicant', registrations, 'create'),
    {
      values: {
        ...danPop,
        cnp: validCnp(sequence),
        serialNumber: `CJ${100_000 + sequence}`,
        personalEmail: 'dan.pop@example.com',
        fileCVUrl: await seedFile(context, 'cv.pdf'),
        fileDiplomaUrl: await seedFile(context, 'diploma.pdf'),
        fileIdCardUrl: await seedFile(context, 'id-card.pdf'),
        ...Object.fromEntries(given.filter(isWritableEntry)),
      },
    },
  )
  const set = Object.fromEntries(given.filter((entry) => !isWritableEntry(entry)))
  return records.applyInternalChange(systemPermit('demo', registrations, 'update'), {
    id,
    action: 'plant',
    values: () => set,
  })
}

/** Runs `work` while the results of a draft are published and can be appealed. */
async function withPublishedResult(
  { context: { database } }: TestApp,
  {
    registrationId,
    draftId,
    roundId,
  }: { readonly [id in 'registrationId' | 'draftId' | 'roundId']: string },
  work: () => Promise<void>,
): Promise<void> {
  await database.query("update admission_rounds set appeal_until = '2100-01-01' where id = $1", [
    roundId,
  ])
  await database.query("update admission_drafts set state = 'notified' where id = $1", [draftId])
  await database.query(
    `insert into admission_result (draft_id, registration_id, outcome, missing, notified_at) values ($1, $2, 'waiting', '[]', now())`,
    [draftId, registrationId],
  )
  await work()
  await database.query('delete from admission_result where draft_id = $1', [draftId])
  await database.query("update admission_drafts set state = 'running' where id = $1", [draftId])
  await database.query('update admission_rounds set appeal_until = null where id = $1', [roundId])
}

/** Inserts the row of an unclaimed file without stored bytes. */
export async function seedFile({ database, clock }: Context, name: string): Promise<string> {
  const id = randomUUID()
  await database.query(
    `insert into file (id, key, name, media_type, bytes, sha256, original_sha256, created_at)
     values ($1, $3, $2, 'application/pdf', 1200, $3, $3, $4)`,
    [id, name, randomUUID(), clock.now().toISOString()],
  )
  return id
}

const studentOf = (label: 'own' | 'other', idOf: (resource: string, label: string) => string) => ({
  cnp: validCnp(label === 'own' ? 991 : 992),
  birthDate: '2005-04-15',
  sex: 'M',
  specializationId: idOf('specializations', label),
  academicYearOfEntry: '2026-2027',
  phone: '0740555444',
  userId: idOf('users', label === 'own' ? 'student' : 'other'),
})

/** Removes the sender's name from the canaries, because recipients may see it. */
function removeNameCanary(seeded: SeededRecord[], label: SeededRecord['label']): void {
  const at = seeded.findIndex((one) => one.resource === 'users' && one.label === label)
  const sender = seeded[at]
  if (!sender) throw new Error(`no account for ${label} was created`)
  const { name: _, ...canaries } = sender.canaries
  seeded[at] = { ...sender, canaries }
}

/** Sends a message from the admin to each user, with the notification about it. */
async function seedMessages(
  api: TestApp,
  seeded: SeededRecord[],
  idOf: (resource: string, label: string) => string,
): Promise<void> {
  for (const label of ['admin', 'secretary', 'professor', 'student', 'other'] as const) {
    const reader = createCaller(label === 'other' ? 'student' : label, idOf('users', label))
    const canaries = { subject: `Canary Message ${label}`, body: `canary-message-body-${label}` }
    const sender = createCaller('admin', idOf('users', 'admin'))
    const sent = await api.call<WireRecord>(sender, 'POST', paths.messages ?? '', {
      recipientId: reader.id,
      ...canaries,
    })
    seeded.push({ resource: 'messages', label, id: sent.data.id, record: sent.data, canaries })
    const { data } = await api.call<Page<WireRecord>>(
      reader,
      'GET',
      '/api/notifications?filters[type]=message',
    )
    const [record] = data.list
    if (!record) throw new Error(`${label} was not notified of the message`)
    // The subject is not a canary, because the sender reads it too.
    seeded.push({ resource: 'notifications', label, id: record.id, record, canaries: {} })
  }
}

/**
 * Creates a saved view of the classes for each user, and two that the admin shares: one of the
 * classes, which every role can list, and one of the students.
 */
async function seedSavedViews(
  api: TestApp,
  seeded: SeededRecord[],
  idOf: (resource: string, label: string) => string,
): Promise<void> {
  for (const label of ['admin', 'secretary', 'professor', 'student', 'own', 'other'] as const) {
    const isShared = label === 'own' || label === 'other'
    const owner = createCaller(
      isShared ? 'admin' : label,
      idOf('users', isShared ? 'admin' : label),
    )
    const canaries = { name: `Canary View ${label}`, address: `search=canary-view-${label}` }
    const view = {
      list: label === 'other' ? 'students' : 'university-classes',
      ...canaries,
      ...(isShared && { isShared }),
    }
    const { data: record } = await api.call<WireRecord>(
      owner,
      'POST',
      '/api/saved-views/create',
      view,
    )
    seeded.push({ resource: 'saved-views', label, id: record.id, record, canaries })
  }
}

async function deactivateRecords(
  api: TestApp,
  founder: Caller,
  idOf: (resource: string, label: string) => string,
): Promise<void> {
  for (const [resource, path] of [
    ['departments', 'department-profiles'],
    ['specializations', 'specializations'],
    ['courses', 'courses'],
    ['professors', 'professors'],
  ] as const) {
    const answer = await api.call(
      founder,
      'POST',
      `/api/${path}/${idOf(resource, 'inactive')}/actions/deactivate`,
    )
    if (answer.status !== 200)
      throw new Error(`${resource} could not be deactivated: ${answer.text}`)
  }
}

/** An id that no record has. */
export const createMissingId = () => randomUUID()
