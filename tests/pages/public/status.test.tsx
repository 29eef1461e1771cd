import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { newProgress, progressOf } from '#model/admission/progress.ts'
import type { WireApplication, WireOwnDocument, WirePublicStatus } from '#model/admission/wire.ts'
import { admissionEndpoints as calls, sessionEndpoints } from '#model/endpoints.ts'
import { statusPath } from '#model/paths.ts'
import { wentTo } from '../support/browser.ts'
import { jpeg } from '../support/documents.ts'
import { failure, on, success } from '../support/network.ts'
import { openPublicPage } from '../support/public-page.tsx'

const cnp = '5070315700017'
const reference = 'ID12345672'

beforeEach(() => {
  on(sessionEndpoints.checkAuth, () => failure(401, 'session.required', 'Sign in to continue.'))
  on(sessionEndpoints.refresh, () => failure(401, 'session.required', 'Sign in to continue.'))
})

/** As the server would say it of an application that came on 1 September, was taken up on the 2nd, and sent back and answered then. */
const progress = (status: WirePublicStatus['status'], parts: { isWithdrawn?: boolean; isPaused?: boolean; dueAt?: string } = {}) =>
  progressOf(
    {
      status,
      ...{ submittedAt: '2026-09-01T09:00:00.000Z', isWithdrawn: false, isPaused: false, dueAt: '2026-09-12T13:00:00.000Z' },
      ...{ appealUntil: '2026-09-30', fee: null, place: null },
      events: [
        { type: 'reviewStarted', at: '2026-09-02T07:00:00.000Z' },
        ...(status === 'update_requested' || status === 'in_progress'
          ? [{ type: 'updateRequested', at: '2026-09-02T08:00:00.000Z' } as const]
          : []),
        ...(status === 'in_progress' ? [{ type: 'updateReceived', at: '2026-09-02T09:00:00.000Z' } as const] : []),
      ],
      ...parts,
    },
    new Date('2026-09-03T09:00:00.000Z'),
  )

const found = ({ status = 'under_review', ...parts }: Partial<WirePublicStatus> = {}): WirePublicStatus => ({
  status,
  progress: progress(status),
  reference,
  specialization: 'Computer Science',
  submittedAt: '2026-09-01T09:00:00.000Z',
  updatedAt: '2026-09-02T09:00:00.000Z',
  actionNeeded: false,
  dueAt: null,
  ...parts,
})

const application = ({ status = 'update_requested', ...parts }: Partial<WireApplication> = {}): WireApplication => ({
  reference,
  version: 4,
  status,
  progress: progress(status),
  submittedAt: '2026-09-01T09:00:00.000Z',
  updatedAt: '2026-09-02T09:00:00.000Z',
  isWithdrawn: false,
  canWithdraw: true,
  undoWithdrawalUntil: null,
  acceptsUpdates: true,
  dueAt: '2026-09-12T13:00:00.000Z',
  isOverdue: false,
  issue: 'Address not complete',
  issueExplanation: 'The number of the house is missing.',
  suggestion: null,
  reasonCode: null,
  requestedChanges: [
    { field: 'fileIdCard', message: 'Too dark', oldValue: 'card.jpg', answeredAt: null, keptReason: null },
    { field: 'address', message: 'With the number', oldValue: 'Str. Observatorului', answeredAt: null, keptReason: null },
  ],
  department: 'Mathematics and Computer Science',
  specialization: 'Computer Science',
  cycle: 'bachelor',
  values: { cnp: '••••••••••017', lastName: 'Pop', firstName: 'Ana', address: 'Str. Observatorului', city: 'Cluj-Napoca', sex: 'F' },
  documents: [
    {
      document: 'fileIdCard',
      url: '/x',
      name: 'card.jpg',
      mediaType: 'image/jpeg',
      bytes: 2000,
      state: 'ready',
      sentAt: '2026-09-01T09:00:00.000Z',
    },
  ],
  answered: null,
  choices: [{ programme: 'Computer Science', wish: null }],
  grades: [],
  asked: [],
  timeline: [
    { type: 'updateRequested', at: '2026-09-02T09:00:00.000Z', isOwn: false, to: 'update_requested' },
    { type: 'submitted', at: '2026-09-01T09:00:00.000Z', isOwn: true, to: 'submitted' },
  ],
  ...parts,
})

