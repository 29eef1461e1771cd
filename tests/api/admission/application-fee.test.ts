import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer as CallAnswer } from '#model/call.ts'
import type * as calls from '#resources/calls/ranking.ts'
import { readApplication } from '#server/university/admission/applicant/applicant.ts'
import { engines } from '#tests/support/databases.ts'
import { openRanking, type RankingOffice } from '#tests/support/ranking.ts'

type Incomplete = CallAnswer<typeof calls.incomplete.output>

const account = { bankAccountHolder: 'Universitatea Matricola', bankIban: 'RO49 AAAA 1B31 0075 9384 0000' }

describe.each(engines)('the fee of an application on $engine', ({ open }) => {
  let office: RankingOffice
  beforeAll(async () => {
    office = await openRanking(open, { budget: 5 })
    await office.set(account)
  })
  afterAll(() => office.close())

  /** An application that was charged when it was sent. */
  const owing = async (amount = 200) => {
    const id = await office.apply({ average: 9 })
    const charge = { registrationId: id, direction: 'charge', kind: 'application', amount, description: 'Taxă de înscriere' }
    const { status } = await office.call(office.ana, 'POST', '/api/finances/create', { ...charge, bookedOn: day() })
    if (status !== 201) throw new Error(`the charge was answered with ${status}`)
    return id
  }
  const day = () => office.now().toISOString().slice(0, 10)
  const act = (id: string, action: string, body: object, caller = office.ana) =>
    office.call<{ applicationFeeDue: number | null }>(caller, 'POST', `/api/registrations/${id}/actions/${action}`, body)
  const receipt = (feeAmount: number, feeReceipt: string) => ({ feeAmount, feePaidOn: day(), feeMethod: 'cash', feeReceipt })
  const missing = async () => {
    const draft = await office.draft()
    const { list } = await office.read<Incomplete>(draft.id, 'incomplete?pageSize=50')
    return Object.fromEntries(list.map(({ registrationId, missing: what }) => [registrationId, what]))
  }
  const applicationOf = (id: string) => readApplication(office.context, id)

  test('keeps an application out of the ranking until all of it is paid, and the page of the application says how much and where', async () => {
    const id = await owing()
    expect(await missing()).toEqual({ [id]: ['feeUnpaid'] })
    expect((await applicationOf(id)).applicationFee).toEqual({
      amount: 200,
      account: { holder: 'Universitatea Matricola', iban: 'RO49AAAA1B31007593840000' },
    })
    expect((await act(id, 'payFee', receipt(150, 'CH-1'))).data).toMatchObject({ applicationFeeDue: 50 })
    expect(await missing()).toEqual({ [id]: ['feeUnpaid'] })
    expect((await act(id, 'payFee', receipt(50, 'CH-2'))).data).toMatchObject({ applicationFeeDue: null })
    expect(await missing()).toEqual({})
    const { applicationFee, timeline } = await applicationOf(id)
    expect([applicationFee, timeline.map(({ type }) => type)]).toEqual([undefined, ['paymentBooked', 'paymentBooked', 'submitted']])
  })

  test('makes a draft stale when it is paid, since somebody more is ranked', async () => {
    const id = await owing()
    const draft = await office.draft()
    await act(id, 'payFee', receipt(200, 'CH-3'))
    expect(await office.read(draft.id, 'standing')).toMatchObject({ isStale: true })
  })

  test('is waived with a reason that the timeline of the office keeps, and never twice', async () => {
    const id = await owing()
    expect((await act(id, 'waiveFee', {})).failure).toMatchObject({ fields: { feeWaiver: [{ code: 'required' }] } })
    expect((await act(id, 'waiveFee', { feeWaiver: 'Copil de cadru didactic' })).data).toMatchObject({ applicationFeeDue: null })
    expect(await missing()).toEqual({})
    const books = await office.call<{ list: object[] }>(
      office.ana,
      'GET',
      `/api/finances?filters[registrationId]=${id}&filters[direction]=adjustment`,
    )
    expect(books.data.list).toMatchObject([{ amount: 200, description: 'Scutire de taxa de înscriere', kind: 'application' }])
    const { timeline } = await office.get(id)
    expect(timeline[0]).toMatchObject({ type: 'feeWaived', note: 'Copil de cadru didactic', actor: { name: 'Ana Pop' } })
    expect((await act(id, 'waiveFee', { feeWaiver: 'Încă o dată' })).failure).toMatchObject({ code: 'step.refused' })
    expect((await act(id, 'payFee', receipt(200, 'CH-4'))).failure).toMatchObject({ code: 'step.refused' })
  })

  test('is owed again where its payment is reversed', async () => {
    const id = await owing()
    await act(id, 'payFee', receipt(200, 'CH-5'))
    const { data } = await office.call<{ list: { id: string }[] }>(
      office.ana,
      'GET',
      `/api/finances?filters[registrationId]=${id}&filters[direction]=payment`,
    )
    await office.call(office.ana, 'POST', `/api/finances/${data.list[0]?.id}/actions/reverse`, { why: 'Alt candidat' })
    expect(await office.get(id)).toMatchObject({ applicationFeeDue: 200 })
    await act(id, 'waiveFee', { feeWaiver: 'Pentru test' })
  })

  test('refuses a receipt that was booked before beside its field, a payment of a day to come, and anybody who is not of the office', async () => {
    const id = await owing()
    const again = await act(id, 'payFee', receipt(200, 'CH-1'))
    expect([again.status >= 400, again.failure.fields]).toEqual([true, { feeReceipt: [expect.objectContaining({ code: 'value.taken' })] }])
    const early = await act(id, 'payFee', { ...receipt(200, 'CH-6'), feePaidOn: '2026-12-01' })
    expect(early.failure.fields).toMatchObject({ feePaidOn: [expect.anything()] })
    for (const caller of [office.professor, office.student]) {
      expect((await act(id, 'payFee', receipt(200, 'CH-6'), caller)).status).toBe(403)
      expect((await act(id, 'waiveFee', { feeWaiver: 'Pentru mine' }, caller)).status).toBe(403)
    }
    expect(await office.get(id)).toMatchObject({ applicationFeeDue: 200 })
    const view = await office.call<{ list: { id: string }[] }>(office.ana, 'GET', '/api/registrations/list?view=feeDue')
    expect(view.data.list.map((one) => one.id)).toEqual([id])
  })

  test('is not asked of who has withdrawn or was declined', async () => {
    const id = await owing()
    await office.update(office.ana, {
      id,
      status: 'declined',
      reasonCode: 'not_eligible',
      issueExplanation: 'Fără diplomă de bacalaureat.',
    })
    office.wait(600_000)
    expect((await applicationOf(id)).applicationFee).toBeUndefined()
  })

  test('an account with wrong digits is refused beside its field', async () => {
    const answer = await office.call(office.admin, 'PUT', '/api/settings/update', { bankIban: 'RO50AAAA1B31007593840000' })
    expect(answer.failure).toMatchObject({ fields: { bankIban: [{ code: 'text.iban' }] } })
  })
})
