/** The office builds a form, publishes it, and an applicant answers it. */
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'
import {
  apiCallerAs,
  checkedViews,
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  openPage,
  openPageAs,
  takeConsoleErrors,
} from '#tests/support/browser.ts'
import { requestApi } from '../support/api-calls.ts'
import {
  chooseFiles,
  chooseProgramme,
  cnpOfPerson,
  continueForm,
  createPhoto,
  createScan,
  expectAccessible,
  fillContact,
  fillIdentity,
  findApplications,
  openApplicationForm,
  waitForStep,
} from '../support/application-form.ts'

const versions = endpointsOf(getResource('application-form-versions'))
const actOn = async (id: string, action: string, data: object = {}) =>
  requestApi<WireRecord>(
    await apiCallerAs('admin'),
    { ...versions.action, path: `/api/application-form-versions/${id}/actions/${action}` },
    { data },
  )

/** Creates an empty draft for the open admission session, unless the demo has a form for it. */
async function createDraft(): Promise<string> {
  const admin = await apiCallerAs('admin')
  const forms = endpointsOf(getResource('application-forms'))
  const settings = await requestApi<WireRecord>(admin, endpointsOf(getResource('settings')).single)
  const { list } = await requestApi<{ list: readonly WireRecord[] }>(admin, forms.list, {
    params: { 'filters[admissionSessionId]': String(settings.admissionSessionId) },
  })
  const form =
    list.find(({ degree }) => degree === 'bachelor') ??
    (await requestApi<WireRecord>(admin, forms.create, {
      data: {
        name: 'Licență',
        admissionSessionId: settings.admissionSessionId,
        degree: 'bachelor',
      },
    }))
  const { id } = await requestApi<WireRecord>(admin, versions.create, { data: { formId: form.id } })
  await actOn(id, 'arrange', { content: { pages: [] } })
  return id
}

let publishedId: string | undefined
// Other journeys expect a form without questions.
afterAll(async () => {
  if (publishedId) await actOn(publishedId, 'retire')
})

async function addQuestion(page: Page, text: string, type: string) {
  await page.getByRole('button', { name: 'Question', exact: true }).click()
  await page.getByLabel('Question', { exact: true }).fill(text)
  await page.getByLabel('Type', { exact: true }).selectOption({ label: type })
}

test('a form of six questions with a condition is built, published and answered', async () => {
  const id = await createDraft()
  const page = await openPageAs('admin', {
    at: `/admin/application-form-versions/${id}`,
    width: 1440,
  })
  await page.getByText('This form has no questions yet').waitFor()
  await page.getByRole('button', { name: 'Page', exact: true }).first().click()
  await page.getByLabel('Title of the page').fill('Despre studii')
  await addQuestion(page, 'Cum candidați?', 'One option')
  await page.getByLabel('Option 1', { exact: true }).fill('Anul I')
  await page.getByLabel('Option 2', { exact: true }).fill('Transfer')
  await addQuestion(page, 'Universitatea anterioară', 'Text')
  await page.getByRole('button', { name: 'Add a condition' }).click()
  await page.getByLabel('Condition 1: what to compare').selectOption({ label: 'Cum candidați?' })
  await page.getByLabel('Condition 1: value').selectOption({ label: 'Transfer' })
  await addQuestion(page, 'Ani de lucru', 'Whole number')
  await addQuestion(page, 'Aveți burse?', 'Yes or no')
  await addQuestion(page, 'Scrisoare', 'Long text')
  await addQuestion(page, 'Data diplomei', 'Date')
  await page.getByRole('radio', { name: 'No', exact: true }).check()
  await expectNoAxeViolations(page)
  // The last question moves up with the keyboard.
  await page.locator('.form-outline-item').last().focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect
    .poll(() => page.locator('.form-outline-label').allTextContents())
    .toEqual([
      'Cum candidați?',
      'Universitatea anterioară',
      'Ani de lucru',
      'Aveți burse?',
      'Data diplomei',
      'Scrisoare',
    ])
  await page.getByText(/· Saved/).waitFor()
  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('New question “Universitatea anterioară”').waitFor()
  await dialog.getByText(/^English: \d+ missing$/).waitFor()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Retire' }).waitFor()
  publishedId = id

  const form = await openPage()
  await openApplicationForm(form)
  await fillIdentity(form, cnpOfPerson(7))
  await continueForm(form)
  await waitForStep(form, 'contact')
  await fillContact(form, 'sase.intrebari@example.ro')
  await continueForm(form)
  await waitForStep(form, 'programme')
  await chooseProgramme(form)
  await continueForm(form)
  await waitForStep(form, 'questions')
  expect(await form.getByLabel('Universitatea anterioară').count()).toBe(0)
  await form.getByRole('radio', { name: 'Transfer' }).check()
  await form.getByLabel('Universitatea anterioară').fill('Alba Iulia')
  await form.getByLabel('Ani de lucru').fill('500')
  await continueForm(form)
  await form.getByText('Enter 100 or less.', { exact: true }).waitFor()
  await form.getByLabel('Ani de lucru').fill('3')
  await form.getByRole('radio', { name: 'Yes' }).check()
  await form.getByLabel('Scrisoare').fill('Doresc să studiez.')
  await expectAccessible(form)
  await continueForm(form)
  await waitForStep(form, 'documents')
  await chooseFiles(form, [await createPhoto(91), await createPhoto(141), await createScan()])
  await form.locator('.document-done').nth(2).waitFor()
  await continueForm(form)
  await waitForStep(form, 'check')
  await form.locator('#noticeAcknowledged').check()
  await continueForm(form)
  await form.getByRole('heading', { level: 1, name: 'Application sent' }).waitFor()
  const [application] = await findApplications('sase.intrebari@example.ro')
  expect(application?.formVersionId).toBe(id)
  // The public form asks whether a user is signed in.
  expect(takeConsoleErrors(form).filter((line) => !/status of 401/.test(line))).toEqual([])
})

