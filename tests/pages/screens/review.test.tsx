import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import * as reviewCalls from '#resources/calls/review.ts'
import { tell } from '../live/support.ts'
import { idOf } from '../support/console.tsx'
import { failure, on, success } from '../support/network.ts'
import { after, drawNothing, openReview, registration } from './review-support.tsx'

const idCard = () =>
  ({
    document: 'fileIdCard',
    url: '/api/files/0199a000-0000-7000-8000-0000000000f1',
    name: 'buletin.jpg',
    mediaType: 'image/jpeg',
    bytes: 4,
    state: 'ready',
    hasActiveContent: false,
    mark: null,
    isViewed: false,
    older: [],
  }) as const
const answerFile = (path: string) => {
  on({ method: 'GET', path }, () => new HttpResponse(new Uint8Array([255, 216, 255, 224]), { headers: { 'content-type': 'image/jpeg' } }))
  on({ method: 'HEAD', path }, () => new HttpResponse(null))
}
const three = () => [registration(1, 'Albu Dan'), registration(2, 'Bota Ion'), registration(3, 'Rus Ana')]
const press = (key: string, more: object = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })

test('A accepts the file and the next one comes up, with its place in the view and the time to undo (R-T08)', async () => {
  const { taken } = await openReview(three())
  expect(await screen.findAllByText('1 of 3 in “Waiting for me”')).not.toHaveLength(0)
  press('a')
  await screen.findByRole('heading', { level: 1, name: 'Bota Ion' })
  expect(await taken()).toEqual([{ id: idOf(1), version: 1, status: 'accepted' }])
  expect(await screen.findByText('Updated registration status successfully..')).toBeTruthy()
  expect(screen.getByText(/Albu Dan: Accepted\. The applicant will be notified at 14:07\./)).toBeTruthy()
  expect(screen.getAllByText('2 of 3 in “Waiting for me”')).not.toHaveLength(0)
  expect(document.activeElement?.textContent).toBe('Bota Ion')
})

test('a held or a hasty second key decides nothing: repeats are ignored and decision keys are deaf for 400 ms', async () => {
  const { taken } = await openReview(three())
  let clock = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  press('a', { repeat: true })
  press('a')
  await screen.findByRole('heading', { level: 1, name: 'Bota Ion' })
  clock += 399
  press('a')
  clock += 1
  press('a', { repeat: true })
  expect(await taken()).toHaveLength(1)
  press('a')
  await screen.findByRole('heading', { level: 1, name: 'Rus Ana' })
  expect(await taken()).toHaveLength(2)
})

test('D and a digit decline with that reason, in the words of the applicant’s language (R-T08)', async () => {
  const { taken } = await openReview(three())
  press('d')
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(9)
  fireEvent.keyDown(within(dialog).getAllByRole('button')[0] ?? dialog, { key: '4', code: 'Digit4' })
  await screen.findByRole('heading', { level: 1, name: 'Bota Ion' })
  expect(await taken()).toMatchObject([
    { status: 'declined', reasonCode: 'no_places', issueExplanation: 'Toate locurile la acest program de studii sunt ocupate.' },
  ])
})

test('what is flagged fills the request: fields, notes and words in the applicant’s language; Ctrl+Enter sends it (R-T07, R-T08)', async () => {
  const { hands, taken } = await openReview(three())
  await hands.click(screen.getByRole('button', { name: 'Flag for update: Address' }))
  await hands.type(screen.getByRole('textbox', { name: 'Note for the applicant: Address' }), 'Nu corespunde')
  await hands.click(screen.getByRole('button', { name: 'Flag for update: Postal code' }))
  expect(screen.getByRole('button', { name: 'Flag for update: Postal code' }).getAttribute('aria-pressed')).toBe('true')
  await hands.click(screen.getByRole('button', { name: /Request changes \(2\)/ }))
  const words = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Issue explanation/ })
  expect(words.value).toBe('Verificați și corectați: Adresă, Cod poștal.')
  expect(within(screen.getByRole('region', { name: 'Preview' })).getByText('Adresă – Nu corespunde')).toBeTruthy()
  fireEvent.keyDown(words, { key: 'Enter', ctrlKey: true })
  await screen.findByRole('heading', { level: 1, name: 'Bota Ion' })
  expect(await taken()).toMatchObject([
    {
      status: 'update_requested',
      issue: 'Unele date trebuie corectate',
      requestedChanges: [
        { field: 'address', message: 'Nu corespunde' },
        { field: 'postalCode', message: null },
      ],
    },
  ])
})

