import type { Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { engines } from '#tests/support/databases.ts'
import { type EnrolmentApp, startEnrolmentApp } from '#tests/support/enrolment-app.ts'
import { applicantCnp } from '#tests/support/seed-applications.ts'

describe.each(engines)('an accepted application on $engine', ({ open }) => {
  let site: EnrolmentApp
  beforeAll(async () => {
    site = await startEnrolmentApp(open)
  })
  afterAll(() => site.close())
  const get = async <T = WireRecord>(path: string) =>
    (await site.call<T>(site.admin, 'GET', `/api/${path}`)).data

  test('becomes a student with an account and a number, and the student is emailed a link to the account (R-T10, R-C08)', async () => {
    const programme = await site.addProgramme({ placesBudget: 1, placesFee: 5 })
    await site.addGroups(programme, { A1: 10 })
    const cnp = applicantCnp(60_000)
    const [id = ''] = await site.addApplications(1, {
      ...programme,
      cnp,
      lastName: 'Țîrlea',
      firstName: 'Ana Maria',
      language: 'fr',
    })
    const answer = await site.enrol([id])
    const studentId = answer.data.results[0]?.studentId ?? ''
    expect(answer.data).toEqual({
      enrolled: 1,
      alreadyEnrolled: 0,
      refused: 0,
      results: [{ registrationId: id, outcome: 'enrolled', studentId }],
    })
    expect(answer.body.message).toBe('1 student enrolled.')

    const registration = await get<WireRegistration>(`registrations/${id}`)
    expect(registration).toMatchObject({
      status: 'accepted',
      enrolledAt: '2026-09-10T09:00:00.000Z',
      studentId,
    })
    expect(registration.timeline[0]).toMatchObject({
      type: 'enrolled',
      actor: { kind: 'staff', name: 'Some secretary' },
    })
    const student = await get(`students/${studentId}`)
    expect(student).toMatchObject({
      lastName: 'Țîrlea',
      firstName: 'Ana Maria',
      matriculationNumber: 'PR126-001',
      cnp: registration.cnp,
      birthDate: '2005-04-15',
      sex: 'M',
      specializationId: programme.specializationId,
      studyYear: 1,
      groupName: 'A1',
      academicYearOfEntry: '2026-2027',
      fundingType: 'budget',
      status: 'active',
      email: registration.personalEmail,
      phone: '+40740555333',
      address: 'Str. Morii nr. 3',
      city: 'Turda',
      enrolledAt: '2026-09-10',
      registrationId: id,
    })
    expect(
      (await get<Page<WireRecord>>(`students?filters[cnp]=${cnp}`)).list.map((one) => one.id),
    ).toEqual([studentId])
    const user = await get(`authentication/users/${student.userId}`)
    expect(user).toMatchObject({
      name: 'Ana Maria Țîrlea',
      username: 'ana-maria.tirlea',
      email: student.email,
      role: 'student',
      isActive: true,
    })
    expect(await site.query('select 1 from credential where user_id = $1', [user.id])).toEqual([])
    const mails = await site.query(
      'select kind, language, record_id, params from outbox_mail where user_id = $1',
      [user.id],
    )
    expect(mails).toEqual([
      {
        kind: 'enrolled',
        language: 'fr',
        record_id: id,
        params: { matriculationNumber: 'PR126-001' },
      },
    ])
    for (const [path, action] of [
      [`registrations/${id}`, 'enrol'],
      [`students/${studentId}`, 'create'],
      [`authentication/users/${user.id}`, 'create'],
    ] as const)
      expect((await get<Page<WireChange>>(`${path}/history`)).list[0]).toMatchObject({
        action,
        actor: { name: 'Some secretary' },
      })
  })

  test('is enrolled only once: a repeated call returns the same student (R-T10)', async () => {
    const [first = '', second = ''] = await site.addApplications(2, await site.addProgramme())
    const { results } = (await site.enrol([first, first, first.toUpperCase()])).data
    expect(results).toMatchObject([{ registrationId: first, outcome: 'enrolled' }])
    const repeated = await site.enrol([second, first])
    expect(repeated.data).toMatchObject({
      enrolled: 1,
      alreadyEnrolled: 1,
      results: [
        { registrationId: second, outcome: 'enrolled' },
        { registrationId: first, outcome: 'alreadyEnrolled', studentId: results[0]?.studentId },
      ],
    })
    expect(
      await site.query('select 1 from students where registration_id = any($1)', [[first, second]]),
    ).toHaveLength(2)
  })

  test('returns the same response to repeated calls for a day', async () => {
    const ids = await site.addApplications(2, await site.addProgramme())
    const first = await site.enrol(ids, 'one-key-for-all')
    expect((await site.enrol(ids, 'one-key-for-all')).data).toEqual(first.data)
    expect((await site.enrol(ids)).data).toMatchObject({ enrolled: 0, alreadyEnrolled: 2 })
    expect((await site.enrol(ids.slice(1), 'one-key-for-all')).failure.code).toBe('request.differs')
    expect((await site.enrol(ids, 'short')).failure.code).toBe('input.invalid')
    const [storedCall] = await site.query<{ answer: string }>(
      `select answer from repeated_call where scope like 'call:%'`,
    )
    expect(storedCall?.answer).not.toContain(ids[0])
    await site.query(`update repeated_call set created_at = created_at - interval '25 hours'`)
    expect((await site.enrol(ids, 'one-key-for-all')).data).toMatchObject({ alreadyEnrolled: 2 })
  })

  test('is processed separately in a bulk call, so that a rejected application does not affect the others', async () => {
    const programme = await site.addProgramme()
    const states = ['submitted', 'under_review', 'update_requested', 'in_progress', 'declined']
    const otherApplications = (
      await Promise.all(states.map((status) => site.addApplications(1, { ...programme, status })))
    ).flat()
    const [one = '', two = ''] = await site.addApplications(2, programme)
    const missing = createCaller('admin').id
    expect(await site.outcomes([one, missing, ...otherApplications, two])).toEqual([
      'enrolled',
      'missing',
      ...states.map(() => 'notAccepted'),
      'enrolled',
    ])
  })

  test('is not enrolled until the applicant has been notified of the decision', async () => {
    const ids = await site.addApplications(1, {
      ...(await site.addProgramme()),
      notifiedStatus: 'under_review',
      notifyAt: '2026-09-10T09:02:00.000Z',
    })
    expect(await site.outcomes(ids)).toEqual(['decisionHeld'])
    site.moveToDay('2026-09-11')
    expect(await site.outcomes(ids)).toEqual(['enrolled'])
  })

  test('joins the group with the fewest students, and is rejected without side effects if all groups are full', async () => {
    const programme = await site.addProgramme()
    await site.addGroups(programme, { B1: 2, B2: 30 })
    await site.call(site.admin, 'PUT', '/api/settings/update', { maxStudentsPerCourse: 3 })
    const ids = await site.addApplications(6, programme)
    expect(await site.outcomes(ids)).toEqual([
      ...Array.from({ length: 5 }, () => 'enrolled'),
      'classFull',
    ])
    expect((await site.enrol(ids.slice(5))).data.results[0]).toMatchObject({
      code: 'classFull',
      courses: 'Analiză',
    })
    const { database } = site.context
    await database.query(
      `update courses set name_translations = '{"en": {"text": "Analysis"}}' where specialization_id = $1`,
      [programme.specializationId],
    )
    expect((await site.enrol(ids.slice(5))).data.results[0]).toMatchObject({
      code: 'classFull',
      courses: 'Analysis',
    })
    const members = await site.query(
      `select k.group_name as name, m.source, count(*) as count from class_enrolments m join university_classes k on k.id = m.class_id
       join courses c on c.id = k.course_id where c.specialization_id = $1 and m.status = 'active' group by 1, 2 order by 1`,
      [programme.specializationId],
    )
    expect(members).toEqual([
      { name: 'B1', source: 'enrolment', count: 2 },
      { name: 'B2', source: 'enrolment', count: 3 },
    ])
    const groups = await site.query(
      'select group_name as name from students where specialization_id = $1 order by id',
      [programme.specializationId],
    )
    expect(groups.map(({ name }) => name)).toEqual(['B1', 'B2', 'B1', 'B2', 'B2'])
    const [unchanged] = await site.query(
      'select enrolled_at, student_id, version from registrations where id = $1',
      [ids[5]],
    )
    expect(unchanged).toEqual({ enrolled_at: null, student_id: null, version: 1 })
    const accounts = await site.query(
      'select 1 from users where email = (select personal_email from registrations where id = $1)',
      [ids[5]],
    )
    expect(accounts).toEqual([])
    await site.call(site.admin, 'PUT', '/api/settings/update', { maxStudentsPerCourse: 30 })
    expect(await site.outcomes(ids.slice(5))).toEqual(['enrolled'])
  })

  test("creates no second student for a person, and no account with another user's email address", async () => {
    const [programme, other] = [await site.addProgramme(), await site.addProgramme()]
    const cnp = applicantCnp(61_000)
    const duplicates = [
      ...(await site.addApplications(1, { ...programme, cnp })),
      ...(await site.addApplications(1, { ...other, cnp })),
    ]
    expect(await site.outcomes(duplicates)).toEqual(['enrolled', 'alreadyStudent'])
    const passport = {
      cnp: null,
      serialNumber: null,
      identityType: 'passport',
      foreignIdNumber: 'X1234567',
    }
    const foreign = [
      ...(await site.addApplications(1, { ...programme, ...passport })),
      ...(await site.addApplications(1, { ...other, ...passport })),
    ]
    expect(await site.outcomes(foreign)).toEqual(['enrolled', 'alreadyStudent'])
    const siblings = await site.addApplications(2, {
      ...programme,
      personalEmail: 'Familia.Pop@example.com',
    })
    expect(await site.outcomes(siblings)).toEqual(['enrolled', 'emailInUse'])
  })

  test('is enrolled without a consistent identity if an admin has waived it', async () => {
    const [id = ''] = await site.addApplications(1, {
      ...(await site.addProgramme()),
      birthDate: '2005-05-15',
      sex: 'F',
      identityWaived: true,
    })
    const { results } = (await site.enrol([id])).data
    expect(results).toMatchObject([{ outcome: 'enrolled' }])
    expect(await get(`students/${results[0]?.studentId}`)).toMatchObject({
      birthDate: '2005-05-15',
      sex: 'F',
    })
  })

  test('has unlimited places if the programme declares none, and no funded places if it declares only fee-paying ones', async () => {
    const funding = async (places: object) => {
      const programme = await site.addProgramme(places)
      const outcomes = await site.outcomes(await site.addApplications(3, programme))
      const rows = await site.query(
        'select funding_type as kind from students where specialization_id = $1',
        [programme.specializationId],
      )
      return [outcomes.at(-1), ...rows.map(({ kind }) => kind)]
    }
    expect(await funding({})).toEqual(['enrolled', 'budget', 'budget', 'budget'])
    expect(await funding({ placesFee: 2 })).toEqual(['noPlaces', 'fee', 'fee'])
    expect(await funding({ placesBudget: 2 })).toEqual(['noPlaces', 'budget', 'budget'])
  })

  test('gets a fee-paying place once the funded places are taken', async () => {
    const programme = await site.addProgramme({ placesBudget: 1, placesFee: 2 })
    const fee = await site.addApplications(1, { ...programme, fundingPreference: 'fee' })
    const ids = [...fee, ...(await site.addApplications(3, programme))]
    expect(await site.outcomes(ids)).toEqual(['enrolled', 'enrolled', 'enrolled', 'noPlaces'])
    const funding = await site.query(
      'select funding_type as kind from students where specialization_id = $1 order by id',
      [programme.specializationId],
    )
    expect(funding.map(({ kind }) => kind)).toEqual(['fee', 'budget', 'fee'])
  })

  test('gets a place of the requested type, or none', async () => {
    const programme = await site.addProgramme({ placesBudget: 1, placesFee: 1 })
    const addApplicationWith = async (fundingPreference: string) =>
      (await site.addApplications(1, { ...programme, fundingPreference }))[0] ?? ''
    const [first, second, budget] = [
      await addApplicationWith('fee'),
      await addApplicationWith('fee'),
      await addApplicationWith('budget'),
    ]
    expect(await site.outcomes([first, second])).toEqual(['enrolled', 'noFeePlace'])
    expect(await site.outcomes([budget, await addApplicationWith('budget')])).toEqual([
      'enrolled',
      'noBudgetPlace',
    ])
    expect(await site.outcomes([await addApplicationWith('budget_then_fee')])).toEqual(['noPlaces'])
    const [row] = await site.query(
      'select funding_type as kind from students where registration_id = $1',
      [budget],
    )
    expect(row?.kind).toBe('budget')
    const open = await site.addProgramme()
    const free = (await site.addApplications(1, { ...open, fundingPreference: 'fee' }))[0] ?? ''
    expect(await site.outcomes([free])).toEqual(['enrolled'])
    expect(
      await site.query('select funding_type as kind from students where registration_id = $1', [
        free,
      ]),
    ).toEqual([{ kind: 'fee' }])
  })

  test('is listed in the bulk preview if there is no place for it', async () => {
    const programme = await site.addProgramme({ placesBudget: 0, placesFee: 5 })
    const ids = [
      ...(await site.addApplications(1, { ...programme, fundingPreference: 'budget' })),
      ...(await site.addApplications(1, { ...programme, fundingPreference: 'budget_then_fee' })),
    ]
    const secretary = await site.createAccount('secretary', 'Ioana Dan')
    const { items } = await bulkCalls(site).done(
      secretary,
      'registrations',
      { ids },
      { action: 'enrol' },
    )
    expect(items.map(({ outcome, issues }) => [outcome, issues])).toEqual([
      ['invalid', { _: [{ code: 'enrolment.noBudgetPlace' }] }],
      ['done', {}],
    ])
  })

  test('is enrolled only by staff, with at most five hundred applications per call', async () => {
    const path = '/api/registrations/enroll-students'
    const [id = ''] = await site.addApplications(1, await site.addProgramme())
    expect((await site.call(null, 'POST', path, { registrationIds: [id] })).failure.code).toBe(
      'session.required',
    )
    for (const role of ['professor', 'student'] as const)
      expect(
        (await site.call(createCaller(role), 'POST', path, { registrationIds: [id] })).failure.code,
      ).toBe('access.denied')
    for (const registrationIds of [
      [],
      Array.from({ length: 501 }, () => id),
      ['no id'],
      'text',
      [id, 5],
    ])
      expect(
        (await site.call(site.secretary, 'POST', path, { registrationIds })).failure.code,
      ).toBe('input.invalid')
    expect(await site.query('select enrolled_at from registrations where id = $1', [id])).toEqual([
      { enrolled_at: null },
    ])
  })
})
