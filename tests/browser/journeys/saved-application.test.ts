/** A saved draft: finished on another device, on two devices at once, and on a shared computer. */
import { endpointsOf, fillPath } from '@matricola/schema/wire/endpoints.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type { WireSavedDraft } from '#resources/admission/wire-drafts.ts'
import { getResource } from '#resources/index.ts'
import { applyPath, draftPath } from '#resources/paths.ts'
import { apiCallerAs, openPage, origin, takeConsoleErrors } from '#tests/support/browser.ts'
import { changeSettings, requestApi, restoreSettingsAfterwards } from '../support/api-calls.ts'
import {
  blockScripts,
  chooseFiles,
  chooseProgramme,
  cnpOfPerson,
  continueForm,
  createPdf,
  createScan,
  expectAccessible,
  fillContact,
  fillIdentity,
  findApplications,
  openApplicationForm,
  openSavedApplication,
  saveForLater,
  waitForStep,
} from '../support/application-form.ts'
import { readMailedLink } from '../support/mailed-link.ts'

restoreSettingsAfterwards('admissionSessionId')

/** Fails on browser messages other than rejected calls, a blocked call and the missing session. */
const expectNoOtherErrors = (...pages: readonly Page[]) => {
  for (const page of pages)
    expect(
      takeConsoleErrors(page).filter((line) => !/status of 40[019]|ERR_FAILED/.test(line)),
    ).toEqual([])
}

const toastOf = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text })
/** Waits until a device has saved changes that another device may have to merge. */
const savedBy = (page: Page) =>
  page.waitForResponse(
    (answer) =>
      answer.url().includes('/drafts/') && answer.request().method() === 'PUT' && answer.ok(),
  )
const field = (page: Page, name: string) => page.locator(`#${name}`)

const mailedLink = (address: string, step: 'resume' | 'newcode' = 'resume') =>
  readMailedLink(address, new RegExp(`https?:\\S+step=${step}#t=\\S+`))

