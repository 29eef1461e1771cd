import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { type EnrolmentApp, startEnrolmentApp } from '#tests/support/enrolment-app.ts'
import { applicantCnp } from '#tests/support/seed-applications.ts'

describe.each(engines)('simultaneous calls on $engine', ({ open }) => {
  let site: EnrolmentApp
  beforeAll(async () => {
    site = await startEnrolmentApp(open)
  })
  afterAll(() => site.close())
  const atOnce = <T>(count: number, work: (i: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, i) => work(i)))
  const countOutcomes = (outcomes: readonly string[]) =>
    Object.fromEntries(
      [...new Set(outcomes)]
        .sort()
        .map((outcome) => [outcome, outcomes.filter((one) => one === outcome).length]),
    )
  const studentsOf = (specializationId: string) =>
    site.query<{ number: string; kind: string }>(
      'select matriculation_number as number, funding_type as kind from students where specialization_id = $1 order by 1',
      [specializationId],
    )

  test('that enrol five hundred applicants into fifty places create fifty students', async () => {
    const programme = await site.addProgramme({ placesBudget: 20, placesFee: 30 })
    const ids = await site.addApplications(500, programme)
    const outcomes = await atOnce(10, (i) => site.outcomes(ids.slice(i * 50, i * 50 + 50)))
    expect(countOutcomes(outcomes.flat())).toEqual({ enrolled: 50, noPlaces: 450 })
    const students = await studentsOf(programme.specializationId)
    expect(students.map(({ number }) => number.slice(-3))).toEqual(
      Array.from({ length: 50 }, (_, i) => String(i + 1).padStart(3, '0')),
    )
    expect(countOutcomes(students.map(({ kind }) => kind))).toEqual({ budget: 20, fee: 30 })
  })

  test('by twenty users who enrol different applicants into the last place enrol only one', async () => {
    const programme = await site.addProgramme({ placesBudget: 2, placesFee: 0 })
    expect(await site.outcomes(await site.addApplications(1, programme))).toEqual(['enrolled'])
    const ids = await site.addApplications(20, programme)
    const outcomes = await atOnce(20, (i) => site.outcomes(ids.slice(i, i + 1)))
    expect(countOutcomes(outcomes.flat())).toEqual({ enrolled: 1, noPlaces: 19 })
  })

  test('by twenty callers for one application create one student, one account and one email (R-T10)', async () => {
    const [id = ''] = await site.addApplications(1, {
      ...(await site.addProgramme()),
      lastName: 'Unic',
    })
    const answers = await atOnce(20, () => site.enrol([id]))
    expect(
      countOutcomes(answers.flatMap(({ data }) => data.results.map(({ outcome }) => outcome))),
    ).toEqual({
      alreadyEnrolled: 19,
      enrolled: 1,
    })
    expect(new Set(answers.map(({ data }) => data.results[0]?.studentId)).size).toBe(1)
    expect(
      await site.query('select 1 from students where registration_id = $1', [id]),
    ).toHaveLength(1)
    expect(await site.query(`select 1 from users where name = 'Dan Unic'`)).toHaveLength(1)
    expect(await site.query('select 1 from outbox_mail where record_id = $1', [id])).toHaveLength(1)
    expect(
      await site.query(
        `select 1 from registration_event where registration_id = $1 and type = 'enrolled'`,
        [id],
      ),
    ).toHaveLength(1)
  })

  test('for people with the same name in several programmes create distinct usernames', async () => {
    const programmes = await Promise.all([1, 2, 3, 4].map(() => site.addProgramme()))
    const ids = (
      await Promise.all(
        programmes.map((programme) =>
          site.addApplications(5, { ...programme, lastName: 'Același' }),
        ),
      )
    ).flat()
    const outcomes = await atOnce(20, (i) => site.outcomes(ids.slice(i, i + 1)))
    expect(countOutcomes(outcomes.flat())).toEqual({ enrolled: 20 })
    const names = await site.query<{ username: string }>(
      `select username from users where name = 'Dan Același'`,
    )
    const expected = Array.from({ length: 20 }, (_, i) => `dan.acelasi${i === 0 ? '' : i + 1}`)
    expect(names.map(({ username }) => username).sort()).toEqual(expected.sort())
  })

  test('create one account per email address and one student per CNP, even across several applications', async () => {
    const programmes = await Promise.all([1, 2, 3, 4].map(() => site.addProgramme()))
    const family = (
      await Promise.all(
        programmes.map((programme) =>
          site.addApplications(1, { ...programme, personalEmail: 'una@example.com' }),
        ),
      )
    ).flat()
    expect(
      countOutcomes((await atOnce(4, (i) => site.outcomes(family.slice(i, i + 1)))).flat()),
    ).toEqual({ emailInUse: 3, enrolled: 1 })
    const cnp = applicantCnp(62_000)
    const person = (
      await Promise.all(
        programmes.map((programme) => site.addApplications(1, { ...programme, cnp })),
      )
    ).flat()
    expect(
      countOutcomes((await atOnce(4, (i) => site.outcomes(person.slice(i, i + 1)))).flat()),
    ).toEqual({
      alreadyStudent: 3,
      enrolled: 1,
    })
  })

  test('with the same key run once and return the same response, or ask the caller to wait', async () => {
    const ids = await site.addApplications(3, await site.addProgramme())
    const answers = await atOnce(5, () => site.enrol(ids, 'five-at-once'))
    const done = answers.filter(({ status }) => status === 200)
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    for (const { data } of done) expect(data).toMatchObject({ enrolled: 3, alreadyEnrolled: 0 })
    expect(done.length).toBeGreaterThan(0)
  })
})