/** A form with a table, and with texts for a field and a document of every application. */
const withTable = {
  pages: [
    {
      id: 'p_tabl01',
      title: { ro: 'Studii', en: 'Studies' },
      items: [
        {
          id: 'q_tabl01',
          key: 'studies',
          type: 'table',
          label: { ro: 'Studii anterioare', en: 'Previous studies' },
          required: true,
          rows: 2,
          columns: [
            {
              id: 'c_scho01',
              label: { ro: 'Școala', en: 'School' },
              required: true,
              type: 'text',
              max: 80,
            },
            {
              id: 'c_grad01',
              label: { ro: 'Media', en: 'Average' },
              required: true,
              type: 'grade',
            },
            {
              id: 'c_leve01',
              label: { ro: 'Nivelul', en: 'Level' },
              required: false,
              type: 'choice',
              options: [{ id: 'o_high01', label: { ro: 'Liceu', en: 'High school' } }],
            },
          ],
        },
      ],
    },
  ],
  fixed: [{ field: 'fileCV', help: { ro: 'O pagină.', en: 'One page.' } }],
}

test('a table is filled in on a phone with the keyboard', async () => {
  const id = await createDraft()
  await actOn(id, 'arrange', { content: withTable })
  await actOn(id, 'publish')
  publishedId = id
  const form = await openPage({ width: 320 })
  await openApplicationForm(form)
  await fillIdentity(form, cnpOfPerson(8))
  await continueForm(form)
  await waitForStep(form, 'contact')
  await fillContact(form, 'tabel@example.ro')
  await continueForm(form)
  await waitForStep(form, 'programme')
  await chooseProgramme(form)
  await continueForm(form)
  await waitForStep(form, 'questions')
  const row = (number: number) => form.getByRole('group', { name: `Row ${number}`, exact: true })
  await row(1).getByLabel('School').fill('Colegiul Național Gheorghe Lazăr din Sibiu')
  await row(1).getByLabel('Average').fill('9.5')
  await form.getByRole('button', { name: 'Add a row' }).press('Enter')
  await form.keyboard.type('Liceul 2')
  await form.keyboard.press('Tab')
  await form.keyboard.type('11')
  await form.keyboard.press('Tab')
  await form.keyboard.press('ArrowDown')
  await continueForm(form)
  await row(2).getByText('Enter 10 or less.', { exact: true }).waitFor()
  await expectAccessible(form)
  await expectNoHorizontalScroll(form)
  await form.getByRole('link', { name: /^Previous studies/ }).press('Enter')
  await form.keyboard.press('ControlOrMeta+A')
  await form.keyboard.type('8')
  await continueForm(form)
  await waitForStep(form, 'documents')
  await form.getByText('One page.').waitFor()
  await chooseFiles(form, [await createPhoto(92), await createPhoto(142), await createScan()])
  await form.locator('.document-done').nth(2).waitFor()
  await continueForm(form)
  await waitForStep(form, 'check')
  await form.getByText('Liceul 2, 8, High school').waitFor()
  await form.locator('#noticeAcknowledged').check()
  await continueForm(form)
  await form.getByRole('heading', { level: 1, name: 'Application sent' }).waitFor()
  const [application] = await findApplications('tabel@example.ro')
  const review = await openPageAs('admin', { at: `/admin/registrations/${application?.id}` })
  const answer = review.getByRole('row', { name: 'Liceul 2 8 High school' })
  await answer.waitFor()
  await expectNoAxeViolations(review)
  expect(takeConsoleErrors(form).filter((line) => !/status of 401/.test(line))).toEqual([])
})

