import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { modifyResponses } from '@matricola/testing/pages/network.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { rankedProgrammes, type WireQuota } from '#resources/calls/ranking.ts'
import type { RankingApp } from '#tests/support/ranking-app.ts'
import { allAnswered, openConsole, serverSide } from '../support/console-app.tsx'

let office: RankingApp
let draftId = ''
beforeAll(async () => {
  office = await (await serverSide()).startRankingApp()
  await office.addGradedApplication({ average: 9.5 })
  await office.addGradedApplication({ average: 9.1 })
  await office.addGradedApplication({ average: 8.07 })
  await office.addGradedApplication({}, { romanianGrade: null })
  await office.computeDraft()
  draftId = (await office.computeDraft()).id
})
afterEach(async () => {
  cleanup()
  await allAnswered()
})
afterAll(() => office.close())

const open = (tab: string, language: 'en' | 'ro' = 'en') =>
  openConsole(`/admin/admission-drafts/${draftId}?tab=${tab}`, {
    api: office,
    caller: { ...office.admin, language },
    language,
  })

test('a results draft shows the checker’s findings and the effect of its release, and can be released from there', async () => {
  const user = await open('report')
  expect(await screen.findByText(/No problems found: 3 applicants/)).toBeInTheDocument()
  const effect = within(await screen.findByRole('region', { name: 'Effect of the release' }))
  expect(effect.getByText('get a place').nextSibling).toHaveTextContent('2')
  expect(
    effect.getByText('change from a state-funded to a fee-paying place').nextSibling,
  ).toHaveTextContent('0')
  expect(effect.getByText('stay on the waiting list').nextSibling).toHaveTextContent('1')
  await user.click(screen.getByRole('button', { name: 'Release the results' }))
  await waitFor(async () =>
    expect(
      (await office.call(office.admin, 'GET', `/api/admission-drafts/${draftId}`)).data,
    ).toMatchObject({ state: 'released' }),
  )
  expect((await office.runTransition(office.admin, draftId, 'takeBack')).status).toBe(200)
})

test('results are grouped by programme and type of place, and link to all applicants, who are shown without names', async () => {
  const user = await open('results', 'ro')
  const table = within(await screen.findByRole('table', { name: 'Rezultate' }))
  const [, budget] = table.getAllByRole('row')
  expect(
    within(budget as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual([...['Filologie', 'Buget', '1', '1', '9,50', '2', '3']])
  await user.click(table.getAllByRole('button', { name: 'Filologie' })[0] as HTMLElement)
  const candidateTable = await screen.findByRole('table', { name: 'Filologie, Buget' })
  expect(candidateTable).toHaveTextContent('8,07')
  expect(candidateTable).toHaveTextContent('locul 2 pe lista de așteptare')
  expect(candidateTable).not.toHaveTextContent('Pop')
})

test('programmes of a results draft are named in the reader’s language, not in that of its creator', async () => {
  const path = `/api/specializations/${office.specializationId}`
  const { data: programme } = await office.call<WireRecord>(office.admin, 'GET', path)
  await office.call(office.admin, 'PATCH', '/api/specializations/update', {
    ...{ id: programme.id, version: programme.version, nameEn: 'Philology' },
  })
  const user = await open('results')
  await user.click((await screen.findAllByRole('button', { name: 'Philology' }))[0] as HTMLElement)
  expect(await screen.findByRole('table', { name: 'Philology, State-funded' })).toBeInTheDocument()
  cleanup()
  await open('results', 'ro')
  expect((await screen.findAllByRole('button', { name: 'Filologie' })).length).toBeGreaterThan(0)
})

test('if more places are taken than available, the table explains this with a tie at the last place', async () => {
  modifyResponses<{ list: WireQuota[] }>(rankedProgrammes, ({ list }) => ({
    list: list.map((quota) => ({ ...quota, places: 20, taken: 22 })),
  }))
  await open('results')
  expect((await screen.findAllByText('+2 tied for the last place')).length).toBeGreaterThan(0)
})

test('a state is a solid stamp only in a colour with enough contrast for its text', async () => {
  await open('details')
  const stamp = (await screen.findAllByText('Ready')).find(({ className }) =>
    className.includes('state-badge'),
  )
  expect(stamp).toHaveClass('state-badge-violet')
  expect(stamp).not.toHaveClass('state-badge-solid')
})

test('applications that cannot be ranked are listed with the items that are missing', async () => {
  await open('incomplete')
  expect(await screen.findByText('1 application cannot be ranked.')).toBeInTheDocument()
  expect(screen.getByText('Baccalaureate grade in Romanian is missing')).toBeInTheDocument()
})

test('a results draft that moves no applicant says so, and names the draft it is compared with', async () => {
  await open('moves')
  expect(
    await screen.findByText(/No applicant has a different place\. Compared with the draft from/),
  ).toBeInTheDocument()
})

test('moves are shown relative to the previous draft, or to the results that applicants were notified of', async () => {
  const user = await open('moves')
  const comparisonButton = await screen.findByRole('button', {
    name: 'With the results sent to applicants',
  })
  expect(screen.getByRole('button', { name: 'With the previous draft' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await user.click(comparisonButton)
  expect(
    await screen.findByText('Applicants have not been notified of any results yet.'),
  ).toBeInTheDocument()
  expect(comparisonButton).toHaveAttribute('aria-pressed', 'true')
})

test('if one person may release results alone, the page does not offer to propose a release', async () => {
  await open('report')
  expect(await screen.findByRole('button', { name: 'Release the results' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Propose for release' })).not.toBeInTheDocument()
})

test('the list of programmes explains in words how each computes its average', async () => {
  await openConsole('/admin/admission-programmes', { api: office, caller: office.admin })
  expect(
    (await screen.findAllByText('Baccalaureate average, truncated to 2 decimal places')).length,
  ).toBeGreaterThan(0)
})

test('applicants who move are listed by reference number, with the old and new place and the reason', async () => {
  await office.addGradedApplication({ average: 9.9 })
  draftId = (await office.computeDraft()).id
  await open('moves')
  const table = within(await screen.findByRole('table', { name: 'Changes' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Reference number',
    'Before',
    'Now',
    'Reason',
  ])
  expect(table.getByText('now ranked')).toBeInTheDocument()
  expect(
    table.getAllByText('other applicants’ results or the number of places changed').length,
  ).toBeGreaterThan(0)
})