async function search(typed: string) {
  const page = await openPublicPage(statusPath)
  await page.hands.type(await screen.findByLabelText('Personal numeric code (CNP)'), typed)
  await page.hands.click(screen.getByRole('button', { name: 'Check status' }))
  return page
}

/** Opens the application with its code; further answers of the server can be set before. */
async function open(answer: WireApplication) {
  const opened = on(calls.openApplication, () => success({}))
  on(calls.application, () => success(answer))
  const page = await openPublicPage(statusPath)
  await page.hands.click(await screen.findByRole('button', { name: 'I have a reference number and an access code' }))
  await page.hands.type(await screen.findByLabelText('Reference number'), reference.toLowerCase())
  await page.hands.type(screen.getByLabelText('Access code'), '7kqf3-mzd4x')
  await page.hands.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('heading', { level: 1, name: `Application ${reference}` })
  return { ...page, opened }
}

test('a search sends the CNP in the body and moves to the result; reset returns to an empty search (R-T04, S-8.5)', async () => {
  const { seen } = on(calls.statusSearch, () => success({ list: [found()], totalCount: 1 }))
  const { hands } = await search('5 070315 70001 7')
  expect(await screen.findByRole('heading', { level: 2, name: 'Computer Science' })).toBeTruthy()
  expect(await seen[0]?.json()).toEqual({ cnp })
  // The focus follows what was painted.
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Application status'))
  expect(screen.getByText('Under review')).toBeTruthy()
  expect(screen.getByText('A secretary is checking your documents. You do not need to do anything; we will email you.')).toBeTruthy()
  expect(screen.getByText('The admission office’s turn')).toBeTruthy()
  // Of the step, and of the date it was sent.
  expect(screen.getAllByText('1 September 2026 at 12:00')).toHaveLength(2)
  expect(window.location.href).not.toContain(cnp)
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(cnp)
  await hands.click(screen.getByRole('button', { name: 'Search again' }))
  const field: HTMLInputElement = screen.getByLabelText('Personal numeric code (CNP)')
  expect(field.value).toBe('')
})

test('where nothing is found, the result says so in the words of the specification (R-T05)', async () => {
  on(calls.statusSearch, () => success({ list: [], totalCount: 0 }))
  await search(cnp)
  expect(await screen.findByText(`No previous registrations found for Identity ID: ${cnp}`)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Search again' })).toBeTruthy()
})

test.each([
  ['refused', () => failure(429, 'requests.tooMany', 'Too many attempts. Try again in a few minutes.'), /^Too many attempts\./],
  ['not answered', () => HttpResponse.error(), /^The status could not be loaded\./],
  ['not allowed', () => failure(403, 'status.off', 'The status is not shown here.'), /^The status is not shown here\./],
])('a search that is %s moves to the result too, and reset returns (R-T04)', async (_how, answer, words) => {
  on(calls.statusSearch, answer)
  const { hands } = await search(cnp)
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByLabelText('Personal numeric code (CNP)')).toBeNull()
  await hands.click(screen.getByRole('button', { name: 'Search again' }))
  expect(screen.getByLabelText('Personal numeric code (CNP)')).toBeTruthy()
})

test('the browser leads back from the result to the search (R-T04)', async () => {
  on(calls.statusSearch, () => success({ list: [found()], totalCount: 1 }))
  await search(cnp)
  await screen.findByRole('heading', { level: 2, name: 'Computer Science' })
  window.history.back()
  expect(await screen.findByLabelText('Personal numeric code (CNP)')).toBeTruthy()
})

test('a number that is no CNP is said so before anything is sent', async () => {
  const { seen } = on(calls.statusSearch, () => success({ list: [], totalCount: 0 }))
  await search('5070315700018')
  expect(await screen.findAllByText(/Check the CNP digit by digit/)).toHaveLength(2)
  expect(seen).toEqual([])
})

