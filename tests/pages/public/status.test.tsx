import { createHash } from 'node:crypto'
import { changeLanguage } from '@matricola/console/i18n.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { enableFileUploads } from '@matricola/testing/pages/file-uploads.ts'
import {
  dropFirstResponse,
  failureResponse,
  handle,
  recordRequests,
  requestBodies,
} from '@matricola/testing/pages/network.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { formatAccessCode } from '#resources/admission/access-code.ts'
import { contactEndpoints } from '#resources/admission/contact-endpoints.ts'
import { admissionEndpoints as calls } from '#resources/admission/endpoints.ts'
import type { RegistrationStatus } from '#resources/admission/wire.ts'
import { statusPath } from '#resources/paths.ts'
import type { ChoiceResult, publishResult } from '#tests/support/publish-results.ts'
import type { SeededApplication } from '#tests/support/seed-application.ts'
import type { ProgrammeIds } from '#tests/support/seed-programme.ts'
import { navigatedPaths } from '../support/browser.ts'
import { jpegFile, pdfFile } from '../support/documents.ts'
import { openPublicPage } from '../support/public-page.tsx'
import { restoreBeforeEach, serverSide, setUpSessions } from '../support/server.ts'

const cnp = '5070315700017'

/** Timeline of an application: submitted, taken up for review, sent back, answered, and now. */
const at = {
  sent: '2026-09-01T09:00:00.000Z',
  takenUp: '2026-09-02T07:00:00.000Z',
  sentBack: '2026-09-02T08:00:00.000Z',
  answered: '2026-09-02T09:00:00.000Z',
  now: '2026-09-03T09:00:00.000Z',
}

/** The fixed time of pages and server. */
let now = ''
function setTime(instant: string) {
  now = instant
  vi.setSystemTime(instant)
}

const site = setUpSessions({ clock: { now: () => new Date(now) } })
let programme: ProgrammeIds
beforeAll(enableFileUploads)
restoreBeforeEach(
  () => site.api.database,
  async () => {
    now = at.sent
    programme = await (await serverSide()).seedProgramme(site.api, { name: 'Computer Science' })
  },
)
beforeEach(() => setTime(at.now))
afterEach(() => void vi.useRealTimers())

const request = {
  ...{
    issue: 'Address not complete',
    issueExplanation: 'The number of the house is missing.',
    updateDueAt: '2026-09-12T13:00:00.000Z',
  },
  requestedChanges: [
    {
      field: 'fileIdCard',
      message: 'Too dark',
      oldValue: 'card.jpg',
      answeredAt: null,
      keptReason: null,
    },
    {
      field: 'address',
      message: 'With the number',
      oldValue: 'Str. Observatorului',
      answeredAt: null,
      keptReason: null,
    },
  ],
}
const onlyAddress = { requestedChanges: request.requestedChanges.slice(1) }
/** Field values that each state implies. */
const stateValues: { readonly [S in RegistrationStatus]: Values } = {
  submitted: {},
  under_review: {},
  update_requested: request,
  in_progress: {},
  accepted: { decidedAt: at.sentBack },
  declined: { decidedAt: at.sentBack, reasonCode: 'not_eligible' },
}

interface StatusApplicationOptions {
  readonly to?: ProgrammeIds
  readonly sentAt?: string
  readonly values?: Values
}

/** Stores an application submitted on 1 September that reached the given state on 2 September. */
async function seedStatusApplication(
  status: RegistrationStatus,
  { to = programme, sentAt = at.sent, values = {} }: StatusApplicationOptions = {},
): Promise<SeededApplication> {
  const { addTimelineEvents, seedApplication, stageNewFile } = await serverSide()
  const { context, database } = site.api
  now = sentAt
  const bytes = Buffer.from(await jpegFile('card.jpg').arrayBuffer())
  const application = await seedApplication(context, to, {
    ...{
      cnp,
      birthDate: '2007-03-15',
      sex: 'M',
      lastName: 'Pop',
      firstName: 'Dan',
      address: 'Str. Observatorului',
      city: 'Cluj-Napoca',
    },
    fileIdCardUrl: await stageNewFile(context, {
      bytes,
      original: bytes,
      kind: 'jpeg',
      name: 'card.jpg',
      ownerId: null,
    }),
  })
  const office = { kind: 'staff', actor: { id: null, name: 'Ana Pop', role: 'secretary' } } as const
  const known = { registrationId: application.id, by: office }
  const isAwaitingChanges = status === 'update_requested' || status === 'in_progress'
  await addTimelineEvents(database, [
    ...(status === 'submitted'
      ? []
      : [{ ...known, type: 'reviewStarted' as const, ...moment(at.takenUp) }]),
    ...(isAwaitingChanges
      ? [
          {
            ...known,
            type: 'updateRequested' as const,
            to: 'update_requested' as const,
            ...moment(at.sentBack),
          },
        ]
      : []),
    ...(status === 'in_progress'
      ? [
          {
            ...known,
            by: { kind: 'applicant' as const },
            type: 'updateReceived' as const,
            ...moment(at.answered),
          },
        ]
      : []),
    ...(status === 'accepted' || status === 'declined'
      ? [{ ...known, type: status, to: status, ...moment(at.sentBack) }]
      : []),
  ])
  await change(application, { status, ...stateValues[status], ...values })
  setTime(at.now)
  return application
}
const moment = (instant: string) => ({ at: new Date(instant), visibleFrom: new Date(instant) })

/** Changes fields that only the program may write. */
async function change({ id }: SeededApplication, values: Values): Promise<void> {
  const { recordsOf, systemPermit } = await serverSide()
  // The declaration of the application, which may run in the modules of an earlier file, where
  // objects are others.
  const permit = systemPermit('demo', site.api.context.registry.get('registrations'), 'update')
  await recordsOf(site.api.context).applyInternalChange(permit, {
    id,
    action: 'plant',
    values: () => values,
  })
}

async function search(typed: string) {
  const page = await openPublicPage(statusPath)
  await page.user.type(await screen.findByLabelText('Personal numeric code (CNP)'), typed)
  await page.user.click(screen.getByRole('button', { name: 'Check status' }))
  return page
}

/** Opens the application with its access code. */
async function open({ reference, code }: SeededApplication) {
  const opened = recordRequests(calls.openApplication)
  const page = await openPublicPage(statusPath)
  await page.user.click(
    await screen.findByRole('button', { name: 'I have a reference number and an access code' }),
  )
  await page.user.type(await screen.findByLabelText('Reference number'), reference.toLowerCase())
  await page.user.type(screen.getByLabelText('Access code'), formatAccessCode(code).toLowerCase())
  await page.user.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByText(reference, { selector: '.status-head *' })
  return { ...page, opened }
}

/** The explanation of each choice. */
const choices = () =>
  within(screen.getByText('How your result was decided').closest('details') ?? document.body)

test('a search sends the CNP in the body and opens the result; reset returns to an empty search (R-T04)', async () => {
  await seedStatusApplication('under_review')
  const { requests } = recordRequests(calls.statusSearch)
  const { user } = await search('5 070315 70001 7')
  expect(await screen.findByRole('heading', { level: 2, name: 'Computer Science' })).toBeTruthy()
  expect(await requests[0]?.json()).toEqual({ cnp })
  // The focus moves after rendering.
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Application status'))
  expect(screen.getByText('Under review')).toBeTruthy()
  expect(
    screen.getByText(
      'The admission office is checking your documents. You do not need to do anything. We will email you.',
    ),
  ).toBeTruthy()
  expect(screen.getByText('With the admission office')).toBeTruthy()
  // One for the transition, one for the submission date.
  expect(screen.getAllByText('1 September 2026 at 12:00 (Romanian time)')).toHaveLength(2)
  expect(window.location.href).not.toContain(cnp)
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(cnp)
  await user.click(screen.getByRole('button', { name: 'Search again' }))
  const field: HTMLInputElement = screen.getByLabelText('Personal numeric code (CNP)')
  expect(field.value).toBe('')
})

