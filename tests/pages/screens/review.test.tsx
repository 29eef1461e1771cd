import { stageNewFile } from '@matricola/server/session/file-records.ts'
import { sendEvent } from '@matricola/testing/pages/event-source.ts'
import { failureResponse, handle, recordRequests } from '@matricola/testing/pages/network.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import * as reviewCalls from '#resources/calls/review.ts'
import { reviewTexts } from '#tests/support/admission-app.ts'
import { distinctPdf } from '#tests/support/seed-application.ts'
import { serverSide } from '../support/server.ts'
import {
  fakeImages,
  openApplicationReview,
  openReview,
  planApplication,
  seedReviewApplications,
  setUpAdmissionApp,
} from './review-support.tsx'

const site = setUpAdmissionApp()
const threeApplications = () => [
  planApplication('Albu Dan'),
  planApplication('Bota Ion'),
  planApplication('Rus Ana'),
]
const allQuery = '?sort=-submittedAt'
/** An application claimed by Ben. */
const applicationOfBen = (values: Parameters<typeof planApplication>[1] = {}) =>
  planApplication('Albu Dan', { assignedToId: site.office.ben.id, ...values })
/** Fakes timeouts that the test advances. The server's timers do not depend on them. */
const fakeTimeouts = () =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
const press = (key: string, modifiers: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...modifiers })

test('A accepts the application and opens the next one, with its position in the view and the time to undo (R-T08)', async () => {
  const { files, transitionBodies } = await openReview(site.office, threeApplications())
  expect(await screen.findAllByText('1 of 3 in “Waiting for me”')).not.toHaveLength(0)
  press('a')
  await screen.findByRole('heading', { level: 1, name: 'Bota Ion' })
  expect(await transitionBodies()).toEqual([{ id: files[0]?.id, version: 2, status: 'accepted' }])
  expect(await screen.findByText('Updated registration status successfully..')).toBeTruthy()
  expect(
    screen.getByText(/Albu Dan: Accepted\. The applicant will be notified at 12:02\./),
  ).toBeTruthy()
  expect(screen.getAllByText('2 of 3 in “Waiting for me”')).not.toHaveLength(0)
  expect(document.activeElement?.textContent).toBe('Bota Ion')
})

test('decision keys are ignored while they are held down, and for 400 ms after a decision', async () => {
  const { transitionBodies } = await openReview(site.office, threeApplications())
  // An integer: with a fraction, adding 399 and 1 may round to less than 400.
  let clock = 10_000
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  press('a', { repeat: true })
  press('a')
  await screen.findByRole('heading', { level: 1, name: 'Bota Ion' })
  clock += 399
  press('a')
  clock += 1
  press('a', { repeat: true })
  expect(await transitionBodies()).toHaveLength(1)
  press('a')
  await screen.findByRole('heading', { level: 1, name: 'Rus Ana' })
  expect(await transitionBodies()).toHaveLength(2)
})

test('D and a digit decline with that reason, in the applicant’s language (R-T08)', async () => {
  const { transitionBodies } = await openReview(site.office, threeApplications())
  press('d')
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(9)
  fireEvent.keyDown(within(dialog).getAllByRole('button')[0] ?? dialog, {
    key: '4',
    code: 'Digit4',
  })
  await screen.findByRole('heading', { level: 1, name: 'Bota Ion' })
  expect(await transitionBodies()).toMatchObject([
    {
      status: 'declined',
      reasonCode: 'no_places',
      issueExplanation: 'Toate locurile la acest program de studii sunt ocupate.',
    },
  ])
})

test('flags fill the change request with fields, notes and text in the applicant’s language; Ctrl+Enter sends it (R-T07, R-T08)', async () => {
  const { user, transitionBodies } = await openReview(site.office, threeApplications())
  await user.click(screen.getByRole('button', { name: 'Flag for update: Address' }))
  await user.type(
    screen.getByRole('textbox', { name: 'Note for the applicant: Address' }),
    'Nu corespunde',
  )
  await user.click(screen.getByRole('button', { name: 'Flag for update: Postal code' }))
  expect(
    screen
      .getByRole('button', { name: 'Flag for update: Postal code' })
      .getAttribute('aria-pressed'),
  ).toBe('true')
  await user.click(screen.getByRole('button', { name: /Request changes \(2\)/ }))
  const explanation = await screen.findByRole<HTMLTextAreaElement>('textbox', {
    name: /Issue explanation/,
  })
  expect(explanation.value).toBe('Verificați și corectați: Adresă, Cod poștal.\n')
  await waitFor(() => expect(document.activeElement).toBe(explanation))
  expect(explanation.selectionStart).toBe(explanation.value.length)
  await user.keyboard('Mulțumim.')
  expect(explanation.value).toBe('Verificați și corectați: Adresă, Cod poștal.\nMulțumim.')
  expect(
    within(screen.getByRole('region', { name: 'Preview' })).getByText('Adresă – Nu corespunde'),
  ).toBeTruthy()
  fireEvent.keyDown(explanation, { key: 'Enter', ctrlKey: true })
  await screen.findByRole('heading', { level: 1, name: 'Bota Ion' })
  expect(await transitionBodies()).toMatchObject([
    {
      status: 'update_requested',
      issue: 'Unele date trebuie corectate',
      issueExplanation: 'Verificați și corectați: Adresă, Cod poștal.\nMulțumim.',
      requestedChanges: [
        { field: 'address', message: 'Nu corespunde' },
        { field: 'postalCode', message: null },
      ],
    },
  ])
})