test('every status has its sentence, newest application first', async () => {
  const statuses = ['submitted', 'under_review', 'update_requested', 'in_progress', 'accepted', 'declined'] as const
  const list = statuses.map((status, day) =>
    found({
      status,
      reference: `ID0000000${day}`,
      specialization: status,
      submittedAt: `2026-09-0${day + 1}T09:00:00.000Z`,
      actionNeeded: status === 'update_requested',
      dueAt: status === 'update_requested' ? '2026-09-12T13:00:00.000Z' : null,
    }),
  )
  on(calls.statusSearch, () => success({ list, totalCount: list.length }))
  await search(cnp)
  const cards = await screen.findAllByRole('article')
  expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual([...statuses].reverse())
  expect(screen.getByText('You need to change something by 12 September 2026 at 16:00, Romanian time.')).toBeTruthy()
  expect(within(screen.getByRole('article', { name: 'update_requested' })).getByRole('button', { name: 'Make the changes' })).toBeTruthy()
})

test('reference and access code open the application, however they are typed', async () => {
  const { opened } = await open(application())
  expect(await opened.seen[0]?.json()).toEqual({ reference, accessCode: '7KQF3MZD4X' })
  expect(screen.getByText('Address not complete')).toBeTruthy()
  expect(screen.getByText('2 things to change')).toBeTruthy()
  const events = within(screen.getByRole('region', { name: 'Timeline' })).getAllByRole('listitem')
  expect(events.map((event) => event.textContent)).toEqual([
    'Changes requested2 September 2026 at 12:00, the admission office',
    'Application sent1 September 2026 at 12:00, you',
  ])
})

test('a wrong code is said so, and a lost one is sent to the address on file, always in the same words', async () => {
  on(calls.openApplication, () => failure(400, 'accessCode.wrong', 'Reference number and access code do not belong together. Check both.'))
  const lost = on(calls.newAccessCode, () => success({}, 'sent'))
  const { hands } = await openPublicPage(statusPath)
  await hands.click(await screen.findByRole('button', { name: 'I have a reference number and an access code' }))
  await hands.click(await screen.findByRole('button', { name: 'I lost my code' }))
  expect(screen.getByText(/^Enter your reference number first/)).toBeTruthy()
  await hands.type(screen.getByLabelText('Reference number'), reference)
  await hands.type(screen.getByLabelText('Access code'), 'short')
  await hands.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findAllByText(/it has 10 letters and digits/)).toHaveLength(2)
  await hands.type(screen.getByLabelText('Access code'), '{Control>}a{/Control}7KQF3MZD4X')
  await hands.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByText(/do not belong together/)).toBeTruthy()
  await hands.click(screen.getByRole('button', { name: 'I lost my code' }))
  expect(await screen.findByText(/^If this application exists, a new code is on its way/)).toBeTruthy()
  expect(await lost.seen[0]?.json()).toEqual({ reference })
})

