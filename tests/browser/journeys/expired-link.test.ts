/** The link to a saved draft after it has expired, with the program's clock moved ahead. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpointsOf, sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import { request as requests } from 'playwright-core'
import { afterEach, expect, inject, test } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type { WireSavedDraft } from '#resources/admission/wire-drafts.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { getResource } from '#resources/index.ts'
import { draftPath } from '#resources/paths.ts'
import { openPage, password, takeConsoleErrors } from '#tests/support/browser.ts'
import { clockAheadOption, type Program, startProgram } from '#tests/support/program.ts'
import { requestApi } from '../support/api-calls.ts'
import { cnpOfPerson, expectAccessible, openSavedApplication } from '../support/application-form.ts'

const folder = mkdtempSync(join(tmpdir(), 'matricola-expired-'))
let program: Program | undefined
afterEach(async () => {
  await program?.stop('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Saves a draft in an admission session that ends long after the draft expires. */
async function saveDraft({ origin }: Program) {
  const request = await requests.newContext({ baseURL: origin, extraHTTPHeaders: { origin } })
  const headers = { origin }
  const caller = { request }
  await requestApi(caller, sessionEndpoints.login, {
    headers,
    data: { username: 'admin', password },
  })
  const settings = await requestApi<{ admissionSessionId: string }>(
    caller,
    endpointsOf(getResource('settings')).list,
    { headers },
  )
  const closesAt = new Date(Date.now() + 90 * 86_400_000).toISOString()
  // Enrolment follows the last day of applications.
  const session = {
    ...{ id: settings.admissionSessionId, closesAt },
    ...{ appealUntil: null, enrolFrom: null, enrolUntil: null },
  }
  await requestApi(caller, endpointsOf(getResource('admission-sessions')).update, {
    headers,
    data: session,
  })
  const values = {
    lastName: 'Țîrlea',
    cnp: cnpOfPerson(43),
    personalEmail: 'expirata@posta.example',
  }
  const content = { key: 'key-of-a-draft-that-expires', step: 'contact', values, filled: [] }
  const saved = await requestApi<WireSavedDraft>(caller, admissionEndpoints.saveDraft, {
    headers,
    data: { content, documents: {} },
  })
  await request.dispose()
  return saved
}

test('an expired link shows a message in the language of the page, no saved data, and a next step', async () => {
  const data = join(folder, 'data')
  cpSync(inject('demo').folder, data, { recursive: true })
  program = await startProgram({ DATA_DIR: data, DEMO: '0' })
  const { id, accessCode, expiresAt } = await saveDraft(program)
  await program.stop()
  program = await startProgram({
    DATA_DIR: data,
    DEMO: '0',
    NODE_OPTIONS: clockAheadOption(folder, 31),
  })
  const page = await openPage({ width: 320 })
  const intake: WireIntake = await requestApi(page, {
    ...admissionEndpoints.publicConfig,
    path: `${program.origin}${admissionEndpoints.publicConfig.path}`,
  })
  expect([intake.isOpen, intake.now > expiresAt]).toEqual([true, true])

  const saved = { link: `${program.origin}${draftPath(id)}`, code: accessCode }
  await openSavedApplication(page, { ...saved, code: 'AAAAA-AAAAA' })
  await page
    .getByText('This link and this code do not match a saved application.')
    .first()
    .waitFor()
  await openSavedApplication(page, saved)
  await page
    .getByRole('heading', { level: 1, name: 'Your saved application has expired' })
    .waitFor()
  expect(await page.textContent('body')).not.toMatch(/Țîrlea|expirata|60\d09/)
  await expectAccessible(page)
  expect(await page.getByRole('link', { name: 'Check your application status' }).count()).toBe(1)
  await page.locator('.languages summary').click()
  await page.getByRole('link', { name: 'Română' }).click()
  await page.locator('html[lang=ro]').waitFor({ state: 'attached' })
  await expectAccessible(page)
  await page.locator('.public-main .button-primary').click()
  await page.getByRole('button', { name: 'Începeți înscrierea' }).waitFor()
  expect(takeConsoleErrors(page).filter((line) => !/status of 40[019]/.test(line))).toEqual([])
})