test('Escape closes the change request and returns the focus to its button', async () => {
  const { user } = await openReview(site.office, threeApplications())
  const button = screen.getByRole('button', { name: /Request changes/ })
  await user.click(button)
  const explanation = await screen.findByRole('textbox', { name: /Issue explanation/ })
  await waitFor(() => expect(document.activeElement).toBe(explanation))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('a stale application is not decided: both states and the other user are shown, and the user can decide anyway', async () => {
  const { office } = site
  const { files, transitionBodies, user } = await openReview(office, [
    planApplication('Albu Dan', { assignedToId: null }),
    ...threeApplications().slice(1),
  ])
  const { id = '' } = files[0] ?? {}
  const request = await office.updateStatus(office.ben, {
    id,
    version: 2,
    status: 'update_requested',
    ...reviewTexts.request,
  })
  await office.updateStatus(office.ben, {
    id,
    version: request.data.version,
    status: 'in_progress',
    issueExplanation: reviewTexts.text,
  })
  press('a')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Under review')).toBeTruthy()
  expect(dialog.getByText('In progress')).toBeTruthy()
  expect(dialog.getByText(/Ben Rus/)).toBeTruthy()
  expect(await transitionBodies()).toHaveLength(1)
  await user.click(dialog.getByRole('button', { name: 'Decide anyway: Accept' }))
  await screen.findByRole('heading', { level: 1, name: 'Bota Ion' })
  expect((await transitionBodies())[1]).toMatchObject({ version: 4, status: 'accepted' })
})

test('the text entered for a transition remains after a lost connection or a concurrent change', async () => {
  const { user } = await openReview(site.office, threeApplications())
  const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000)
  press('d')
  const dialog = within(await screen.findByRole('dialog'))
  clock.mockReturnValue(10_400)
  await user.click(dialog.getByRole('button', { name: /Other/ }))
  const explanation = await dialog.findByRole('textbox')
  await user.type(explanation, 'Diploma nu este recunoscută.')
  handle(reviewCalls.statusUpdate, () => HttpResponse.error())
  await user.click(dialog.getByRole('button', { name: 'Decline' }))
  expect(await dialog.findByRole('alert')).toBeTruthy()
  expect(explanation).toHaveProperty('value', 'Diploma nu este recunoscută.')
  handle(reviewCalls.statusUpdate, () =>
    failureResponse(409, 'record.stale', 'The record was changed meanwhile.'),
  )
  await user.click(dialog.getByRole('button', { name: 'Decline' }))
  await user.click(await screen.findByRole('button', { name: 'Reload' }))
  expect(explanation.isConnected).toBe(true)
  expect(explanation).toHaveProperty('value', 'Diploma nu este recunoscută.')
})

test('masked numbers are revealed on request, and masked again after a minute', async () => {
  const numbers = { cnp: '5070315700017', birthDate: '2007-03-15', serialNumber: 'CJ482913' }
  const { user } = await openReview(site.office, [planApplication('Albu Dan', numbers)])
  fakeTimeouts()
  await user.click(screen.getByRole('button', { name: /Reveal Personal numeric code/ }))
  expect(await screen.findByText('5070315700017')).toBeTruthy()
  expect(screen.getByText('CJ482913')).toBeTruthy()
  await vi.advanceTimersByTimeAsync(60_000)
  await waitFor(() => expect(screen.queryByText('5070315700017')).toBeNull())
  vi.useRealTimers()
})

test('numbers are shown while the identity card is drawn, read once, and V masks and reveals them', async () => {
  fakeImages()
  const numbers = { cnp: '5070315700017', birthDate: '2007-03-15', serialNumber: 'CJ482913' }
  const documents = ['fileIdCard', 'fileDiploma'] as const
  const read = recordRequests(reviewCalls.revealIdentity)
  const { user } = await openReview(site.office, [
    planApplication('Albu Dan', { ...numbers, documents }),
  ])
  expect(await screen.findByText('5070315700017')).toBeTruthy()
  expect(screen.getByText('CJ482913')).toBeTruthy()
  press('v')
  expect(screen.queryByText('5070315700017')).toBeNull()
  press('v')
  expect(screen.getByText('5070315700017')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: /High school diploma/ }))
  expect(screen.queryByText('5070315700017')).toBeNull()
  press('v')
  expect(screen.getByText('5070315700017')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: /Identity card/ }))
  await user.click(screen.getByRole('button', { name: /Hide Personal numeric code/ }))
  expect(screen.queryByText('CJ482913')).toBeNull()
  expect(read.requests).toHaveLength(1)
})

test('numbers that cannot be read stay masked, and the next attempt is the user’s', async () => {
  fakeImages()
  const numbers = { cnp: '5070315700017', birthDate: '2007-03-15', documents: ['fileIdCard'] }
  const answers = [failureResponse(429, 'requests.tooMany', 'Try again later.'), undefined]
  handle(reviewCalls.revealIdentity, () => answers.shift())
  const { user } = await openReview(site.office, [planApplication('Albu Dan', numbers)])
  expect(await screen.findByText('Try again later.')).toBeTruthy()
  expect(screen.queryByText('5070315700017')).toBeNull()
  await user.click(screen.getByRole('button', { name: /Reveal Personal numeric code/ }))
  expect(await screen.findByText('5070315700017')).toBeTruthy()
})

