import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { failureResponse, handle, modifyResponses } from '@matricola/testing/pages/network.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { rankedProgrammes, resultMailPreview, type WireQuota } from '#resources/calls/ranking.ts'
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
  const user = await open('release')
  expect(await screen.findByText(/No problems found: 3 applicants/)).toBeInTheDocument()
  const effect = within(await screen.findByRole('list', { name: 'Effect of the release' }))
  expect(effect.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    ...['0Now fee-paying', '0Lose a place', '0Move down', '0Move up'],
    ...['2First place', '0Unchanged', '2No place'],
  ])
  expect(effect.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '2First place',
    '2No place',
  ])
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
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
  await open('release')
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

describe('the release of new results', () => {
  let changing: RankingApp
  const openDraft = async (caller = changing.admin) => {
    const { id } = await changing.computeDraft()
    const user = await openConsole(`/admin/admission-drafts/${id}`, { api: changing, caller })
    return { id, user }
  }
  const stateOf = async (id: string) =>
    (await changing.call<WireRecord>(changing.admin, 'GET', `/api/admission-drafts/${id}`)).data
      .state
  beforeAll(async () => {
    changing = await (await serverSide()).startRankingApp()
    await changing.addGradedApplication({ average: 9.5 })
    const { id } = await changing.computeDraft()
    await changing.runTransition(changing.admin, id, 'release')
    await changing.sendNotifications()
    await changing.addGradedApplication({ average: 9.9 })
  })
  afterAll(() => changing.close())

  test('is possible once the names of everyone who is worse off were opened and read', async () => {
    const { id, user } = await openDraft()
    const release = await screen.findByRole('button', { name: 'Release the results' })
    const box = screen.getByRole('checkbox', { name: 'the 1 whose place is now fee-paying' })
    expect(screen.getAllByRole('checkbox')).toEqual([box])
    expect([release, box].map((control) => control.hasAttribute('disabled'))).toEqual([true, true])
    const tile = screen.getByRole('button', { name: /Now fee-paying/ })
    expect(tile).toHaveTextContent('none confirmed')
    await user.click(tile)
    expect(tile).toHaveAttribute('aria-pressed', 'true')
    const table = within(await screen.findByRole('table', { name: 'Now fee-paying (1)' }))
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      ...['Applicant', 'Offered before', 'Now', 'Confirmed', 'Why', 'Email'],
    ])
    expect(table.getByRole('link', { name: 'Pop Dan' })).toBeInTheDocument()
    expect(table.getByText('Filologie, State-funded')).toBeInTheDocument()
    expect(table.getByText('Filologie, Fee-paying')).toBeInTheDocument()
    expect(table.getByText('Place now fee-paying')).toBeInTheDocument()
    await waitFor(() => expect(box).toBeEnabled())
    expect(release).toBeDisabled()
    await user.click(box)
    expect(release).toBeEnabled()
    await user.click(release)
    await waitFor(async () => expect(await stateOf(id)).toBe('released'))
    await changing.runTransition(changing.admin, id, 'takeBack')
  })

  test('shows whose data is a cause, the file of a group, and the email in each language', async () => {
    const { user } = await openDraft()
    await user.click(await screen.findByRole('button', { name: /Now fee-paying/ }))
    const table = within(await screen.findByRole('table', { name: 'Now fee-paying (1)' }))
    const [, cause] = table.getAllByRole('link')
    expect(cause).toHaveAccessibleName(/^ID\d{8}$/)
    expect(cause?.getAttribute('href')).not.toBe(
      table.getAllByRole('link')[0]?.getAttribute('href'),
    )
    expect(screen.getByRole('link', { name: 'Excel file' }).getAttribute('href')).toMatch(
      /\/applicants\/file\?group=nowFeePaying&lng=en$/,
    )
    const answers = [failureResponse(503, 'server.busy', 'Busy'), undefined]
    const read = handle(resultMailPreview, () => answers.shift())
    await user.click(table.getByRole('button', { name: 'Place now fee-paying, Pop Dan' }))
    const preview = within(await screen.findByRole('region', { name: 'Email preview' }))
    expect(preview.getByRole('heading')).toHaveFocus()
    await user.click(await preview.findByRole('button', { name: 'Try again' }))
    expect(await preview.findByText(/^Locul dumneavoastră s-a schimbat/)).toBeInTheDocument()
    expect(preview.getByText(/^Bună ziua, Dan Pop,/)).toBeInTheDocument()
    await user.selectOptions(preview.getByRole('combobox', { name: 'Language' }), 'English')
    expect(await preview.findByText(/^Your place has changed/)).toBeInTheDocument()
    expect(read.requests.map(({ url }) => new URL(url).search)).toEqual(['', '', '?lng=en'])
    expect(await changing.emailsOf(String(read.requests[0]?.url.split('/').at(-2)))).toHaveLength(1)
  })

  test('names applicants who would have a place but for a confirmed one, and a place can be added', async () => {
    const app = await (await serverSide()).startRankingApp(undefined, { budget: 1, fee: 0 })
    try {
      const { confirmApplicantPlace } = await serverSide()
      const holder = await app.addGradedApplication({ average: 9 })
      const waiting = await app.addGradedApplication({ average: 8 })
      const { id: first } = await app.computeDraft()
      await app.runTransition(app.admin, first, 'release')
      await app.sendNotifications()
      await confirmApplicantPlace(app.context, holder)
      await app.context.database.query(
        'update registrations set baccalaureate_average = 9.5 where id = $1',
        [waiting],
      )
      const { id } = await app.computeDraft()
      const user = await openConsole(`/admin/admission-drafts/${id}`, {
        api: app,
        caller: app.admin,
      })
      const checks = within(await screen.findByRole('region', { name: 'Before you release' }))
      expect(
        await checks.findByText(
          /would have a place but for a confirmed one: Filologie, State-funded, average corrected to 9\.50\./,
        ),
      ).toHaveTextContent('number 1 on the waiting list')
      await user.click(checks.getByRole('button', { name: 'Add a place' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Add a place' }))
      await user.click(dialog.getByRole('button', { name: 'Add a place' }))
      expect(dialog.getByText('Enter a reason of at least 3 characters.')).toBeInTheDocument()
      const reason = dialog.getByRole('textbox', { name: 'Reason, for the history' })
      expect(reason).toHaveFocus()
      await user.type(reason, 'Appeal upheld')
      await user.click(dialog.getByRole('button', { name: 'Add a place' }))
      expect(await screen.findByText(/^The results draft is being computed\./)).toBeInTheDocument()
      const { data } = await app.call<{ list: { placesBudget: number }[] }>(
        app.admin,
        'GET',
        '/api/admission-programmes',
      )
      expect(data.list.map(({ placesBudget }) => placesBudget).toSorted()).toEqual([1, 2])
    } finally {
      await allAnswered()
      cleanup()
      await app.close()
    }
  })

  test('is proposed by one administrator and made by another, who read the names too', async () => {
    await changing.updateSettings({ rankingNeedsSecond: true })
    const { id, user } = await openDraft()
    const read = async (one: typeof user) => {
      await one.click(await screen.findByRole('button', { name: /Now fee-paying/ }))
      const box = screen.getByRole('checkbox')
      await waitFor(() => expect(box).toBeEnabled())
      await one.click(box)
    }
    await read(user)
    expect(screen.queryByRole('button', { name: 'Release the results' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Propose for release' }))
    expect(
      await screen.findByText('You proposed this draft. Another administrator has to release it.'),
    ).toBeInTheDocument()
    cleanup()
    const other = await openConsole(`/admin/admission-drafts/${id}`, {
      api: changing,
      caller: changing.ioana,
    })
    expect(await screen.findByRole('button', { name: 'Release the results' })).toBeDisabled()
    await read(other)
    await other.click(screen.getByRole('button', { name: 'Release the results' }))
    await waitFor(async () => expect(await stateOf(id)).toBe('released'))
    await changing.runTransition(changing.admin, id, 'takeBack')
    await changing.updateSettings({ rankingNeedsSecond: false })
  })

  test('is replaced by a new draft if the data has changed', async () => {
    const { id } = await changing.computeDraft()
    await changing.addGradedApplication({ average: 5 })
    const user = await openConsole(`/admin/admission-drafts/${id}`, {
      api: changing,
      caller: changing.admin,
    })
    await user.click(await screen.findByRole('button', { name: 'Make a new draft' }))
    expect(await screen.findByText(/The results draft is being computed/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Release the results' })).not.toBeInTheDocument()
  })

  test('is not offered to a secretary, who may read the names', async () => {
    const { id } = await changing.computeDraft()
    await openConsole(`/secretary/admission-drafts/${id}`, {
      api: changing,
      caller: changing.ana,
    })
    expect(await screen.findByRole('button', { name: /Now fee-paying/ })).toBeInTheDocument()
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Release the results' })).not.toBeInTheDocument()
  })
})