test('an application started on a phone is finished on a laptop, and no input from either is lost or silently overwritten', async () => {
  const address = 'doua.dispozitive@posta.example'
  const phone = await openPage({ width: 320 })
  await openApplicationForm(phone)
  await fillIdentity(phone, cnpOfPerson(77))
  await continueForm(phone)
  await waitForStep(phone, 'contact')
  await phone.getByRole('link', { name: 'Save and continue later' }).click()
  await phone.getByRole('link', { name: 'Enter your email address' }).click()
  await fillContact(phone, address)
  await continueForm(phone)
  await waitForStep(phone, 'programme')
  await chooseProgramme(phone)
  await continueForm(phone)
  await waitForStep(phone, 'documents')
  await chooseFiles(phone, [createPdf('card.pdf')])
  await phone.locator('.document-done').first().waitFor()
  // If the connection is lost while saving, the page says so and no data is lost.
  await phone.route('**/registrations/drafts', (route) => route.abort())
  await phone.getByRole('link', { name: 'Save and continue later' }).click()
  await phone.getByRole('button', { name: 'Save and send the link' }).click()
  await phone.getByRole('heading', { name: 'There is a problem' }).waitFor()
  await expectAccessible(phone)
  await phone.unroute('**/registrations/drafts')
  await phone.getByRole('link', { name: 'Back' }).click()
  const saved = await saveForLater(phone)
  expect(saved.link).not.toContain(saved.code.replace('-', ''))
  const link = await mailedLink(address)
  expect(new URL(link).hash).toBe(new URL(saved.link).hash)

  const laptop = await openPage({ width: 1280 })
  await openSavedApplication(laptop, {
    link: `${origin}${new URL(link).pathname}${new URL(link).search}${new URL(link).hash}`,
    code: 'AAAAA-AAAAA',
  })
  await laptop
    .getByText('This link and this code do not match a saved application.')
    .first()
    .waitFor()
  expect(await laptop.textContent('body')).not.toMatch(/Țîrlea|doua\.dispozitive/)
  await expectAccessible(laptop)
  await laptop.getByLabel('Access code').fill(saved.code)
  await continueForm(laptop)
  await waitForStep(laptop, 'documents')
  expect(new URL(laptop.url()).hash).toBe('')
  await laptop.locator('.document-done').waitFor()
  await laptop.getByText('card.pdf').waitFor()
  // Only the document's name is on this device.
  expect(await laptop.getByRole('button', { name: 'View' }).count()).toBe(0)
  await expectAccessible(laptop)

  // Both devices continue: the phone changes street and city, and the laptop changes the city.
  await phone.goto(`${applyPath}?step=contact`)
  // "fill" selects and types in two steps, between which the stored answer could arrive.
  await expect.poll(() => field(phone, 'address').inputValue()).toBe('Str. Observatorului 12')
  await field(phone, 'address').fill('Str. Fântânele 5')
  await field(phone, 'city').fill('Turda')
  const phoneDraft = savedBy(phone)
  await continueForm(phone)
  await waitForStep(phone, 'programme')
  await phoneDraft
  await laptop.goto(`${applyPath}?step=contact`)
  await expect.poll(() => field(laptop, 'personalEmail').inputValue()).toBe(address)
  await field(laptop, 'city').fill('Sighetu Marmației')
  await continueForm(laptop)
  const changedToast = toastOf(laptop, 'This application was changed on another device')
  await changedToast.getByText('Updated from the other device: Address.').waitFor()
  await changedToast
    .getByText('Changed on both devices. The version on this device was kept: City.')
    .waitFor()
  await laptop.goto(`${applyPath}?step=contact`)
  await expect.poll(() => field(laptop, 'address').inputValue()).toBe('Str. Fântânele 5')
  expect(await field(laptop, 'city').inputValue()).toBe('Sighetu Marmației')
  await laptop.goto(`${applyPath}?step=documents`)
  await laptop.locator('.document-done').waitFor()
  await laptop
    .locator('input[type=file]:not([capture])')
    .nth(1)
    .setInputFiles(createPdf('diploma.pdf'))
  await laptop
    .locator('input[type=file]:not([capture])')
    .nth(2)
    .setInputFiles(await createScan())
  await laptop.locator('.document-done').nth(2).waitFor()
  const laptopDraft = savedBy(laptop)
  await continueForm(laptop)
  await waitForStep(laptop, 'check')
  await laptopDraft

  // The older device is notified of the change, and its later edits are included in the submission
  // from the other device.
  await continueForm(phone)
  await toastOf(phone, 'This application was changed on another device')
    .getByText('City, High school diploma, CV')
    .waitFor()
  await phone.goto(`${applyPath}?step=contact`)
  await expect.poll(() => field(phone, 'city').inputValue()).toBe('Sighetu Marmației')
  await field(phone, 'phone').fill('0744 987 654')
  const last = savedBy(phone)
  await continueForm(phone)
  await last
  await laptop.locator('#noticeAcknowledged').check()
  await continueForm(laptop)
  const summary = laptop.locator('.summary')
  await summary.getByText('Updated from the other device: Phone number.').waitFor()
  await summary.getByText('Nothing has been sent yet.').waitFor()
  await laptop.getByText('0744 987 654').waitFor()
  await laptop.setViewportSize({ width: 320, height: 800 })
  await expectAccessible(laptop)
  await continueForm(laptop)
  await laptop.getByRole('heading', { level: 1, name: 'Application sent' }).waitFor()
  const stored = await findApplications(address)
  expect(stored).toHaveLength(1)
  expect(stored[0]).toMatchObject({
    city: 'Sighetu Marmației',
    address: 'Str. Fântânele 5',
    phone: '+40744987654',
  })

  // Opening the draft now shows that it was submitted, and the phone shows this when the applicant
  // continues.
  const third = await openPage({ width: 320 })
  await openSavedApplication(third, saved)
  const [reference = ''] = await laptop.locator('.apply-copy strong').allTextContents()
  await third
    .getByRole('heading', { level: 1, name: 'This application has already been sent' })
    .waitFor()
  expect(await third.locator('.apply-copy strong').textContent()).toBe(reference)
  expect(await third.textContent('body')).not.toContain('Țîrlea')
  await expectAccessible(third)
  await continueForm(phone)
  await phone
    .getByRole('heading', { level: 1, name: 'This application has already been sent' })
    .waitFor()
  expect(await phone.locator('.apply-copy strong').textContent()).toBe(reference)
  expectNoOtherErrors(phone, laptop, third)
})