/** A form with a question for minors and a document. */
const previewed = {
  pages: [
    {
      id: 'p_prev01',
      title: { ro: 'Despre tine', en: 'About you' },
      items: [
        {
          id: 'q_minor1',
          key: 'consent',
          type: 'text',
          max: 60,
          label: { ro: 'Numele tutorelui', en: 'Name of your guardian' },
          asks: { isMinor: { eq: true } },
          required: true,
        },
        {
          id: 'q_scan01',
          key: 'scan',
          type: 'file',
          label: { ro: 'Traducere', en: 'Translation' },
          required: true,
        },
      ],
    },
  ],
}

test('the preview is the real form and sends nothing', async () => {
  const id = await createDraft()
  await actOn(id, 'arrange', { content: previewed })
  const page = await openPageAs('admin', { at: `/admin/application-form-versions/${id}` })
  await page.getByRole('button', { name: 'Preview as an applicant' }).click()
  const form = page.frameLocator('iframe')
  await form.getByRole('heading', { level: 1, name: 'Your identity' }).waitFor()
  expect(await form.getByLabel('Last name').inputValue()).toBe('Moldovan')
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname, protocol } = new URL(request.url())
    // Pictures of the chosen documents.
    if (protocol === 'blob:') return
    if (request.method() !== 'GET' || request.frame() !== page.mainFrame())
      sent.push(`${request.method()} ${pathname}`)
  })

  await page.getByText('Only asked if: Under 18 is yes').waitFor()
  await page
    .getByRole('combobox', { name: 'Example person' })
    .selectOption({ label: 'Ioana, 17, a minor' })
  await page.getByText('This person is asked all 2 questions of the form.').waitFor()
  await page.getByRole('combobox', { name: 'Age on the last day' }).selectOption('18')
  await page.getByText('Only asked if: Under 18 is yes').waitFor()
  await page.getByRole('combobox', { name: 'Age on the last day' }).selectOption('17')

  await page.getByRole('button', { name: 'Questions', exact: true }).click()
  await form.getByLabel('Name of your guardian').fill('Maria Popa')
  const scan = await createScan()
  await form.locator('input[type=file]').first().setInputFiles(scan)
  await form.locator('.document-done').waitFor()
  await form.getByRole('link', { name: 'Save and continue later' }).click()
  await form.getByText('This is a preview: nothing is stored or sent.').waitFor()
  await form.getByRole('button', { name: 'Continue' }).click()
  await waitForFrameStep(page, 'Your documents')
  for (const [index, file] of [await createPhoto(91), await createPhoto(141), scan].entries()) {
    await form.locator('input[type=file]:not([capture])').nth(index).setInputFiles(file)
    await form.locator('.document-done').nth(index).waitFor()
  }
  await form.getByRole('button', { name: 'Continue' }).click()
  await waitForFrameStep(page, 'Check and submit')
  await form.locator('#noticeAcknowledged').check()
  await form.locator('form button[type=submit]').click()
  await form.getByRole('alert').getByText('This is a preview: nothing is stored or sent.').waitFor()

  // The code and styles of the form are files of the page.
  expect(sent.filter((one) => !/^GET \/(assets|fonts)\//.test(one))).toEqual([])
  // The browser itself would block a request.
  const isBlocked = await page.frames()[1]?.evaluate(
    () =>
      new Promise((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
          resolve(effectiveDirective),
        )
        navigator.sendBeacon('/api/registrations/drafts')
      }),
  )
  expect(isBlocked).toBe('connect-src')
  // Back leaves the preview, although several steps were opened in it.
  await page.goBack()
  await page.locator('.form-editor').waitFor()
  // Nothing was stored on the device either.
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([])
  expect(takeConsoleErrors(page).filter((line) => !/connect-src/.test(line))).toEqual([])
})

const waitForFrameStep = (page: Page, name: string) =>
  page.locator('nav [aria-current=step]', { hasText: name }).waitFor()

describe.each(checkedViews)('at $width pixels, $theme', (view) => {
  test('the preview has no accessibility issue and does not scroll horizontally', async () => {
    const id = await createDraft()
    await actOn(id, 'arrange', { content: previewed })
    const page = await openPageAs('secretary', {
      at: `/secretary/application-form-versions/${id}/preview`,
      ...view,
    })
    await page.getByText('Only asked if: Under 18 is yes').waitFor()
    await expectNoAxeViolations(page)
    await expectNoHorizontalScroll(page)
  })

  test('the editor has no accessibility issue and does not scroll horizontally', async () => {
    const id = await createDraft()
    const page = await openPageAs('admin', {
      at: `/admin/application-form-versions/${id}`,
      ...view,
    })
    await page.locator('.form-editor-start button').first().click()
    await page.locator('.form-outline-item').nth(1).click()
    for (const [index, name] of ['outline', 'preview', 'inspector'].entries()) {
      const choose = page.locator('.form-editor-panes button').nth(index)
      if (await choose.isVisible()) await choose.click()
      await page.locator(`.form-editor-${name}`).waitFor()
      await expectNoAxeViolations(page)
      await expectNoHorizontalScroll(page)
    }
  })
})