test('exactly the flagged fields can be changed, each with its old value and note, checked side by side and sent (R-T09, APPL-22, APPL-23)', async () => {
  on(calls.sendChangedFile, () => success({ id: 'file-9', name: 'card.jpg', mediaType: 'image/jpeg', bytes: 806_382 }))
  const earlier = { ...application().documents[0], url: '/y' } as WireOwnDocument
  const now = { ...earlier, url: '/x', bytes: 806_382, sentAt: '2026-09-02T09:00:00.000Z' }
  const answered = application({
    status: 'in_progress',
    values: { ...application().values, address: 'Str. Observatorului nr. 12' },
    documents: [now],
    answered: {
      at: '2026-09-02T09:00:00.000Z',
      changes: [
        { field: 'address', before: 'Str. Observatorului', beforeFile: null, keptReason: null },
        { field: 'fileIdCard', before: 'card.jpg', beforeFile: earlier, keptReason: null },
      ],
    },
  })
  const answer = on(calls.answerRequest, () => success(answered))
  const fetched = on({ method: 'GET', path: '/x' }, () => new HttpResponse(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)))
  const { hands } = await open(application())
  await hands.click(screen.getByRole('button', { name: 'Make the changes' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Make the changes' })).toBeTruthy()
  expect(screen.getAllByText(/^To change:/).map(({ textContent }) => textContent?.trim())).toEqual([
    'To change: Address',
    'To change: Identity card',
  ])
  expect(screen.getByText('By 12 September 2026 at 16:00, Romanian time')).toBeTruthy()
  expect(screen.getAllByRole('textbox').map(({ id }) => id)).toEqual(['address'])
  expect(screen.getByText('You entered: Str. Observatorului')).toBeTruthy()
  expect(screen.getByText('With the number')).toBeTruthy()
  await hands.type(screen.getByLabelText('Address'), ' nr. 12')
  await hands.upload(screen.getByLabelText('Identity card', { selector: 'input' }), jpeg('card.jpg'))
  await screen.findByText('Uploaded')
  await hands.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Check your changes' })).toBeTruthy()
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'FieldBeforeNow',
    'AddressStr. ObservatoruluiStr. Observatorului nr. 12',
    'Identity cardcard.jpg, 2 kB sent on 1 September 2026 at 12:00card.jpg, 0.8 MB not sent yet',
  ])
  const pictures = () => document.querySelectorAll('td .document-thumbnail img').length
  await waitFor(() => expect(pictures()).toBe(2))
  await hands.click(screen.getByRole('button', { name: 'Send the changes' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Changes sent' })).toBeTruthy()
  expect(await answer.seen[0]?.json()).toEqual({
    version: 4,
    values: { address: 'Str. Observatorului nr. 12' },
    files: { fileIdCard: 'file-9' },
    kept: {},
  })
  expect(screen.getByText('We received the changes to ID12345672 on 2 September 2026 at 12:00, Romanian time.')).toBeTruthy()
  expect(screen.getByText('The admission office’s turn')).toBeTruthy()
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'FieldBeforeNow',
    'AddressStr. ObservatoruluiStr. Observatorului nr. 12',
    'Identity cardcard.jpg, 2 kB sent on 1 September 2026 at 12:00card.jpg, 0.8 MB sent on 2 September 2026 at 12:00',
  ])
  // Pictures shown before stay, though the session is over and nothing more can be fetched.
  await waitFor(() => expect(pictures()).toBe(2))
  expect(fetched.seen).toHaveLength(1)
})

test('documents are called as the degree of the programme names them: what was sent, what is to change, and the check', async () => {
  on(calls.sendChangedFile, () => success({ id: 'file-9', name: 'licenta.jpg', mediaType: 'image/jpeg', bytes: 806_382 }))
  on({ method: 'GET', path: '/x' }, () => new HttpResponse(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)))
  const sent = { ...application().documents[0], document: 'fileDiploma' } as WireOwnDocument
  const requestedChanges = [{ field: 'fileDiploma', message: null, oldValue: 'card.jpg', answeredAt: null, keptReason: null }] as const
  const { hands } = await open(application({ cycle: 'master', documents: [sent], requestedChanges }))
  expect(screen.getByRole('button', { name: 'View: Bachelor’s diploma' })).toBeTruthy()
  await hands.click(screen.getByRole('button', { name: 'Make the changes' }))
  expect(await screen.findByText('To change: Bachelor’s diploma')).toBeTruthy()
  await hands.upload(screen.getByLabelText('Bachelor’s diploma', { selector: 'input' }), jpeg('licenta.jpg'))
  await screen.findByText('Uploaded')
  expect(document.body.textContent).not.toContain('High school')
  await hands.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('rowheader', { name: 'Bachelor’s diploma' })).toBeTruthy()
})

test('the page of changes leads back to the application, by its link and by the browser (APPL-23)', async () => {
  const { hands } = await open(application())
  for (const back of [() => hands.click(screen.getByRole('button', { name: 'Back to the application' })), () => window.history.back()]) {
    await hands.click(screen.getByRole('button', { name: 'Make the changes' }))
    await screen.findByRole('heading', { level: 1, name: 'Make the changes' })
    await back()
    expect(await screen.findByRole('heading', { level: 1, name: `Application ${reference}` })).toBeTruthy()
  }
})

test('once the changes are sent, the status says when they came and that the office is to act (APPL-10)', async () => {
  const words =
    'We received your changes on 2 September 2026 at 12:00, Romanian time. The office is checking them; you do not need to do anything.'
  on(calls.statusSearch, () => success({ list: [found({ status: 'in_progress' })], totalCount: 1 }))
  await search(cnp)
  expect(await screen.findByText(words)).toBeTruthy()
})

