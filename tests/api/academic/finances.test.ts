import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LedgerEntry } from '#resources/academic/account.ts'
import type { WireDashboard } from '#resources/academic/wire-dashboard.ts'
import { instalments } from '#server/finances/tuition.ts'
import { engines } from '#tests/support/databases.ts'
import { type StudyApp, startStudyApp } from '#tests/support/study-app.ts'

describe.each(engines)('finances on $engine', ({ open }) => {
  let study: StudyApp
  beforeAll(async () => {
    study = await startStudyApp(open)
  })
  afterAll(() => study.close())

  const book = (studentId: string | null, entry: object, caller: Caller = study.secretary) =>
    study.call<WireRecord>(caller, 'POST', '/api/finances/create', {
      studentId,
      kind: 'tuition',
      description: 'Taxă de studii',
      bookedOn: '2027-07-01',
      ...entry,
    })
  const charge = async (studentId: string | null, amount: number) =>
    (await book(studentId, { direction: 'charge', amount, dueOn: '2027-07-31' })).data.id
  let receipts = 0
  const pay = async (studentId: string | null, amount: number) => {
    receipts += 1
    return (
      await book(studentId, {
        direction: 'payment',
        amount,
        method: 'cash',
        receiptNumber: `R-${receipts}`,
      })
    ).data.id
  }
  const reverse = (id: string, caller: Caller = study.secretary) =>
    study.act(caller, 'finances', id, 'reverse', { why: 'Greșeală' })
  const balanceOf = async (student: Caller, caller: Caller = study.secretary) =>
    (await study.call<WireRecord>(caller, 'GET', `/api/students/${student.personId}`)).data.balance
  const revenue = async () =>
    (await study.call<WireDashboard>(study.secretary, 'GET', '/api/dashboard')).data.totalRevenue
  const bellOf = async (student: Caller) =>
    (
      await study.call<Page<WireRecord>>(student, 'GET', '/api/notifications?pageSize=50')
    ).data.list.map(({ type, subject }) => [type, subject])

  test('the balance is charges minus payments and reductions, and refunded amounts are owed again (R-E07)', async () => {
    const student = await study.addStudent()
    expect(await balanceOf(student)).toBe(0)
    await charge(student.personId, 1600)
    await charge(student.personId, 1600.5)
    expect(await balanceOf(student)).toBe(3200.5)
    await pay(student.personId, 1600)
    await book(student.personId, {
      direction: 'adjustment',
      amount: 200,
      description: 'Reducere pentru bursieri',
    })
    expect(await balanceOf(student)).toBe(1400.5)
    await pay(student.personId, 2000)
    expect(await balanceOf(student)).toBe(-599.5)
    await book(student.personId, {
      direction: 'refund',
      amount: 599.5,
      method: 'transfer',
      receiptNumber: 'B-1',
    })
    expect(await balanceOf(student)).toBe(0)
    expect(await balanceOf(student, student)).toBe(0)
  })

  test('an entry is recorded even if its description is too long for a notification, which then truncates the description', async () => {
    const student = await study.addStudent()
    const { status } = await book(student.personId, {
      direction: 'charge',
      amount: 100,
      dueOn: '2027-07-31',
      description: 'Ț'.repeat(160),
    })
    expect([status, await bellOf(student)]).toEqual([201, [['chargeBooked', 'Ț'.repeat(120)]]])
  })

  test('a reversed payment is owed again, is not included in the revenue, and stays visible next to its reversal', async () => {
    const student = await study.addStudent()
    await charge(student.personId, 1000)
    const before = await revenue()
    const payment = await pay(student.personId, 1000)
    expect([await balanceOf(student), (await revenue()) - before]).toEqual([0, 1000])
    const { data } = await reverse(payment)
    expect(data).toMatchObject({ isReversed: true, amount: 1000, direction: 'payment' })
    expect(data._can).not.toContain('reverse')
    expect([await balanceOf(student), (await revenue()) - before]).toEqual([1000, 0])
    const { list } = (
      await study.call<Page<WireRecord>>(student, 'GET', '/api/finances?pageSize=50')
    ).data
    expect(list.map(({ direction, reversalOfId }) => [direction, reversalOfId]).toSorted()).toEqual(
      [
        ['charge', null],
        ['payment', null],
        ['payment', payment],
      ],
    )
    expect((await bellOf(student)).toReversed()).toEqual([
      ['chargeBooked', 'Taxă de studii'],
      ['paymentBooked', 'Taxă de studii'],
      ['entryReversed', 'Taxă de studii'],
    ])
  })

  test("a student's ledger lists every entry in order with the balance after it, including reversals", async () => {
    const student = await study.addStudent()
    const id = student.personId
    const ledger = async (caller: Caller) =>
      (
        await study.call<{ balance: number; entries: LedgerEntry[] }>(
          caller,
          'GET',
          `/api/students/${id}/ledger`,
        )
      ).data
    expect(await ledger(student)).toEqual({ balance: 0, entries: [] })
    const one = await charge(id, 1000.1)
    const overpayment = await pay(id, 600.2)
    await reverse(overpayment)
    await pay(id, 300.3)
    // Recorded last, but dated before all others.
    await book(id, {
      direction: 'adjustment',
      amount: 50,
      description: 'Reducere',
      bookedOn: '2027-06-01',
    })
    const { balance, entries } = await ledger(study.secretary)
    expect(balance).toBe(649.8)
    expect(balance).toBe(await balanceOf(student))
    expect(
      entries.map(({ direction, effect, balance: after }) => [direction, effect, after]),
    ).toEqual([
      ['payment', 600.2, 649.8],
      ['payment', -300.3, 49.6],
      ['payment', -600.2, 349.9],
      ['charge', 1000.1, 950.1],
      ['adjustment', -50, -50],
    ])
    expect(entries[0]).toMatchObject({
      reversalOfId: overpayment,
      reversalReason: 'Greșeală',
      reversedOn: null,
    })
    expect(entries[2]).toMatchObject({
      id: overpayment,
      reversalOfId: null,
      reversedOn: entries[0]?.bookedOn,
    })
    expect(entries[3]).toMatchObject({ id: one, dueOn: '2027-07-31', reversedOn: null })
    expect(await ledger(student)).toEqual({ balance, entries })
    const others = [await study.addStudent(), study.professor]
    for (const other of others)
      expect((await study.call(other, 'GET', `/api/students/${id}/ledger`)).status).toBeOneOf([
        403, 404,
      ])
  })

  test('an entry is reversed only once, even with repeated calls, and a reversal cannot be reversed', async () => {
    const student = await study.addStudent()
    const entry = await charge(student.personId, 300)
    const answers = await Promise.all(Array.from({ length: 8 }, () => reverse(entry)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await balanceOf(student)).toBe(0)
    const { list } = (
      await study.call<Page<WireRecord>>(
        study.secretary,
        'GET',
        `/api/finances?filters[studentId]=${student.personId}`,
      )
    ).data
    expect(list).toHaveLength(2)
    const reversal = list.find(({ reversalOfId }) => reversalOfId === entry)
    expect((await reverse(String(reversal?.id))).status).toBe(409)
  })

  test('no field of an entry can be changed, and a receipt number cannot be used twice', async () => {
    const student = await study.addStudent()
    const entry = await pay(student.personId, 50)
    const { status, failure } = await study.call(study.admin, 'PATCH', '/api/finances/update', {
      id: entry,
      amount: 5000,
    })
    expect([status, failure.fields]).toEqual([400, { amount: [{ code: 'field.notWritable' }] }])
    const duplicate = await book(student.personId, {
      direction: 'payment',
      amount: 50,
      method: 'cash',
      receiptNumber: `R-${receipts}`,
    })
    expect([duplicate.status, duplicate.failure.fields]).toEqual([
      409,
      { receiptNumber: [{ code: 'value.taken' }] },
    ])
  })

  test.each([
    [
      'without a student or an applicant',
      { studentId: null, direction: 'charge', amount: 10 },
      'studentId',
    ],
    ['with the amount 0', { direction: 'charge', amount: 0 }, 'amount'],
    ['with a fraction of a ban', { direction: 'charge', amount: 0.333 }, 'amount'],
    [
      'with a date in the future',
      { direction: 'charge', amount: 10, bookedOn: '2099-01-01' },
      'bookedOn',
    ],
    [
      'for a cash payment without a receipt number',
      { direction: 'payment', amount: 10, method: 'cash' },
      'receiptNumber',
    ],
  ])('an entry %s is refused with an issue for the field', async (_, entry, field) => {
    const student = await study.addStudent()
    const { status, failure } = await book(student.personId, entry)
    expect([status, Object.keys(failure.fields ?? {})]).toEqual([400, [field]])
  })

  test('searching by name finds entries only of students whom the caller can see', async () => {
    const student = await study.addStudent()
    const id = await charge(student.personId, 77)
    const { data } = await study.call<WireRecord>(
      study.secretary,
      'GET',
      `/api/students/${student.personId}`,
    )
    const found = async (caller: Caller, text: string) =>
      (
        await study.call<Page<WireRecord>>(
          caller,
          'GET',
          `/api/finances?pageSize=100&search=${encodeURIComponent(text)}`,
        )
      ).data.list.map((entry) => entry.id)
    const name = `${data.lastName} ${data.firstName}`
    expect(await found(study.secretary, name)).toContain(id)
    expect(await found(student, name)).toEqual([id])
    expect(await found(await study.addStudent(), name)).toEqual([])
  })

  test('students see only their own entries, professors see none', async () => {
    const [one, other] = [await study.addStudent(), await study.addStudent()]
    const entry = await charge(one.personId, 10)
    expect((await study.call(one, 'GET', `/api/finances/${entry}`)).status).toBe(200)
    expect((await study.call(other, 'GET', `/api/finances/${entry}`)).status).toBe(404)
    expect((await study.call(study.professor, 'GET', '/api/finances')).status).toBe(403)
    expect((await book(one.personId, { direction: 'payment', amount: 10 }, one)).status).toBe(403)
    expect((await reverse(entry, one)).status).toBe(403)
  })

  test('one bulk action charges many students the same amount, and each is notified', async () => {
    const students: Awaited<ReturnType<StudyApp['addStudent']>>[] = []
    for (let i = 0; i < 12; i++) students.push(await study.addStudent({ fundingType: 'fee' }))
    const { done } = bulkCalls(study)
    const input = {
      chargeKind: 'other',
      chargeAmount: 75.25,
      chargeDescription: 'Cazare',
      chargeDueOn: '2027-08-01',
    }
    const { job } = await done(
      study.secretary,
      'students',
      { ids: students.map(({ personId }) => personId) },
      { action: 'charge', input },
    )
    expect(job.counts).toMatchObject({ done: 12 })
    for (const student of students) expect(await balanceOf(student)).toBe(75.25)
    expect(await bellOf(students[3] as Caller)).toEqual([['chargeBooked', 'Cazare']])
  })
})

test('tuition is divided into instalments of whole bani that add up to the exact amount', () => {
  expect(instalments(100, 3)).toEqual([33.34, 33.33, 33.33])
  expect(instalments(3200, 2)).toEqual([1600, 1600])
  expect(instalments(0.01, 2)).toEqual([0.01])
  expect(instalments(4500.55, 4).reduce((sum, one) => sum + Math.round(one * 100), 0)).toBe(450_055)
})
