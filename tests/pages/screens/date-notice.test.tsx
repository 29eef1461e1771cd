import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RankingApp } from '#tests/support/ranking-app.ts'
import { allAnswered, openConsole, serverSide } from '../support/console-app.tsx'

let office: RankingApp
beforeEach(async () => {
  office = await (await serverSide()).startRankingApp()
  for (const average of [9.5, 9.1, 8]) await office.addGradedApplication({ average })
})
afterEach(async () => {
  cleanup()
  await allAnswered()
  await office.close()
})

const openRound = async () => {
  const user = await openConsole(`/admin/admission-rounds/${office.roundId}/edit`, {
    api: office,
    caller: { ...office.admin, language: 'en' },
    language: 'en',
  })
  const day = await screen.findByLabelText(/Confirm/)
  return { user, day }
}
const notices = () =>
  office.context.database.query<{ reason: string | null; applicants: number }>(
    'select reason, applicants from date_notice',
  )
const confirmBy = async () =>
  (await office.call<WireRecord>(office.admin, 'GET', `/api/admission-rounds/${office.roundId}`))
    .data.confirmBy

test('moving a date asks to notify the people it concerns, with a reason, once', async () => {
  const { user, day } = await openRound()
  expect(screen.queryByRole('region', { name: 'Notify applicants' })).not.toBeInTheDocument()
  await user.clear(day)
  await user.type(day, '28/07/2026')
  await user.tab()
  expect(
    await screen.findByRole('checkbox', { name: 'Notify the 3 people it concerns' }),
  ).toBeChecked()
  await user.type(screen.getByLabelText(/Reason/), 'Public holiday')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect(await confirmBy()).toBe('2026-07-28'))
  expect(await notices()).toEqual([{ reason: 'Public holiday', applicants: 3 }])
})

test('nobody is notified if the box is not ticked, or if the date concerns nobody', async () => {
  const { user, day } = await openRound()
  await user.clear(day)
  await user.type(day, '01/02/2026')
  await user.tab()
  expect(await screen.findByText('The changed dates concern no applicant.')).toBeInTheDocument()
  await user.clear(day)
  await user.type(day, '29/07/2026')
  await user.tab()
  await user.click(await screen.findByRole('checkbox', { name: /3 people/ }))
  expect(screen.queryByLabelText(/Reason/)).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect(await confirmBy()).toBe('2026-07-29'))
  expect(await notices()).toEqual([])
})