test('a search that the server could not answer can be tried again with the same number, and leads nobody to apply twice (APPL-13, APPL-44)', async () => {
  on(calls.statusSearch, () => failure(500, 'server.failed', 'boom'))
  const { hands } = await search(cnp)
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByRole('heading', { level: 2 }).textContent).toBe('Something went wrong on our side')
  expect(alert.textContent).toContain('The status could not be loaded. Try again in a moment.')
  expect(alert.textContent).not.toContain('boom')
  expect(screen.queryByRole('link', { name: 'Start an application' })).toBeNull()
  const { seen } = on(calls.statusSearch, () => success({ list: [found()], totalCount: 1 }))
  await hands.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 2, name: 'Computer Science' })).toBeTruthy()
  expect(await seen[0]?.json()).toEqual({ cnp })
})

test('the line of steps says what is done, what is now and what is to come, with dates (APPL-43)', async () => {
  on(calls.statusSearch, () => success({ list: [found({ status: 'update_requested', actionNeeded: true })], totalCount: 1 }))
  await search(cnp)
  const steps = await screen.findByRole('list', { name: 'How far it has come' })
  expect(
    within(steps)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Done: Application sent1 September 2026 at 12:00',
    'Done: Review2 September 2026 at 10:00',
    'Done: Changes requested2 September 2026 at 11:00',
    'Now: Your changesby 12 September 2026 at 16:00',
    'Still to come: Decision',
  ])
  expect(within(steps).getByText('Your changes').closest('li')?.getAttribute('aria-current')).toBe('step')
  expect(screen.getByText('Your turn')).toBeTruthy()
  expect(screen.getByText('You need to change something by 12 September 2026 at 16:00, Romanian time.')).toBeTruthy()
})

test('the day by which something is due goes into the calendar, with no more of the person than the reference', async () => {
  on(calls.statusSearch, () => success({ list: [found({ status: 'update_requested' })], totalCount: 1 }))
  const { hands } = await search(cnp)
  const made: Blob[] = []
  const names: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made.push(blob as Blob)
    return 'blob:made'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  await hands.click(await screen.findByRole('button', { name: 'Add to calendar' }))
  expect(names).toEqual([`deadline-${reference}.ics`])
  expect(made[0]?.type).toBe('text/calendar')
  const lines = (await made[0]?.text())?.replace(/\r\n /g, '').split('\r\n') ?? []
  expect(lines.filter((line) => !line.startsWith('DTSTAMP'))).toEqual([
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Matricola//Admission//EN', 'CALSCALE:GREGORIAN', 'METHOD:PUBLISH'],
    'BEGIN:VEVENT',
    `UID:changes-${reference}@${window.location.host}`,
    ...['DTSTART;VALUE=DATE:20260912', 'DTEND;VALUE=DATE:20260913', 'TRANSP:TRANSPARENT'],
    `SUMMARY:Application ${reference}: last day to send the changes`,
    `DESCRIPTION:You need to change something by 12 September 2026 at 16:00\\, Romanian time.\\n${window.location.origin}${statusPath}`,
    `URL:${window.location.origin}${statusPath}`,
    ...['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:Application ${reference}: last day to send the changes`, 'TRIGGER:-PT15H'],
    ...['END:VALARM', 'END:VEVENT', 'END:VCALENDAR', ''],
  ])
  vi.restoreAllMocks()
})

test('what is left as it is asks for a reason instead of a change (R-T09)', async () => {
  const answer = on(calls.answerRequest, () => success(application({ status: 'in_progress' })))
  const { hands } = await open(application({ requestedChanges: application().requestedChanges.slice(1) }))
  await hands.click(screen.getByRole('button', { name: 'Make the changes' }))
  await hands.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('link', { name: 'Address: Change this, or say why it stays as it is.' })).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.className).toBe('summary'))
  await hands.type(screen.getByLabelText('Keep as it is? Address'), 'The house has no number.')
  await hands.click(screen.getByRole('button', { name: 'Continue' }))
  await hands.click(await screen.findByRole('button', { name: 'Send the changes' }))
  await screen.findByRole('heading', { level: 1, name: 'Changes sent' })
  expect(await answer.seen[0]?.json()).toEqual({ version: 4, values: {}, files: {}, kept: { address: 'The house has no number.' } })
})