test('Escape leaves the request where it was opened from', async () => {
  const { hands } = await openReview(three())
  const button = screen.getByRole('button', { name: /Request changes/ })
  await hands.click(button)
  const words = await screen.findByRole('textbox', { name: /Issue explanation/ })
  await waitFor(() => expect(document.activeElement).toBe(words))
  await hands.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('a file that changed meanwhile is not decided: both states and who changed it are shown, and deciding anyway is a choice (CONS-42)', async () => {
  const { store, taken, hands } = await openReview(three())
  const newer = {
    ...registration(1, 'Albu Dan', {
      status: 'in_progress',
      timeline: [
        {
          id: idOf(90),
          type: 'updateReceived',
          at: '2026-11-21T09:00:00.000Z',
          actor: { kind: 'staff', name: 'Ioana Rusu' },
          from: 'update_requested',
          to: 'in_progress',
          note: null,
          payload: {},
          visibleFrom: null,
        },
      ],
    }),
    version: 7,
  }
  store.set(idOf(1), newer)
  const refused = on(reviewCalls.statusUpdate, () => failure(409, 'record.stale', 'The record was changed meanwhile.'))
  press('a')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Under review')).toBeTruthy()
  expect(dialog.getByText('In progress')).toBeTruthy()
  expect(dialog.getByText(/Ioana Rusu/)).toBeTruthy()
  expect(refused.seen).toHaveLength(1)
  const insisted = on(reviewCalls.statusUpdate, () => success(after(newer, 'accepted'), 'Updated registration status successfully..'))
  await hands.click(dialog.getByRole('button', { name: 'Decide anyway: Accept' }))
  await screen.findByRole('heading', { level: 1, name: 'Bota Ion' })
  expect(await insisted.seen[0]?.json()).toMatchObject({ version: 7, status: 'accepted' })
  expect(await taken()).toEqual([])
})

test('words for a step stay where they were typed when it is not taken: without a connection, and when somebody was faster', async () => {
  const { hands } = await openReview(three())
  const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000)
  press('d')
  const dialog = within(await screen.findByRole('dialog'))
  clock.mockReturnValue(10_400)
  await hands.click(dialog.getByRole('button', { name: /Other/ }))
  const words = await dialog.findByRole('textbox')
  await hands.type(words, 'Diploma nu este recunoscută.')
  on(reviewCalls.statusUpdate, () => HttpResponse.error())
  await hands.click(dialog.getByRole('button', { name: 'Decline' }))
  expect(await dialog.findByRole('alert')).toBeTruthy()
  expect(words).toHaveProperty('value', 'Diploma nu este recunoscută.')
  on(reviewCalls.statusUpdate, () => failure(409, 'record.stale', 'The record was changed meanwhile.'))
  await hands.click(dialog.getByRole('button', { name: 'Decline' }))
  await hands.click(await screen.findByRole('button', { name: 'Reload' }))
  expect(words.isConnected).toBe(true)
  expect(words).toHaveProperty('value', 'Diploma nu este recunoscută.')
})

test('masked numbers are shown in clear on request, and masked again after a minute', async () => {
  const { hands } = await openReview(three())
  on(reviewCalls.reveal, () => success({ cnp: '5070315700017', foreignIdNumber: null, serialNumber: 'CJ482913' }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await hands.click(screen.getByRole('button', { name: /Reveal Personal numeric code/ }))
  expect(await screen.findByText('5070315700017')).toBeTruthy()
  expect(screen.getByText('CJ482913')).toBeTruthy()
  await vi.advanceTimersByTimeAsync(60_000)
  await waitFor(() => expect(screen.queryByText('5070315700017')).toBeNull())
  vi.useRealTimers()
})

test('Z takes the last decision back and returns to the file', async () => {
  await openReview(three())
  press('a')
  await screen.findByRole('heading', { level: 1, name: 'Bota Ion' })
  const undone = on(reviewCalls.undoStep, () => success({ ...registration(1, 'Albu Dan'), version: 3 }))
  press('z')
  await screen.findByRole('heading', { level: 1, name: 'Albu Dan' })
  expect(await undone.seen[0]?.json()).toEqual({ version: 2 })
  expect(await screen.findByText('The last step was undone: Albu Dan')).toBeTruthy()
})

test('a decided file offers to take the decision back as long as it is held, its message gone or not (CONS-23)', async () => {
  const { hands } = await openReview([after(registration(1, 'Albu Dan'), 'accepted')])
  const undone = on(reviewCalls.undoStep, () => success({ ...registration(1, 'Albu Dan'), version: 3 }))
  await hands.click(await screen.findByRole('button', { name: /^Undo/ }))
  expect(await screen.findByText('The last step was undone: Albu Dan')).toBeTruthy()
  expect(undone.seen).toHaveLength(1)
})

test('opening a submitted file claims it, and going on without a decision gives it back', async () => {
  const { taken } = await openReview([registration(1, 'Albu Dan', { status: 'submitted' }), registration(2, 'Bota Ion')])
  await waitFor(async () => expect(await taken()).toEqual([{ id: idOf(1), version: 1, status: 'under_review' }]))
  press('j')
  await screen.findByRole('heading', { level: 1, name: 'Bota Ion' })
  await waitFor(async () => expect((await taken())[1]).toEqual({ id: idOf(1), version: 2, status: 'submitted' }))
})

test.each([
  ['under_review', 'Ioana Rusu is reviewing this'],
  ['in_progress', 'This file is Ioana Rusu’s'],
] as const)(
  'somebody else’s file in state %s says so, and deciding it asks first, by name, deaf to a second click (APPL-04, CONS-12)',
  async (status, words) => {
    const others = registration(1, 'Albu Dan', { status, assignedToId: idOf(77), _titles: { assignedToId: 'Ioana Rusu' } })
    const { taken, hands } = await openReview([others, registration(2, 'Bota Ion')])
    expect(screen.getByText(words)).toBeTruthy()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000)
    press('a')
    const dialog = within(await screen.findByRole('dialog', { name: 'Accept: Albu Dan' }))
    expect(dialog.getByText(words)).toBeTruthy()
    clock.mockReturnValue(10_399)
    await hands.click(dialog.getByRole('button', { name: 'Accept anyway' }))
    expect(await taken()).toEqual([])
    clock.mockReturnValue(10_400)
    await hands.click(dialog.getByRole('button', { name: 'Accept anyway' }))
    await screen.findByRole('heading', { level: 1, name: 'Bota Ion' })
    expect(await taken()).toHaveLength(1)
  },
)

test('a file that waits for a colleague is not claimed by opening it (APPL-04)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const others = { status: 'submitted', assignedToId: idOf(77), _titles: { assignedToId: 'Ioana Rusu' } } as const
  const { taken } = await openReview([registration(1, 'Albu Dan', others), registration(2, 'Bota Ion', { status: 'submitted' })])
  await vi.advanceTimersByTimeAsync(2_000)
  press('j')
  await screen.findByRole('heading', { level: 1, name: 'Bota Ion' })
  await vi.advanceTimersByTimeAsync(2_000)
  await waitFor(async () => expect(await taken()).toEqual([{ id: idOf(2), version: 1, status: 'under_review' }]))
  press('k')
  await waitFor(async () => expect(await taken()).toHaveLength(2))
  vi.useRealTimers()
})

test('what one does oneself is no news, and news of one file is none of the next; what a colleague does ends “is reviewing this” (APPL-03, CONS-40)', async () => {
  const others = { assignedToId: idOf(77), _titles: { assignedToId: 'Ioana Rusu' } }
  await openReview([registration(1, 'Albu Dan'), registration(2, 'Bota Ion', others)])
  const changed = (number: number, parts: { readonly by: string; readonly isOwn?: boolean }) =>
    act(() => tell({ type: 'change', resource: 'registrations', id: idOf(number), version: 9, action: 'accept', ...parts }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  changed(1, { by: 'Ana Pop', isOwn: true })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
  changed(1, { by: 'Ioana Rusu' })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeTruthy()
  press('j')
  await screen.findByRole('heading', { level: 1, name: 'Bota Ion' })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
  expect(screen.getByText('Ioana Rusu is reviewing this')).toBeTruthy()
  changed(2, { by: 'Ioana Rusu' })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeTruthy()
  expect(screen.queryByText('Ioana Rusu is reviewing this')).toBeNull()
  vi.useRealTimers()
})

test('a colleague who reviews the file and has it open is named once (CONS-41)', async () => {
  await openReview([registration(1, 'Albu Dan', { assignedToId: idOf(77), _titles: { assignedToId: 'Ioana Rusu' } })])
  const people = [
    { id: idOf(77), name: 'Ioana Rusu' },
    { id: idOf(78), name: 'Vlad Ene' },
  ]
  act(() => tell({ type: 'presence', resource: 'registrations', id: idOf(1), people }))
  expect(screen.getAllByText(/Vlad Ene/).length).toBeGreaterThan(0)
  expect(document.querySelector('.review-title')?.textContent?.match(/Ioana Rusu/g)).toHaveLength(1)
})

test('F flags the document that a digit has brought up, and not the row that had the focus before (APPL-05)', async () => {
  drawNothing()
  answerFile(idCard().url)
  const { hands } = await openReview([registration(1, 'Albu Dan', { documents: [idCard()] })])
  press('ArrowDown')
  press('1')
  press('f')
  const flag = await screen.findByRole('button', { name: 'Flag for update: Identity card' })
  expect(flag.getAttribute('aria-pressed')).toBe('true')
  expect(screen.getAllByRole('button', { name: /^Flag for update/, pressed: true })).toEqual([flag])
  flag.focus()
  press('f')
  expect(flag.getAttribute('aria-pressed')).toBe('false')
  await hands.keyboard('{ArrowDown}')
  expect(document.activeElement?.closest('[data-rows]')).not.toBeNull()
})

test('documents that were never on the screen are noted beside Accept, before and after the decision (APPL-06)', async () => {
  drawNothing()
  const diploma = {
    ...idCard(),
    document: 'fileDiploma',
    url: '/api/files/0199a000-0000-7000-8000-0000000000f2',
    name: 'diploma.jpg',
  } as const
  for (const { url } of [idCard(), diploma]) answerFile(url)
  const noted = on({ method: 'HEAD', path: '/api/files/*' }, () => new HttpResponse(null))
  await openReview([registration(1, 'Albu Dan', { documents: [idCard(), diploma] }), registration(2, 'Bota Ion')])
  const bar = within(screen.getByRole('region', { name: 'Decision' }))
  expect(await bar.findByText('1 document was not viewed.')).toBeTruthy()
  await waitFor(() => expect(noted.seen.map(({ url }) => new URL(url).pathname)).toEqual([idCard().url]))
  press('2')
  await waitFor(() => expect(bar.queryByText(/looked at/)).toBeNull())
  await waitFor(() => expect(noted.seen).toHaveLength(2))
})

test('documents are called as the degree of the programme names them: tabs, flags, and the request in the applicant’s language', async () => {
  drawNothing()
  const diploma = { ...idCard(), document: 'fileDiploma' } as const
  answerFile(diploma.url)
  const { hands } = await openReview([registration(1, 'Albu Dan', { cycle: 'master', documents: [diploma] })])
  expect(await screen.findByRole('tab', { name: /^Bachelor’s diploma/ })).toBeTruthy()
  await hands.click(screen.getByRole('button', { name: 'Flag for update: Bachelor’s diploma' }))
  await hands.click(screen.getByRole('button', { name: /Request changes \(1\)/ }))
  const words = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Issue explanation/ })
  expect(words.value).toBe('Verificați și corectați: Diplomă de licență.')
  expect(within(screen.getByRole('region', { name: 'Preview' })).getByText('Diplomă de licență')).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/High school|bacalaureat/)
})