test('Z undoes the last decision and returns to the application', async () => {
  await openReview(site.office, threeApplications())
  press('a')
  await screen.findByRole('heading', { level: 1, name: 'Bota Ion' })
  const undone = recordRequests(reviewCalls.undoTransition)
  press('z')
  await screen.findByRole('heading', { level: 1, name: 'Albu Dan' })
  expect(await undone.requests[0]?.json()).toEqual({ version: 3 })
  expect(await screen.findByText('Last action undone: Albu Dan')).toBeTruthy()
})

test('a decision on hold can be undone on the page of the application, even after its toast has disappeared', async () => {
  const { office } = site
  const [decided] = await seedReviewApplications(office, [planApplication('Albu Dan')])
  if (!decided) throw new Error('no application was created')
  await office.updateStatus(office.ana, {
    id: decided.id,
    version: decided.version,
    status: 'accepted',
  })
  const { user } = await openApplicationReview(office, decided)
  const undone = recordRequests(reviewCalls.undoTransition)
  await user.click(await screen.findByRole('button', { name: /^Undo/ }))
  expect(await screen.findByText('Last action undone: Albu Dan')).toBeTruthy()
  expect(undone.requests).toHaveLength(1)
})

test('opening a submitted application claims it, and leaving it without a decision releases the claim', async () => {
  const { files, transitionBodies } = await openReview(site.office, [
    planApplication('Albu Dan', { status: 'submitted' }),
    planApplication('Bota Ion'),
  ])
  const { id } = files[0] ?? {}
  await waitFor(async () =>
    expect(await transitionBodies()).toEqual([{ id, version: 2, status: 'under_review' }]),
  )
  press('j')
  await screen.findByRole('heading', { level: 1, name: 'Bota Ion' })
  await waitFor(async () =>
    expect((await transitionBodies())[1]).toEqual({ id, version: 3, status: 'submitted' }),
  )
})

test.each([
  ['under_review', 'Ben Rus is reviewing this application'],
  ['in_progress', 'This application is assigned to Ben Rus'],
] as const)(
  'an application claimed by a colleague in state %s shows the name, and a decision asks for confirmation, ignoring a second click',
  async (status, text) => {
    const { transitionBodies, user } = await openReview(
      site.office,
      [applicationOfBen({ status }), planApplication('Bota Ion')],
      {
        view: allQuery,
      },
    )
    expect(screen.getByText(text)).toBeTruthy()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000)
    press('a')
    const dialog = within(await screen.findByRole('dialog', { name: 'Accept: Albu Dan' }))
    expect(dialog.getByText(text)).toBeTruthy()
    clock.mockReturnValue(10_399)
    await user.click(dialog.getByRole('button', { name: 'Accept anyway' }))
    expect(await transitionBodies()).toEqual([])
    clock.mockReturnValue(10_400)
    await user.click(dialog.getByRole('button', { name: 'Accept anyway' }))
    await screen.findByRole('heading', { level: 1, name: 'Bota Ion' })
    expect(await transitionBodies()).toHaveLength(1)
  },
)

test('opening an application that is assigned to a colleague does not claim it', async () => {
  fakeTimeouts()
  const waiting = [
    applicationOfBen({ status: 'submitted' }),
    planApplication('Bota Ion', { status: 'submitted' }),
  ]
  const { files, transitionBodies } = await openReview(site.office, waiting, { view: allQuery })
  await vi.advanceTimersByTimeAsync(2_000)
  press('j')
  await screen.findByRole('heading', { level: 1, name: 'Bota Ion' })
  await vi.advanceTimersByTimeAsync(2_000)
  await waitFor(async () =>
    expect(await transitionBodies()).toEqual([
      { id: files[1]?.id, version: 2, status: 'under_review' },
    ]),
  )
  press('k')
  await waitFor(async () => expect(await transitionBodies()).toHaveLength(2))
  vi.useRealTimers()
})

test('live updates ignore the user’s own changes and other applications; a colleague’s decision hides “is reviewing this application”', async () => {
  const { office } = site
  const { files } = await openReview(
    office,
    [planApplication('Albu Dan'), { ...applicationOfBen(), name: 'Bota Ion' }],
    {
      view: allQuery,
    },
  )
  const changed = (number: number, parts: { readonly by: string; readonly isOwn?: boolean }) =>
    act(() =>
      sendEvent({
        type: 'change',
        resource: 'registrations',
        id: files[number - 1]?.id ?? '',
        version: 9,
        action: 'accept',
        ...parts,
      }),
    )
  fakeTimeouts()
  changed(1, { by: 'Ana Pop', isOwn: true })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
  changed(1, { by: 'Ben Rus' })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeTruthy()
  press('j')
  await screen.findByRole('heading', { level: 1, name: 'Bota Ion' })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
  expect(screen.getByText('Ben Rus is reviewing this application')).toBeTruthy()
  changed(2, { by: 'Ben Rus' })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeTruthy()
  expect(screen.queryByText('Ben Rus is reviewing this application')).toBeNull()
  vi.useRealTimers()
})

