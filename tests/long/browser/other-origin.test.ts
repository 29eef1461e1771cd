/**
 * Pages built with `VITE_API_URL` and served from a different origin work in the same way as on the
 * API's own origin. Pages from unlisted origins get no access.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountPath, homePath, pagePaths, signInPath } from '@matricola/schema/paths.ts'
import { type Endpoint, endpointsOf, sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import type { Page as RecordPage, WireRecord } from '@matricola/schema/wire/wire.ts'
import { jpegBytes } from '@matricola/testing/uploads.ts'
import { type APIRequestContext, type Page, request as requests } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type { WireApplication, WireSubmitted } from '#resources/admission/wire.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { getResource } from '#resources/index.ts'
import { statusPath } from '#resources/paths.ts'
import { completeCnp, multipartApplication } from '#tests/browser/support/application.ts'
import { createPdf } from '#tests/browser/support/application-form.ts'
import {
  buildPages,
  hostPages,
  programWithPages,
  type StaticHost,
} from '#tests/browser/support/pages-at-other-origin.ts'
import { openPage, password, takeConsoleErrors } from '#tests/support/browser.ts'
import { freePort, type Program, startProgram } from '#tests/support/program.ts'

/** A PDF with text in a standard font, which the PDF viewer loads from the page's origin. */
const pdf = createPdf('diploma.pdf').buffer

const parent = mkdtempSync(join(tmpdir(), 'matricola-other-origin-'))
const pages = join(parent, 'pages')
/**
 * The program that serves the API, and a program that serves only pages, from a different origin on
 * the same site.
 */
let api: Program
let otherProgram: Program
/** Two other sites. The API lists only the first one. */
let site: StaticHost
let stranger: StaticHost
let admin: APIRequestContext
let anonymous: APIRequestContext

const dataOf = (name: 'demo' | 'empty') => {
  cpSync(inject(name).folder, join(parent, name), { recursive: true })
  return join(parent, name)
}

beforeAll(async () => {
  ;[site, stranger] = [await hostPages(pages), await hostPages(pages)]
  const [port, otherPort] = [String(await freePort()), String(await freePort())]
  await buildPages(`http://localhost:${port}`, pages)
  api = await startProgram({
    PORT: port,
    DATA_DIR: dataOf('demo'),
    DEMO: '0',
    PUBLIC_ORIGIN: site.origin,
    CORS_ORIGINS: `${site.origin},http://localhost:${otherPort}`,
  })
  otherProgram = await startProgram(
    { PORT: otherPort, DATA_DIR: dataOf('empty'), DEMO: '0' },
    programWithPages(pages, join(parent, 'program')),
  )
  admin = await requests.newContext({ baseURL: api.origin })
  anonymous = await requests.newContext({ baseURL: api.origin })
  await call(admin, sessionEndpoints.login, { data: { username: 'admin', password } })
})
afterAll(async () => {
  await Promise.all([admin?.dispose(), anonymous?.dispose()])
  site?.close()
  stranger?.close()
  await Promise.all([api?.stop('SIGKILL'), otherProgram?.stop('SIGKILL')])
  rmSync(parent, { recursive: true, force: true })
})

/** Returns the data of an API call that is made without a page. */
async function call<T = WireRecord>(
  caller: APIRequestContext,
  { method, path }: Endpoint,
  options: Parameters<APIRequestContext['fetch']>[1] = {},
): Promise<T> {
  // A kept-alive connection may be closed by the server just as it is reused, so reads are retried
  // once.
  const maxRetries = method === 'GET' ? 1 : 0
  const answer = await (await caller.fetch(path, { ...options, method, maxRetries })).json()
  if (!answer.success)
    throw new Error(`${method} ${path}: ${answer.message} ${JSON.stringify(answer.fields ?? {})}`)
  return answer.data
}

/** Without a session, the browser logs a 401. */
const expectOnlyRefusals = (page: Page) => {
  expect(takeConsoleErrors(page).filter((line) => !/status of 401/.test(line))).toEqual([])
}

async function signInAt(origin: string, role: 'secretary' | 'admin'): Promise<Page> {
  const page = await openPage()
  await page.goto(`${origin}${signInPath}`)
  await page.getByLabel('Username or email').fill(role)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${origin}${homePath(role)}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expectOnlyRefusals(page)
  return page
}

/**
 * Submits an application with an image and two PDFs, and waits until they are prepared. Before
 * that, users who open them are asked to wait.
 */