test('identity and contact come first, the county in words, and nothing that the head says already (CONS-14, CONS-47)', async () => {
  await openReview([registration(1, 'Albu Dan', { county: 'AB', departmentProfileId: null, fundingPreference: null })])
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Identity',
    'Contact',
    'Application',
    'Review',
  ])
  expect(screen.getByText('Alba')).toBeTruthy()
  expect(document.querySelector('[data-field="referenceCode"], [data-field="status"], [data-field="fundingPreference"]')).toBeNull()
})

test('the head says how many files are left by now (APPL-16)', async () => {
  await openReview(three())
  expect(await screen.findByText('3 left')).toBeTruthy()
})

test('a decision that comes too late shows one dialog, and the words of its own come back with it (CONS-39)', async () => {
  const { hands } = await openReview(three())
  press('d')
  await screen.findByRole('dialog', { name: 'Decline: Albu Dan' })
  on(reviewCalls.statusUpdate, () => failure(409, 'record.stale', 'The record was changed meanwhile.'))
  press('3')
  await screen.findByRole('dialog', { name: 'This application was changed in the meantime' })
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  await hands.click(screen.getByRole('button', { name: 'Reload' }))
  expect(screen.getAllByRole('dialog').map((dialog) => dialog.getAttribute('aria-labelledby'))).toHaveLength(1)
})

