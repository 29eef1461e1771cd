import type { ResponseBody as CallAnswer } from '@matricola/schema/wire/call.ts'
import { queueMail, sendDueMails } from '@matricola/server/mail/outbox.ts'
import type { Mail } from '@matricola/server/ports/mail.ts'
import { pdfText } from '@matricola/testing/generated-pdf.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type * as calls from '#resources/calls/ranking.ts'
import { formatAmount } from '#resources/currency.ts'
import { languages } from '#resources/languages.ts'
import { readApplication } from '#server/admission/applicant/read-application.ts'
import { receiptPdf } from '#server/admission/applicant/receipt.ts'
import { engines } from '#tests/support/databases.ts'
import { type RankingApp, startRankingApp } from '#tests/support/ranking-app.ts'
import { testedApp } from '#tests/support/tested-app.ts'

type Incomplete = CallAnswer<typeof calls.incompleteApplications.output>

const account = {
  bankAccountHolder: 'Universitatea Matricola',
  bankIban: 'RO49 AAAA 1B31 0075 9384 0000',
}

describe.each(engines)('the fee of an application on $engine', ({ open }) => {
  let office: RankingApp
  beforeAll(async () => {
    office = await startRankingApp(open, { budget: 5 })
    await office.updateSettings(account)
  })
  afterAll(() => office.close())

  /** An application that was charged when it was submitted. */
  const addOwingApplication = async (amount = 200) => {
    const id = await office.addGradedApplication({ average: 9 })
    const charge = {
      registrationId: id,
      direction: 'charge',
      kind: 'application',
      amount,
      description: 'Taxă de înscriere',
    }
    const { status } = await office.call(office.ana, 'POST', '/api/finances/create', {
      ...charge,
      bookedOn: day(),
    })
    if (status !== 201) throw new Error(`the charge was refused with status ${status}`)
    return id
  }
  const day = () => office.now().toISOString().slice(0, 10)
  const act = (id: string, action: string, body: object, caller = office.ana) =>
    office.call<{ applicationFeeDue: number | null }>(
      caller,
      'POST',
      `/api/registrations/${id}/actions/${action}`,
      body,
    )
  const receipt = (feeAmount: number, feeReceipt: string) => ({
    feeAmount,
    feePaidOn: day(),
    feeMethod: 'cash',
    feeReceipt,
  })
  const missing = async () => {
    const draft = await office.computeDraft()
    const { list } = await office.getDraftPart<Incomplete>(draft.id, 'incomplete?pageSize=50')
    return Object.fromEntries(list.map(({ registrationId, missing }) => [registrationId, missing]))
  }
  const applicationOf = (id: string) => readApplication(office.context, id)

  test('keeps an application out of the ranking until it is fully paid, and its page shows amount and account', async () => {
    const id = await addOwingApplication()
    expect(await missing()).toEqual({ [id]: ['feeUnpaid'] })
    expect((await applicationOf(id)).applicationFee).toEqual({
      amount: 200,
      account: { holder: 'Universitatea Matricola', iban: 'RO49AAAA1B31007593840000' },
      resultsOn: null,
    })
    expect((await act(id, 'payFee', receipt(150, 'CH-1'))).data).toMatchObject({
      applicationFeeDue: 50,
    })
    expect(await missing()).toEqual({ [id]: ['feeUnpaid'] })
    expect((await act(id, 'payFee', receipt(50, 'CH-2'))).data).toMatchObject({
      applicationFeeDue: null,
    })
    expect(await missing()).toEqual({})
    const { applicationFee, timeline } = await applicationOf(id)
    expect([applicationFee, timeline.map(({ type }) => type)]).toEqual([
      undefined,
      ['paymentBooked', 'paymentBooked', 'submitted'],
    ])
  })

  test('makes a results draft stale when it is paid, since one more applicant is ranked', async () => {
    const id = await addOwingApplication()
    const draft = await office.computeDraft()
    await act(id, 'payFee', receipt(200, 'CH-3'))
    expect(await office.getDraftPart(draft.id, 'status')).toMatchObject({ isStale: true })
  })

  test('is waived only once, with a reason that the staff timeline keeps', async () => {
    const id = await addOwingApplication()
    expect((await act(id, 'waiveFee', {})).failure).toMatchObject({
      fields: { feeWaiver: [{ code: 'required' }] },
    })
    expect(
      (await act(id, 'waiveFee', { feeWaiver: 'Copil de cadru didactic' })).data,
    ).toMatchObject({ applicationFeeDue: null })
    expect(await missing()).toEqual({})
    const books = await office.call<{ list: object[] }>(
      office.ana,
      'GET',
      `/api/finances?filters[registrationId]=${id}&filters[direction]=adjustment`,
    )
    expect(books.data.list).toMatchObject([
      { amount: 200, description: 'Scutire de taxa de înscriere', kind: 'application' },
    ])
    const { timeline } = await office.getApplication(id)
    expect(timeline[0]).toMatchObject({
      type: 'feeWaived',
      note: 'Copil de cadru didactic',
      actor: { name: 'Ana Pop' },
    })
    expect((await act(id, 'waiveFee', { feeWaiver: 'Încă o dată' })).failure).toMatchObject({
      code: 'transition.refused',
    })
    expect((await act(id, 'payFee', receipt(200, 'CH-4'))).failure).toMatchObject({
      code: 'transition.refused',
    })
  })

  test('is owed again when its payment is reversed', async () => {
    const id = await addOwingApplication()
    await act(id, 'payFee', receipt(200, 'CH-5'))
    const { data } = await office.call<{ list: { id: string }[] }>(
      office.ana,
      'GET',
      `/api/finances?filters[registrationId]=${id}&filters[direction]=payment`,
    )
    await office.call(office.ana, 'POST', `/api/finances/${data.list[0]?.id}/actions/reverse`, {
      why: 'Alt candidat',
    })
    expect(await office.getApplication(id)).toMatchObject({ applicationFeeDue: 200 })
    await act(id, 'waiveFee', { feeWaiver: 'Pentru test' })
  })

  test('is not paid by a used receipt, a future date or a caller who is not staff', async () => {
    const id = await addOwingApplication()
    const duplicate = await act(id, 'payFee', receipt(200, 'CH-1'))
    expect([duplicate.status >= 400, duplicate.failure.fields]).toEqual([
      true,
      { feeReceipt: [expect.objectContaining({ code: 'value.taken' })] },
    ])
    const early = await act(id, 'payFee', { ...receipt(200, 'CH-6'), feePaidOn: '2026-12-01' })
    expect(early.failure.fields).toMatchObject({ feePaidOn: [expect.anything()] })
    for (const caller of [office.professor, office.student]) {
      expect((await act(id, 'payFee', receipt(200, 'CH-6'), caller)).status).toBe(403)
      expect((await act(id, 'waiveFee', { feeWaiver: 'Pentru mine' }, caller)).status).toBe(403)
    }
    expect(await office.getApplication(id)).toMatchObject({ applicationFeeDue: 200 })
    const view = await office.call<{ list: { id: string }[] }>(
      office.ana,
      'GET',
      '/api/registrations/list?view=feeDue',
    )
    expect(view.data.list.map((one) => one.id)).toEqual([id])
  })

  describe('and its notifications to the applicant', () => {
    /** Sends the due emails and returns them in order. */
    const delivered = async () => {
      const mails: Mail[] = []
      const context = {
        ...office.context,
        mail: { send: async (mail: Mail) => void mails.push(mail) },
      }
      await sendDueMails(context, testedApp.packs.mails(context))
      return mails
    }
    const hold = 3 * 60_000
    const entryOf = async (id: string, direction: string) => {
      const { data } = await office.call<{ list: { id: string }[] }>(
        office.ana,
        'GET',
        `/api/finances?filters[registrationId]=${id}&filters[direction]=${direction}`,
      )
      return data.list[0]?.id
    }
    const reverse = async (id: string, direction: string) =>
      office.call(
        office.ana,
        'POST',
        `/api/finances/${await entryOf(id, direction)}/actions/reverse`,
        { why: 'Alt candidat' },
      )
    beforeEach(async () => {
      office.wait(hold)
      await delivered()
    })

    test('request payment before the results on the status page, receipt and emails until nothing is owed', async () => {
      await office.call(office.admin, 'PATCH', '/api/admission-rounds/update', {
        id: office.roundId,
        resultsOn: '2026-07-24',
      })
      const id = await addOwingApplication()
      const { state, reference } = await applicationOf(id)
      expect(state).toMatchObject({
        turn: 'applicant',
        sentence: 'application:feeDue.sentenceBefore',
        params: { date: '2026-07-24' },
      })
      const applicantOptions = { language: 'ro', accessCode: null } as const
      const receiptText = async () =>
        await pdfText((await receiptPdf(office.context, id, applicantOptions)).bytes)
      expect(await receiptText()).toMatch(/înainte de publicarea rezultatelor pe 24 iulie 2026/)
      await queueMail(office.context.database, office.now(), {
        kind: 'registrationReceived',
        recordId: id,
      })
      const [mail] = await delivered()
      for (const part of [
        'Este rândul dumneavoastră',
        'înainte de publicarea rezultatelor pe 24 iulie 2026',
        '200,00',
        'RO49 AAAA 1B31 0075 9384 0000',
      ])
        expect(mail?.text).toContain(part)
      expect(mail?.text).toContain(`În detaliile plății: ${reference}`)
      await act(id, 'payFee', receipt(200, 'CH-30'))
      expect((await applicationOf(id)).state).toMatchObject({ state: 'ready', turn: 'waiting' })
      expect(await receiptText()).not.toContain('taxa de înscriere')
      await office.call(office.admin, 'PATCH', '/api/admission-rounds/update', {
        id: office.roundId,
        resultsOn: null,
      })
    })

    test.each(languages)(
      'state the amount paid and the rest, once for each payment, in %s',
      async (language) => {
        const id = await addOwingApplication()
        await office.context.database.query(
          'update registrations set language = $2 where id = $1',
          [id, language],
        )
        await act(id, 'payFee', receipt(150, `CH-40-${language}`))
        expect(await delivered()).toEqual([])
        office.wait(hold)
        const [first, ...none] = await delivered()
        const translate = (key: string) => office.context.texts.text(language, key)
        expect(none).toEqual([])
        expect(first?.subject).toBe(
          office.context.texts.text(language, 'mail:paymentBooked.subject', {
            reference: (await applicationOf(id)).reference,
          }),
        )
        for (const part of [
          formatAmount(150, language),
          formatAmount(50, language),
          `CH-40-${language}`,
          translate('application:feeDue.sentence'),
        ])
          expect(first?.text).toContain(part)
        await act(id, 'payFee', receipt(50, `CH-41-${language}`))
        office.wait(hold)
        const [last] = await delivered()
        expect(last?.text).toContain(formatAmount(50, language))
        expect(last?.text).not.toContain(translate('application:feeDue.sentence'))
        office.wait(hold)
        expect(await delivered()).toEqual([])
      },
    )

    test('state that it was waived, without the reason', async () => {
      const id = await addOwingApplication()
      await act(id, 'waiveFee', { feeWaiver: 'Orfan de ambii părinți' })
      office.wait(hold)
      const [mail, ...none] = await delivered()
      expect([mail?.subject, none]).toEqual([
        expect.stringMatching(/^Nu mai aveți de plătit taxa: /),
        [],
      ])
      expect(mail?.text).toContain(formatAmount(200, 'ro'))
      expect(mail?.text).not.toContain('Orfan')
    })

    test('omit a payment that was undone before its notification, and correct one that was already reported', async () => {
      const id = await addOwingApplication()
      await act(id, 'payFee', receipt(200, 'CH-50'))
      await reverse(id, 'payment')
      office.wait(hold)
      expect(await delivered()).toEqual([])
      expect((await applicationOf(id)).timeline.map(({ type }) => type)).toEqual([
        'paymentUndone',
        'paymentBooked',
        'submitted',
      ])
      await act(id, 'waiveFee', { feeWaiver: 'Copil de cadru didactic' })
      office.wait(hold)
      expect(await delivered()).toHaveLength(1)
      await reverse(id, 'adjustment')
      office.wait(hold)
      const [mail, ...none] = await delivered()
      expect([mail?.subject, none]).toEqual([
        expect.stringMatching(/^Rectificare privind taxa: /),
        [],
      ])
      expect(mail?.text).toMatch(/Scutirea a fost anulată[\s\S]+Plătiți taxa de înscriere/)
      expect(mail?.text).not.toContain('Alt candidat')
    })
  })

  test('is not requested from applicants who have withdrawn or were declined', async () => {
    const id = await addOwingApplication()
    await office.updateStatus(office.ana, {
      id,
      status: 'declined',
      reasonCode: 'not_eligible',
      issueExplanation: 'Fără diplomă de bacalaureat.',
    })
    office.wait(600_000)
    expect((await applicationOf(id)).applicationFee).toBeUndefined()
  })

  test('requires a valid IBAN in the settings: an invalid one is refused at its field', async () => {
    const answer = await office.call(office.admin, 'PUT', '/api/settings/update', {
      bankIban: 'RO50AAAA1B31007593840000',
    })
    expect(answer.failure).toMatchObject({ fields: { bankIban: [{ code: 'text.iban' }] } })
  })
})
