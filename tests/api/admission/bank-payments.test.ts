import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { recordClockTime } from '@matricola/testing/clock.ts'
import { csvOf, type ImportApp } from '@matricola/testing/import-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readApplication } from '#server/admission/applicant/read-application.ts'
import { eraseApplication } from '#server/admission/privacy/erase.ts'
import { exportPerson } from '#server/admission/privacy/export-person.ts'
import { applyRetention, previewRetention } from '#server/admission/privacy/retention.ts'
import { engines } from '#tests/support/databases.ts'
import { startImportApp } from '#tests/support/import-app.ts'
import { seedRegistration } from '#tests/support/seed-university.ts'

describe.each(engines)('a bank file on $engine', ({ open }) => {
  let office: ImportApp
  let programme: object
  let wonSpecializationId: string
  let sequence = 500
  beforeAll(async () => {
    office = await startImportApp(open)
    const department = await office.create('department-profiles', { name: 'Litere' })
    const values = {
      name: 'Filologie',
      code: 'FIL',
      departmentProfileId: department.id,
      yearsOfStudy: 3,
      totalCredits: 180,
    }
    const { id: specializationId } = await office.create('specializations', values)
    wonSpecializationId = specializationId
    const session = await office.create('admission-sessions', {
      name: 'Admitere',
      academicYear: '2026-2027',
    })
    const rules = { formula: 'baccalaureateAverage', placesBudget: 5, confirmationFee: 150 }
    await office.create('admission-programmes', {
      admissionSessionId: session.id,
      specializationId,
      ...rules,
    })
    programme = {
      departmentProfileId: department.id,
      specializationId,
      admissionSessionId: session.id,
    }
  })
  afterAll(() => office.close())

  const headings = ['Transaction date', 'Amount', 'Payer', 'Payment details', 'Bank’s reference']
  const day = '2026-01-15'
  const line = (amount: string, details: string, transaction = '', payer = 'Pop Ana') => [
    day,
    amount,
    payer,
    details,
    transaction,
  ]
  const file = (...lines: string[][]) => csvOf([headings, ...lines])
  const addApplication = async (values: object = {}) => {
    const { id, referenceCode } = await seedRegistration(office.context, ++sequence, {
      ...programme,
      ...values,
    })
    return { id, reference: String(referenceCode) }
  }
  const addOwingApplication = async (amount = 200) => {
    const application = await addApplication()
    const charge = {
      registrationId: application.id,
      direction: 'charge',
      kind: 'application',
      amount,
      description: 'Taxă de înscriere',
    }
    await office.create('finances', { ...charge, bookedOn: day })
    return application
  }
  const getFeeDue = async ({ id }: { readonly id: string }) =>
    (
      await office.call<{ applicationFeeDue: number | null }>(
        office.staff,
        'GET',
        `/api/registrations/${id}`,
      )
    ).data.applicationFeeDue
  const linesOf = async (query: string) =>
    (await office.list('bank-payments', query)).list as readonly WireRecord[]
  const lineOf = async (transaction: string) =>
    (await linesOf(`filters[transactionId]=${transaction}`))[0]
  const act = (id: string | undefined, action: string, body: object) =>
    office.call<WireRecord>(
      office.staff,
      'POST',
      `/api/bank-payments/${id}/actions/${action}`,
      body,
    )

  test('pays entries that are titled with the name of the applicant, by which a search finds them', async () => {
    const application = await addApplication({ lastName: 'Zăvoianu', firstName: 'Ilinca' })
    const entry = {
      registrationId: application.id,
      kind: 'application',
      amount: 90,
      description: 'Taxă de înscriere',
      bookedOn: day,
    }
    await office.create('finances', { ...entry, direction: 'charge' })
    const { list } = await office.list('finances', 'search=zavoianu')
    expect((list as readonly WireRecord[]).map(({ _title }) => _title)).toEqual([
      'Zăvoianu Ilinca · Taxă de înscriere',
    ])
  })

  test('books each line that names an application and matches its debt in any number format, with a preview', async () => {
    const [first, second] = [await addOwingApplication(), await addOwingApplication(180)]
    const spacedDetails = `taxa inscriere ${second.reference.slice(0, 5).toLowerCase()} ${second.reference.slice(5, 7)}-${second.reference.slice(7)} Ion`
    const text = file(
      line('200', `${first.reference} admitere`, 'T-1'),
      line('180', spacedDetails, 'T-2'),
      line('50', 'chirie ianuarie', 'T-3'),
    )
    const preview = await office.previewImport('bank-payments', text)
    expect([preview.counts, preview.fields.slice(0, 3)]).toEqual([
      { ready: 3 },
      ['state', 'finding', 'registrationId'],
    ])
    const items = await office.items(preview.id)
    const columns = ['state', 'finding', 'registrationId']
    expect(
      items.map(({ changes }) =>
        columns.map((name) => changes.find(({ field }) => field === name)?.after ?? null),
      ),
    ).toEqual([
      ['booked', 'matched', first.id],
      ['booked', 'matched', second.id],
      ['open', 'noReference', null],
    ])
    expect([await getFeeDue(first), await getFeeDue(second)]).toEqual([200, 180])
    await office.start(preview)
    await office.run()
    expect([await getFeeDue(first), await getFeeDue(second)]).toEqual([null, null])
    const { timeline } = await readApplication(office.context, first.id)
    expect(timeline[0]).toMatchObject({ type: 'paymentBooked' })
    expect(await linesOf('view=open')).toMatchObject([
      { transactionId: 'T-3', finding: 'noReference' },
    ])
  })

  test('books nothing twice: the same file again, a line without a bank reference, or two lines for one fee', async () => {
    const [first, second] = [await addOwingApplication(), await addOwingApplication()]
    const text = file(
      line('200', first.reference, 'T-10'),
      line('200', `plata ${second.reference}`),
    )
    expect((await office.runImport('bank-payments', text)).counts).toEqual({ done: 2 })
    expect((await office.previewImport('bank-payments', text)).counts).toEqual({ same: 2 })
    const secondJob = await office.runImport(
      'bank-payments',
      file(line('200', first.reference, 'T-11')),
    )
    expect(secondJob.counts).toEqual({ done: 1 })
    expect(await lineOf('T-11')).toMatchObject({
      state: 'open',
      finding: 'nothingDue',
      registrationId: first.id,
    })
    const third = await addOwingApplication()
    const both = file(line('200', third.reference, 'T-12'), line('200', third.reference, 'T-13'))
    expect((await office.runImport('bank-payments', both)).counts).toEqual({ done: 2 })
    expect([(await lineOf('T-12'))?.state, (await lineOf('T-13'))?.finding]).toEqual([
      'booked',
      'nothingDue',
    ])
    const books = await office.list(
      'finances',
      `filters[registrationId]=${third.id}&filters[direction]=payment`,
    )
    expect(books.list).toMatchObject([{ amount: 200, receiptNumber: 'T-12', method: 'transfer' }])
  })

  test('leaves ambiguous or manually booked lines to a user, who books them, sets them aside or reopens them', async () => {
    const [first, second] = [await addOwingApplication(), await addOwingApplication()]
    const manualPayment = {
      registrationId: second.id,
      direction: 'payment',
      kind: 'other',
      amount: 10,
      description: 'Altceva',
      method: 'transfer',
    }
    await office.create('finances', { ...manualPayment, receiptNumber: 'T-22', bookedOn: day })
    const text = file(
      line('150', first.reference, 'T-20'),
      line('400', `${first.reference} si ${second.reference}`, 'T-21'),
      line('200', second.reference, 'T-22'),
    )
    expect((await office.runImport('bank-payments', text)).counts).toEqual({ done: 3 })
    const [wrongAmount, several, before] = [
      await lineOf('T-20'),
      await lineOf('T-21'),
      await lineOf('T-22'),
    ]
    expect([wrongAmount?.finding, several?.finding, before?.finding]).toEqual([
      'differs',
      'several',
      'bookedBefore',
    ])
    expect((await act(wrongAmount?.id, 'book', {})).failure.fields).toMatchObject({
      fee: [{ code: 'required' }],
    })
    const booked = await act(wrongAmount?.id, 'book', {
      registrationId: first.id,
      fee: 'application',
    })
    expect(booked.data).toMatchObject({ state: 'booked', receiptNumber: 'T-20' })
    expect(await getFeeDue(first)).toBe(50)
    const secondBooking = await act(before?.id, 'book', {
      registrationId: second.id,
      fee: 'application',
    })
    expect(secondBooking.failure.fields).toMatchObject({ transactionId: [{ code: 'value.taken' }] })
    expect(
      (await act(several?.id, 'setAside', { note: 'Plătește pentru doi: restituit' })).data,
    ).toMatchObject({ state: 'set_aside' })
    expect((await act(several?.id, 'takeUp', {})).data).toMatchObject({ state: 'open' })
    expect(await getFeeDue(second)).toBe(200)
  })

  test('can be undone as a whole: payments are reversed, lines removed, and it can be imported again', async () => {
    const application = await addOwingApplication()
    const text = file(line('200', application.reference, 'T-30'), line('7', 'altceva', 'T-31'))
    const job = await office.runImport('bank-payments', text)
    expect(await getFeeDue(application)).toBeNull()
    await office.call(office.admin, 'POST', `/api/jobs/${job.id}/undo`, { start: true })
    await office.run()
    expect([await getFeeDue(application), await lineOf('T-30'), await lineOf('T-31')]).toEqual([
      200,
      undefined,
      undefined,
    ])
    await office.runImport('bank-payments', text)
    expect([await getFeeDue(application), (await lineOf('T-30'))?.receiptNumber]).toEqual([
      null,
      'T-30/2',
    ])
  })

  test('pays the rest of the fee of a place that the applicant was moved to', async () => {
    const application = await addApplication({
      ...{ status: 'accepted', decidedAt: `${day}T09:00:00.000Z`, wonSpecializationId },
      ...{ wonFunding: 'budget', confirmBy: '2026-01-10', payBy: '2026-01-20' },
      confirmedAt: '2026-01-09T09:00:00.000Z',
    })
    for (const [direction, amount] of [
      ['charge', 150],
      ['payment', 60],
    ] as const)
      await office.create('finances', {
        ...{ registrationId: application.id, direction, kind: 'matriculation', amount },
        ...{ description: 'Taxă de confirmare', bookedOn: day },
        ...(direction === 'payment' && { method: 'cash', receiptNumber: 'C-60' }),
      })
    const payBy = async () =>
      (
        await office.call<{ payBy: string | null }>(
          ...([office.admin, 'GET', `/api/registrations/${application.id}`] as const),
        )
      ).data.payBy
    expect(await payBy()).toBe('2026-01-20')
    await office.runImport(
      'bank-payments',
      file(
        line('150', `confirmare ${application.reference}`, 'T-38'),
        line('90', `confirmare ${application.reference}`, 'T-39'),
      ),
    )
    expect(await lineOf('T-38')).toMatchObject({ finding: 'differs' })
    expect(await lineOf('T-39')).toMatchObject({ state: 'booked', fee: 'confirmation' })
    expect(await payBy()).toBeNull()
  })

  test('confirms a place when a line pays its fee, and keeps that line when the import is undone', async () => {
    const won = {
      status: 'accepted',
      decidedAt: `${day}T09:00:00.000Z`,
      wonSpecializationId,
      wonFunding: 'budget',
      confirmBy: '2026-01-20',
    }
    const application = await addApplication(won)
    const job = await office.runImport(
      'bank-payments',
      file(line('150', `confirmare ${application.reference}`, 'T-40')),
    )
    expect(await lineOf('T-40')).toMatchObject({ state: 'booked', fee: 'confirmation' })
    const confirmed = async () =>
      (
        await office.call<{ confirmedAt: string | null }>(
          office.admin,
          'GET',
          `/api/registrations/${application.id}`,
        )
      ).data.confirmedAt
    expect(await confirmed()).not.toBeNull()
    const undo = await office.call<{ id: string }>(
      office.admin,
      'POST',
      `/api/jobs/${job.id}/undo`,
      { start: true },
    )
    await office.run()
    expect((await office.items(undo.data.id))[0]?.issues).toMatchObject({
      _: [{ code: 'payment.confirmed' }],
    })
    expect([(await lineOf('T-40'))?.state, await confirmed()]).toEqual([
      'booked',
      expect.any(String),
    ])
  })

  test('contains nothing about the payer once the application is erased', async () => {
    const application = await addOwingApplication()
    await office.runImport(
      'bank-payments',
      file(line('200', `${application.reference} de la tata`, 'T-50', 'Pop Vasile')),
    )
    await eraseApplication(office.context, {
      id: application.id,
      isWhole: true,
      by: 'erasure',
      allowOpen: true,
    })
    expect(await lineOf('T-50')).toMatchObject({
      payer: null,
      details: '-',
      amount: 200,
      state: 'booked',
    })
    expect(await linesOf('search=Vasile')).toEqual([])
  })

  test('contains nothing about an erased application in an unassigned line that names it, even when imported again', async () => {
    const [application, sibling] = [await addOwingApplication(), await addOwingApplication()]
    const text = file(
      line(
        '400',
        `${application.reference.toLowerCase()} si ${sibling.reference}`,
        'T-60',
        'Pop Vasile',
      ),
    )
    await office.runImport('bank-payments', text)
    const { data } = await exportPerson(office.context, application.reference)
    expect(data.bankPayments).toMatchObject([{ payer: 'Pop Vasile', amount: 400 }])
    await eraseApplication(office.context, {
      id: application.id,
      isWhole: true,
      by: 'erasure',
      allowOpen: true,
    })
    expect((await office.previewImport('bank-payments', text)).counts).toEqual({ invalid: 1 })
    expect(await lineOf('T-60')).toMatchObject({
      payer: null,
      details: '-',
      amount: 400,
      state: 'open',
      finding: 'several',
    })
    const remaining = await office.context.database.query(
      `select 1 from change where resource = 'bank-payments' and (before::text || after::text) like '%Vasile%'
       union all select 1 from bank_payments where search_text like '%vasile%'`,
    )
    expect(remaining).toEqual([])
  })

  test('removes payer and details after the configured months, and keeps day, amount and booking', async () => {
    const application = await addOwingApplication()
    const set = (bankLineMonths: number) =>
      office.call(office.admin, 'PUT', '/api/settings/update', { bankLineMonths })
    await set(3)
    const text = file(
      line('200', `${application.reference} admitere`, 'T-70', 'Pop Vasile'),
      line('9', 'chirie', 'T-71', 'Pop Vasile'),
      line('8', 'chei', 'T-72', 'Pop Vasile'),
    )
    await office.runImport('bank-payments', text)
    await act((await lineOf('T-72'))?.id, 'setAside', { note: 'Restituit lui Pop Vasile' })
    const on = async (time: string) => {
      const context = { ...office.context, clock: { now: () => new Date(time) } }
      await recordClockTime(context)
      return {
        due: await previewRetention(context, context.clock.now()),
        done: await applyRetention(context),
      }
    }
    const early = await on('2026-04-14T12:00:00Z')
    expect([early.due, early.done]).toEqual([
      expect.objectContaining({ bankLines: 0 }),
      expect.objectContaining({ bankLines: 0 }),
    ])
    const late = await on('2026-04-15T12:00:00Z')
    expect(late.due.bankLines).toBeGreaterThanOrEqual(3)
    expect(late.done?.bankLines).toBe(late.due.bankLines)
    for (const [transaction, state] of [
      ['T-70', 'booked'],
      ['T-71', 'open'],
      ['T-72', 'set_aside'],
    ] as const)
      expect(await lineOf(transaction)).toMatchObject({
        payer: null,
        details: '-',
        note: null,
        bookedOn: day,
        state,
      })
    expect(await linesOf('search=Vasile')).toEqual([])
    expect(await linesOf('search=T-70')).toHaveLength(1)
    expect((await on('2026-04-15T12:00:00Z')).done).toMatchObject({ bankLines: 0 })
    expect(await getFeeDue(application)).toBeNull()
  })
})