test('what the server refuses is said at its field, and nothing typed is lost', async () => {
  on(calls.answerRequest, () =>
    failure(400, 'input.invalid', 'Some answers need fixing.', { address: [{ code: 'text.tooLong', params: { max: 200 } }] }),
  )
  const { hands } = await open(application({ requestedChanges: application().requestedChanges.slice(1) }))
  await hands.click(screen.getByRole('button', { name: 'Make the changes' }))
  await hands.type(await screen.findByLabelText('Address'), ' nr. 12')
  await hands.click(screen.getByRole('button', { name: 'Continue' }))
  await hands.click(await screen.findByRole('button', { name: 'Send the changes' }))
  expect(await screen.findByRole('link', { name: 'Address: Use 200 characters or fewer.' })).toBeTruthy()
  const field: HTMLInputElement = screen.getByLabelText('Address')
  expect(field.value).toBe('Str. Observatorului nr. 12')
})

test('a session that has ended asks for the code again', async () => {
  on(calls.answerRequest, () => failure(403, 'applicant.required', 'Enter your reference number and access code to continue.'))
  const { hands } = await open(application({ requestedChanges: application().requestedChanges.slice(1) }))
  await hands.click(screen.getByRole('button', { name: 'Make the changes' }))
  await hands.type(await screen.findByLabelText('Address'), ' nr. 12')
  await hands.click(screen.getByRole('button', { name: 'Continue' }))
  await hands.click(await screen.findByRole('button', { name: 'Send the changes' }))
  expect(await screen.findByText(/^For your security you have been signed out\./)).toBeTruthy()
  expect(wentTo()).toEqual([])
})