test('the last file of the view ends with how many were decided', async () => {
  await openReview([registration(1, 'Albu Dan')])
  press('a')
  expect(await screen.findByRole('heading', { level: 1, name: 'Queue is empty' })).toBeTruthy()
  expect(screen.getByText('You decided 1 application in 1 minute.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Resubmitted' }).getAttribute('href')).toBe('/secretary/registrations?view=resubmitted')
})

test('a picture is drawn in the frame, zoomed and turned; it counts as looked at, and the file’s state, times and timeline are there (R-T07)', async () => {
  const pen = drawNothing()
  const file = registration(1, 'Albu Dan', {
    issue: 'Adresa',
    documents: [idCard()],
    checks: [{ field: 'birthDate', code: 'cnpMatches', tone: 'good' }],
    timeline: [
      {
        id: idOf(91),
        type: 'noteAdded',
        at: '2026-11-21T09:00:00.000Z',
        actor: { kind: 'staff', name: 'Ioana Rusu' },
        from: null,
        to: null,
        note: 'Sunat',
        payload: {},
        visibleFrom: null,
      },
    ],
  })
  answerFile(idCard().url)
  await openReview([file])
  const page = await screen.findByRole('img', { name: /Identity card, buletin\.jpg, picture, page 1 of 1/ })
  await waitFor(() => expect(page.querySelector('canvas')).not.toBeNull())
  const width = page.querySelector('canvas')?.width ?? 0
  press('+')
  await waitFor(() => expect(page.querySelector('canvas')?.width).toBeGreaterThan(width))
  press('o')
  await waitFor(() => expect(pen.rotate).toHaveBeenLastCalledWith(Math.PI / 2))
  expect(within(screen.getByRole('tab', { name: /Identity card/ })).getByText('viewed')).toBeTruthy()
  expect(screen.getByText('Birth date and sex match the CNP')).toBeTruthy()
  expect(screen.getByText('Adresa')).toBeTruthy()
  press('t')
  const timeline = within(await screen.findByRole('complementary', { name: 'Timeline' }))
  expect(timeline.getByText('Sunat')).toBeTruthy()
  expect(timeline.getAllByText('Only staff see this')).not.toHaveLength(0)
  expect(timeline.getByText('Submitted at')).toBeTruthy()
  expect(timeline.getByText('Updated at')).toBeTruthy()
})