test.each([
  ['accepted', 'accepted this application'],
  ['declined', 'declined this application'],
] as const)(
  'a colleague’s decision ends the claim: a decision key then shows that the colleague %s the application, and when',
  async (status, text) => {
    const { office } = site
    const { files, transitionBodies, user } = await openReview(office, [applicationOfBen()], {
      view: allQuery,
    })
    const { id = '' } = files[0] ?? {}
    expect(await screen.findByText('Ben Rus is reviewing this application')).toBeTruthy()
    const { data } = await office.updateStatus(office.ben, {
      id,
      version: 2,
      status,
      ...(status === 'declined' && { reasonCode: 'other', issueExplanation: reviewTexts.text }),
    })
    act(() =>
      sendEvent({
        type: 'change',
        resource: 'registrations',
        id,
        version: data.version,
        action: 'accept',
        by: 'Ben Rus',
      }),
    )
    press('d')
    const dialog = within(
      await screen.findByRole('dialog', { name: 'This application was changed in the meantime' }),
    )
    expect(dialog.getByText(new RegExp(`^Ben Rus ${text} .*ago`))).toBeTruthy()
    expect(screen.queryByText('Ben Rus is reviewing this application')).toBeNull()
    expect(await transitionBodies()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Reload' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

test('a decision key on an application that a colleague has decided shows that decision before it asks for a reason', async () => {
  const { office } = site
  const { files, transitionBodies } = await openReview(office, [planApplication('Albu Dan')], {
    view: allQuery,
  })
  const { id = '' } = files[0] ?? {}
  await screen.findByText(/^You since/)
  const { data } = await office.updateStatus(office.ben, { id, version: 2, status: 'accepted' })
  act(() =>
    sendEvent({
      type: 'change',
      resource: 'registrations',
      id,
      version: data.version,
      action: 'accept',
      by: 'Ben Rus',
    }),
  )
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeTruthy()
  press('d')
  const dialog = within(
    await screen.findByRole('dialog', { name: 'This application was changed in the meantime' }),
  )
  expect(dialog.getByText(/^Ben Rus accepted this application .*ago/)).toBeTruthy()
  expect(await transitionBodies()).toEqual([])
})

test('the dialog about a colleague’s claim closes when the colleague decides, and the page shows the decision', async () => {
  const { office } = site
  const { files } = await openReview(office, [applicationOfBen()], { view: allQuery })
  const { id = '' } = files[0] ?? {}
  press('d')
  expect((await screen.findByRole('dialog')).textContent).toContain(
    'Ben Rus is reviewing this application',
  )
  const { data } = await office.updateStatus(office.ben, { id, version: 2, status: 'accepted' })
  act(() =>
    sendEvent({
      type: 'change',
      resource: 'registrations',
      id,
      version: data.version,
      action: 'accept',
      by: 'Ben Rus',
    }),
  )
  expect(await screen.findByText(/^Ben Rus accepted this application .*ago/)).toBeTruthy()
  expect(screen.queryByText('Ben Rus is reviewing this application')).toBeNull()
})

test('a colleague who reviews the application and has it open is named once', async () => {
  const { ben } = site.office
  const { files } = await openReview(site.office, [applicationOfBen()], { view: allQuery })
  const plans = [
    { id: ben.id, name: 'Ben Rus' },
    { id: crypto.randomUUID(), name: 'Vlad Ene' },
  ]
  act(() =>
    sendEvent({
      type: 'presence',
      resource: 'registrations',
      id: files[0]?.id ?? '',
      people: plans,
    }),
  )
  expect(screen.getAllByText(/Vlad Ene/).length).toBeGreaterThan(0)
  expect(document.querySelector('.review-title')?.textContent?.match(/Ben Rus/g)).toHaveLength(1)
})

test('F flags the document that a digit key opened, and not the row that was focused before', async () => {
  const { user } = await openReview(site.office, [
    planApplication('Albu Dan', { documents: ['fileIdCard'] }),
  ])
  press('ArrowDown')
  press('1')
  press('f')
  const flag = await screen.findByRole('button', { name: 'Flag for update: Identity card' })
  expect(flag.getAttribute('aria-pressed')).toBe('true')
  expect(screen.getAllByRole('button', { name: /^Flag for update/, pressed: true })).toEqual([flag])
  flag.focus()
  press('f')
  expect(flag.getAttribute('aria-pressed')).toBe('false')
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.closest('[data-rows]')).not.toBeNull()
})

test('documents that were never displayed are listed next to Accept, before and after the decision', async () => {
  const fileRequests = recordRequests({ method: 'HEAD', path: '/api/files/*' })
  const { files } = await openReview(site.office, [
    planApplication('Albu Dan', { documents: ['fileIdCard', 'fileDiploma'] }),
    planApplication('Bota Ion'),
  ])
  const bar = within(screen.getByRole('region', { name: 'Decision' }))
  expect(await bar.findByText('1 document has not been viewed.')).toBeTruthy()
  await waitFor(() =>
    expect(fileRequests.requests.map(({ url }) => new URL(url).pathname)).toEqual([
      files[0]?.documents[0]?.url,
    ]),
  )
  press('2')
  await waitFor(() => expect(bar.queryByText(/looked at/)).toBeNull())
  await waitFor(() => expect(fileRequests.requests).toHaveLength(2))
})

test('tabs, flags and the change request name documents after the programme’s degree, in the applicant’s language', async () => {
  const { seedProgramme } = await serverSide()
  const master = await seedProgramme(site.office, { name: 'Galaxii', cycle: 'master' })
  const { user } = await openReview(site.office, [
    planApplication('Albu Dan', { ...master, documents: ['fileDiploma'] }),
  ])
  expect(await screen.findByRole('tab', { name: /^Bachelor’s diploma/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Flag for update: Bachelor’s diploma' }))
  await user.click(screen.getByRole('button', { name: /Request changes \(1\)/ }))
  const explanation = await screen.findByRole<HTMLTextAreaElement>('textbox', {
    name: /Issue explanation/,
  })
  expect(explanation.value).toBe('Verificați și corectați: Diplomă de licență.\n')
  expect(
    within(screen.getByRole('region', { name: 'Preview' })).getByText('Diplomă de licență'),
  ).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/High school|bacalaureat/)
})

test('identity and contact come first, the county is shown by name, and values of the header are not repeated', async () => {
  await openReview(site.office, [planApplication('Albu Dan', { county: 'AB' })])
  expect(
    screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent),
  ).toEqual(['Identity', 'Contact', 'Application', 'Review'])
  expect(screen.getByText('Alba')).toBeTruthy()
  expect(
    document.querySelector(
      '[data-field="referenceCode"], [data-field="status"], [data-field="fundingPreference"]',
    ),
  ).toBeNull()
})

test('the header shows the current number of remaining applications', async () => {
  await openReview(site.office, threeApplications())
  expect(await screen.findByText('3 left')).toBeTruthy()
})

test('a decision on a stale application shows only one dialog, and the entered text is restored after reloading', async () => {
  const { user } = await openReview(site.office, threeApplications())
  press('d')
  await screen.findByRole('dialog', { name: 'Decline: Albu Dan' })
  handle(reviewCalls.statusUpdate, () =>
    failureResponse(409, 'record.stale', 'The record was changed meanwhile.'),
  )
  press('3')
  await screen.findByRole('dialog', { name: 'This application was changed in the meantime' })
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Reload' }))
  expect(
    screen.getAllByRole('dialog').map((dialog) => dialog.getAttribute('aria-labelledby')),
  ).toHaveLength(1)
})

test('the last application of the view shows how many were decided', async () => {
  await openReview(site.office, [planApplication('Albu Dan')])
  press('a')
  expect(await screen.findByRole('heading', { level: 1, name: 'The queue is empty' })).toBeTruthy()
  expect(screen.getByText('You decided on 1 application in 1 minute.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Resubmitted' }).getAttribute('href')).toBe(
    '/secretary/registrations?view=resubmitted',
  )
})

test('an image can be zoomed and rotated and is recorded as viewed; state, times and timeline are shown (R-T07)', async () => {
  const images = fakeImages()
  const { office } = site
  const birth = { cnp: '5070315700017', birthDate: '2007-03-15' }
  const [application] = await seedReviewApplications(office, [
    planApplication('Albu Dan', { ...birth, issue: 'Adresa', documents: ['fileIdCard'] }),
  ])
  if (!application) throw new Error('no application was created')
  await office.postCall(office.ben, application.id, 'notes', { text: 'Sunat' })
  await openApplicationReview(office, application)
  const page = await screen.findByRole('img', {
    name: /Identity card, fileIdCard\.jpg, image, page 1 of 1/,
  })
  await waitFor(() => expect(page.querySelector('canvas')).not.toBeNull())
  const width = page.querySelector('canvas')?.width ?? 0
  press('+')
  await waitFor(() => expect(page.querySelector('canvas')?.width).toBeGreaterThan(width))
  press('o')
  await waitFor(() => expect(images.rotate).toHaveBeenLastCalledWith(Math.PI / 2))
  expect(
    within(screen.getByRole('tab', { name: /Identity card/ })).getByText('viewed'),
  ).toBeTruthy()
  expect(screen.getAllByText('Birth date and sex match the CNP')).not.toHaveLength(0)
  expect(screen.getByText('Adresa')).toBeTruthy()
  press('t')
  const timeline = within(await screen.findByRole('complementary', { name: 'Timeline' }))
  expect(timeline.getByText('Sunat')).toBeTruthy()
  expect(timeline.getAllByText('Visible to staff only')).not.toHaveLength(0)
  expect(timeline.getByText('Submitted at')).toBeTruthy()
  expect(timeline.getByText('Updated at')).toBeTruthy()
})

test('? lists the shortcuts, and single-key shortcuts can be switched off permanently', async () => {
  const { user, transitionBodies } = await openReview(site.office, threeApplications())
  press('?')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Full screen')).toBeTruthy()
  expect(dialog.getByText('Go to: Students')).toBeTruthy()
  await user.click(dialog.getByRole('checkbox', { name: 'Enable single-key shortcuts' }))
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  press('a')
  press('j')
  expect(await transitionBodies()).toEqual([])
  expect(screen.getByRole('heading', { level: 1, name: 'Albu Dan' })).toBeTruthy()
  // Buttons show no shortcut whose key is disabled.
  expect([...document.querySelectorAll('.review .keycap')]).toEqual([])
  await user.click(screen.getByRole('button', { name: /^Accept/ }))
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy()
})

test('an accepted application is enrolled, and the result is shown', async () => {
  const { seedProgramme } = await serverSide()
  const full = await seedProgramme(site.office, { name: 'Ocupat' })
  const { files, user } = await openReview(site.office, [
    planApplication('Albu Dan', { ...full, status: 'accepted' }),
  ])
  const { specializationId } = full
  await site.office.context.database.query(
    'update specializations set places_budget = 0, places_fee = 0 where id = $1',
    [specializationId],
  )
  const called = recordRequests(reviewCalls.enrolApplicants)
  await user.click(screen.getByRole('button', { name: /Enrol/ }))
  expect(await screen.findByText('The programme has no places left.')).toBeTruthy()
  expect(await called.requests[0]?.json()).toEqual({ registrationIds: [files[0]?.id] })
})

test('an image that is being prepared shows a message, is not requested, and appears automatically', async () => {
  const { office } = site
  const [application] = await seedReviewApplications(office, [
    planApplication('Albu Dan', { documents: ['fileIdCard'] }),
  ])
  if (!application) throw new Error('no application was created')
  const setFileState = (state: string) =>
    office.context.database.query('update file set state = $2 where record_id = $1', [
      application.id,
      state,
    ])
  await setFileState('preparing')
  const requests = recordRequests({ method: 'GET', path: application.documents[0]?.url ?? '' })
  await openApplicationReview(office, application)
  expect(
    await screen.findByText(
      'This image was received and is being prepared. It will appear here automatically.',
    ),
  ).toBeTruthy()
  expect(screen.getByRole('tab', { name: /Being prepared/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Verified' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Download' })).toBeNull()
  expect(requests.requests).toHaveLength(0)
  await setFileState('ready')
  await waitFor(() => expect(screen.queryByText(/is being prepared/)).toBeNull())
  await waitFor(() => expect(requests.requests.length).toBeGreaterThan(0))
  expect(screen.getByRole('button', { name: 'Verified' })).toBeTruthy()
})

test('an unreadable image is rejected automatically, with an explanation, and a new one can be requested', async () => {
  const { office } = site
  const documentMark = {
    mark: 'rejected',
    reason: null,
    by: '',
    at: office.now().toISOString(),
    isUnreadable: true,
  }
  const damaged = planApplication('Albu Dan', {
    documents: ['fileIdCard'],
    documentMarks: { fileIdCard: documentMark },
  })
  const [application] = await seedReviewApplications(office, [damaged])
  if (!application) throw new Error('no application was created')
  await office.context.database.query("update file set state = 'unreadable' where record_id = $1", [
    application.id,
  ])
  await openApplicationReview(office, application)
  expect(await screen.findByText(/^This image is damaged and was rejected\./)).toBeTruthy()
  expect(screen.getByText(/^Rejected automatically, .*: unreadable/)).toBeTruthy()
  expect(screen.getByRole('tab', { name: /Unreadable/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Flag for update: Identity card' })).toBeTruthy()
})

test('with admission by merit, grades are confirmed in the review, each with the user who entered it', async () => {
  const { office } = site
  const { offerByMerit, seedProgramme } = await serverSide()
  const ranked = await seedProgramme(office, { name: 'Teologie' })
  await offerByMerit(office.context, ranked.specializationId)
  const grades = { examGrade: 9, baccalaureateAverage: 9 }
  const { files, user } = await openReview(office, [
    planApplication('Albu Dan', { ...ranked, ...grades }),
  ])
  const called = recordRequests({
    method: 'POST',
    path: `/api/registrations/${files[0]?.id}/actions/checkGrades`,
  })
  const button = await screen.findByRole('button', { name: 'Confirm the grades' })
  for (const name of ['examGrade', 'baccalaureateAverage'])
    expect(document.querySelector(`[data-field="${name}"]`)?.textContent).toMatch(
      /Entered by the (applicant|system), /,
    )
  await user.click(button)
  await waitFor(() => expect(called.requests).toHaveLength(1))
})

test('if applications are decided individually, confirming grades is not offered', async () => {
  await openReview(site.office, [planApplication('Albu Dan', { baccalaureateAverage: 9 })])
  expect(await screen.findByRole('heading', { level: 1, name: 'Albu Dan' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Confirm the grades' })).toBeNull()
})

test('further choices and the result with its reasons are shown next to the fields, as the applicant sees them', async () => {
  const { office } = site
  const { offerByMerit, seedProgramme, publishResult } = await serverSide()
  const [law, history] = [
    await seedProgramme(office, { name: 'Drept' }),
    await seedProgramme(office, { name: 'Istorie' }),
  ]
  await offerByMerit(office.context, law.specializationId, { formula: 'baccalaureateAverage' })
  const choiceValues = { fundingPreference: 'budget', baccalaureateAverage: 9.05 }
  const [application] = await seedReviewApplications(office, [
    planApplication('Albu Dan', { ...law, ...choiceValues }),
  ])
  if (!application) throw new Error('no application was created')
  const choice = {
    registrationId: application.id,
    position: 2,
    specializationId: history.specializationId,
    fundingPreference: 'fee',
  }
  await office.call(office.admin, 'POST', '/api/application-choices/create', choice)
  const quota = {
    specializationId: law.specializationId,
    kind: 'budget',
    average: 905,
    position: 12,
    applicants: 40,
    waitingPosition: 3,
    lastAverage: 921,
    reason: 'higherAverage' as const,
  }
  await publishResult(office.context, application.id, {
    quotas: [quota],
    round: { name: 'Etapa I' },
  })
  await openApplicationReview(office, application)
  const furtherChoices = within(await screen.findByRole('region', { name: 'Further choices' }))
  expect(furtherChoices.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Istorie, Fee-paying',
  ])
  const resultRegion = within(screen.getByRole('region', { name: 'Result: Etapa I' }))
  expect(
    await resultRegion.findByText(
      /^Average 9\.05, position 12 of 40\. The last .* 9\.21\. Number 3 on the waiting list\.$/,
    ),
  ).toBeTruthy()
})

/** An application with a place in its second choice, before a second round. */
async function openUnconfirmedPlace(higher: string, held: string, number: number) {
  const { office } = site
  const { addRound, offerByMerit, publishResult, seedProgramme } = await serverSide()
  const [law, history] = [
    await seedProgramme(office, { name: higher }),
    await seedProgramme(office, { name: held }),
  ]
  for (const { specializationId } of [law, history])
    await offerByMerit(office.context, specializationId)
  await office.context.database.query(
    'update specializations set tuition_fee = 6000 where id = $1',
    [law.specializationId],
  )
  const [application] = await seedReviewApplications(office, [
    planApplication('Albu Dan', {
      ...{ ...law, status: 'accepted', fundingPreference: 'budget_then_fee' },
      ...{ wonSpecializationId: history.specializationId, wonFunding: 'budget' },
    }),
  ])
  if (!application) throw new Error('no application was created')
  const choice = { position: 2, specializationId: history.specializationId }
  await office.call(office.admin, 'POST', '/api/application-choices/create', {
    ...{ ...choice, registrationId: application.id, fundingPreference: 'budget' },
  })
  const won = {
    ...{ specializationId: history.specializationId, kind: 'budget', average: 870 },
    ...{ position: 2, applicants: 9, waitingPosition: 0, lastAverage: 870 },
    reason: 'won' as const,
  }
  await publishResult(office.context, application.id, {
    ...{ quotas: [won], won, round: { name: `Etapa ${number}`, number } },
  })
  await addRound(office.context, { name: `Etapa ${number + 1}`, number: number + 1 })
  return application
}

test('a place is confirmed with the answer that the applicant gave, and staff cannot agree to costs', async () => {
  const application = await openUnconfirmedPlace('Chimie', 'Fizică', 3)
  const { user } = await openApplicationReview(site.office, application, '')
  const sent = recordRequests({
    method: 'POST',
    path: `/api/registrations/${application.id}/actions/confirmPlace`,
  })
  await user.click(await screen.findByRole('button', { name: 'Confirm the place' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Confirm the place/ }))
  expect(await dialog.findByText('2 · Fizică, State-funded')).toBeTruthy()
  const radios = dialog.getAllByRole<HTMLInputElement>('radio')
  expect(radios.map(({ checked }) => checked)).toEqual([false, false, false, false])
  expect(dialog.getByText(/^These choices may cost more\. Only the applicant/)).toBeTruthy()
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1 · Chimie, State-fundedno tuition',
    expect.stringMatching(/^1 · Chimie, Fee-payingRON.6,000\.00 a year$/),
  ])
  await user.click(dialog.getByRole('button', { name: 'Confirm the place' }))
  expect(dialog.getAllByText('Choose one of the answers.')).toHaveLength(2)
  expect(document.activeElement).toBe(radios[0])
  expect(sent.requests).toHaveLength(0)
  await user.click(dialog.getByRole('radio', { name: /^Move up to a higher choice/ }))
  await user.click(dialog.getByRole('radio', { name: 'In writing' }))
  // The amount is raised in the meantime, and the places are shown again.
  await site.office.context.database.query('update specializations set tuition_fee = 6500')
  await user.click(dialog.getByRole('button', { name: 'Confirm the place' }))
  expect(await dialog.findByText(/RON.6,500\.00 a year/)).toBeTruthy()
  expect(dialog.getByRole('alert').textContent).toMatch(/^The place or an amount has changed/)
  await user.click(dialog.getByRole('button', { name: 'Confirm the place' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await site.office.getApplication(application.id)).toMatchObject({
    ...{ acceptance: 'moveUp', confirmedAt: site.office.now().toISOString() },
  })
  await user.click(await screen.findByRole('button', { name: 'Timeline' }))
  expect(await screen.findByText('In writing')).toBeTruthy()
})

test('a choice of equal tuition that may cost more is listed with its confirmation fee', async () => {
  const application = await openUnconfirmedPlace('Optică', 'Acustică', 7)
  await site.office.context.database.query(
    `update admission_programmes set confirmation_fee = 400
     where specialization_id = (select specialization_id from registrations where id = $1)`,
    [application.id],
  )
  const { user } = await openApplicationReview(site.office, application, '')
  await user.click(await screen.findByRole('button', { name: 'Confirm the place' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Confirm the place/ }))
  await dialog.findByText(/^These choices may cost more/)
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^1 · Optică, State-fundedno tuition · confirmation fee RON.400\.00$/),
    expect.stringMatching(/RON.6,000\.00 a year · confirmation fee RON.400\.00$/),
  ])
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Move up/ }).disabled).toBe(true)
})

test('the question about a place can be loaded again, and an answer of the applicant stays', async () => {
  const application = await openUnconfirmedPlace('Biologie', 'Geografie', 5)
  const { storeAcceptances } = await serverSide()
  await storeAcceptances(site.office.context.database, [
    {
      ...{ registrationId: application.id, roundId: null, mode: 'keep', consented: [] },
      ...{ specializationId: String(application.wonSpecializationId), kind: 'budget' },
      ...{ agreedToPay: false, by: { kind: 'applicant' }, at: site.office.now(), language: 'ro' },
    },
  ])
  const { user } = await openApplicationReview(site.office, application, '')
  const answers = [failureResponse(503, 'server.busy', 'Busy'), undefined]
  handle(reviewCalls.placeQuestion, () => answers.shift())
  await user.click(await screen.findByRole('button', { name: 'Confirm the place' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Confirm the place/ }))
  await user.click(await dialog.findByRole('button', { name: 'Try again' }))
  expect(await dialog.findByText('The applicant’s own answer: keep this place.')).toBeTruthy()
  expect(dialog.queryAllByRole('radio')).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Confirm the place' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await site.office.getApplication(application.id)).toMatchObject({ acceptance: 'keep' })
})

test('messages are a tab next to the documents: the unresolved ones are counted, Ctrl+Enter sends, and undo restores the text', async () => {
  const { user, files } = await openReview(site.office, threeApplications())
  const { database } = site.office.context
  await user.click(screen.getByRole('tab', { name: 'Messages' }))
  expect(screen.getByText(/^No messages yet\./)).toBeTruthy()
  await database.query(
    `insert into application_messages (id, registration_id, author, body, sent_at)
     values (gen_random_uuid(), $1, 'applicant', 'When are the results?', $2)`,
    [files[0]?.id, site.office.now()],
  )
  const message = { resource: 'application-messages', id: 'new', version: 1 }
  act(() => sendEvent({ type: 'change', ...message, action: 'create', by: null }))
  expect(await screen.findByRole('tab', { name: 'Messages (1)' })).toBeTruthy()
  expect(screen.getByText('When are the results?')).toBeTruthy()
  const text = screen.getByRole<HTMLTextAreaElement>('textbox', {
    name: 'Message to the applicant',
  })
  await user.type(text, 'On Friday.')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByRole('tab', { name: 'Messages' })).toBeTruthy()
  expect(text.value).toBe('')
  expect(screen.getByText('On Friday.')).toBeTruthy()
  expect(await screen.findByText('The message will be sent in 20 seconds.')).toBeTruthy()
  const [undo] = screen.getAllByRole('button', { name: 'Undo' })
  await user.click(undo ?? document.body)
  expect(await screen.findByRole('tab', { name: 'Messages (1)' })).toBeTruthy()
  expect(text.value).toBe('On Friday.')
  await user.click(screen.getByRole('button', { name: 'No answer needed' }))
  expect(await screen.findByRole('tab', { name: 'Messages' })).toBeTruthy()
  expect(
    await database.query(
      'select body, undone_at is null as sent from application_messages order by sent_at',
    ),
  ).toEqual([
    { body: 'When are the results?', sent: true },
    { body: 'On Friday.', sent: false },
  ])
})

