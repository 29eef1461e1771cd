import { sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import { createGate } from '@matricola/testing/gate.ts'
import { fixedId } from '@matricola/testing/pages/fixed-ids.ts'
import {
  delayRequests,
  failureResponse,
  handle,
  recordRequests,
  requestBodies,
} from '@matricola/testing/pages/network.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { get, set } from 'idb-keyval'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import { createApplicationDraft, emptyAnswers } from '#src/public/apply/application-draft.ts'
import { setLastSubmitted } from '#src/public/apply/sending/submitted-application.ts'
import {
  fillAllSteps,
  setAdmission,
  site,
  startApplicationForm,
  typeIdentity,
  waitForDocuments,
} from '../../support/application-form.ts'
import { navigatedPaths } from '../../support/browser.ts'
import { openPublicPage } from '../../support/public-page.tsx'
import { serverSide } from '../../support/server.ts'

const stopped = 'University Registration stopped'
const detail =
  'Registration are not available at this moment. Please check university website registration time.'
const send = () => screen.getByRole('button', { name: 'Submit application' })

const stop = () => setAdmission({ settings: { stopApplicationRequests: true } })
const closedStates = {
  closed: { settings: { registrationOpen: false } },
  stopped: { settings: { stopApplicationRequests: true } },
  early: { opensAt: '2027-07-01T06:00:00.000Z' },
  late: { closesAt: '2026-09-30T13:00:00.000Z', now: '2026-10-02T11:00:00.000Z' },
}

test.each(['closed', 'stopped', 'early', 'late'] as const)(
  'if the admission is %s, the page shows the text of the specification and no form (R-T02)',
  async (closedReason) => {
    await setAdmission(closedStates[closedReason])
    await openPublicPage('/registration/create')
    expect(await screen.findByRole('heading', { level: 1, name: stopped })).toBeTruthy()
    expect(screen.getByText(detail)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /registration/ })).toBeNull()
    expect(
      screen.getByRole('link', { name: 'Check your application status' }).getAttribute('href'),
    ).toBe('/registration/status')
    expect(
      screen.queryByText('Applications open on 1 July 2027 at 09:00 (Romanian time).') !== null,
    ).toBe(closedReason === 'early')
    expect(
      screen.queryByText('Applications closed on 30 September 2026 at 16:00 (Romanian time).') !==
        null,
    ).toBe(closedReason === 'late')
  },
)

test('if the admission is stopped, “check university website” is a link once the URL of the website is set', async () => {
  await setAdmission({
    settings: { stopApplicationRequests: true, website: 'https://www.univ.test' },
  })
  await openPublicPage('/registration/create')
  const link = await screen.findByRole('link', { name: 'university website' })
  expect(link.getAttribute('href')).toBe('https://www.univ.test')
  expect(link.parentElement?.textContent).toBe(detail)
})

test('the start page shows the deadline for applications in the university’s time zone', async () => {
  await setAdmission({ closesAt: '2026-09-30T13:00:00.000Z' })
  await openPublicPage('/registration/create')
  expect(
    await screen.findByText('Applications close on 30 September 2026 at 16:00 (Romanian time).'),
  ).toBeTruthy()
})

/** Opens a master's admission session alongside the current one and returns its id. */
async function beginMasters(closesAt: string): Promise<string> {
  const { seedRecord } = await serverSide()
  const session = {
    name: 'Master 2026',
    academicYear: '2026-2027',
    degree: 'master',
    isConcurrent: true,
    closesAt,
  }
  return (await seedRecord(site.api, 'admission-sessions', session)).id
}

test('with parallel admissions, the start page shows the deadline for each', async () => {
  await setAdmission({ closesAt: '2026-09-30T13:00:00.000Z' })
  await beginMasters('2026-10-09T13:00:00.000Z')
  await openPublicPage('/registration/create')
  const lines = async () =>
    (await screen.findAllByText(/Applications close on/)).map(
      (line) => line.closest('p')?.textContent,
    )
  expect(await lines()).toEqual([
    'Admission 2026: 23 days left. Applications close on 30 September 2026 at 16:00 (Romanian time).',
    'Master 2026: 32 days left. Applications close on 9 October 2026 at 16:00 (Romanian time).',
  ])
})