test('? lists the keys, and single keys can be switched off for good', async () => {
  const { hands, taken } = await openReview(three())
  press('?')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Full screen')).toBeTruthy()
  expect(dialog.getByText('Go to: Students')).toBeTruthy()
  await hands.click(dialog.getByRole('checkbox', { name: 'Enable single-key shortcuts' }))
  await hands.click(dialog.getByRole('button', { name: 'Close' }))
  press('a')
  press('j')
  expect(await taken()).toEqual([])
  expect(screen.getByRole('heading', { level: 1, name: 'Albu Dan' })).toBeTruthy()
  // No button promises a key that does nothing (CONS-19).
  expect([...document.querySelectorAll('.review .key')]).toEqual([])
  await hands.click(screen.getByRole('button', { name: /^Accept/ }))
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy()
})

test('an accepted file is enrolled, and the outcome is told', async () => {
  const { hands } = await openReview([registration(1, 'Albu Dan', { status: 'accepted' })])
  const called = on(reviewCalls.enrol, () =>
    success({ enrolled: 0, alreadyEnrolled: 0, refused: 1, results: [{ registrationId: idOf(1), outcome: 'refused', code: 'noPlaces' }] }),
  )
  await hands.click(screen.getByRole('button', { name: /Enrol/ }))
  expect(await screen.findByText('The programme has no places left.')).toBeTruthy()
  expect(await called.seen[0]?.json()).toEqual({ registrationIds: [idOf(1)] })
})