async function apply(start: string): Promise<WireSubmitted> {
  const intake = await call<WireIntake>(anonymous, admissionEndpoints.publicConfig)
  const fileIdCard = { name: 'card.jpg', mimeType: 'image/jpeg', buffer: await jpegBytes() }
  const application = multipartApplication(intake, {
    cnpStart: start,
    personalEmail: 'stefania.elsewhere@posta.example',
    pdf,
  })
  const sent = await call<WireSubmitted>(anonymous, admissionEndpoints.submit, {
    multipart: { ...application, fileIdCard },
  })
  const { reference, accessCode } = sent
  await call(anonymous, admissionEndpoints.openApplication, { data: { reference, accessCode } })
  const getApplication = () => call<WireApplication>(anonymous, admissionEndpoints.application)
  await expect
    .poll(async () => (await getApplication()).documents.every(({ state }) => state === 'ready'))
    .toBe(true)
  await call(anonymous, admissionEndpoints.closeApplication)
  return sent
}

const registrations = endpointsOf(getResource('registrations'))
const courses = endpointsOf(getResource('courses'))

/** Waits until an image is drawn. */
const isRendered = (page: Page, selector: string) =>
  expect
    .poll(() =>
      page.locator(selector).evaluate((image) => (image as HTMLImageElement).naturalWidth),
    )
    .toBeGreaterThan(0)

describe('pages from another site that the API lists (R-C02)', () => {
  test('let an applicant look up an application, open it, see its documents and close it', async () => {
    const { reference, accessCode } = await apply('605112912991')
    const page = await openPage()
    await page.goto(`${site.origin}${statusPath}`)
    await page.getByLabel('Personal numeric code (CNP)').fill(completeCnp('605112912991'))
    await page.getByRole('button', { name: 'Check status' }).click()
    await page.getByRole('button', { name: 'See details' }).click()
    await page.getByLabel('Reference number').fill(reference)
    await page.getByLabel('Access code').fill(accessCode)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.locator('.status-head').getByText(reference).waitFor()
    await page.getByRole('button', { name: /^View: Identity card/ }).click()
    await isRendered(page, 'dialog img')
    await page.keyboard.press('Escape')
    const font = page.waitForResponse(
      (answer) =>
        answer.url().startsWith(`${site.origin}/assets/`) && /\.(?:ttf|pfb)$/.test(answer.url()),
    )
    await page
      .getByRole('button', { name: /^View: / })
      .nth(1)
      .click()
    await page.locator('dialog canvas').first().waitFor()
    expect((await font).status()).toBe(200)
    await page.keyboard.press('Escape')
    expectOnlyRefusals(page)
  })

  test('let a secretary sign in, see a list, live updates and a document, and then sign out', async () => {
    const { reference } = await apply('605112912992')
    const page = await signInAt(site.origin, 'secretary')
    const cookies = await page.context().cookies(api.origin)
    expect(
      cookies
        .map(({ name, secure, httpOnly, sameSite }) => [name, secure, httpOnly, sameSite])
        .sort(),
    ).toEqual(['at', 'dev', 'rt'].map((name) => [name, true, true, 'None']))

    await page.getByRole('link', { name: 'Courses' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Courses' }).waitFor()
    const course = (
      await call<RecordPage<WireRecord>>(admin, courses.list, { params: { pageSize: '1' } })
    ).list[0]
    // From here on, the page receives every change through the event stream.
    const listening = page.waitForResponse(`${api.origin}/api/live`)
    await page.goto(
      `${site.origin}${pagePaths(getResource('courses'), 'secretary').show.replace(':id', course?.id ?? '')}`,
    )
    await page.getByRole('heading', { level: 1, name: String(course?.name) }).waitFor()
    expect((await listening).status()).toBe(200)
    const renamed = `${course?.name} (renamed)`
    await call(admin, courses.update, {
      data: { id: course?.id, version: course?.version, name: renamed },
    })
    // The page says that another user has changed the record.
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('heading', { level: 1, name: renamed }).waitFor()

    const found = await call<RecordPage<WireRecord>>(admin, registrations.list, {
      params: { 'filters[referenceCode]': reference },
    })
    await page.goto(`${site.origin}/secretary/registrations/${found.list[0]?.id}`)
    await page.locator('.viewer-frame canvas').waitFor()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByTitle('Download', { exact: true }).click(),
    ])
    expect(saved.suggestedFilename()).toMatch(/\.(jpe?g|png)$/)
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByTitle('Open in a new tab').click(),
    ])
    await isRendered(tab, 'img')
    await tab.close()

    await page.goto(`${site.origin}${accountPath('secretary')}`)
    await page
      .locator('input[type=file]:not([capture])')
      .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await jpegBytes() })
    await isRendered(page, 'main img.upload-preview')
    await isRendered(page, 'header img.profile-picture')

    await page.goto(`${site.origin}/secretary/courses`)
    await page.locator('[data-row]').first().waitFor()
    expectOnlyRefusals(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.locator('#username').waitFor()
    expect((await page.context().cookies(api.origin)).map(({ name }) => name)).toEqual(['dev'])
    expectOnlyRefusals(page)
  })

  test('let an administrator save an export and select all records that match a list', async () => {
    const page = await signInAt(site.origin, 'admin')
    await page.goto(`${site.origin}/admin/courses`)
    await page.locator('[data-row]').first().waitFor()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await page.getByRole('button', { name: /^Select all \d+/ }).click()
    await page
      .getByRole('region', { name: 'Selection' })
      .getByRole('button', { name: 'Export' })
      .click()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download \d+ records/ }).click(),
    ])
    expect(saved.suggestedFilename()).toMatch(/^courses.*\.xlsx$/)
  })
})

