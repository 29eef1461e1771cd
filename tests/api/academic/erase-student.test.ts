import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { tableNames } from '@matricola/server/backup/rows.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eraseByReference } from '#server/admission/privacy/erase-by-reference.ts'
import { exportPerson } from '#server/admission/privacy/export-person.ts'
import { engines } from '#tests/support/databases.ts'
import { seedApplications } from '#tests/support/seed-applications.ts'
import { type StudyApp, startStudyApp } from '#tests/support/study-app.ts'

const canary = (location: string) => `Canary in the ${location}`

describe.each(engines)('a student whose application is erased on $engine', ({ open }) => {
  let study: StudyApp
  let dataDir: string
  beforeAll(async () => {
    study = await startStudyApp(open)
    dataDir = await mkdtemp(join(tmpdir(), 'matricola-'))
    await study.updateSettings({ allowExamResit: true, freeSittings: 9 })
  })
  afterAll(async () => {
    await study.close()
    await rm(dataDir, { recursive: true })
  })
  const erase = (reference: string) =>
    eraseByReference({ ...study.context, config: { ...study.context.config, dataDir } }, reference)

  const canaries = async () => {
    const remaining: string[] = []
    for (const name of await tableNames(study.context.database))
      for (const { row } of await study.context.database.query<{ row: string }>(
        `select row_to_json(t)::text as row from "${name}" t where row_to_json(t)::text ilike '%canary%'`,
      ))
        remaining.push(`${name} ${row}`)
    return remaining
  }

  async function enrolled(name: string) {
    const student = await study.addStudent({
      phone: '+40740111222',
      address: canary('address'),
      emergencyContact: canary('emergency contact'),
    })
    const [department] = await study.context.database.query<{ id: string }>(
      'select id from departments',
    )
    const { id: admissionSessionId } = await study.create('admission-sessions/create', {
      name,
      academicYear: '2026-2027',
      opensAt: '2026-07-01T08:00:00.000Z',
    })
    const [registrationId = ''] = await seedApplications(study.context, 1, {
      ...{
        departmentProfileId: department?.id,
        specializationId: study.specializationId,
        admissionSessionId,
      },
      ...{
        studentId: student.personId,
        enrolledAt: study.now().toISOString(),
        issue: canary('issue'),
      },
    })
    const [row] = await study.context.database.query<{ reference: string }>(
      'select reference_code as reference from registrations where id = $1',
      [registrationId],
    )
    return { student, reference: row?.reference ?? '' }
  }

  /** Writes text into every field that accepts it. */
  async function write(student: Caller & { readonly personId: string }) {
    const post = async (caller: Caller, path: string, body: object) => {
      const answer = await study.call<WireRecord>(caller, 'POST', `/api/${path}`, body)
      if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`)
      return answer.data
    }
    const act = async (...args: Parameters<StudyApp['act']>) => {
      const answer = await study.act(...args)
      if (answer.status >= 300) throw new Error(`${args[1]} ${args[3]}: ${answer.text}`)
    }
    const [changed, upheld] = [
      await study.addGrade(student.personId, 'A1', { value: 4 }),
      await study.addGrade(student.personId, 'A2', { value: 4 }),
    ]
    const appeals = [changed, upheld].map((gradeId) =>
      post(student, 'grade-appeals/create', {
        gradeId,
        explanation: canary('explanation of an appeal'),
      }),
    )
    const [one, other] = await Promise.all(appeals)
    await act(study.professor, 'grade-appeals', one?.id ?? '', 'change', {
      newResult: 'graded',
      newValue: 5,
      answer: canary('answer that changes a grade'),
    })
    await act(study.professor, 'grade-appeals', other?.id ?? '', 'uphold', {
      answer: canary('answer that upholds a grade'),
    })
    const request = await post(student, 'data-changes/create', {
      subject: 'lastName',
      wanted: 'Canary',
      explanation: canary('explanation of a change'),
    })
    await act(study.secretary, 'data-changes', request.id, 'refuse', {
      answer: canary('answer to a change'),
    })
    const open = await post(student, 'data-changes/create', {
      subject: 'email',
      wanted: 'canary@example.com',
      explanation: canary('open change'),
    })
    const resit = await post(student, 'exam-resits/create', {
      ...{ courseId: study.courses.A2, kind: 'resit', examId: null },
      explanation: canary('explanation of a resit'),
    })
    await act(study.secretary, 'exam-resits', resit.id, 'reject', {
      answer: canary('answer to a resit'),
    })
    const certificate = await post(student, 'certificates/create', {
      kind: 'certificate',
      language: 'en',
      purpose: canary('purpose'),
    })
    await act(study.secretary, 'certificates', certificate.id, 'revoke', {
      revokeReason: canary('revoking'),
    })
    await post(student, 'messages/create', {
      recipientId: study.secretary.id,
      subject: canary('subject'),
      body: canary('letter'),
    })
    await post(study.secretary, 'messages/create', {
      recipientId: student.id,
      subject: canary('subject to alone'),
      body: canary('reply'),
    })
    return { changed, open }
  }

  test('leaves none of the written texts in any table', async () => {
    const { student, reference } = await enrolled('Vara')
    await study.call(study.secretary, 'PATCH', '/api/authentication/users/update', {
      id: study.secretary.id,
      mailCopies: ['messages'],
    })
    const { changed, open } = await write(student)
    expect((await canaries()).length).toBeGreaterThan(15)
    const { data } = await exportPerson(study.context, reference)
    expect(data.messages).toMatchObject([{ body: canary('letter') }, { body: canary('reply') }])
    expect(data.appeals).toHaveLength(2)
    expect(data.dataChanges).toHaveLength(2)
    expect(data.resits).toMatchObject([{ answer: canary('answer to a resit') }])
    // Addresses are kept while the person is a student.
    await erase(reference)
    const isAddress = (row: string) =>
      row.includes(canary('address')) && row.includes(canary('emergency contact'))
    expect((await canaries()).filter((row) => !isAddress(row))).toEqual([])
    const grade = (await study.call<WireRecord>(study.professor, 'GET', `/api/grades/${changed}`))
      .data
    expect(grade).toMatchObject({ value: 5, correctionReason: null })
    expect(
      (await study.call<WireRecord>(student, 'GET', `/api/data-changes/${open.id}`)).data.status,
    ).toBe('withdrawn')
  })

  test('also loses their address and later texts when the studies are over', async () => {
    const { student, reference } = await enrolled('Toamna')
    await erase(reference)
    await write(student)
    await study.act(study.admin, 'students', student.personId, 'withdraw', {
      statusReason: 'Own wish',
      statusSince: '2027-07-05',
    })
    study.wait(1000)
    await erase(reference)
    const others = await canaries()
    expect(
      others.filter((row) => row.includes(student.personId) || row.includes(student.id)),
    ).toEqual([])
    expect(
      (await study.call<WireRecord>(study.admin, 'GET', `/api/students/${student.personId}`)).data,
    ).toMatchObject({
      lastName: 'Ionescu',
      address: null,
      emergencyContact: null,
      status: 'withdrawn',
    })
  })

  test('keeps messages to many recipients unchanged for the others', async () => {
    const { student, reference } = await enrolled('Iarna')
    const other = await study.addStudent()
    await study.context.database.query(
      `insert into messages (id, created_at, updated_at, sender_id, sender_name, sender_name_key, recipient_id, recipient_name, recipient_name_key, audience, recipient_count, sending_id, subject, subject_key, body, sent_at)
       values (gen_random_uuid(), now(), now(), $1, 'Ana Pop', 'ana pop', $2, 'Two', 'two', 'Two', 2, 'sending', 'For all', 'for all', 'Text for all', now()),
              (gen_random_uuid(), now(), now(), $1, 'Ana Pop', 'ana pop', $3, 'Two', 'two', 'Two', null, 'sending', 'For all', 'for all', 'Text for all', now())`,
      [study.secretary.id, student.id, other.id],
    )
    await erase(reference)
    expect(
      await study.context.database.query("select body from messages where sending_id = 'sending'"),
    ).toEqual([{ body: 'Text for all' }, { body: 'Text for all' }])
  })
})