test('an attachment becomes the missing document with one click, another one from the menu, and undo takes it back', async () => {
  const { user, files } = await openReview(site.office, [
    planApplication('Albu Dan', { documents: ['fileIdCard', 'fileCV'] }),
  ])
  const { context } = site.office
  const fileId = await stageNewFile(context, {
    ...{
      bytes: distinctPdf('the better diploma'),
      kind: 'pdf',
      name: 'diploma2.pdf',
      ownerId: null,
    },
  })
  await context.database.query(
    `with message as (insert into application_messages (id, registration_id, author, body, sent_at, first_attachment_url)
       values (gen_random_uuid(), $1, 'applicant', 'Here it is.', $2, $3) returning id)
     update file set resource = 'application-messages', record_id = message.id, field = 'firstAttachmentUrl', claimed_at = $2 from message where file.id = $3`,
    [files[0]?.id, site.office.now(), fileId],
  )
  const message = { resource: 'application-messages', id: 'new', version: 1 }
  await user.click(screen.getByRole('tab', { name: 'Messages' }))
  act(() => sendEvent({ type: 'change', ...message, action: 'create', by: null }))
  await user.click(await screen.findByRole('button', { name: 'Use as “High school diploma”' }))
  expect(await screen.findByText('Used as “High school diploma”')).toBeTruthy()
  expect(screen.getByRole('tab', { name: /^High school diploma/ })).toBeTruthy()
  const [undo] = screen.getAllByRole('button', { name: 'Undo' })
  await user.click(undo ?? document.body)
  expect(await screen.findByText('The former document has been restored.')).toBeTruthy()
  expect(screen.queryByRole('tab', { name: /^High school diploma/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Use as another document' }))
  await user.click(screen.getByRole('button', { name: 'CV' }))
  expect(await screen.findByText('Used as “CV”')).toBeTruthy()
})

test('a template is inserted in the applicant’s language, and a field without a value is named and blocks sending', async () => {
  const { admin, context } = site.office
  await site.office.call(admin, 'POST', '/api/message-templates/create', {
    ...{ name: 'Confirm', body: 'Bună ziua, {{firstName}}!', bodyEn: 'Dear {{firstName}}!' },
    bodyDe: 'Bis {{confirmBy}}.',
  })
  const { user, files } = await openReview(site.office, [
    planApplication('Albu Dan', { language: 'ro' }),
  ])
  await user.click(screen.getByRole('tab', { name: 'Messages' }))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Template' }), 'Confirm')
  const text = screen.getByRole<HTMLTextAreaElement>('textbox', {
    name: 'Message to the applicant',
  })
  expect(text.value).toBe('Bună ziua, Dan!')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Deutsch')
  expect(text.value).toBe('Bis {{confirmBy}}.')
  expect(screen.getByText('Fill in or remove before you send it: Confirm by')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Send/ }))
  const sent = await context.database.query(
    'select from application_messages where registration_id = $1',
    [files[0]?.id],
  )
  expect(sent).toHaveLength(0)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'English')
  expect(text.value).toBe('Dear Dan!')
  await user.click(screen.getByRole('button', { name: /^Send/ }))
  expect(await screen.findByText('Template: Confirm')).toBeTruthy()
})

test('the view of unanswered messages opens the conversation of each application', async () => {
  await openReview(site.office, threeApplications(), { view: '?view=unanswered' })
  const tab = await screen.findByRole('tab', { name: 'Messages' })
  expect(tab.getAttribute('aria-selected')).toBe('true')
  expect(screen.getByRole('tabpanel', { name: 'Messages' })).toBeTruthy()
})