test('a page has a content security policy that lets it call the API and no other origin, whichever server sends the page', async () => {
  const page = await openPage()
  await page.goto(`${site.origin}/nowhere`)
  const response = await page.evaluate(
    (addresses) =>
      Promise.all(
        addresses.map((address) =>
          fetch(address, { credentials: 'include' }).then(
            ({ ok }) => ok,
            () => false,
          ),
        ),
      ),
    [
      `${api.origin}/api/registrations/public-config`,
      `${stranger.origin}/emblem.svg`,
      `${otherProgram.origin}/healthz`,
    ],
  )
  expect(response).toEqual([true, false, false])
  const consoleErrors = takeConsoleErrors(page)
  expect(
    consoleErrors.filter((line) =>
      line.includes('violates the following Content Security Policy directive: "connect-src'),
    ),
  ).toHaveLength(2)
})

test('an invalid VITE_API_URL fails the build with a message that contains a valid example', async () => {
  await expect(buildPages('api.univ.test', join(parent, 'none'))).rejects.toThrow(
    'VITE_API_URL must be the origin of the API, such as https://api.example.org',
  )
})

test('pages served by a second server on the same site work with the same cookies as pages on the API’s own origin (R-C02)', async () => {
  const page = await signInAt(otherProgram.origin, 'secretary')
  const cookies = (await page.context().cookies(api.origin)).filter(({ httpOnly }) => httpOnly)
  expect(cookies.map(({ name, sameSite }) => [name, sameSite]).sort()).toEqual(
    ['at', 'dev', 'rt'].map((name) => [name, 'Strict']),
  )
  await page.goto(`${otherProgram.origin}/secretary/courses`)
  await page.locator('[data-row]').first().waitFor()
})

test('pages from an unlisted origin get no data, even with the cookies of a signed-in user (R-C02)', async () => {
  // Browsers treat two ports of one host as the same site and send the cookies.
  const page = await signInAt(site.origin, 'secretary')
  await page.goto(`${stranger.origin}/nowhere`)
  const before = (
    await call<RecordPage<WireRecord>>(admin, courses.list, { params: { pageSize: '1' } })
  ).totalCount
  const response = await page.evaluate(async (to) => {
    const send = (path: string, options: RequestInit) =>
      fetch(`${to}${path}`, { credentials: 'include', ...options }).then(
        ({ type }) => type,
        () => 'refused',
      )
    const body = JSON.stringify({ name: 'Planted' })
    return [
      await send('/api/authentication/check-auth', {}),
      await send('/api/registrations/public-config', {}),
      await send('/api/courses/create', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      }),
      // Sent without a preflight and with cookies, so the server itself must reject it.
      await send('/api/courses/create', { method: 'POST', body, mode: 'no-cors' }),
      await send('/api/authentication/revoke-auth', { method: 'DELETE' }),
    ]
  }, api.origin)
  expect(response).toEqual(['refused', 'refused', 'refused', 'refused', 'refused'])
  expect(
    (await call<RecordPage<WireRecord>>(admin, courses.list, { params: { pageSize: '1' } }))
      .totalCount,
  ).toBe(before)
  await page.goto(`${stranger.origin}${signInPath}`)
  await page.getByLabel('Username or email').fill('secretary')
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Login failed.').first().waitFor()
  expect(new URL(page.url()).pathname).toBe(signInPath)
  const consoleErrors = takeConsoleErrors(page)
  expect(consoleErrors.length).toBeGreaterThan(0)
  expect(
    consoleErrors.filter(
      (line) =>
        !/blocked by CORS policy|net::ERR_(FAILED|BLOCKED_BY_RESPONSE)|status of 40[13]/.test(line),
    ),
  ).toEqual([])
  await page.goto(`${site.origin}/secretary/courses`)
  await page.locator('[data-row]').first().waitFor()
})