test('after the deadline of an admission only its programmes are closed, and a form with one of them shows the error there', async () => {
  const admissionSessionId = await beginMasters('2026-09-01T13:00:00.000Z')
  // Makes its programme merit-based; otherwise the form would not ask for choices.
  const merit = { placesBudget: 20, placesFee: 10, formula: 'baccalaureateAverage' }
  await (await serverSide()).seedRecord(site.api, 'admission-programmes', {
    ...merit,
    admissionSessionId,
    specializationId: fixedId(12),
  })
  const draft = createApplicationDraft()
  const values = { ...emptyAnswers, departmentProfileId: fixedId(1), specializationId: fixedId(12) }
  await set('matricola.application', { ...draft, step: 'programme', values })
  await openPublicPage('/registration/create?step=programme')
  expect(await screen.findByRole('radio', { name: /Informatică aplicată/ })).toBeTruthy()
  expect(screen.queryByRole('radio', { name: /Sisteme distribuite/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(
    (await screen.findAllByText('Applications for this specialization are closed. Choose another.'))
      .length,
  ).toBeGreaterThan(0)
})

/**
 * Delays reading the application from the device until `until` resolves. Other reads are immediate.
 */
async function delayStorageRead(until: Promise<void>) {
  const key = 'matricola.application'
  const result = await get(key)
  const read = IDBObjectStore.prototype.get
  const spy = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (
    this: IDBObjectStore,
    of,
  ) {
    if (of !== key) return read.call(this, of)
    spy.mockRestore()
    const request = { result, onsuccess: () => {} }
    until.then(() => request.onsuccess())
    return request as unknown as IDBRequest
  })
}

test('a click before the saved application is loaded is not lost: the form opens after loading', async () => {
  const { open, opened } = createGate()
  await delayStorageRead(opened)
  const { user } = await openPublicPage('/registration/create')
  await user.click(await screen.findByRole('button', { name: 'Start application' }))
  expect(screen.queryByLabelText(/\(CNP\)/)).toBeNull()
  open()
  expect(await screen.findByLabelText(/\(CNP\)/)).toBeTruthy()
})

test('a click before the saved application is loaded deletes nothing', async () => {
  const { open, opened } = createGate()
  const storedDraft = {
    ...createApplicationDraft(),
    values: { ...emptyAnswers, lastName: 'Țîrlea' },
  }
  await set('matricola.application', storedDraft)
  await delayStorageRead(opened)
  const { user } = await openPublicPage('/registration/create')
  await user.click(await screen.findByRole('button', { name: 'Start application' }))
  open()
  expect(await screen.findByRole('button', { name: 'Continue your application' })).toBeTruthy()
  expect(await get('matricola.application')).toEqual(storedDraft)
})

test('a started application can still be sent within a minute after the deadline', async () => {
  await setAdmission({ closesAt: '2026-09-30T13:00:00.000Z', now: '2026-09-30T13:00:59.000Z' })
  await openPublicPage('/registration/create')
  expect(await screen.findByRole('button', { name: 'Start application' })).toBeTruthy()
})

test('if the admission is stopped, the start page says that an application on this device is kept', async () => {
  await set('matricola.application', {
    ...createApplicationDraft(),
    values: { ...emptyAnswers, lastName: 'Țîrlea' },
  })
  await stop()
  await openPublicPage('/registration/create')
  expect(await screen.findByText(/^Your answers are saved on this device until \d/)).toBeTruthy()
})

test('if admission stops while the form is filled in, the next Continue says so and the answers are kept (R-T02)', async () => {
  const user = await startApplicationForm()
  await stop()
  await typeIdentity(user)
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('heading', { level: 1, name: stopped })).toBeTruthy()
  expect(screen.getByText(/^Your answers are saved on this device until \d/)).toBeTruthy()
  expect(await get('matricola.application')).toBeDefined()
})

test('a server refusal because applications are stopped shows the same page and keeps the answers (R-T02)', async () => {
  const user = await startApplicationForm()
  await fillAllSteps(user)
  await waitForDocuments()
  await stop()
  await user.click(send())
  expect(await screen.findByRole('heading', { level: 1, name: stopped })).toBeTruthy()
  expect(screen.getByText(/^Your answers are saved on this device until \d/)).toBeTruthy()
})

test('when the server is full, the page shows the waiting time and retries with the same key', async () => {
  const { open, opened } = createGate()
  const queue = { position: 40, waitSeconds: 40, retryAfterSeconds: 0, ticket: 'a.ticket' }
  const answers = [
    async () =>
      HttpResponse.json(
        { ...(await failureResponse(429, 'registration.queued', '').json()), queue },
        { status: 429 },
      ),
    () => opened.then(() => undefined),
  ]
  const { requests } = handle(admissionEndpoints.submit, () => answers.shift()?.())
  const user = await startApplicationForm()
  await fillAllSteps(user)
  await waitForDocuments()
  await user.click(send())
  const text =
    'Many people are applying right now. Your application will be sent in about 40 seconds.'
  const keep = /^Keep this page open\. Nothing you entered will be lost\./
  await waitFor(() =>
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContainEqual(
      expect.stringContaining(text),
    ),
  )
  expect(screen.getByText(keep)).toBeTruthy()
  open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Application sent' })).toBeTruthy()
  expect(screen.queryByText(keep)).toBeNull()
  expect(requests).toHaveLength(2)
  expect(new Set(requests.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  expect(requests.map(({ headers }) => headers.get('queue-ticket'))).toEqual([null, 'a.ticket'])
})

test('a signed-in user is redirected home instead of seeing the form, with a spinner during the check (R-A10)', async () => {
  await site.api.createAccount('secretary', { username: 'ana' })
  await site.signIn('ana')
  const check = delayRequests(sessionEndpoints.checkAuth)
  await openPublicPage('/registration/create')
  expect(screen.getByText('Checking your sign-in…')).toBeTruthy()
  check.release()
  await waitFor(() => expect(navigatedPaths()).toEqual(['/secretary']))
  expect(screen.queryByRole('button', { name: 'Start application' })).toBeNull()
})

test('if the admission’s state cannot be loaded, the page says so and offers to retry', async () => {
  let isBroken = true
  handle(admissionEndpoints.publicConfig, () => (isBroken ? HttpResponse.error() : undefined))
  const { user } = await openPublicPage('/registration/create')
  expect(
    await screen.findByText('The server cannot be reached. Check the connection and try again.'),
  ).toBeTruthy()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Start application' })).toBeTruthy()
})

test('missing items are links on the last page, and nothing is sent before they are provided', async () => {
  const { requests } = recordRequests(admissionEndpoints.submit)
  const user = await startApplicationForm()
  act(() => {
    window.history.pushState(null, '', '?step=check')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(await screen.findByRole('link', { name: 'Enter your phone number' })).toBeTruthy()
  await user.click(send())
  const summary = await screen.findByRole('alert')
  expect(within(summary).getByRole('link', { name: 'Upload your CV' })).toBeTruthy()
  expect(
    within(summary).getByRole('link', { name: 'Confirm that the information is true' }),
  ).toBeTruthy()
  expect(requests).toEqual([])
  await user.click(within(summary).getByRole('link', { name: 'Enter your phone number' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Phone number')))
})

test('offline, nothing is sent, now or later, until Submit is clicked again', async () => {
  const { requests } = recordRequests(admissionEndpoints.submit)
  const user = await startApplicationForm()
  await fillAllSteps(user)
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fireEvent(window, new Event('offline'))
  expect(
    await screen.findByText('You are offline. Your answers are saved on this device.'),
  ).toBeTruthy()
  await user.click(send())
  expect(await screen.findByText(/^Connect to the internet, then submit again\./)).toBeTruthy()
  online.mockReturnValue(true)
  fireEvent(window, new Event('online'))
  await waitFor(() => expect(screen.queryByText(/^You are offline/)).toBeNull())
  expect(requests).toEqual([])
  await user.click(send())
  expect(await screen.findByRole('heading', { level: 1, name: 'Application sent' })).toBeTruthy()
})

test('after a connection is lost during submission, the retry carries the same key and the same answers', async () => {
  let tries = 0
  const { requests } = handle(admissionEndpoints.submit, () =>
    ++tries === 1 ? HttpResponse.error() : undefined,
  )
  const user = await startApplicationForm()
  await fillAllSteps(user)
  await user.click(send())
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText(/^We didn’t get a response,/)).toBeTruthy()
  expect(
    within(alert).getByText('Your answers and documents are saved on this device.'),
  ).toBeTruthy()
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Application sent' })).toBeTruthy()
  expect(requests).toHaveLength(2)
  expect(requests[0]?.headers.get('idempotency-key')).toBe(
    requests[1]?.headers.get('idempotency-key'),
  )
  // The form may have received a new token in between: it reloads its configuration in the
  // background.
  const answersIn = async (sent: Request | undefined) => ({
    ...JSON.parse((await sent?.text()) ?? ''),
    formToken: null,
  })
  expect(await answersIn(requests[0])).toEqual(await answersIn(requests[1]))
})

test('during submission the button shows the progress, and a second click does nothing', async () => {
  const { requests, release } = delayRequests(admissionEndpoints.submit)
  const user = await startApplicationForm()
  await fillAllSteps(user)
  await user.click(send())
  const busyButton = await screen.findByRole('button', { name: 'Sending…' })
  expect(busyButton.getAttribute('aria-busy')).toBe('true')
  await user.click(busyButton)
  release()
  expect(await screen.findByRole('heading', { level: 1, name: 'Application sent' })).toBeTruthy()
  expect(requests).toHaveLength(1)
})

test('after eight seconds the page says that nothing is lost, and after thirty it offers to retry', async () => {
  handle(admissionEndpoints.submit, () => new Promise(() => {}))
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), ms)
    return controller.signal
  })
  const user = await startApplicationForm()
  await fillAllSteps(user)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await act(async () => fireEvent.click(send()))
    // The call begins shortly before the waiting page is rendered.
    await vi.waitFor(
      () => {
        expect(timeout).toHaveBeenCalledWith(30_000)
        expect(screen.getByRole('button', { name: 'Sending…' })).toBeTruthy()
      },
      { timeout: 60_000 },
    )
    // Timers of the rendered page start once React is idle.
    await act(async () => {})
    await act(() => vi.advanceTimersByTimeAsync(8000))
    expect(
      screen.getByText('This is taking longer than usual. You can keep waiting. Nothing is lost.'),
    ).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(22_000))
  } finally {
    vi.useRealTimers()
  }
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('a server error is shown with our own message, with the saved data and the reference of the error', async () => {
  handle(admissionEndpoints.submit, () =>
    failureResponse(500, 'server.failed', 'Unexpected Application Error!'),
  )
  const user = await startApplicationForm()
  await fillAllSteps(user)
  await user.click(send())
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByRole('heading').textContent).toBe('Something went wrong on our side')
  expect(within(alert).getByText('Error reference: test')).toBeTruthy()
  expect(within(alert).queryByText('Unexpected Application Error!')).toBeNull()
  await waitFor(() => expect(document.title).toMatch(/^Error: /))
})

test('after too many attempts, the page shows how to contact the office', async () => {
  handle(admissionEndpoints.submit, () =>
    failureResponse(429, 'requests.tooMany', 'Too many attempts. Try again in a few minutes.'),
  )
  const user = await startApplicationForm()
  await fillAllSteps(user)
  await user.click(send())
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('Too many attempts. Try again in a few minutes.')).toBeTruthy()
  expect(within(alert).getByRole('link', { name: 'admitere@univ.test' })).toBeTruthy()
})

test('a server refusal is shown on the last page with a link to its field, which is then marked as invalid', async () => {
  handle(admissionEndpoints.submit, () =>
    failureResponse(400, 'input.invalid', 'Some answers need fixing.', {
      personalEmail: [{ code: 'email.malformed' }],
    }),
  )
  const user = await startApplicationForm()
  await fillAllSteps(user)
  await user.click(send())
  const alert = await screen.findByRole('alert')
  await user.click(
    within(alert).getByRole('link', {
      name: 'Enter a full email address, such as name@example.com',
    }),
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Personal email')))
  expect(screen.getByLabelText('Personal email').getAttribute('aria-invalid')).toBe('true')
})

test('a document that the server no longer has is uploaded again before the application is sent', async () => {
  const { requests } = recordRequests(admissionEndpoints.submit)
  const user = await startApplicationForm()
  await fillAllSteps(user)
  await waitForDocuments()
  await site.api.database.query("delete from file where name = 'CV.jpg'")
  await user.click(send())
  expect(await screen.findByRole('heading', { level: 1, name: 'Application sent' })).toBeTruthy()
  const [first, second] = await Promise.all(requests.map((request) => request.json()))
  expect(second.fileCV).not.toBe(first.fileCV)
  expect(second.fileIdCard).toBe(first.fileIdCard)
})

test('a duplicate application is reported only after submission, with links to the status and to another programme', async () => {
  handle(admissionEndpoints.submit, () =>
    failureResponse(409, 'registration.duplicate', 'There already is a registration.'),
  )
  const user = await startApplicationForm()
  await fillAllSteps(user)
  await user.click(send())
  expect(
    await screen.findByRole('heading', {
      level: 1,
      name: 'You already have an application in this admission session',
    }),
  ).toBeTruthy()
  expect(
    screen.getByRole('link', { name: 'Check your application status' }).getAttribute('href'),
  ).toBe('/registration/status')
  await user.click(screen.getByRole('link', { name: 'Choose another specialization' }))
  expect(
    await screen.findByRole('heading', { level: 1, name: 'What you want to study' }),
  ).toBeTruthy()
})

/** The reference number of the only stored application. */
async function sentReference(): Promise<string> {
  const [row] = await site.api.database.query<{ reference: string }>(
    'select reference_code as reference from registrations',
  )
  return row?.reference ?? 'nothing was sent'
}

test('the confirmation has buttons that copy reference number and access code, and after a reload shows only the reference number', async () => {
  const user = await startApplicationForm()
  await fillAllSteps(user)
  await user.click(send())
  await user.click(await screen.findByRole('button', { name: 'Copy Access code' }))
  const code = await navigator.clipboard.readText()
  expect(code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/)
  expect(screen.getByText(code)).toBeTruthy()
  expect(screen.getByText('Copied')).toBeTruthy()
  expect(await get('matricola.application')).toBeUndefined()
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(code.slice(0, 5))
  setLastSubmitted(null)
  document.body.innerHTML = ''
  await openPublicPage('/registration/create?step=sent')
  expect(await screen.findByText(await sentReference())).toBeTruthy()
  expect(screen.queryByText(code)).toBeNull()
})

test('the confirmation shows the main facts, and saves a receipt, with the access code only on request, or reports that this failed', async () => {
  const user = await startApplicationForm()
  await fillAllSteps(user)
  await user.click(send())
  await screen.findByRole('heading', { level: 1, name: 'Application sent' })
  const panel = document.querySelector('.sent-panel')
  expect(panel?.textContent).toContain('Ștefania Țîrlea')
  expect(panel?.textContent).toContain('Informatică aplicată')
  const code = screen.getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/).textContent ?? ''
  expect(
    screen.getByText(/^We have received your application\. Review starts by .+\.$/),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add to calendar' })).toBeTruthy()
  let isBusy = true
  const answerBusy = () =>
    isBusy ? failureResponse(503, 'server.busy', 'Try again in a moment.') : undefined
  const { requests } = handle(admissionEndpoints.receipt, answerBusy)
  await user.click(screen.getByRole('button', { name: 'Save receipt (PDF)' }))
  const box = within(await screen.findByRole('alert'))
  expect(box.getByRole('heading', { level: 2 }).textContent?.trim()).toBe('That did not work')
  expect(box.getByText('Try again in a moment.')).toBeTruthy()
  isBusy = false
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await user.click(screen.getByRole('button', { name: 'Save receipt (PDF)' }))
  await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1))
  await user.click(screen.getByRole('checkbox', { name: 'Include the access code in the receipt' }))
  await user.click(screen.getByRole('button', { name: 'Save receipt (PDF)' }))
  await waitFor(() => expect(clicked).toHaveBeenCalledTimes(2))
  const proof = { reference: await sentReference(), accessCode: code.replace('-', '') }
  expect(await requestBodies(requests.slice(1))).toEqual([
    { ...proof, includeAccessCode: false },
    { ...proof, includeAccessCode: true },
  ])
  clicked.mockRestore()
})