test('a link that opens nothing leads to a page that explains why, contains no name or number, and offers a next step', async () => {
  const page = await openPage({ width: 320 })
  const save = async (key: string) => {
    const values = {
      lastName: 'Țîrlea',
      cnp: cnpOfPerson(41),
      personalEmail: 'legatura@posta.example',
    }
    const content = { key, step: 'contact', values, filled: [] }
    const { id, accessCode } = await requestApi<WireSavedDraft>(
      page,
      admissionEndpoints.saveDraft,
      { data: { content, documents: {} } },
    )
    return { id, code: accessCode, link: `${origin}${draftPath(id)}` }
  }
  const expectNoPersonalData = async () =>
    expect(await page.textContent('body')).not.toMatch(/Țîrlea|legatura|60709/)
  const [removed, left] = [await save('key-of-a-removed-draft'), await save('key-of-a-left-draft')]
  const { method, path } = admissionEndpoints.deleteDraft
  await requestApi(
    page,
    { method, path: fillPath(path, { id: removed.id }) },
    { data: { accessCode: removed.code } },
  )
  await openSavedApplication(page, removed)
  await page.getByText('The application may also have been deleted.').first().waitFor()
  await expectNoPersonalData()

  const next = await requestApi(
    await apiCallerAs('admin'),
    endpointsOf(getResource('admission-sessions')).create,
    {
      data: {
        name: 'Admitere de probă',
        academicYear: '2031-2032',
        closesAt: new Date(Date.now() + 86_400_000).toISOString(),
      },
    },
  )
  await changeSettings({ admissionSessionId: next.id })
  // Following another link in the same tab does not load a new page.
  await openSavedApplication(page, left)
  await page.getByRole('heading', { level: 1, name: 'The admission session has ended' }).waitFor()
  await expectNoPersonalData()
  await expectAccessible(page)
  expect(await page.getByRole('link', { name: 'Check your application status' }).count()).toBe(1)
  await page.goto(draftPath('nothing'))
  await page.getByText('This link is incomplete.').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Start a new application' }).click()
  await page.getByRole('button', { name: 'Start application' }).waitFor()
  expectNoOtherErrors(page)
})

/** Everything this browser has stored for our pages, as text. For files, only the names. */
const readStoredDraft = (page: Page) =>
  page.evaluate(async () => {
    const rows: unknown[] = []
    const answered = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await answered(indexedDB.open(name))
      for (const store of database.objectStoreNames)
        rows.push(
          await answered(database.transaction(store).objectStore(store).getAllKeys()),
          await answered(database.transaction(store).objectStore(store).getAll()),
        )
      database.close()
    }
    return {
      tab: JSON.stringify({ ...sessionStorage }),
      device: JSON.stringify([{ ...localStorage }, rows]),
    }
  })

