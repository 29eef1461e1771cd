import type { Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { engines } from '#tests/support/databases.ts'
import { type EnrolmentApp, startEnrolmentApp } from '#tests/support/enrolment-app.ts'
import { applicantCnp } from '#tests/support/seed-applications.ts'

const reason = 'Înmatriculat din greșeală'

describe.each(engines)('undoing an enrolment on $engine', ({ open }) => {
  let site: EnrolmentApp
  beforeAll(async () => {
    site = await startEnrolmentApp(open)
  })
  afterAll(() => site.close())
  const undo = (id: string, body: object = { reason }, caller = site.admin) =>
    site.call<WireRegistration>(caller, 'POST', `/api/registrations/${id}/undo-enrolment`, body)
  const get = async <T = WireRecord>(path: string) =>
    (await site.call<T>(site.admin, 'GET', `/api/${path}`)).data
  /** An enrolled application and its student. */
  async function enrolled(values: object) {
    const [id = ''] = await site.addApplications(1, values)
    const { data } = await site.enrol([id])
    return { id, studentId: data.results[0]?.studentId ?? '' }
  }

  test('closes the account, frees the place and leaves the application accepted', async () => {
    const programme = await site.addProgramme({ placesBudget: 1, placesFee: 0 })
    const { id, studentId } = await enrolled(programme)
    const next = await site.addApplications(1, programme)
    expect(await site.outcomes(next)).toEqual(['noPlaces'])
    site.moveToDay('2026-09-11')
    const { data, body } = await undo(id)
    expect(body.message).toBe('The enrolment has been undone.')
    expect(data).toMatchObject({ id, status: 'accepted', enrolledAt: null, studentId: null })
    expect(data.timeline[0]).toMatchObject({
      type: 'enrolmentUndone',
      actor: { name: 'Some admin' },
      note: reason,
    })
    const student = await get(`students/${studentId}`)
    expect(student).toMatchObject({
      status: 'withdrawn',
      statusReason: reason,
      statusSince: '2026-09-11',
      registrationId: id,
    })
    expect(await get(`authentication/users/${student.userId}`)).toMatchObject({ isActive: false })
    expect(await site.query('select state from outbox_mail where record_id = $1', [id])).toEqual([
      { state: 'dropped' },
    ])
    const [last] = (await get<Page<WireChange>>(`registrations/${id}/history`)).list
    expect(last).toMatchObject({ action: 'undoEnrolment', reason, actor: { name: 'Some admin' } })
    expect(await site.outcomes(next)).toEqual(['enrolled'])
  })

  test('ends the class memberships, which a new enrolment restores', async () => {
    const programme = await site.addProgramme()
    await site.addGroups(programme, { U1: 1 })
    const { id, studentId } = await enrolled(programme)
    const members = () =>
      site.query('select status, source from class_enrolments where student_id = $1', [studentId])
    expect(await members()).toEqual([{ status: 'active', source: 'enrolment' }])
    expect((await undo(id)).status).toBe(200)
    expect(await members()).toEqual([{ status: 'dropped', source: 'enrolment' }])
    expect(await site.outcomes([id])).toEqual(['enrolled'])
    expect(await members()).toMatchObject([{ status: 'active' }])
  })

  test('is rejected once the student has a grade, or a payment that was not reversed', async () => {
    const programme = await site.addProgramme()
    await site.addGroups(programme, { U2: 5 })
    const { id, studentId } = await enrolled(programme)
    await site.query(
      `insert into finances (id, student_id, direction, kind, amount, description, description_key, booked_on)
       values (gen_random_uuid(), $1, 'payment', 'tuition', 100, 'Taxă', 'taxa', '2026-09-11')`,
      [studentId],
    )
    expect((await undo(id)).failure).toMatchObject({
      code: 'transition.refused',
      fields: { _: [{ code: 'enrolment.hasPayments' }] },
    })
    await site.query(
      `insert into grades (id, student_id, course_id, academic_year_id, kind, attempt, result, value, state, professor_id)
       select gen_random_uuid(), $1, course_id, academic_year_id, 'exam', 1, 'graded', 7, 'draft', k.lead_professor_id from class_enrolments m
       join university_classes k on k.id = m.class_id where m.student_id = $1`,
      [studentId],
    )
    expect((await undo(id)).failure).toMatchObject({
      code: 'transition.refused',
      fields: { _: [{ code: 'enrolment.hasGrades' }] },
    })
  })

  test('allows a new enrolment with the same student, number and account', async () => {
    const { id, studentId } = await enrolled({
      ...(await site.addProgramme()),
      personalEmail: 'typed.wrong@example.com',
    })
    const before = await get(`students/${studentId}`)
    await undo(id)
    await site.query(
      `update registrations set personal_email = 'typed.right@example.com', city = 'Dej' where id = $1`,
      [id],
    )
    expect((await site.enrol([id])).data.results).toEqual([
      { registrationId: id, outcome: 'enrolled', studentId },
    ])
    const { matriculationNumber, userId } = before
    const expected = {
      matriculationNumber,
      userId,
      status: 'active',
      statusReason: null,
      city: 'Dej',
      email: 'typed.right@example.com',
    }
    expect(await get(`students/${studentId}`)).toMatchObject(expected)
    expect(await get(`authentication/users/${userId}`)).toMatchObject({
      isActive: true,
      email: 'typed.right@example.com',
    })
    const mails = await site.query(
      `select state from outbox_mail where record_id = $1 and kind = 'enrolled' order by id`,
      [id],
    )
    expect(mails).toEqual([{ state: 'dropped' }, { state: 'waiting' }])
    expect((await undo(id)).status).toBe(200)
  })

  test('allows the same person to be enrolled in another programme', async () => {
    const cnp = applicantCnp(63_000)
    const { id, studentId } = await enrolled({
      ...(await site.addProgramme()),
      cnp,
      personalEmail: 'mihai@example.com',
    })
    const other = await site.addProgramme()
    const [second = ''] = await site.addApplications(1, {
      ...other,
      cnp,
      personalEmail: 'mihai@example.com',
    })
    expect(await site.outcomes([second])).toEqual(['alreadyStudent'])
    const { matriculationNumber } = await get(`students/${studentId}`)
    await undo(id)
    expect((await site.enrol([second])).data.results).toMatchObject([
      { outcome: 'enrolled', studentId },
    ])
    const student = await get(`students/${studentId}`)
    expect(student).toMatchObject({
      registrationId: second,
      specializationId: other.specializationId,
      status: 'active',
    })
    expect(student.matriculationNumber).not.toBe(matriculationNumber)
    expect(await site.outcomes([id])).toEqual(['alreadyStudent'])
  })

  test('requires an admin and a reason, and an enrolment to undo', async () => {
    const { id } = await enrolled(await site.addProgramme())
    expect((await undo(id, { reason }, site.secretary)).failure.code).toBe('access.denied')
    expect((await undo(createCaller('admin').id)).failure.code).toBe('record.missing')
    for (const body of [{}, { reason: 'x' }, { reason, more: 1 }])
      expect((await undo(id, body)).failure.code).toBe('input.invalid')
    const answers = await Promise.all(Array.from({ length: 5 }, () => undo(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.failure.code).toBe('transition.refused')
  })

  test("is rejected once the student's status has changed, even if it has changed back", async () => {
    const { id, studentId } = await enrolled(await site.addProgramme())
    const step = (action: string) =>
      site.call(site.secretary, 'POST', `/api/students/${studentId}/actions/${action}`, {
        statusReason: 'La cerere',
        statusSince: '2026-09-10',
      })
    site.moveToDay('2026-09-12')
    await step('suspend')
    expect((await undo(id)).failure.code).toBe('transition.refused')
    await step('resume')
    expect((await undo(id)).failure.code).toBe('transition.refused')
    expect(await get(`registrations/${id}`)).toMatchObject({ studentId })
  })

  test('is rejected once the academic year is over', async () => {
    const { id } = await enrolled(await site.addProgramme())
    site.moveToDay('2027-10-01')
    expect((await undo(id)).failure.code).toBe('transition.refused')
    site.moveToDay('2027-09-30')
    expect((await undo(id)).status).toBe(200)
  })
})