test('an empty result shows the text of the specification (R-T05)', async () => {
  await search(cnp)
  expect(
    await screen.findByText(`No previous registrations found for Identity ID: ${cnp}`),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Search again' })).toBeTruthy()
})

test.each([
  [
    'refused',
    () =>
      failureResponse(429, 'requests.tooMany', 'Too many attempts. Try again in a few minutes.'),
    /^Too many attempts\./,
  ],
  ['not answered', () => HttpResponse.error(), /^The status could not be loaded\./],
  [
    'not allowed',
    () => failureResponse(403, 'status.off', 'The status is not shown here.'),
    /^The status is not shown here\./,
  ],
])(
  'a search that is %s also opens the result, and reset returns (R-T04)',
  async (_how, answer, text) => {
    handle(calls.statusSearch, answer)
    const { user } = await search(cnp)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryByLabelText('Personal numeric code (CNP)')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Search again' }))
    expect(screen.getByLabelText('Personal numeric code (CNP)')).toBeTruthy()
  },
)

test('the browser’s back button leads from the result to the search (R-T04)', async () => {
  await seedStatusApplication('under_review')
  await search(cnp)
  await screen.findByRole('heading', { level: 2, name: 'Computer Science' })
  window.history.back()
  expect(await screen.findByLabelText('Personal numeric code (CNP)')).toBeTruthy()
})

test('an invalid CNP is reported before anything is sent', async () => {
  const { requests } = recordRequests(calls.statusSearch)
  await search('5070315700018')
  expect(await screen.findAllByText(/Check each digit of the CNP/)).toHaveLength(2)
  expect(requests).toEqual([])
})

test('every status has its sentence, with the newest application first', async () => {
  const statuses = [
    'submitted',
    'under_review',
    'update_requested',
    'in_progress',
    'accepted',
    'declined',
  ] as const
  const { seedProgramme } = await serverSide()
  for (const [day, status] of statuses.entries())
    await seedStatusApplication(status, {
      to: await seedProgramme(site.api, { name: status }),
      sentAt: `2026-09-0${day + 1}T05:00:00.000Z`,
    })
  await search(cnp)
  const cards = await screen.findAllByRole('article')
  expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual(
    [...statuses].reverse(),
  )
  expect(
    screen.getByText('You need to change something by 12 September 2026 at 16:00, Romanian time.'),
  ).toBeTruthy()
  expect(
    within(screen.getByRole('article', { name: 'update_requested' })).getByRole('button', {
      name: 'Make the changes',
    }),
  ).toBeTruthy()
})

test('reference number and access code open the application in any spelling', async () => {
  const application = await seedStatusApplication('update_requested')
  const { opened } = await open(application)
  expect(await opened.requests[0]?.json()).toEqual({
    reference: application.reference,
    accessCode: application.code,
  })
  expect(screen.getByText('Address not complete')).toBeTruthy()
  expect(screen.getByText('2 changes to make')).toBeTruthy()
  const events = within(screen.getByRole('region', { name: 'Timeline' })).getAllByRole('listitem')
  expect(events.map((event) => event.textContent)).toEqual([
    'Changes requested2 September 2026 at 11:00 (Romanian time), the admission office',
    'Review started2 September 2026 at 10:00 (Romanian time), the admission office',
    'Application sent1 September 2026 at 12:00 (Romanian time), you',
  ])
})

test('a wrong code is reported, and a lost one is sent to the stored address, always with the same message', async () => {
  const { reference } = await seedStatusApplication('under_review')
  const codeRequests = recordRequests(calls.newAccessCode)
  const { user } = await openPublicPage(statusPath)
  await user.click(
    await screen.findByRole('button', { name: 'I have a reference number and an access code' }),
  )
  await user.click(await screen.findByRole('button', { name: 'I lost my code' }))
  expect(screen.getByText(/^Enter your reference number first/)).toBeTruthy()
  await user.type(screen.getByLabelText('Reference number'), reference)
  await user.type(screen.getByLabelText('Access code'), 'short')
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findAllByText(/it has 10 letters and digits/)).toHaveLength(2)
  await user.type(screen.getByLabelText('Access code'), '{Control>}a{/Control}7KQF3MZD4X')
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByText(/access code do not match/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'I lost my code' }))
  expect(
    await screen.findByText(/^If this application exists, we will send a new code/),
  ).toBeTruthy()
  expect(await codeRequests.requests[0]?.json()).toEqual({ reference })
})

test('only the flagged fields can be changed, each with its old value and note, then reviewed and sent (R-T09)', async () => {
  const application = await seedStatusApplication('update_requested')
  setTime(at.answered)
  const answer = recordRequests(calls.answerRequest)
  const fetched = recordRequests({
    method: 'GET',
    path: '/api/registrations/applicant/files/fileIdCard',
  })
  const { user } = await open(application)
  await user.click(screen.getByRole('button', { name: 'Make the changes' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Make the changes' })).toBeTruthy()
  expect(screen.getAllByText(/^To change:/).map(({ textContent }) => textContent?.trim())).toEqual([
    'To change: Address',
    'To change: Identity card',
  ])
  expect(screen.getByText('By 12 September 2026 at 16:00, Romanian time')).toBeTruthy()
  expect(screen.getAllByRole('textbox').map(({ id }) => id)).toEqual(['address'])
  expect(screen.getByText('You entered: Str. Observatorului')).toBeTruthy()
  expect(screen.getByText('With the number')).toBeTruthy()
  await user.type(screen.getByLabelText('Address'), ' nr. 12')
  await user.upload(
    screen.getByLabelText('Identity card', { selector: 'input' }),
    jpegFile('card.jpg', 806_382),
  )
  await screen.findByText('Uploaded')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Check your changes' })).toBeTruthy()
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'FieldBeforeNow',
    'AddressStr. ObservatoruluiStr. Observatorului nr. 12',
    'Identity cardcard.jpg, 2\u00a0kB sent on 1 September 2026 at 12:00 (Romanian time)card.jpg, 0.8\u00a0MB not sent yet',
  ])
  const pictures = () => document.querySelectorAll('td .document-thumbnail img').length
  await waitFor(() => expect(pictures()).toBe(2))
  await user.click(screen.getByRole('button', { name: 'Send the changes' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Changes sent' })).toBeTruthy()
  expect(await answer.requests[0]?.json()).toEqual({
    version: 2,
    values: { address: 'Str. Observatorului nr. 12' },
    files: { fileIdCard: expect.stringMatching(/^[\da-f-]{36}$/) },
    kept: {},
  })
  expect(
    screen.getByText(
      `We received the changes to ${application.reference} on 2 September 2026 at 12:00, Romanian time.`,
    ),
  ).toBeTruthy()
  expect(screen.getByText('With the admission office')).toBeTruthy()
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'FieldBeforeNow',
    'AddressStr. ObservatoruluiStr. Observatorului nr. 12',
    'Identity cardcard.jpg, 2\u00a0kB sent on 1 September 2026 at 12:00 (Romanian time)card.jpg, 0.8\u00a0MB sent on 2 September 2026 at 12:00 (Romanian time)',
  ])
  // Images that were already shown stay, although the session is over and no more can be loaded.
  await waitFor(() => expect(pictures()).toBe(2))
  expect(fetched.requests).toHaveLength(1)
})

/** A version of a form with these items, and what their change requests have in common. */
async function seedFormVersion(items: readonly object[]) {
  const { seedRecord } = await serverSide()
  const session = await seedRecord(site.api, 'admission-sessions', {
    name: 'Admitere 2026',
    academicYear: '2026-2027',
  })
  const form = await seedRecord(site.api, 'application-forms', {
    name: 'Licență',
    admissionSessionId: session.id,
    degree: 'bachelor',
  })
  const version = await seedRecord(site.api, 'application-form-versions', { formId: form.id })
  await site.api.database.query(
    'update application_form_versions set content = $2::jsonb where id = $1',
    [version.id, JSON.stringify({ pages: [{ id: 'p_about1', title: { ro: 'Despre' }, items }] })],
  )
  return { message: null, answeredAt: null, keptReason: null, formVersionId: version.id }
}

test('questions of the office are answered with their own inputs and shown with their words', async () => {
  const change = await seedFormVersion([])
  const item = { key: 'prizes', required: false }
  const requestedChanges = [
    {
      ...change,
      field: 'q_prize1',
      item: {
        ...item,
        id: 'q_prize1',
        type: 'set',
        label: { en: 'Prizes', ro: 'Premii' },
        options: [
          { id: 'o_physi1', label: { en: 'Physics', ro: 'Fizică' } },
          { id: 'o_chemi1', label: { ro: 'Chimie' } },
        ],
      },
      oldValue: 'o_physi1',
    },
    {
      ...change,
      field: 'q_years1',
      item: { ...item, id: 'q_years1', type: 'integer', min: 0, max: 9, label: { ro: 'Ani' } },
      oldValue: null,
    },
  ]
  const { user } = await open(
    await seedStatusApplication('update_requested', {
      values: { requestedChanges, answers: { q_prize1: ['o_physi1'] } },
    }),
  )
  setTime(at.answered)
  const answer = recordRequests(calls.answerRequest)
  await user.click(screen.getByRole('button', { name: 'Make the changes' }))
  const prizes = within(await screen.findByRole('group', { name: /^Prizes/ }))
  expect(prizes.getByRole<HTMLInputElement>('checkbox', { name: 'Physics' }).checked).toBe(true)
  await user.click(prizes.getByRole('checkbox', { name: 'Chimie' }))
  const years = screen.getByRole('textbox', { name: 'Ani' })
  await user.type(years, '3')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('heading', { level: 1, name: 'Check your changes' })
  const rows = ['FieldBeforeNow', 'PrizesPhysicsPhysics, Chimie', 'AniNo answer3']
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual(rows)
  await user.click(screen.getByRole('button', { name: 'Send the changes' }))
  await screen.findByRole('heading', { level: 1, name: 'Changes sent' })
  expect(await answer.requests[0]?.json()).toMatchObject({
    values: { q_prize1: ['o_physi1', 'o_chemi1'], q_years1: 3 },
    kept: {},
  })
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual(rows)
})

test('a document of a form is replaced on the status page, with its own name and help', async () => {
  const item = {
    ...{ id: 'q_trans1', key: 'translation', type: 'file', required: true },
    label: { en: 'Certified translation', ro: 'Traducere legalizată' },
    help: { en: 'With the stamp of the translator.', ro: 'Cu ștampila traducătorului.' },
  }
  const change = await seedFormVersion([item])
  const { user } = await open(
    await seedStatusApplication('update_requested', {
      values: {
        requestedChanges: [
          { ...change, field: item.id, item, oldValue: 'translation.pdf', message: 'Without it.' },
        ],
      },
    }),
  )
  setTime(at.answered)
  const answer = recordRequests(calls.answerRequest)
  await user.click(screen.getByRole('button', { name: 'Make the changes' }))
  expect(await screen.findByText('Without it.')).toBeTruthy()
  const input = screen.getByLabelText('Certified translation', { selector: 'input' })
  expect(screen.getByText('With the stamp of the translator.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(
    await screen.findByRole('link', {
      name: 'Certified translation: Change this, or explain why it should stay as it is.',
    }),
  ).toBeTruthy()
  await user.upload(input, jpegFile('translation.jpg', 3000))
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('heading', { level: 1, name: 'Check your changes' })
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'FieldBeforeNow',
    'Certified translationnot providedtranslation.jpg, 3\u00a0kB not sent yet',
  ])
  await user.click(screen.getByRole('button', { name: 'Send the changes' }))
  await screen.findByRole('heading', { level: 1, name: 'Changes sent' })
  expect(await answer.requests[0]?.json()).toMatchObject({
    values: {},
    files: { [item.id]: expect.any(String) },
  })
  expect(screen.getAllByRole('row')[1]?.textContent).toContain('translation.jpg')
})

test('the names of documents depend on the degree of the programme, in the form, in requests and in the review', async () => {
  const { seedProgramme } = await serverSide()
  const requestedChanges = [
    {
      field: 'fileDiploma',
      message: null,
      oldValue: 'card.jpg',
      answeredAt: null,
      keptReason: null,
    },
  ]
  const to = await seedProgramme(site.api, { name: 'Galaxies', cycle: 'master' })
  const { user } = await open(
    await seedStatusApplication('update_requested', { to, values: { requestedChanges } }),
  )
  expect(screen.getByRole('button', { name: 'View: Bachelor’s diploma' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Make the changes' }))
  expect(await screen.findByText('To change: Bachelor’s diploma')).toBeTruthy()
  await user.upload(
    screen.getByLabelText('Bachelor’s diploma', { selector: 'input' }),
    jpegFile('licenta.jpg', 3000),
  )
  await screen.findByText('Uploaded')
  expect(document.body.textContent).not.toContain('High school')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('rowheader', { name: 'Bachelor’s diploma' })).toBeTruthy()
})

test('the page of changes leads back to the application, both by its link and with the back button', async () => {
  const application = await seedStatusApplication('update_requested')
  const { user } = await open(application)
  for (const goBack of [
    () => user.click(screen.getByRole('button', { name: 'Back to the application' })),
    () => window.history.back(),
  ]) {
    await user.click(screen.getByRole('button', { name: 'Make the changes' }))
    await screen.findByRole('heading', { level: 1, name: 'Make the changes' })
    await goBack()
    expect(await screen.findByText(application.reference)).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Change your application' })).toBeTruthy()
  }
})

test('once the changes are sent, the status shows when they arrived and that the office acts next', async () => {
  const text =
    'We received your changes on 2 September 2026 at 12:00, Romanian time. The admission office is checking them. You do not need to do anything.'
  await seedStatusApplication('in_progress')
  await search(cnp)
  expect(await screen.findByText(text)).toBeTruthy()
})

test('a search that fails on the server can be retried with the same number, and does not suggest applying again', async () => {
  await seedStatusApplication('under_review')
  let isBroken = true
  const { requests } = handle(calls.statusSearch, () =>
    isBroken ? failureResponse(500, 'server.failed', 'boom') : undefined,
  )
  const { user } = await search(cnp)
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByRole('heading', { level: 2 }).textContent).toBe(
    'Something went wrong on our side',
  )
  expect(alert.textContent).toContain('The status could not be loaded. Try again in a moment.')
  expect(alert.textContent).not.toContain('boom')
  expect(screen.queryByRole('link', { name: 'Start an application' })).toBeNull()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 2, name: 'Computer Science' })).toBeTruthy()
  expect(await requestBodies(requests)).toEqual([{ cnp }, { cnp }])
})

