import { randomUUID } from 'node:crypto'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRandom } from '#demo/random.ts'
import { type OpenCharge, toBani } from '#resources/academic/open-charges.ts'
import type { BookedPayment } from '#resources/academic/payments.ts'
import { engines } from '#tests/support/databases.ts'
import { type StudyApp, startStudyApp } from '#tests/support/study-app.ts'
import type { UserWithRecord } from '#tests/support/university-app.ts'

describe.each(engines)('payments at the counter on $engine', ({ open }) => {
  let study: StudyApp
  let codes = 0
  beforeAll(async () => {
    study = await startStudyApp(open)
  })
  afterAll(() => study.close())

  /** Opens the cash desk of a new cashier, with a series of its own. */
  async function openDesk({ role = 'secretary', openingCash = 0 } = {}) {
    codes += 1
    const code = `C${String.fromCharCode(64 + Math.ceil(codes / 26))}${String.fromCharCode(65 + (codes % 26))}`
    const cashier = {
      ...(await study.createAccount(role as 'secretary' | 'admin', `Casier ${code}`)),
      reauthenticatedAt: study.now().toISOString(),
    }
    const series = await study.call<WireRecord>(study.admin, 'POST', '/api/receipt-series/create', {
      code,
      desk: `Casieria ${code}`,
    })
    const session = await study.call<WireRecord>(cashier, 'POST', '/api/cash-sessions/create', {
      seriesId: series.data.id,
      openingCash,
    })
    expect([series.status, session.status, session.text]).toEqual([201, 201, session.text])
    return { code, cashier, seriesId: series.data.id, sessionId: session.data.id }
  }
  async function addStudents(count: number) {
    const students: UserWithRecord[] = []
    for (let i = 0; i < count; i++) students.push(await study.addStudent())
    return students
  }
  const charge = async (studentId: string, amount: number, dueOn = '2027-06-30') =>
    (
      await study.call<WireRecord>(study.secretary, 'POST', '/api/finances/create', {
        ...{ studentId, direction: 'charge', kind: 'tuition', amount, dueOn },
        ...{ description: `Taxă ${dueOn}`, bookedOn: '2027-06-01' },
      })
    ).data.id
  const accountOf = async (studentId: string) =>
    (
      await study.call<{ balance: number; open: OpenCharge[] }>(
        study.secretary,
        'GET',
        `/api/students/${studentId}/account`,
      )
    ).data
  const openOf = async (studentId: string) =>
    (await accountOf(studentId)).open.map(({ id, open: unpaid }) => [id, unpaid])
  const pay = (caller: Caller, studentId: string, input: object, key?: string) =>
    study.call<BookedPayment>(
      caller,
      'POST',
      `/api/students/${studentId}/payments`,
      { method: 'cash', charges: [], ...input },
      key === undefined ? {} : { headers: { 'idempotency-key': key } },
    )
  const entriesOf = async (receiptId: string) =>
    (
      await study.call<Page<WireRecord>>(
        study.secretary,
        'GET',
        `/api/finances?filters[receiptId]=${receiptId}&pageSize=100`,
      )
    ).data.list
  const receipt = async (id: string, caller: Caller = study.secretary) =>
    (await study.call<WireRecord>(caller, 'GET', `/api/receipts/${id}`)).data
  const sessionOf = async (id: string) =>
    (await study.call<WireRecord>(study.admin, 'GET', `/api/cash-sessions/${id}`)).data

  test('one receipt settles several charges, and its number is in the API', async () => {
    const { cashier, code, sessionId } = await openDesk()
    const { personId } = await study.addStudent()
    const [first, second] = [
      await charge(personId, 1600),
      await charge(personId, 100.5, '2027-07-31'),
    ]
    const answer = await pay(cashier, personId, {
      amount: 1650,
      charges: [
        { id: first, open: 1600 },
        { id: second, open: 100.5 },
      ],
    })
    expect([answer.status, answer.data]).toMatchObject([
      201,
      {
        receipt: { label: `${code} 000001`, amount: 1650, bookedOn: '2027-07-05' },
        balance: 50.5,
        open: [{ id: second, open: 50.5 }],
      },
    ])
    const entries = await entriesOf(answer.data.receipt.id)
    expect(
      entries.map(({ amount, chargeId, receiptNumber, bookedById, kind }) => [
        ...[amount, chargeId, receiptNumber, bookedById, kind],
      ]),
    ).toEqual(
      expect.arrayContaining([
        [1600, first, `${code} 000001`, cashier.id, 'tuition'],
        [50, second, `${code} 000001`, cashier.id, 'tuition'],
      ]),
    )
    expect(await receipt(answer.data.receipt.id)).toMatchObject({
      ...{ number: 1, amount: 1650, method: 'cash', state: 'valid', direction: 'payment' },
      ...{ studentId: personId, cashSessionId: sessionId, bookedById: cashier.id },
    })
    expect(await sessionOf(sessionId)).toMatchObject({ receiptCount: 1, expected: 1650 })
  })

  test('a chosen charge is settled before those that are due earlier; the rest stays as credit', async () => {
    const { cashier } = await openDesk()
    const { personId } = await study.addStudent()
    const early = await charge(personId, 100, '2027-06-01')
    const late = await charge(personId, 200, '2027-08-01')
    const settled = await pay(cashier, personId, {
      amount: 200,
      charges: [{ id: late, open: 200 }],
    })
    expect(settled.data.open.map(({ id, open: unpaid }) => [id, unpaid])).toEqual([[early, 100]])
    const { data } = await pay(cashier, personId, {
      amount: 130,
      charges: [{ id: early, open: 100 }],
    })
    expect([data.balance, data.open]).toEqual([-30, []])
    const next = await charge(personId, 50)
    expect(await openOf(personId)).toEqual([[next, 20]])
  })

  test('a repeated call books once and returns the same receipt', async () => {
    const { cashier, code, sessionId } = await openDesk()
    const { personId } = await study.addStudent()
    const key = randomUUID()
    const answers = [
      await pay(cashier, personId, { amount: 10 }, key),
      await pay(cashier, personId, { amount: 10 }, key),
    ]
    expect(answers.map(({ data }) => data.receipt.label)).toEqual([
      `${code} 000001`,
      `${code} 000001`,
    ])
    expect(await sessionOf(sessionId)).toMatchObject({ receiptCount: 1 })
  })

  test('of two payments of the same charge at once, one is refused and takes no number', async () => {
    const [one, two] = [await openDesk(), await openDesk()]
    const { personId } = await study.addStudent()
    const id = await charge(personId, 500)
    const input = { amount: 500, charges: [{ id, open: 500 }] }
    const answers = await Promise.all([
      pay(one.cashier, personId, input),
      pay(two.cashier, personId, input),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.failure).toMatchObject({ code: 'charge.settled' })
    expect(refused?.failure.message).toMatch(/recorded 500 RON in the meantime/)
    const next = await Promise.all(
      [one, two].map(async ({ cashier }) => (await pay(cashier, personId, { amount: 1 })).data),
    )
    expect(next.map(({ receipt: { label } }) => Number(label.slice(-6))).toSorted()).toEqual([1, 2])
  })

  test('payments of one desk at once get numbers without gaps or repeats', async () => {
    const { cashier, seriesId } = await openDesk()
    const students = await addStudents(6)
    const answers = await Promise.all(
      [...students, ...students].map(({ personId }) => pay(cashier, personId, { amount: 5 })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201))
    const numbers = await study.query<{ number: number }>(
      'select number from receipts where series_id = $1 order by number',
      [seriesId],
    )
    expect(numbers.map(({ number }) => number)).toEqual(
      Array.from({ length: 12 }, (_, at) => at + 1),
    )
  })

  test.each([
    ['in cash without an open desk', { amount: 1 }, { method: [{ code: 'cash.noSession' }] }],
    [
      'by transfer without a payment order',
      { amount: 1, method: 'transfer' },
      { document: [{ code: 'required' }] },
    ],
    [
      'in cash on another day',
      { amount: 1, bookedOn: '2027-07-04' },
      { bookedOn: [{ code: 'date.tooEarly' }] },
    ],
    [
      'by a transfer that is too old',
      { amount: 1, method: 'transfer', document: 'OP 1', bookedOn: '2027-06-04' },
      { bookedOn: [{ code: 'date.tooEarly' }] },
    ],
    [
      'by a transfer in the future',
      { amount: 1, method: 'transfer', document: 'OP 1', bookedOn: '2027-07-06' },
      { bookedOn: [{ code: 'date.tooLate' }] },
    ],
    ['of nothing', { amount: 0 }, { amount: [{ code: 'number.tooSmall' }] }],
  ])('a payment %s is refused', async (_, input, fields) => {
    const { personId } = await study.addStudent()
    const answer = await pay(study.secretary, personId, input)
    expect([answer.status, answer.failure]).toMatchObject([400, { fields }])
  })

  test('a transfer needs no cash desk, and the same payment order is booked once for a student', async () => {
    const { personId } = await study.addStudent()
    const input = { amount: 70, method: 'transfer', document: 'OP 12', bookedOn: '2027-06-20' }
    const { status, data } = await pay(study.secretary, personId, input)
    expect([status, data.receipt.label]).toEqual([201, expect.stringMatching(/^OP 12 · INF-\d+$/)])
    expect(await receipt(data.receipt.id)).toMatchObject({ seriesId: null, cashSessionId: null })
    expect((await pay(study.secretary, personId, input)).status).toBe(409)
    const { personId: other } = await study.addStudent()
    expect((await pay(study.secretary, other, input)).status).toBe(201)
  })

  test('the settings can limit the cash that a student pays in a day', async () => {
    const { cashier } = await openDesk()
    const { personId } = await study.addStudent()
    await study.updateSettings({ cashLimitPerDay: 100 })
    expect((await pay(cashier, personId, { amount: 60 })).status).toBe(201)
    const { failure } = await pay(cashier, personId, { amount: 40.01 })
    expect(failure).toMatchObject({ fields: { amount: [{ code: 'cash.limit' }] } })
    expect((await pay(cashier, personId, { amount: 40 })).status).toBe(201)
    expect((await pay(cashier, personId, { amount: 200, method: 'card' })).status).toBe(201)
    await study.updateSettings({ cashLimitPerDay: null })
  })

  test('the desk of an earlier day has to be closed first', async () => {
    const { cashier } = await openDesk()
    const { personId } = await study.addStudent()
    study.moveTo('2027-07-06T09:00:00.000Z')
    const { failure } = await pay(cashier, personId, { amount: 60 })
    expect(failure).toMatchObject({ fields: { method: [{ code: 'cash.earlierOpen' }] } })
    study.moveTo('2027-07-05T09:00:00.000Z')
  })

  test('a voided receipt keeps its number, and its charges are open again', async () => {
    const { cashier, code, sessionId } = await openDesk({ openingCash: 20 })
    const { personId } = await study.addStudent()
    const id = await charge(personId, 300)
    const booked = await pay(cashier, personId, { amount: 350, charges: [{ id, open: 300 }] })
    const receiptId = booked.data.receipt.id
    expect(
      (await study.act(study.secretary, 'receipts', receiptId, 'void', { voidReason: 'Greșeală' }))
        .status,
    ).toBe(409)
    const entry = (await entriesOf(receiptId))[0]?.id ?? ''
    const single = await study.act(cashier, 'finances', entry, 'reverse', { why: 'Greșeală' })
    expect([single.status, single.failure.fields]).toEqual([
      409,
      { _: [{ code: 'receipt.voidInstead' }] },
    ])
    const voided = await study.act(cashier, 'receipts', receiptId, 'void', {
      voidReason: 'Greșeală',
    })
    expect(voided.data).toMatchObject({ state: 'voided', label: `${code} 000001` })
    expect(await accountOf(personId)).toMatchObject({ balance: 300, open: [{ id, open: 300 }] })
    expect(await sessionOf(sessionId)).toMatchObject({ expected: 20, receiptCount: 1 })
    expect((await pay(cashier, personId, { amount: 1 })).data.receipt.label).toBe(`${code} 000002`)
    expect(
      (await study.act(cashier, 'receipts', receiptId, 'void', { voidReason: 'Greșeală' })).status,
    ).toBe(409)
  })

  test('after the cash desk is closed, a receipt is refunded, which reopens its charges', async () => {
    const { cashier, sessionId } = await openDesk()
    const { personId } = await study.addStudent()
    const id = await charge(personId, 300)
    const { receipt: paid } = (
      await pay(cashier, personId, { amount: 350, charges: [{ id, open: 300 }] })
    ).data
    await study.act(cashier, 'cash-sessions', sessionId, 'close', { counted: 350 })
    expect(
      (await study.act(cashier, 'receipts', paid.id, 'void', { voidReason: 'Greșeală' })).status,
    ).toBe(409)
    const next = await openDesk({ openingCash: 500 })
    const refund = (amount: number) =>
      study.act(next.cashier, 'receipts', paid.id, 'refund', {
        ...{ refundAmount: amount, refundMethod: 'cash', refundFor: 'Retras', decision: '12/2027' },
      })
    expect((await refund(100)).status).toBe(200)
    expect(await accountOf(personId)).toMatchObject({ balance: 50, open: [{ id, open: 50 }] })
    expect(await sessionOf(next.sessionId)).toMatchObject({ expected: 400 })
    const tooMuch = await refund(250.01)
    expect(tooMuch.failure.fields).toEqual({
      refundAmount: [{ code: 'number.tooLarge', params: { max: 250 } }],
    })
    expect((await refund(250)).status).toBe(200)
    expect(await accountOf(personId)).toMatchObject({ balance: 300, open: [{ id, open: 300 }] })
    const refunds = (
      await study.call<Page<WireRecord>>(
        next.cashier,
        'GET',
        `/api/receipts?filters[refundOfId]=${paid.id}&sort=-bookedOn`,
      )
    ).data.list
    expect(refunds.map(({ direction, amount }) => [direction, amount]).toSorted()).toEqual([
      ['refund', 100],
      ['refund', 250],
    ])
    await study.act(next.cashier, 'receipts', String(refunds[0]?.id), 'void', {
      voidReason: 'Greșeală',
    })
    expect((await accountOf(personId)).balance).toBe(300 - Number(refunds[0]?.amount))
  })

  test('a payment that was refunded cannot be voided', async () => {
    const { cashier } = await openDesk()
    const { personId } = await study.addStudent()
    const { receipt: paid } = (await pay(cashier, personId, { amount: 50 })).data
    await study.act(cashier, 'receipts', paid.id, 'refund', {
      ...{ refundAmount: 20, refundMethod: 'cash', refundFor: 'Retras', decision: '12/2027' },
    })
    const { status, failure } = await study.act(cashier, 'receipts', paid.id, 'void', {
      voidReason: 'Greșeală',
    })
    expect([status, failure.fields?._?.[0]?.code]).toEqual([409, 'receipt.refunded'])
  })

  test('a cash desk is closed with the counted cash and signed off by another administrator', async () => {
    const { cashier, sessionId } = await openDesk({ role: 'admin', openingCash: 100 })
    const { personId } = await study.addStudent()
    await pay(cashier, personId, { amount: 40.5 })
    await pay(cashier, personId, { amount: 60, method: 'card' })
    const close = (body: object, caller: Caller = cashier) =>
      study.act(caller, 'cash-sessions', sessionId, 'close', body)
    expect((await close({ counted: 140 }, study.secretary)).status).toBe(403)
    expect((await close({ counted: 140 })).failure.fields).toEqual({
      note: [{ code: 'cash.difference', params: { difference: -0.5, currency: 'RON' } }],
    })
    const closed = await close({ counted: 140, note: 'Rest greșit' })
    expect(closed.data).toMatchObject({ state: 'counted', expected: 140.5, difference: -0.5 })
    expect((await pay(cashier, personId, { amount: 1 })).status).toBe(400)
    const sign = (caller: Caller) => study.act(caller, 'cash-sessions', sessionId, 'sign')
    expect((await sign(cashier)).status).toBe(409)
    expect((await sign(study.admin)).failure.code).toBe('reauthentication.required')
    const confirmed = { ...study.admin, reauthenticatedAt: study.now().toISOString() }
    expect((await sign(confirmed)).data).toMatchObject({
      state: 'signed',
      signedById: study.admin.id,
    })
    expect(
      (
        await study.act(confirmed, 'cash-sessions', sessionId, 'reopen', {
          reopenReason: 'Prea devreme',
        })
      ).status,
    ).toBe(409)
  })

  test('two cash desks never share a series, and a cashier has one open desk', async () => {
    const { cashier, seriesId } = await openDesk()
    const other = await openDesk()
    const begin = (caller: Caller, series: string) =>
      study.call(caller, 'POST', '/api/cash-sessions/create', { seriesId: series })
    expect((await begin(study.secretary, seriesId)).failure.fields).toEqual({
      seriesId: [{ code: 'series.inUse' }],
    })
    await study.act(other.cashier, 'cash-sessions', other.sessionId, 'close', { counted: 0 })
    expect((await begin(cashier, other.seriesId)).failure.fields).toEqual({
      seriesId: [{ code: 'cash.otherOpen' }],
    })
  })

  test('after a restore every series is closed until its last printed number is entered', async () => {
    const { cashier, code, seriesId } = await openDesk()
    const { personId } = await study.addStudent()
    await pay(cashier, personId, { amount: 1 })
    await study.query(
      `insert into meta (key, value) values ('restoredAt', $1) on conflict (key) do update set value = excluded.value`,
      [study.now().toISOString()],
    )
    const refused = await pay(cashier, personId, { amount: 1 })
    expect(refused.failure.fields).toEqual({
      method: [{ code: 'series.closed', params: { series: code } }],
    })
    const confirmed = { ...study.admin, reauthenticatedAt: study.now().toISOString() }
    const reopen = (lastNumber: number) =>
      study.act(confirmed, 'receipt-series', seriesId, 'reopen', { lastNumber })
    expect((await reopen(0)).failure.fields).toMatchObject({
      lastNumber: [{ code: 'number.tooSmall' }],
    })
    expect((await reopen(4)).data).toMatchObject({ isClosed: false, nextNumber: 5 })
    expect((await reopen(4)).status).toBe(409)
    expect((await pay(cashier, personId, { amount: 1 })).data.receipt.label).toBe(`${code} 000005`)
    const rows = await study.query(
      'select number, state, amount::float8 from receipts where series_id = $1 order by number',
      [seriesId],
    )
    expect(rows).toEqual([
      { number: 1, state: 'valid', amount: 1 },
      { number: 2, state: 'afterBackup', amount: null },
      { number: 3, state: 'afterBackup', amount: null },
      { number: 4, state: 'afterBackup', amount: null },
      { number: 5, state: 'valid', amount: 1 },
    ])
    // A series that is created after the restore is open.
    expect((await openDesk()).code).not.toBe(code)
  })

  test('a number from elsewhere gets a receipt, and cannot belong to a series', async () => {
    const { code } = await openDesk()
    const { personId } = await study.addStudent()
    const book = (receiptNumber: string) =>
      study.call<WireRecord>(study.secretary, 'POST', '/api/finances/create', {
        ...{ studentId: personId, direction: 'payment', kind: 'tuition', amount: 25 },
        ...{ description: 'Taxă', bookedOn: '2027-07-01', method: 'card', receiptNumber },
      })
    const { data } = await book('POS-77')
    expect(await receipt(String(data.receiptId))).toMatchObject({
      ...{ label: 'POS-77', seriesId: null, amount: 25, method: 'card', bookedOn: '2027-07-01' },
      ...{ studentId: personId, bookedById: study.secretary.id },
    })
    for (const taken of ['POS-77', 'pos-77', `${code} 000009`])
      expect((await book(taken)).failure).toMatchObject({
        code: 'record.taken',
        fields: { receiptNumber: [{ code: 'value.taken' }] },
      })
    await study.act(study.secretary, 'finances', data.id, 'reverse', { why: 'Greșeală' })
    expect(await receipt(String(data.receiptId))).toMatchObject({
      state: 'voided',
      voidReason: 'Greșeală',
    })
    const series = await study.call(study.admin, 'POST', '/api/receipt-series/create', {
      ...{ code: 'POS', desk: 'Terminal', nextNumber: 5 },
    })
    expect(series.status).toBe(201)
    await book('OLD 000007')
    const used = (nextNumber: number) =>
      study.call(study.admin, 'POST', '/api/receipt-series/create', {
        ...{ code: 'OLD', desk: 'Chitanțier', nextNumber },
      })
    expect((await used(7)).failure.fields).toMatchObject({ nextNumber: [{ code: 'series.used' }] })
    expect((await used(8)).status).toBe(201)
  })

  test('students see only their own receipts, and professors none', async () => {
    const { cashier } = await openDesk()
    const [one, other] = [await study.addStudent(), await study.addStudent()]
    const { receipt: paid } = (await pay(cashier, one.personId, { amount: 5 })).data
    expect(await receipt(paid.id, one)).toMatchObject({ label: paid.label, amount: 5 })
    expect(await receipt(paid.id, one)).not.toHaveProperty('bookedById')
    expect((await study.call(other, 'GET', `/api/receipts/${paid.id}`)).status).toBe(404)
    expect((await study.call(study.professor, 'GET', '/api/receipts')).status).toBe(403)
    for (const caller of [one, study.professor])
      expect((await pay(caller, one.personId, { amount: 5 })).status).toBe(403)
  })

  test('the sums match an independent ledger to the cent, over random payments, voids and refunds', async () => {
    const random = createRandom(20_270_705)
    const desks = [await openDesk(), await openDesk()]
    const students = await addStudents(4)
    // In bani, by student and by desk.
    const owed = new Map(students.map(({ personId }) => [personId, 0]))
    const cash = new Map(desks.map(({ sessionId }) => [sessionId, 0]))
    const add = (sums: Map<string, number>, id: string, bani: number) =>
      sums.set(id, (sums.get(id) ?? 0) + bani)
    interface Paid {
      readonly id: string
      readonly studentId: string
      readonly desk: (typeof desks)[number]
      readonly bani: number
      readonly isCash: boolean
      refunded: number
      isVoided: boolean
    }
    const payments: Paid[] = []
    const bookings = Number(process.env.PAYMENT_STEPS ?? 160)
    for (let step = 0; step < bookings; step++) {
      const desk = random.pick(desks)
      const { personId: studentId } = random.pick(students)
      const share = random.fraction()
      const valid = payments.filter((one) => !one.isVoided)
      const chosen = valid.length > 0 ? random.pick(valid) : undefined
      if (share < 0.25) {
        const bani = random.between(1, 300_000)
        await charge(studentId, bani / 100, `2027-0${random.between(1, 9)}-15`)
        add(owed, studentId, bani)
      } else if (share < 0.4 && chosen && chosen.refunded === 0) {
        const { status } = await study.act(chosen.desk.cashier, 'receipts', chosen.id, 'void', {
          voidReason: 'Greșeală',
        })
        expect(status).toBe(200)
        chosen.isVoided = true
        add(owed, chosen.studentId, chosen.bani)
        if (chosen.isCash) add(cash, chosen.desk.sessionId, -chosen.bani)
      } else if (share < 0.55 && chosen && chosen.refunded < chosen.bani) {
        const bani = random.between(1, chosen.bani - chosen.refunded)
        const refundMethod = random.pick(['cash', 'card'])
        const { status } = await study.act(desk.cashier, 'receipts', chosen.id, 'refund', {
          ...{ refundAmount: bani / 100, refundMethod, refundFor: 'Retras', decision: `D ${step}` },
        })
        expect(status).toBe(200)
        chosen.refunded += bani
        add(owed, chosen.studentId, bani)
        if (refundMethod === 'cash') add(cash, desk.sessionId, -bani)
      } else {
        const { open: charges } = await accountOf(studentId)
        const ticked = charges.filter(() => random.fraction() < 0.5)
        const bani = random.between(1, 400_000)
        const method = random.pick(['cash', 'card'])
        const { status, data } = await pay(desk.cashier, studentId, {
          ...{ amount: bani / 100, method },
          charges: ticked.map(({ id, open: unpaid }) => ({ id, open: unpaid })),
        })
        expect(status).toBe(201)
        const isCash = method === 'cash'
        const { id } = data.receipt
        payments.push({ id, studentId, desk, bani, isCash, refunded: 0, isVoided: false })
        add(owed, studentId, -bani)
        if (isCash) add(cash, desk.sessionId, bani)
        expect(toBani(data.balance)).toBe(owed.get(studentId))
      }
    }
    for (const { personId } of students) {
      const { balance, open: charges } = await accountOf(personId)
      expect(toBani(balance)).toBe(owed.get(personId))
      const unpaid = charges.reduce((sum, one) => sum + toBani(one.open), 0)
      if (toBani(balance) > 0) expect(unpaid).toBeGreaterThanOrEqual(toBani(balance))
    }
    for (const { sessionId, seriesId } of desks) {
      expect(toBani(Number((await sessionOf(sessionId)).expected))).toBe(cash.get(sessionId))
      const rows = await study.query<{ number: number; entries: number; amount: number }>(
        `select r.number, r.amount::float8, (select sum(amount)::float8 from finances f where f.receipt_id = r.id) as entries
         from receipts r where series_id = $1 order by number`,
        [seriesId],
      )
      expect(rows.map(({ number }) => number)).toEqual(rows.map((_, at) => at + 1))
      expect(rows.filter(({ amount, entries }) => toBani(amount) !== toBani(entries))).toEqual([])
    }
  }, 600_000)
})