test('on a shared computer an application is saved and continued, and no data remains on the computer', async () => {
  const page = await openPage({ width: 320 })
  const [cnp, address] = [cnpOfPerson(51), 'calculator.comun@posta.example']
  const personalData = new RegExp(`Țîrlea|${cnp}|calculator|Observatorului|card\\.pdf`)
  await openApplicationForm(page)
  await fillIdentity(page, cnp)
  await page.getByText(/^Saved on this device/).waitFor()
  await page.getByLabel('I am using a shared computer').check()
  await page.getByText(/^Saved at .+, until you close this tab/).waitFor()
  await expect.poll(async () => (await readStoredDraft(page)).device).not.toMatch(personalData)
  await continueForm(page)
  await fillContact(page, address)
  await continueForm(page)
  await waitForStep(page, 'programme')
  await chooseProgramme(page)
  await continueForm(page)
  await waitForStep(page, 'documents')
  await chooseFiles(page, [createPdf('card.pdf')])
  await page.locator('.document-done').waitFor()
  const saved = await saveForLater(page)
  const storedDraft = await readStoredDraft(page)
  expect(storedDraft.device).not.toMatch(personalData)
  expect(storedDraft.tab).toMatch(personalData)
  await page.getByRole('button', { name: 'Remove from this device' }).click()
  await page.getByRole('button', { name: 'Start application' }).waitFor()
  const expectNothingStored = async () => {
    const now = await readStoredDraft(page)
    expect(now.device + now.tab).not.toMatch(personalData)
    expect(now.device + now.tab).not.toContain(saved.code.replace('-', ''))
  }
  await expectNothingStored()
  for (let step = 0; step < 6; step++) {
    await page.goBack()
    await page.getByRole('button', { name: 'Start application' }).waitFor()
    expect(await page.textContent('body')).not.toMatch(personalData)
  }
  await expectNothingStored()

  // On the next shared computer the draft can be continued until the tab is closed. The code of the
  // page loads slowly there, and the test does not wait for it.
  const other = await openPage({ width: 320 })
  const release = await blockScripts(other)
  await other.goto(saved.link, { waitUntil: 'commit' })
  await other.getByLabel('Access code').fill(saved.code)
  await other.getByLabel('I am using a shared computer').check()
  await continueForm(other)
  release()
  await waitForStep(other, 'documents')
  await other.locator('.document-done').waitFor()
  const stranger = await other.context().newPage()
  expectNoOtherErrors(page, other)
  await other.close()
  await stranger.goto(applyPath)
  await stranger.getByRole('button', { name: 'Start application' }).waitFor()
  const now = await readStoredDraft(stranger)
  expect(now.device + now.tab).not.toMatch(personalData)
})

test('an applicant without the code gets a new one by link, birth date and email, and opens the application with it', async () => {
  const address = 'cod.pierdut@posta.example'
  const cnp = cnpOfPerson(61)
  const phone = await openPage({ width: 320 })
  await openApplicationForm(phone)
  await fillIdentity(phone, cnp)
  await continueForm(phone)
  await fillContact(phone, address)
  await continueForm(phone)
  await waitForStep(phone, 'programme')
  const saved = await saveForLater(phone)
  await phone.getByText('If you lose the code, open the link').waitFor()
  await expectAccessible(phone)

  const laptop = await openPage({ width: 320 })
  await laptop.goto(saved.link)
  await laptop.getByRole('link', { name: 'I have lost the access code' }).click()
  await laptop.getByRole('heading', { level: 1, name: 'Get a new access code' }).waitFor()
  await expectAccessible(laptop)
  await continueForm(laptop)
  await laptop.locator('.summary').getByText('Enter your birth date').waitFor()
  await expectAccessible(laptop)
  await laptop.getByLabel('Day').fill(cnp.slice(5, 7))
  await laptop.getByLabel('Month').fill(cnp.slice(3, 5))
  await laptop.getByLabel('Year').fill(`20${cnp.slice(1, 3)}`)
  await continueForm(laptop)
  await laptop.getByRole('heading', { level: 1, name: 'Check your email' }).waitFor()
  await expectAccessible(laptop)

  const link = new URL(await mailedLink(address, 'newcode'))
  const codeLink = `${origin}${link.pathname}${link.search}${link.hash}`
  await laptop.goto(codeLink)
  await laptop.getByRole('button', { name: 'Show the new access code' }).waitFor()
  await expectAccessible(laptop)
  await continueForm(laptop)
  const code = (await laptop.locator('.apply-copy strong').textContent()) ?? ''
  expect(code).not.toBe(saved.code)
  await expectAccessible(laptop)
  await continueForm(laptop)
  await waitForStep(laptop, 'programme')

  // Neither the link nor the previous code works any more.
  const stranger = await openPage({ width: 1280 })
  await stranger.goto(codeLink)
  await continueForm(stranger)
  await stranger.getByText('This link has already been used or has expired.').waitFor()
  await expectAccessible(stranger)
  await openSavedApplication(stranger, saved)
  await stranger
    .getByText('This link and this code do not match a saved application.')
    .first()
    .waitFor()
  await openSavedApplication(stranger, { link: saved.link, code })
  await waitForStep(stranger, 'programme')
  expectNoOtherErrors(phone, laptop, stranger)
})