test('while changes are disabled the application is read-only and says so', async () => {
  await open(application({ acceptsUpdates: false, progress: progress('update_requested', { isPaused: true }) }))
  expect(screen.queryByRole('button', { name: 'Make the changes' })).toBeNull()
  expect(screen.getByText(/^You will need to change something, but changes are not possible at the moment\./)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Withdraw the application' })).toBeTruthy()
})

test('a declined application shows the reason and how to appeal', async () => {
  await open(application({ status: 'declined', reasonCode: 'no_places', requestedChanges: [], canWithdraw: false }))
  expect(screen.getByText('No places are left in this programme.')).toBeTruthy()
  expect(screen.getByText(/^If you do not agree, write to the admission office/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Withdraw the application' })).toBeNull()
})

test('the own answers show the choices in their order, and the grades', async () => {
  const choices = [
    { programme: 'Computer Science', wish: 'budget_then_fee' },
    { programme: 'Algebra', wish: 'fee' },
  ] as const
  await open(application({ choices, grades: [{ name: 'examGrade', labels: { en: 'Exam grade' }, value: 9.5 }] }))
  const answers = within(screen.getByText('Your answers').closest('details') ?? document.body)
  expect(answers.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    'Computer Science, State-funded, otherwise fee-paying',
    'Algebra, Fee-paying',
  ])
  expect(answers.getByText('Exam grade').nextElementSibling?.textContent).toBe('9.5')
})

const gradesOf = (baccalaureate: number) => [
  { name: 'examGrade', labels: { en: 'Exam grade' }, value: 9.03 },
  { name: 'baccalaureateAverage', labels: { en: 'Baccalaureate average' }, value: baccalaureate },
]

test('who won a place reads why, with the parts of the average, and confirms it with one press', async () => {
  const rule = { formula: '0.8 * examGrade + 0.2 * baccalaureateAverage', ties: ['baccalaureateAverage'], isDrawn: false }
  const choices = [
    {
      ...{ programme: 'Law', number: 1, kind: 'budget', kindName: null, average: 905, position: 12, asked: 40 },
      ...{ waiting: 3, needed: 905, isWon: false, ...rule },
    },
    {
      ...rule,
      programme: 'History',
      number: 2,
      kind: 'k1',
      kindName: 'Rural areas',
      average: 870,
      position: 2,
      asked: 9,
      waiting: null,
      needed: null,
      isWon: true,
    },
  ]
  const result = {
    round: 'First round',
    hasPlace: true,
    confirmBy: '2026-09-20',
    confirmedAt: null,
    canConfirm: true,
    choices,
    grades: gradesOf(9.15),
  }
  const won = { status: 'accepted', requestedChanges: [], issue: null, issueExplanation: null, result } as const
  const { hands } = await open(application(won))
  const place = within(screen.getByRole('region', { name: 'Your place' }))
  expect(place.getByText(/Confirm your place by 20 September 2026/)).toBeTruthy()
  const [law, history] = (await place.findAllByRole('listitem', { hidden: true })).map((item) => item.textContent)
  expect(law).toContain(
    'Choice 1: Law, state-funded' +
      'Average 9.05, position 12 of 40. Average of the last who came in: 9.05. ' +
      'The last who came in has the same average; this decided: Baccalaureate average. Number 3 on the waiting list.',
  )
  expect(history).toContain('This is the place that was won.')
  expect(place.getByText(/^This is the best choice that the average was enough for\./)).toBeTruthy()
  expect(place.getByText('0.8 × Exam grade + 0.2 × Baccalaureate average, cut after 2 decimals')).toBeTruthy()
  const [, ...rows] = place.getAllByRole('row', { hidden: true })
  const cellsOf = (row: HTMLElement) => within(row).getAllByRole('cell', { hidden: true })
  expect(rows.map((row) => cellsOf(row).map(({ textContent }) => textContent))).toEqual([
    ['0.8 × Exam grade0.8 × 9.03', '7.224'],
    ['0.2 × Baccalaureate average0.2 × 9.15', '1.83'],
    ['9.05'],
  ])
  const after = { ...result, confirmBy: null, canConfirm: false, confirmedAt: '2026-09-03T09:00:00.000Z' }
  const confirmed = on(calls.confirmPlace, () => success(application({ ...won, result: after })))
  await hands.click(place.getByRole('button', { name: 'Confirm the place' }))
  expect(await screen.findByText(/^You confirmed your place on 3 September 2026/)).toBeTruthy()
  expect(confirmed.seen).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Confirm the place' })).toBeNull()
})

test('results are contested until their day, with words that are sent once, and the answer stands on the page', async () => {
  const plain = { status: 'in_progress', requestedChanges: [], issue: null, issueExplanation: null } as const
  const none = { status: null, contestedAt: null, answer: null, answeredAt: null }
  const { hands } = await open(application({ ...plain, appeal: { ...none, until: '2026-09-12' } }))
  await hands.click(screen.getByText('Contest the result'))
  expect(screen.getByText(/^You can contest the results until 12 September 2026, once\./)).toBeTruthy()
  const answered = { until: null, status: 'upheld', contestedAt: '2026-09-10T09:00:00.000Z', answer: 'The grade is right.' } as const
  const sent = on(calls.contestResult, () =>
    success(application({ ...plain, appeal: { ...answered, answeredAt: '2026-09-11T09:00:00.000Z' } })),
  )
  await hands.type(screen.getByLabelText('What is wrong, and why'), 'My grade is 9.50.')
  await hands.click(screen.getByRole('button', { name: 'Send the appeal' }))
  expect(await screen.findByText(/^Your appeal was decided on 11 September 2026/)).toBeTruthy()
  expect(screen.getByText('The grade is right.')).toBeTruthy()
  expect(await sent.seen[0]?.json()).toEqual({ explanation: 'My grade is 9.50.' })
})

test('a place with a fee is confirmed by paying it: the page says how much and under which number', async () => {
  const result = {
    ...{ round: 'First round', hasPlace: true, confirmBy: '2026-09-20' },
    confirmedAt: null,
    canConfirm: true,
    choices: [],
    grades: [],
  }
  await open(
    application({
      status: 'accepted',
      requestedChanges: [],
      issue: null,
      issueExplanation: null,
      result,
      confirmationFee: { amount: 150, account: null, resultsOn: null },
    }),
  )
  expect(screen.getByText(/^Pay RON.150\.00 and give your reference number/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Confirm the place' })).toBeNull()
})

test('an average whose grades were changed since is not taken apart: the parts would add up to something else', async () => {
  const choices = [
    {
      ...{ programme: 'Law', number: 1, kind: 'budget', kindName: null, average: 905, position: 2, asked: 2, waiting: 1, needed: 921 },
      ...{ isWon: false, formula: '0.8 * examGrade + 0.2 * baccalaureateAverage', ties: [], isDrawn: true },
    },
  ]
  const result = {
    round: 'First round',
    hasPlace: false,
    confirmBy: null,
    confirmedAt: null,
    canConfirm: false,
    choices,
    grades: gradesOf(9.5),
  }
  await open(application({ status: 'in_progress', requestedChanges: [], issue: null, issueExplanation: null, result }))
  const place = within(screen.getByRole('region', { name: 'Your place' }))
  expect(await place.findByText(/^The grades have been changed since these results/)).toBeTruthy()
  expect(place.queryByRole('table', { hidden: true })).toBeNull()
  expect(place.getByText(/^In every choice the places went to people with a higher average/)).toBeTruthy()
})

test('a withdrawal is asked for twice and can be undone for a while; one that fails says so under a heading (APPL-44)', async () => {
  const { hands } = await open(application())
  await hands.click(screen.getByRole('button', { name: 'Withdraw the application' }))
  expect(document.activeElement?.getAttribute('role')).toBe('alert')
  on(calls.withdraw, () => failure(503, 'server.busy', 'Try again in a moment.'))
  await hands.click(screen.getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText('Try again in a moment.')).toBeTruthy()
  const said = screen.getByText('Try again in a moment.').closest<HTMLElement>('[role=alert]')
  expect(
    within(said ?? document.body)
      .getByRole('heading', { level: 2 })
      .textContent?.trim(),
  ).toBe('That did not work')
  const until = new Date(Date.now() + 15 * 60_000).toISOString()
  const withdrawn = on(calls.withdraw, () =>
    success(
      application({
        ...{ status: 'declined', isWithdrawn: true, canWithdraw: false, undoWithdrawalUntil: until },
        progress: progress('declined', { isWithdrawn: true }),
      }),
    ),
  )
  await hands.click(screen.getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText('You have withdrawn this application.')).toBeTruthy()
  expect(withdrawn.seen).toHaveLength(1)
  expect(screen.queryByText('Try again in a moment.')).toBeNull()
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  const undone = on(calls.undoWithdrawal, () => success(application()))
  await hands.click(screen.getByRole('button', { name: 'Undo the withdrawal' }))
  await waitFor(() => expect(screen.getByText('2 things to change')).toBeTruthy())
  expect(undone.seen).toHaveLength(1)
})

test('a document that is being prepared, or that nobody can read, says so in place of a button to look at it (issue 15, 1)', async () => {
  const card = {
    document: 'fileIdCard',
    url: '/x',
    name: 'card.jpg',
    mediaType: 'image/jpeg',
    bytes: 2000,
    sentAt: '2026-09-05T09:00:00.000Z',
  } as const
  await open(
    application({
      status: 'submitted',
      requestedChanges: [],
      documents: [
        { ...card, state: 'preparing' },
        { ...card, document: 'fileDiploma', state: 'unreadable' },
      ],
    }),
  )
  expect(screen.getByText('Stored safely, being prepared')).toBeTruthy()
  expect(screen.getByText('Can’t be read: the admission office will ask for another one')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^View/ })).toBeNull()
})

test('an application fee that is not paid stands on the page with the account and the number to name', async () => {
  const account = { holder: 'Universitatea Matricola', iban: 'RO49AAAA1B31007593840000' }
  await open(
    application({
      status: 'submitted',
      requestedChanges: [],
      issue: null,
      issueExplanation: null,
      applicationFee: { amount: 200, account, resultsOn: '2026-09-20' },
      progress: newProgress('2026-09-01T09:00:00.000Z', { resultsOn: '2026-09-20' }),
    }),
  )
  const fee = within(screen.getByRole('region', { name: 'Application fee' }))
  expect(fee.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^RON.200\.00$/),
    'Universitatea Matricola',
    'RO49 AAAA 1B31 0075 9384 0000',
    application().reference,
  ])
  expect(fee.getByText(/^Pay by bank transfer/)).toBeTruthy()
  expect(screen.getByText('Your turn')).toBeTruthy()
  expect(screen.getByText(/^Pay the application fee in good time before the results on 20 September 2026:/)).toBeTruthy()
})