test('a picture that is being prepared says so, is not asked for, and comes up by itself (issue 15, 1)', async () => {
  drawNothing()
  const asked = on({ method: 'GET', path: idCard().url }, () => new HttpResponse(new Uint8Array([255, 216, 255, 224])))
  on({ method: 'HEAD', path: idCard().url }, () => new HttpResponse(null))
  const states = ['preparing', 'preparing', 'ready'] as const
  let reads = 0
  await openReview([registration(1, 'Albu Dan', { documents: [{ ...idCard(), state: 'preparing' }] })])
  on({ method: 'GET', path: '/api/registrations/0199*' }, () => {
    const state = states[Math.min(reads, states.length - 1)] ?? 'ready'
    reads += 1
    return success(registration(1, 'Albu Dan', { documents: [{ ...idCard(), state }] }))
  })
  expect(await screen.findByText('This picture arrived safely and is being prepared. It appears here by itself in a moment.')).toBeTruthy()
  expect(screen.getByRole('tab', { name: /Being prepared/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Verified' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Download' })).toBeNull()
  expect(asked.seen).toHaveLength(0)
  await waitFor(() => expect(screen.queryByText(/is being prepared/)).toBeNull())
  await waitFor(() => expect(asked.seen.length).toBeGreaterThan(0))
  expect(screen.getByRole('button', { name: 'Verified' })).toBeTruthy()
})

test('a picture that nobody can read is rejected automatically, in words, and can be flagged for another (issue 15, 1)', async () => {
  const mark = { mark: 'rejected', reason: null, by: '', at: '2026-11-21T08:30:00.000Z', isUnreadable: true } as const
  await openReview([registration(1, 'Albu Dan', { documents: [{ ...idCard(), state: 'unreadable', mark }] })])
  expect(await screen.findByText(/^This picture is damaged: it can’t be read and was rejected\./)).toBeTruthy()
  expect(screen.getByText(/^Rejected automatically, .*: it can’t be read/)).toBeTruthy()
  expect(screen.getByRole('tab', { name: /Can’t be read/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Flag for update: Identity card' })).toBeTruthy()
})

test('grades are confirmed from the review where places go by merit', async () => {
  const { hands } = await openReview([{ ...registration(1, 'Albu Dan'), _can: ['update', 'checkGrades'], isRanked: true }])
  const called = on({ method: 'POST', path: `/api/registrations/${idOf(1)}/actions/checkGrades` }, () =>
    success({ ...registration(1, 'Albu Dan'), isRanked: true }),
  )
  await hands.click(await screen.findByRole('button', { name: 'Confirm the grades' }))
  await waitFor(() => expect(called.seen).toHaveLength(1))
})

test('where applications are decided one by one, nobody is offered to confirm grades', async () => {
  await openReview([{ ...registration(1, 'Albu Dan'), _can: ['update', 'checkGrades'] }])
  expect(await screen.findByRole('heading', { level: 1, name: 'Albu Dan' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Confirm the grades' })).toBeNull()
})

test('further choices and the result with its reasons stand beside the fields, as the applicant reads them', async () => {
  const result = {
    ...{ round: 'Etapa I', hasPlace: false, confirmBy: null, confirmedAt: null, canConfirm: false },
    choices: [
      {
        ...{
          programme: 'Drept',
          number: 1,
          kind: 'budget',
          kindName: null,
          average: 905,
          position: 12,
          asked: 40,
          waiting: 3,
          needed: 921,
        },
        ...{ isWon: false, formula: 'baccalaureateAverage', ties: [], isDrawn: false },
      },
    ],
    grades: [{ name: 'baccalaureateAverage', labels: { en: 'Baccalaureate average' }, value: 9.05 }],
  }
  const choices = [
    { programme: 'Drept', wish: 'budget' },
    { programme: 'Istorie', wish: 'fee' },
  ] as const
  await openReview([{ ...registration(1, 'Albu Dan'), choices, result }])
  const further = within(await screen.findByRole('region', { name: 'Further choices' }))
  expect(further.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Istorie, Fee-paying'])
  const shown = within(screen.getByRole('region', { name: 'Result: Etapa I' }))
  expect(await shown.findByText(/^Average 9\.05, position 12 of 40\. .* 9\.21\. Number 3 on the waiting list\.$/)).toBeTruthy()
  expect(shown.getByText(/^In every choice the places went to people with a higher average/)).toBeTruthy()
})