test('the step indicator shows completed, current and later steps, with dates', async () => {
  await seedStatusApplication('update_requested')
  await search(cnp)
  const steps = await screen.findByRole('list', { name: 'Progress of your application' })
  expect(
    within(steps)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Done: Application sent1 September 2026 at 12:00 (Romanian time)',
    'Done: Review2 September 2026 at 10:00 (Romanian time)',
    'Done: Changes requested2 September 2026 at 11:00 (Romanian time)',
    'Now: Your changesby 12 September 2026 at 16:00 (Romanian time)',
    'Still to come: Decision',
  ])
  expect(within(steps).getByText('Your changes').closest('li')?.getAttribute('aria-current')).toBe(
    'step',
  )
  expect(screen.getByText('Your turn')).toBeTruthy()
  expect(
    screen.getByText('You need to change something by 12 September 2026 at 16:00, Romanian time.'),
  ).toBeTruthy()
})

test('a deadline can be added to the calendar, with only the reference number as personal data', async () => {
  const { reference } = await seedStatusApplication('update_requested')
  const { user } = await search(cnp)
  const blobs: Blob[] = []
  const names: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob)
    return 'blob:made'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download)
  })
  await user.click(await screen.findByRole('button', { name: 'Add to calendar' }))
  expect(names).toEqual([`deadline-${reference}.ics`])
  expect(blobs[0]?.type).toBe('text/calendar')
  const lines = (await blobs[0]?.text())?.replace(/\r\n /g, '').split('\r\n') ?? []
  expect(lines.filter((line) => !line.startsWith('DTSTAMP'))).toEqual([
    ...[
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Matricola//Admission//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
    ],
    'BEGIN:VEVENT',
    `UID:changes-${reference}@${window.location.host}`,
    'SEQUENCE:1',
    ...['DTSTART;VALUE=DATE:20260912', 'DTEND;VALUE=DATE:20260913', 'TRANSP:TRANSPARENT'],
    `SUMMARY:Application ${reference}: last day to send the changes`,
    `DESCRIPTION:You need to change something by 12 September 2026 at 16:00\\, Romanian time.\\n${window.location.origin}${statusPath}`,
    `URL:${window.location.origin}${statusPath}`,
    ...[
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:Application ${reference}: last day to send the changes`,
      'TRIGGER:-PT15H',
    ],
    ...['END:VALARM', 'END:VEVENT', 'END:VCALENDAR', ''],
  ])
  vi.restoreAllMocks()
})

test('an unchanged field requires a reason instead of a change (R-T09)', async () => {
  const answer = recordRequests(calls.answerRequest)
  const { user } = await open(
    await seedStatusApplication('update_requested', { values: onlyAddress }),
  )
  await user.click(screen.getByRole('button', { name: 'Make the changes' }))
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(
    await screen.findByRole('link', {
      name: 'Address: Change this, or explain why it should stay as it is.',
    }),
  ).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.className).toBe('summary'))
  await user.type(screen.getByLabelText('Keep as it is? Address'), 'The house has no number.')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.click(await screen.findByRole('button', { name: 'Send the changes' }))
  await screen.findByRole('heading', { level: 1, name: 'Changes sent' })
  expect(await answer.requests[0]?.json()).toEqual({
    version: 2,
    values: {},
    files: {},
    kept: { address: 'The house has no number.' },
  })
})

test('a refused file changes nothing: the summary names the reason, and an explanation is accepted instead', async () => {
  handle(calls.sendChangedFile, () =>
    failureResponse(409, 'upload.unchanged', 'It is the same file as before.'),
  )
  const answer = recordRequests(calls.answerRequest)
  const requestedChanges = [
    {
      field: 'fileIdCard',
      message: null,
      oldValue: 'card.jpg',
      answeredAt: null,
      keptReason: null,
    },
  ]
  const { user } = await open(
    await seedStatusApplication('update_requested', { values: { requestedChanges } }),
  )
  await user.click(screen.getByRole('button', { name: 'Make the changes' }))
  await user.upload(
    await screen.findByLabelText('Identity card', { selector: 'input' }),
    jpegFile('card.jpg', 3000),
  )
  await screen.findByText('It is the same file as before.')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(
    await screen.findByRole('link', { name: 'Identity card: It is the same file as before.' }),
  ).toBeTruthy()
  await user.type(
    screen.getByLabelText('Keep as it is? Identity card'),
    'It is sharp on my screen.',
  )
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.click(await screen.findByRole('button', { name: 'Send the changes' }))
  await screen.findByRole('heading', { level: 1, name: 'Changes sent' })
  expect(await answer.requests[0]?.json()).toEqual({
    version: 2,
    values: {},
    files: {},
    kept: { fileIdCard: 'It is sharp on my screen.' },
  })
})

test('the summary names a file that this device rejects, with the reason', async () => {
  const requestedChanges = [
    {
      field: 'fileIdCard',
      message: null,
      oldValue: 'card.jpg',
      answeredAt: null,
      keptReason: null,
    },
  ]
  const { user } = await open(
    await seedStatusApplication('update_requested', { values: { requestedChanges } }),
  )
  await user.click(screen.getByRole('button', { name: 'Make the changes' }))
  await user.upload(
    await screen.findByLabelText('Identity card', { selector: 'input' }),
    new File([], 'card.jpg', { type: 'image/jpeg' }),
  )
  await screen.findByText('This file is empty. Choose another one.')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(
    await screen.findByRole('link', {
      name: 'Identity card: This file is empty. Choose another one.',
    }),
  ).toBeTruthy()
})

test('a server refusal is shown at its field, and no input is lost', async () => {
  handle(calls.answerRequest, () =>
    failureResponse(400, 'input.invalid', 'Some answers need fixing.', {
      address: [{ code: 'text.tooLong', params: { max: 200 } }],
    }),
  )
  const { user } = await open(
    await seedStatusApplication('update_requested', { values: onlyAddress }),
  )
  await user.click(screen.getByRole('button', { name: 'Make the changes' }))
  await user.type(await screen.findByLabelText('Address'), ' nr. 12')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.click(await screen.findByRole('button', { name: 'Send the changes' }))
  expect(
    await screen.findByRole('link', { name: 'Address: Use 200 characters or fewer.' }),
  ).toBeTruthy()
  const field: HTMLInputElement = screen.getByLabelText('Address')
  expect(field.value).toBe('Str. Observatorului nr. 12')
})

test('an expired session prompts for the code again', async () => {
  const { user } = await open(
    await seedStatusApplication('update_requested', { values: onlyAddress }),
  )
  await user.click(screen.getByRole('button', { name: 'Make the changes' }))
  await user.type(await screen.findByLabelText('Address'), ' nr. 12')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  site.jar.clear()
  await user.click(await screen.findByRole('button', { name: 'Send the changes' }))
  expect(await screen.findByText(/^For your security, you have been signed out\./)).toBeTruthy()
  expect(navigatedPaths()).toEqual([])
})

test('while changes are disabled, the application is read-only and the page says so', async () => {
  const application = await seedStatusApplication('update_requested')
  await (await serverSide()).updateSettings(site.api, { disableUpdates: true })
  await open(application)
  expect(screen.queryByRole('button', { name: 'Make the changes' })).toBeNull()
  expect(
    screen.getByText(
      /^You will need to change something, but changes are not possible at the moment\./,
    ),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Withdraw the application' })).toBeTruthy()
})

test('a declined application shows the reason and how to appeal', async () => {
  await open(await seedStatusApplication('declined', { values: { reasonCode: 'no_places' } }))
  expect(screen.getByText('No places are left in this programme.')).toBeTruthy()
  expect(screen.getByText(/^If you do not agree, write to the admission office/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Withdraw the application' })).toBeNull()
})

test('the list of the applicant’s answers shows the choices in order, and the grades', async () => {
  const server = await serverSide()
  const application = await seedStatusApplication('update_requested', {
    values: { fundingPreference: 'budget_then_fee', examGrade: 9.5 },
  })
  const { specializationId } = await server.seedProgramme(site.api, { name: 'Algebra' })
  const choice = {
    registrationId: application.id,
    position: 2,
    specializationId,
    fundingPreference: 'fee',
  }
  await server.seedRecord(site.api, 'application-choices', choice)
  await open(application)
  const answers = within(screen.getByText('Your answers').closest('details') ?? document.body)
  expect(
    answers.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent),
  ).toEqual(['Computer Science, State-funded, otherwise fee-paying', 'Algebra, Fee-paying'])
  expect(answers.getByText('Admission exam grade').nextElementSibling?.textContent).toBe('9.5')
})

test('an applicant with a place sees the reason, with the parts of the average, and confirms it with one click', async () => {
  const server = await serverSide()
  const [law, history] = [
    await server.seedProgramme(site.api, { name: 'Law' }),
    await server.seedProgramme(site.api, { name: 'History' }),
  ]
  for (const { specializationId } of [law, history])
    await server.offerByMerit(site.api.context, specializationId, {
      firstTie: 'baccalaureateAverage',
    })
  const { id: kind } = await server.seedRecord(site.api, 'place-kinds', {
    name: 'Rural areas',
    funding: 'budget',
  })
  const won = {
    specializationId: history.specializationId,
    kind,
    average: 870,
    position: 2,
    applicants: 9,
    waitingPosition: 0,
    lastAverage: 870,
    reason: 'won' as const,
  }
  const offer = {
    wonSpecializationId: history.specializationId,
    wonFunding: 'budget',
    wonPlaceKindId: kind,
    confirmBy: '2026-09-20',
  }
  const values = { examGrade: 9.03, baccalaureateAverage: 9.15, ...offer }
  const application = await seedStatusApplication('accepted', { to: law, values })
  const lostChoice = {
    specializationId: law.specializationId,
    kind: 'budget',
    average: 905,
    position: 12,
    applicants: 40,
    waitingPosition: 3,
    lastAverage: 905,
    reason: 'tie' as const,
    ties: [{ own: 915, last: 940 }],
  }
  await server.publishResult(site.api.context, application.id, {
    ...{ quotas: [lostChoice, won], won, round: { name: 'First round', confirmBy: '2026-09-20' } },
  })
  const { user } = await open(application)
  const place = choices()
  expect(screen.getByText(/Confirm it by Sunday, 20 September 2026/)).toBeTruthy()
  const [first, second] = (await place.findAllByRole('listitem', { hidden: true })).map(
    (item) => item.textContent,
  )
  expect(first).toContain(
    'Choice 1: Law, state-funded' +
      'Average 9.05, position 12 of 40. The last applicant admitted in this round has the same average. ' +
      'Decided by: Baccalaureate average, 9.15 against 9.40. Number 3 on the waiting list.',
  )
  expect(second).toContain(
    'Average 8.70, position 2 of 9. This choice was successful. Lowest average admitted in this round: 8.70.',
  )
  expect(
    place.getByText(
      '0.8 × Admission exam grade + 0.2 × Baccalaureate average, truncated to 2 decimal places',
    ),
  ).toBeTruthy()
  const [, ...rows] = place.getAllByRole('row', { hidden: true })
  const cellsOf = (row: HTMLElement) => within(row).getAllByRole('cell', { hidden: true })
  expect(rows.map((row) => cellsOf(row).map(({ textContent }) => textContent))).toEqual([
    ['0.8 × Admission exam grade0.8 × 9.03', '7.224'],
    ['0.2 × Baccalaureate average0.2 × 9.15', '1.83'],
    ['9.05'],
  ])
  const confirmed = recordRequests(calls.confirmPlace)
  await user.click(screen.getByRole('button', { name: 'Confirm the place' }))
  expect(await screen.findByText(/^You confirmed your place on 3 September 2026/)).toBeTruthy()
  expect(confirmed.requests).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Confirm the place' })).toBeNull()
})

/** Opens an application with a place in its second choice, before a second round. */
async function openWithHigherChoices() {
  const server = await serverSide()
  const [law, history] = [
    await server.seedProgramme(site.api, { name: 'Law' }),
    await server.seedProgramme(site.api, { name: 'History' }),
  ]
  for (const { specializationId } of [law, history])
    await server.offerByMerit(site.api.context, specializationId)
  await site.api.database.query('update specializations set tuition_fee = 6000 where id = $1', [
    law.specializationId,
  ])
  const application = await seedStatusApplication('accepted', {
    to: law,
    values: {
      ...{ wonSpecializationId: history.specializationId, wonFunding: 'budget' },
      ...{ confirmBy: '2026-09-20', fundingPreference: 'budget_then_fee' },
    },
  })
  await server.seedRecord(site.api, 'application-choices', {
    ...{ registrationId: application.id, position: 2 },
    ...{ specializationId: history.specializationId, fundingPreference: 'budget' },
  })
  const won = {
    ...{ specializationId: history.specializationId, kind: 'budget', average: 870 },
    ...{ position: 2, applicants: 9, waitingPosition: 0, lastAverage: 870 },
    reason: 'won' as const,
  }
  await server.publishResult(site.api.context, application.id, {
    ...{ quotas: [won], won, round: { name: 'First round', confirmBy: '2026-09-20' } },
  })
  await server.addRound(site.api.context, {
    ...{ name: 'Second round', number: 2, resultsOn: '2026-09-24' },
  })
  const { user } = await open(application)
  await user.click(screen.getByRole('button', { name: 'Confirm the place' }))
  await screen.findByRole('heading', { level: 1, name: 'Confirm your place' })
  return user
}

test('an applicant with a higher choice says whether the place is kept, and nothing is chosen before', async () => {
  const user = await openWithHigherChoices()
  const radios = screen.getAllByRole<HTMLInputElement>('radio')
  expect(radios.map(({ checked }) => checked)).toEqual([false, false])
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(screen.getByText('Choose one of the two.')).toBeTruthy()
  expect(document.activeElement).toBe(radios[0])
  await user.click(screen.getByRole('radio', { name: /^Keep this place/ }))
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('No other choice: you keep this place.')).toBeTruthy()
  const sent = recordRequests(calls.confirmPlace)
  await user.click(screen.getByRole('button', { name: 'Confirm my place' }))
  expect(await screen.findByText('You asked to keep this place.')).toBeTruthy()
  expect(await sent.requests[0]?.json()).toMatchObject({
    answer: { mode: 'keep', consented: [], agreedToPay: false },
  })
  await user.click(screen.getByRole('button', { name: 'Change this answer' }))
  expect(await screen.findByRole('heading', { name: 'Change your answer' })).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Keep this place/ }).checked).toBe(
    true,
  )
})

test('an applicant agrees to a choice that costs more only with a tick of its own, and what was chosen stays', async () => {
  const user = await openWithHigherChoices()
  await user.click(screen.getByRole('radio', { name: /^Keep it, but move me up/ }))
  const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })
  const [free, paid] = [
    box(/^1 · Law, state-funded\s*Costs nothing more$/),
    box(/^1 · Law, fee-paying\s*RON.6,000\.00 a year$/),
  ]
  expect([free.checked, paid.checked]).toEqual([true, false])
  await user.click(free)
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(screen.getByText('Tick at least one choice, or keep this place.')).toBeTruthy()
  await user.click(free)
  await user.click(paid)
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(
    await screen.findByText(
      /^If only Law, fee-paying becomes free, you lose History, state-funded and owe RON.6,000\.00 a year\.$/,
    ),
  ).toBeTruthy()
  const sent = recordRequests(calls.confirmPlace)
  await user.click(screen.getByRole('button', { name: 'Confirm my place' }))
  expect(screen.getByText(/^Tick this box if you agree/)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('checkbox'))
  expect(sent.requests).toHaveLength(0)
  // The amount is raised in the meantime: the question is asked again, with the same ticks.
  await site.api.database.query('update specializations set tuition_fee = 6500')
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Confirm my place' }))
  expect(await screen.findByText(/^Your place or its costs have changed/)).toBeTruthy()
  expect(box(/^1 · Law, fee-paying\s*RON.6,500\.00 a year$/).checked).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.click(await screen.findByRole('checkbox', { name: /^I agree to be moved/ }))
  await user.click(screen.getByRole('button', { name: 'Confirm my place' }))
  expect(await screen.findByText('If one of these choices becomes free, we move you:')).toBeTruthy()
  expect(screen.getByText('1 · Law, state-funded')).toBeTruthy()
  expect(screen.getByText('1 · Law, fee-paying')).toBeTruthy()
})

test('an applicant can leave out the choices that cost more with one button', async () => {
  const user = await openWithHigherChoices()
  await user.click(screen.getByRole('radio', { name: /^Keep it, but move me up/ }))
  await user.click(screen.getByRole('checkbox', { name: /fee-paying/ }))
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  const sent = recordRequests(calls.confirmPlace)
  await user.click(
    await screen.findByRole('button', { name: 'Move me up only if it costs nothing' }),
  )
  expect(await screen.findByText('1 · Law, state-funded')).toBeTruthy()
  expect(await sent.requests[0]?.json()).toMatchObject({
    answer: { mode: 'moveUp', consented: [{ kind: 'budget' }], agreedToPay: false },
  })
})

test('an applicant reads all tie-breakers, how to repeat the draw, how places were given, and a condition with the grades', async () => {
  const server = await serverSide()
  const [law, history, medicine] = [
    await server.seedProgramme(site.api, { name: 'Law' }),
    await server.seedProgramme(site.api, { name: 'History' }),
    await server.seedProgramme(site.api, { name: 'Medicine' }),
  ]
  for (const { specializationId } of [law, history])
    await server.offerByMerit(site.api.context, specializationId, {
      ...{ firstTie: 'examGrade', secondTie: 'baccalaureateAverage', thirdTie: 'romanianGrade' },
    })
  const application = await seedStatusApplication('under_review', {
    to: medicine,
    values: { examGrade: 4.5, baccalaureateAverage: 9, romanianGrade: 8 },
  })
  const shared = {
    ...{ kind: 'budget', average: 540, position: 4, applicants: 20, lastAverage: 540 },
    ...{ waitingPosition: 1, held: 3 },
  }
  const equal = [450, 900].map((value) => ({ own: value, last: value }))
  await server.publishResult(site.api.context, application.id, {
    quotas: [
      {
        ...{ ...shared, specializationId: law.specializationId, reason: 'tie' },
        ties: [...equal, { own: 800, last: 820 }],
      },
      {
        ...{ ...shared, specializationId: history.specializationId, reason: 'draw' },
        lastLot: '0a1b2c3d4e5f',
      },
    ],
    ineligible: [
      {
        ...{ number: 1, specializationId: medicine.specializationId },
        requires: 'examGrade >= 5 and baccalaureateAverage > 8',
      },
    ],
    round: { name: 'First round' },
  })
  const { user } = await open(application)
  const place = choices()
  const [failed, tie, draw] = await place.findAllByRole('listitem', { hidden: true })
  if (!failed || !tie || !draw) throw new Error('a choice is missing')
  expect(failed.textContent).toContain(
    'Choice 1: Medicine' +
      'This programme requires: Admission exam grade at least 5 and Baccalaureate average above 8. ' +
      'The application has: Admission exam grade 4.5, Baccalaureate average 9.',
  )
  expect(tie.textContent).toContain(
    'Choice 2: Law, state-fundedAverage 5.40, position 4 of 20. The last applicant admitted in this round has the same average. ' +
      'Decided by: Baccalaureate grade in Romanian, 8.00 against 8.20. In addition, 3 places confirmed earlier are kept. Number 1 on the waiting list.',
  )
  const [table] = within(tie).getAllByRole('table', { hidden: true })
  expect(
    within(table as HTMLElement)
      .getAllByRole('row', { hidden: true })
      .map((row) => [...row.children].map(({ textContent }) => textContent)),
  ).toEqual([
    ['Criterion', 'You', 'Last admitted'],
    ['Admission average', '5.40', '5.40'],
    ['Admission exam grade', '4.50', '4.50'],
    ['Baccalaureate average', '9.00', '9.00'],
    ['Baccalaureate grade in Romanian', '8.00', '8.20'],
  ])
  expect(within(tie).getByText('3 places kept').nextElementSibling?.textContent).toBe(
    '7 admitted in this round',
  )
  const bar = tie.querySelector('.explanation-bar')
  expect(bar?.getAttribute('aria-hidden')).toBe('true')
  expect(bar?.children).toHaveLength(2)
  expect(draw.textContent).toContain('Choice 3: History')
  await user.click(within(draw).getByText('How to repeat the draw'))
  // What the command prints starts with the applicant's own number.
  const command = `printf %s ${application.reference} | shasum -a 256`
  expect(within(draw).getByText(command)).toBeTruthy()
  const digest = createHash('sha256').update(String(application.reference)).digest('hex')
  expect(draw.textContent).toContain(`The number here is ${digest.slice(0, 8)}, against 0a1b2c3d;`)
})

test('an application that was not ranked says what is missing', async () => {
  const server = await serverSide()
  await server.offerByMerit(site.api.context, programme.specializationId)
  const application = await seedStatusApplication('under_review')
  await server.publishResult(site.api.context, application.id, {
    ...{ quotas: [], round: { name: 'First round' } },
    missing: ['examGrade', 'feeUnpaid', 'unchecked', 'duplicate'],
  })
  await open(application)
  expect(
    await screen.findByText(
      'Not ranked. Missing: Admission exam grade, the application fee, and confirmation by the admission office.',
    ),
  ).toBeTruthy()
})

test('results can be appealed once until the deadline, and the page shows the answer', async () => {
  const server = await serverSide()
  const { specializationId } = programme
  await server.offerByMerit(site.api.context, specializationId)
  const application = await seedStatusApplication('in_progress')
  const quota = {
    specializationId,
    kind: 'budget',
    average: 905,
    position: 2,
    applicants: 2,
    waitingPosition: 1,
    lastAverage: 921,
    reason: 'higherAverage' as const,
  }
  await server.publishResult(site.api.context, application.id, {
    quotas: [quota],
    round: { name: 'First round', appealUntil: '2026-09-12' },
  })
  const { user } = await open(application)
  await user.click(screen.getByText('Appeal the result'))
  expect(
    screen.getByText(/^You can appeal the results once, until 12 September 2026\./),
  ).toBeTruthy()
  const sent = recordRequests(calls.appealResult)
  await user.type(screen.getByLabelText('Explain what is wrong and why'), 'My grade is 9.50.')
  await user.click(screen.getByRole('button', { name: 'Send the appeal' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send the appeal' })).toBeNull())
  cleanup()
  site.jar.clear()
  setTime('2026-09-12T09:00:00.000Z')
  await site.api.database.query(
    `update admission_appeals set status = 'upheld', answer = 'The grade is right.', answered_at = '2026-09-11T09:00:00.000Z'`,
  )
  await open(application)
  expect(await screen.findByText(/^Your appeal was decided on 11 September 2026/)).toBeTruthy()
  expect(screen.getByText('The grade is right.')).toBeTruthy()
  expect(screen.getByText('My grade is 9.50.')).toBeTruthy()
  expect(await sent.requests[0]?.json()).toEqual({ explanation: 'My grade is 9.50.' })
})

test('a place with a fee is confirmed by payment: the page shows the amount and the reference', async () => {
  const server = await serverSide()
  const { specializationId } = programme
  await server.offerByMerit(site.api.context, specializationId, { confirmationFee: 150 })
  const offer = {
    wonSpecializationId: specializationId,
    wonFunding: 'budget',
    confirmBy: '2026-09-20',
  }
  const application = await seedStatusApplication('accepted', { values: offer })
  const won = {
    specializationId,
    kind: 'budget',
    average: 905,
    position: 2,
    applicants: 2,
    waitingPosition: 0,
    lastAverage: 870,
    reason: 'won' as const,
  }
  await server.publishResult(site.api.context, application.id, {
    ...{ quotas: [won], won, round: { name: 'First round', confirmBy: '2026-09-20' } },
  })
  await open(application)
  expect(screen.getByText(/^Pay RON.150\.00 and give your reference number/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Confirm the place' })).toBeNull()
})

test('if grades have changed since the results, the parts of the average are not shown, because they would not add up', async () => {
  const server = await serverSide()
  const { specializationId } = programme
  await server.offerByMerit(site.api.context, specializationId, { ties: 'lot' })
  const application = await seedStatusApplication('in_progress', {
    values: { examGrade: 9.03, baccalaureateAverage: 9.5 },
  })
  const lostChoice = {
    specializationId,
    kind: 'budget',
    average: 905,
    position: 2,
    applicants: 2,
    waitingPosition: 1,
    lastAverage: 921,
    reason: 'higherAverage' as const,
  }
  await server.publishResult(site.api.context, application.id, {
    quotas: [lostChoice],
    round: { name: 'First round' },
  })
  await open(application)
  const place = choices()
  expect(await place.findByText(/^The grades have changed since these results/)).toBeTruthy()
  expect(place.queryByRole('table', { hidden: true })).toBeNull()
  expect(
    place.getByText(
      'Average 9.05, position 2 of 2. The last applicant admitted in this round has 9.21. Number 1 on the waiting list.',
    ),
  ).toBeTruthy()
})

test('a withdrawal requires confirmation and can be undone for a while; a failure is shown under a heading', async () => {
  const { user } = await open(await seedStatusApplication('update_requested'))
  await user.click(screen.getByRole('button', { name: 'Withdraw the application' }))
  expect(document.activeElement?.getAttribute('role')).toBe('alert')
  let isBusy = true
  const withdrawn = handle(calls.withdraw, () =>
    isBusy ? failureResponse(503, 'server.busy', 'Try again in a moment.') : undefined,
  )
  await user.click(screen.getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText('Try again in a moment.')).toBeTruthy()
  const alertElement = screen
    .getByText('Try again in a moment.')
    .closest<HTMLElement>('[role=alert]')
  expect(
    within(alertElement ?? document.body)
      .getByRole('heading', { level: 2 })
      .textContent?.trim(),
  ).toBe('That did not work')
  isBusy = false
  await user.click(screen.getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText('You have withdrawn this application.')).toBeTruthy()
  expect(withdrawn.requests).toHaveLength(2)
  expect(screen.queryByText('Try again in a moment.')).toBeNull()
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  const undone = recordRequests(calls.undoWithdrawal)
  await user.click(screen.getByRole('button', { name: 'Undo the withdrawal' }))
  await waitFor(() => expect(screen.getByText('2 changes to make')).toBeTruthy())
  expect(undone.requests).toHaveLength(1)
})

test('for a document that is being prepared or cannot be read, the page says so instead of offering a view button', async () => {
  const application = await seedStatusApplication('submitted')
  await site.api.database.query(
    `update file set state = case field when 'fileIdCardUrl' then 'preparing' else 'unreadable' end
     where record_id = $1 and field in ('fileIdCardUrl', 'fileDiplomaUrl')`,
    [application.id],
  )
  await site.api.database.query('update registrations set file_cv_url = null where id = $1', [
    application.id,
  ])
  await open(application)
  expect(screen.getByText('Uploaded. The preview is being prepared.')).toBeTruthy()
  expect(
    screen.getByText('Cannot be read. The admission office will ask you for another file.'),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^View/ })).toBeNull()
})

test('an unpaid application fee is shown on the page with the bank account and the payment reference', async () => {
  const server = await serverSide()
  await server.updateSettings(site.api, {
    registrationOpen: true,
    bankIban: 'RO49AAAA1B31007593840000',
  })
  await server.offerByMerit(site.api.context, programme.specializationId, {
    applicationFee: 200,
    formula: 'baccalaureateAverage',
  })
  const [settings] = await site.api.database.query<{ id: string }>(
    'select admission_session_id as id from settings',
  )
  const round = {
    admissionSessionId: settings?.id,
    name: 'First round',
    number: 1,
    resultsOn: '2026-09-20',
  }
  await server.seedRecord(site.api, 'admission-rounds', round)
  const browser = site.api.browser()
  const form = {
    ...server.applicationForm(100, programme),
    baccalaureateAverage: 9,
    ...(await server.uploadRequiredDocuments(browser)),
  }
  const { data: sent } = await server.submitJson(browser, form)
  await open({ id: '', cnp, reference: sent.reference, code: sent.accessCode })
  const fee = within(screen.getByRole('region', { name: 'Application fee' }))
  expect(fee.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^RON.200\.00$/),
    'Universitatea Matricola',
    'RO49 AAAA 1B31 0075 9384 0000',
    sent.reference,
  ])
  expect(fee.getByText(/^Pay by bank transfer/)).toBeTruthy()
  expect(screen.getByText('Your turn')).toBeTruthy()
  expect(
    screen.getByText(
      /^Pay the application fee well before the results are published on 20 September 2026\./,
    ),
  ).toBeTruthy()
})

test.each([
  [
    'withdrawing',
    calls.withdraw,
    async (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Withdraw' })),
  ],
  [
    'undoing it',
    calls.undoWithdrawal,
    async (user: UserEvent) =>
      user.click(screen.getByRole('button', { name: 'Undo the withdrawal' })),
  ],
] as const)(
  '%s reports a lost connection, and takes effect once when it is sent again',
  async (action, endpoint, press) => {
    const { user } = await open(await seedStatusApplication('update_requested'))
    await user.click(screen.getByRole('button', { name: 'Withdraw the application' }))
    if (action === 'undoing it') {
      await user.click(screen.getByRole('button', { name: 'Withdraw' }))
      await screen.findByText('You have withdrawn this application.')
    }
    const { requests, keys } = dropFirstResponse(endpoint)
    await press(user)
    expect(
      await screen.findByText('The connection was lost. Try again. Nothing will be saved twice.'),
    ).toBeTruthy()
    expect(screen.queryByText(/could not be loaded/)).toBeNull()
    await press(user)
    await waitFor(() => expect(requests).toHaveLength(2))
    expect(
      await screen.findByText(
        action === 'undoing it' ? '2 changes to make' : 'You have withdrawn this application.',
      ),
    ).toBeTruthy()
    expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys()[1]).toBe(keys()[0])
  },
)

/** Sends a message as another tab of this browser would. */
function sendFromAnotherTab(message: object) {
  const channel = new BroadcastChannel('matricola.applicant')
  channel.postMessage({ ...message, from: 'another tab' })
  channel.close()
}
const simulateVisibilityChange = () =>
  act(async () => void document.dispatchEvent(new Event('visibilitychange')))

test('signing out in another tab removes the application from this one, with its changes and its documents', async () => {
  const { user } = await open(await seedStatusApplication('update_requested'))
  await user.click(screen.getByRole('button', { name: 'Make the changes' }))
  await user.type(await screen.findByRole('textbox', { name: /^Address/ }), ' 12')
  act(() => sendFromAnotherTab({ type: 'closed' }))
  expect(await screen.findByText('You signed out in another tab.')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: /CNP/ })).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/Observatorului|ID\d{8}/)
})

test('opening another application in a second tab removes this one from the page; opening the same one does not', async () => {
  const application = await seedStatusApplication('submitted')
  await open(application)
  act(() => sendFromAnotherTab({ type: 'opened', reference: application.reference }))
  await simulateVisibilityChange()
  expect(screen.getByRole('heading', { level: 1, name: 'We have your application' })).toBeTruthy()
  expect(screen.getByText(application.reference)).toBeTruthy()
  act(() => sendFromAnotherTab({ type: 'opened', reference: 'ADM-OTHER' }))
  expect(await screen.findByText('You opened another application in another tab.')).toBeTruthy()
  expect(document.body.textContent).not.toContain(application.reference)
})

test('a tab that is shown again checks its session: an expired one prompts for the code, a failed check changes nothing', async () => {
  const application = await seedStatusApplication('submitted')
  await open(application)
  const heading = () =>
    screen.queryByRole('heading', { level: 1, name: 'We have your application' })
  let answer: 'cut' | 'over' = 'cut'
  const requests = handle(calls.application, () =>
    answer === 'cut'
      ? HttpResponse.error()
      : failureResponse(403, 'applicant.required', 'Enter the access code.'),
  )
  await simulateVisibilityChange()
  await waitFor(() => expect(requests.requests).toHaveLength(1))
  expect(heading()).toBeTruthy()
  answer = 'over'
  await simulateVisibilityChange()
  expect(await screen.findByText(/^For your security, you have been signed out\./)).toBeTruthy()
  expect(heading()).toBeNull()
})

test('signing out is broadcast to the other tabs, and is not reported here as a sign-out in another tab', async () => {
  const receivedTypes: unknown[] = []
  const other = new BroadcastChannel('matricola.applicant')
  other.onmessage = ({ data }: MessageEvent<{ type: string }>) => void receivedTypes.push(data.type)
  try {
    const { user } = await open(await seedStatusApplication('submitted'))
    await user.click(screen.getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(receivedTypes).toEqual(['opened', 'closed']))
    expect(screen.queryByText('You signed out in another tab.')).toBeNull()
  } finally {
    other.close()
  }
})

type Publication = Omit<Parameters<typeof publishResult>[2], 'round'> & { readonly name: string }

describe('in Romanian, an applicant reads first', () => {
  /** Publishes the results of two rounds and returns the texts above the milestones. */
  async function readAnswer(
    results: (law: ChoiceResult, other: ChoiceResult) => readonly Publication[],
    { isConfirmed = false } = {},
  ) {
    const server = await serverSide()
    const law = await server.seedProgramme(site.api, { name: 'Drept' })
    const other = await server.seedProgramme(site.api, { name: 'Informatică' })
    for (const { specializationId } of [law, other])
      await server.offerByMerit(site.api.context, specializationId)
    const application = await seedStatusApplication('under_review', { to: law })
    const choice = {
      ...{ kind: 'budget', average: 910, position: 2, applicants: 9, waitingPosition: 0 },
      ...{ lastAverage: 900, reason: 'won' as const },
    }
    const published = results(
      { ...choice, specializationId: law.specializationId },
      { ...choice, specializationId: other.specializationId },
    )
    for (const [index, { name, ...one }] of published.entries()) {
      now = [at.takenUp, at.answered][index] ?? at.now
      await server.publishResult(site.api.context, application.id, {
        ...one,
        round: {
          ...{ name, number: index + 1 },
          ...(index === published.length - 1 && { confirmBy: '2026-09-25' }),
        },
      })
    }
    const won = published.at(-1)?.won
    setTime(at.now)
    await change(application, {
      ...(won && { status: 'accepted', decidedAt: at.sentBack }),
      ...(won && { wonSpecializationId: won.specializationId, wonFunding: won.kind }),
      ...(won && !isConfirmed && { confirmBy: '2026-09-25' }),
      ...(isConfirmed && { confirmedAt: at.takenUp }),
    })
    if (isConfirmed)
      await site.api.database.query(
        "update admission_result set confirmed = true where change = 'up'",
      )
    await open(application)
    await act(() => changeLanguage('ro'))
    const title = screen.getByRole('heading', { level: 1 })
    const all = [...(title.parentElement?.children ?? [])]
    const steps = all.findIndex((element) => element.classList.contains('steps'))
    return all.slice(0, steps).map(({ textContent }) => textContent)
  }

  test('that a place was won', async () => {
    const answer = await readAnswer((law) => [{ name: 'Etapa I', quotas: [law], won: law }])
    expect(answer[0]).toMatch(/^Loc de confirmat ID\d{8}/)
    expect(answer.slice(1, 4)).toEqual([
      'Ați obținut un loc',
      'În Etapa I ați obținut opțiunea 1. Confirmați locul până vineri, 25 septembrie 2026; altfel îi revine candidatului următor.',
      'Drept, bugetDe confirmat pânăvineri, 25 septembrie 2026, 23:59 (ora României)',
    ])
  })

  test('that a confirmed place became a better one', async () => {
    const answer = await readAnswer(
      (law, other) => [
        { name: 'Etapa I', quotas: [law, other], won: other },
        { name: 'Etapa a II-a', quotas: [law, other], won: law, change: 'up', from: other },
      ],
      { isConfirmed: true },
    )
    expect(answer[0]).toMatch(/^Confirmat ID\d{8}/)
    expect(answer.slice(1, 3)).toEqual([
      'Ați trecut la o opțiune mai bună',
      'S-a eliberat un loc la opțiunea 1, iar acum este al dumneavoastră.',
    ])
    expect(answer[3]).toMatch(/^Până acumÎnainte: Informatică, bugetAcumAcum: Drept, buget/)
  })

  test('that the place is now fee-paying, and why', async () => {
    const answer = await readAnswer((law) => {
      const fee = { ...law, kind: 'fee' }
      const lost = { ...law, lastAverage: 912, reason: 'higherAverage' as const }
      return [
        { name: 'Etapa I', quotas: [law], won: law },
        {
          ...{ name: 'Etapa a II-a', quotas: [lost, fee], won: fee, from: law },
          ...{ change: 'nowFeePaying', cause: 'appealUpheld' },
        },
      ]
    })
    expect(answer.slice(1, 3)).toEqual([
      'Locul dumneavoastră s-a schimbat',
      'Noile rezultate vă oferă un loc cu taxă. Răspundeți până vineri, 25 septembrie 2026.',
    ])
    expect(answer[3]).toMatch(
      /^Oferit pe 2 septembrie 2026Înainte: Drept, bugetAcumAcum: Drept, cu taxă/,
    )
    expect(answer[4]).toBe(
      'De ce: Contestația altui candidat a fost admisă, iar ordinea s-a schimbat. Ultimul candidat admis are media 9,12; dumneavoastră aveți 9,10.',
    )
  })

  test('that the place was withdrawn, and why', async () => {
    const answer = await readAnswer((law) => [
      { name: 'Etapa I', quotas: [law], won: law },
      {
        name: 'Etapa a II-a',
        quotas: [{ ...law, waitingPosition: 1, reason: 'higherAverage' }],
        ...{ change: 'lost', from: law, cause: 'placesReduced' },
        causeDetails: { old: 30, new: 29 },
      },
    ])
    expect(answer[0]).toMatch(/^În așteptare: nr\. 1 ID\d{8}/)
    expect(answer.slice(1, 3)).toEqual([
      'Nu mai aveți acest loc',
      'Pe 2 septembrie 2026 v-am oferit un loc la Drept, buget. Am fost nevoiți să îl retragem. Ne pare rău.',
    ])
    expect(answer[4]).toBe('De ce: Numărul de locuri a fost redus de la 30 la 29.')
  })

  test('that all places are kept, and the position on the waiting list', async () => {
    const answer = await readAnswer((law) => [
      { name: 'Etapa I', quotas: [{ ...law, waitingPosition: 1, reason: 'heldAll', held: 2 }] },
    ])
    expect(answer.slice(1, 3)).toEqual([
      'Sunteți primul pe listă',
      'În Etapa I nu ați obținut un loc. Nu trebuie să faceți nimic pentru a rămâne pe listă.',
    ])
    expect(answer[3]).toMatch(/^Drept, bugetAveți numărul 1 pe lista de așteptare/)
    // The texts about averages are loaded when they are needed.
    const reason = await screen.findByText(/^Media 9,10, poziția 2 din 9/, {
      selector: '.message *',
    })
    expect(reason.textContent).toBe(
      'Media 9,10, poziția 2 din 9. Nu există locuri libere: 2 au fost confirmate anterior și se păstrează.',
    )
  })
})

test('a message with an attachment is kept when it fails and sent once again; the response of the office is shown', async () => {
  const application = await seedStatusApplication('under_review')
  const { user } = await open(application)
  await user.click(screen.getByText('Messages'))
  expect(await screen.findByText('There are no messages yet.')).toBeTruthy()
  await user.type(screen.getByLabelText('Your message'), 'Is this the right form?')
  const [attachment] = document.querySelectorAll<HTMLInputElement>(
    'input[type=file]:not([capture])',
  )
  await user.upload(attachment ?? document.createElement('input'), pdfFile('form.pdf'))
  expect(await screen.findByRole('region', { name: 'Attachment 2' })).toBeTruthy()
  const [second] = [...document.querySelectorAll<HTMLInputElement>('input[type=file]')].filter(
    (input) => input.closest('section')?.textContent?.startsWith('Attachment 2'),
  )
  await user.upload(second ?? document.createElement('input'), new File([], 'empty.pdf'))
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText(/^An attachment was not uploaded\./)).toBeTruthy()
  await user.upload(second ?? document.createElement('input'), pdfFile('second.pdf', 3000))
  const sent = dropFirstResponse(calls.sendMessage)
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(sent.requests).toHaveLength(1))
  expect(await screen.findByRole('heading', { name: 'The message was not sent' })).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your message').value).toBe(
    'Is this the right form?',
  )
  await user.click(await screen.findByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('Your message has been sent.')).toBeTruthy()
  expect(sent.requests).toHaveLength(2)
  expect(screen.getByText('form.pdf', { exact: false })).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your message').value).toBe('')
  expect(await site.api.database.query('select author, body from application_messages')).toEqual([
    { author: 'applicant', body: 'Is this the right form?' },
  ])
  cleanup()
  site.jar.clear()
  await site.api.database.query(
    `insert into application_messages (id, registration_id, author, body, sent_at)
     select gen_random_uuid(), registration_id, 'office', 'Yes, it is.', sent_at from application_messages`,
  )
  await open(application)
  expect(await screen.findByText('Messages: 1 new')).toBeTruthy()
  expect(await screen.findByText('Yes, it is.')).toBeTruthy()
  expect(screen.getByText('Admission office')).toBeTruthy()
})

test('above the box stand the hours of the office, as it has set them', async () => {
  const setHours = (monday: string | null, tuesday: string | null) =>
    site.api.database.query('update settings set hours_monday = $1, hours_tuesday = $2', [
      monday,
      tuesday,
    ])
  await setHours('09:00-12:00, 13:00-15:00', '09:00-12:00, 13:00-15:00')
  const waiting = await seedStatusApplication('under_review')
  const { user } = await open(waiting)
  await user.click(screen.getByText('Messages'))
  expect(
    await screen.findByText(
      'The office answers Mon–Tue 9:00–12:00, 13:00–15:00 (Romanian time), here and by email.',
    ),
  ).toBeTruthy()
  cleanup()
  site.jar.clear()
  await setHours(null, null)
  const later = await open(waiting)
  await later.user.click(screen.getByText('Messages'))
  await screen.findByLabelText('Your message')
  expect(screen.queryByText(/^The office answers Mon/)).toBeNull()
})

test('an applicant who cannot write reads why, and the section is left out if it would be empty', async () => {
  const waiting = await seedStatusApplication('under_review')
  for (const question of ['One', 'Two', 'Three'])
    await site.api.database.query(
      `insert into application_messages (id, registration_id, author, body, sent_at)
       values (gen_random_uuid(), $1, 'applicant', $2, $3)`,
      [waiting.id, question, at.sent],
    )
  const { user } = await open(waiting)
  await user.click(screen.getByText('Messages'))
  expect(await screen.findByText(/^Three of your messages wait for a response\./)).toBeTruthy()
  expect(screen.queryByLabelText('Your message')).toBeNull()
  cleanup()
  site.jar.clear()
  await change(waiting, { status: 'declined', decidedAt: at.sent, reasonCode: 'other' })
  setTime('2026-12-01T09:00:00.000Z')
  const later = await open(waiting)
  await later.user.click(screen.getByText('Messages'))
  expect(await screen.findByText(/^The conversation is closed/)).toBeTruthy()
  cleanup()
  site.jar.clear()
  await site.api.database.query('delete from application_messages')
  await open(waiting)
  expect(screen.queryByText('Messages')).toBeNull()
})

describe('contact details', () => {
  const openContact = async (application: SeededApplication) => {
    const page = await open(application)
    await page.user.click(screen.getByText('Contact details', { selector: 'summary' }))
    await screen.findByLabelText('Personal email')
    return page
  }

  test('change the phone number and the address at once, and an issue keeps what was typed', async () => {
    const { user } = await openContact(await seedStatusApplication('under_review'))
    const city = screen.getByLabelText<HTMLInputElement>('City')
    await user.clear(city)
    await user.type(city, 'Iași')
    const phone = screen.getByLabelText<HTMLInputElement>('Phone number')
    await user.clear(phone)
    await user.type(phone, '12')
    await user.click(screen.getByRole('button', { name: 'Save phone and address' }))
    await waitFor(() => expect(phone.getAttribute('aria-invalid')).toBe('true'))
    expect(city.value).toBe('Iași')
    await user.clear(phone)
    await user.type(phone, '0745 000 111')
    await user.click(screen.getByRole('button', { name: 'Save phone and address' }))
    expect(await screen.findByText('Your contact details were changed.')).toBeTruthy()
    expect(screen.getByText('Contact details changed')).toBeTruthy()
  })

  test('send a link to a new email address, which does not replace the present one yet', async () => {
    const application = await seedStatusApplication('under_review')
    const { user } = await openContact(application)
    const email = screen.getByLabelText<HTMLInputElement>('Personal email')
    const former = email.value
    await user.clear(email)
    await user.type(email, 'new@example.org')
    await user.click(screen.getByRole('button', { name: 'Send a link to this address' }))
    expect(await screen.findByText(/^We have sent a link to new@example\.org\./)).toBeTruthy()
    expect(screen.getByText(`We write to ${former}.`)).toBeTruthy()
    expect(screen.queryByText(/You have not verified/)).toBeNull()
  })

  test('are open, with a warning, a day after an application whose address is not verified', async () => {
    const application = await seedStatusApplication('under_review', {
      values: { emailState: 'unverified' },
    })
    const { user } = await open(application)
    expect(await screen.findByText(/^You have not verified your email address/)).toBeTruthy()
    const button = await screen.findByRole('button', { name: 'Send the link again' })
    await user.click(button)
    expect(await screen.findByText(/^We have sent a link to this address\./)).toBeTruthy()
  })

  test('are only shown to enrolled applicants', async () => {
    const application = await seedStatusApplication('accepted', {
      values: { enrolledAt: at.sentBack },
    })
    const { user } = await open(application)
    await user.click(screen.getByText('Contact details', { selector: 'summary' }))
    expect(await screen.findByText(/^You are enrolled, or changes are turned off/)).toBeTruthy()
    expect(screen.queryByLabelText('Personal email')).toBeNull()
  })

  test('ask for the access code after the session has ended', async () => {
    const { user } = await openContact(await seedStatusApplication('under_review'))
    handle(contactEndpoints.changeContact, () =>
      failureResponse(403, 'applicant.required', 'Open the application again.'),
    )
    await user.click(screen.getByRole('button', { name: 'Save phone and address' }))
    expect(await screen.findByLabelText('Access code')).toBeTruthy()
  })

  test('say that they could not be saved, and keep what was typed', async () => {
    const { user } = await openContact(await seedStatusApplication('under_review'))
    handle(contactEndpoints.changeContact, () =>
      failureResponse(429, 'contact.tooMany', 'Try again later.'),
    )
    const city = screen.getByLabelText<HTMLInputElement>('City')
    await user.clear(city)
    await user.type(city, 'Deva')
    await user.click(screen.getByRole('button', { name: 'Save phone and address' }))
    expect(await screen.findByText('Nothing was changed')).toBeTruthy()
    expect(screen.getByText('Try again later.')).toBeTruthy()
    expect(city.value).toBe('Deva')
  })
})

describe('a link in an email about an address', () => {
  const token = 'A'.repeat(43)
  const openLink = (fragment: string) => openPublicPage(`/registration/email#${fragment}`)

  test('verifies the address of an application with the birth date, on a press', async () => {
    const { requests } = recordRequests(contactEndpoints.openEmailLink)
    handle(contactEndpoints.openEmailLink, () => undefined)
    const { user } = await openLink(`first=${token}`)
    await screen.findByRole('heading', { level: 1, name: 'Verify your email address' })
    expect(requests).toHaveLength(0)
    await user.click(screen.getByRole('button', { name: 'Verify this address' }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    await user.type(screen.getByLabelText('Day'), '15')
    await user.type(screen.getByLabelText('Month'), '3')
    await user.type(screen.getByLabelText('Year'), '2007')
    await user.click(screen.getByRole('button', { name: 'Verify this address' }))
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(await requests[0]?.json()).toEqual({ token, birthDate: '2007-03-15' })
  })

  test.each([
    ['change', 'Use this email address', 'Use this address', 'changed', 'Your address was changed'],
    [
      'stop',
      'Stop the change of your email address',
      'This wasn’t me',
      'kept',
      'Your address stays',
    ],
  ])('acts on a press: %s', async (kind, title, submit, outcome, done) => {
    handle(contactEndpoints.openEmailLink, () =>
      HttpResponse.json({ success: true, data: { outcome }, message: '' }),
    )
    const { user } = await openLink(`${kind}=${token}`)
    await screen.findByRole('heading', { level: 1, name: title })
    await user.click(screen.getByRole('button', { name: submit }))
    const heading = await screen.findByRole('heading', { level: 1, name: done })
    await waitFor(() => expect(document.activeElement).toBe(heading))
  })

  test('that was used or has expired says how to get another one', async () => {
    const { user } = await openLink(`change=${token}`)
    await user.click(await screen.findByRole('button', { name: 'Use this address' }))
    const summary = await screen.findByRole('alert')
    expect(within(summary).getByText(/^You can request a new link under/)).toBeTruthy()
  })

  test('without a token says that it is incomplete', async () => {
    await openLink('')
    expect(
      await screen.findByRole('heading', { level: 1, name: 'This link is incomplete' }),
    ).toBeTruthy()
  })
})
