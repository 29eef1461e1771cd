/**
 * An applicant goes from the admission start page to a programme and to the form, with and without
 * scripts.
 */

import { signInPath } from '@matricola/schema/paths.ts'
import { expect, test } from 'vitest'
import { admissionPath, applyPath, programmePath, statusPath } from '#resources/paths.ts'
import {
  checkedViews,
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  openPage,
  takeConsoleErrors,
} from '#tests/support/browser.ts'

/** Without a session the pages receive 401s, which a browser logs. */
const expectOnlyUnauthorizedErrors = (page: Parameters<typeof takeConsoleErrors>[0]) =>
  expect(takeConsoleErrors(page).filter((line) => !/status of 401/.test(line))).toEqual([])

test('the sign-in page leads to the start page, to a programme, and on to the form', async () => {
  const page = await openPage({ language: 'ro' })
  await page.goto(signInPath)
  await page.getByRole('heading', { name: /^Admitere \d{4}$/ }).waitFor()
  await page.getByRole('link', { name: 'Specializări și termene' }).click()
  await page.waitForURL(`**${admissionPath}`)
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(/^Admitere \d{4}$/)
  expect(await page.getByRole('heading', { name: /rămas/ }).innerText()).toMatch(
    /^\d+ (de )?(zi|zile) rămas[ăe]$/,
  )
  await page.getByRole('link', { name: 'Finanțe și bănci' }).click()
  await page.waitForURL(`**${programmePath('FIB')}`)
  expect(await page.title()).toBe('Finanțe și bănci (Licență) – Universitatea Matricola')
  await page.getByRole('link', { name: 'Începeți înscrierea' }).click()
  await page.waitForURL(
    ({ pathname, search }) => pathname === applyPath && search === '?programme=FIB',
  )
  await page.getByRole('heading', { level: 2, name: 'Finanțe și bănci' }).waitFor()
  await page.getByRole('button', { name: 'Începeți înscrierea' }).click()
  await page.locator('#cnp').waitFor()
  expectOnlyUnauthorizedErrors(page)
})

test('the prerendered start page names the programme in the link, links to the others, and ignores a programme that is not offered', async () => {
  for (const view of checkedViews) {
    const page = await openPage({ ...view, language: 'de', runsScripts: false })
    await page.goto(`${applyPath}?programme=FIB&lng=de`)
    const chosen = page.getByRole('region', { name: 'Finanz- und Bankwesen' })
    await chosen.getByText('Ihre Bewerbung beginnt mit dieser Studienrichtung.').waitFor()
    await expectNoHorizontalScroll(page)
    await chosen.getByRole('link', { name: 'Alle Studienrichtungen ansehen' }).click()
    await page.waitForURL(`**${admissionPath}`)
    await page.goto(`${applyPath}?programme=GONE&lng=de`)
    expect(await page.locator('.apply-note').count()).toBe(0)
  }
  const page = await openPage({ width: 320, language: 'en' })
  await page.goto(`${applyPath}?programme=FIB`)
  await page.getByRole('region', { name: 'Finance and Banking' }).waitFor()
  await page.waitForFunction(() => document.title.length > 12)
  await expectNoAxeViolations(page)
  expectOnlyUnauthorizedErrors(page)
})

test('the page of a programme whose parallel admission has ended shows the results, while other programmes accept applications', async () => {
  const page = await openPage({ language: 'ro' })
  await page.goto(admissionPath)
  await page.getByText(/^Admitere master \d{4}, sesiunea a II-a$/).waitFor()
  await page.getByRole('link', { name: 'Inginerie software' }).click()
  await page.getByRole('heading', { name: 'Înscrierile s-au încheiat' }).waitFor()
  expect(await page.getByRole('link', { name: 'Începeți înscrierea' }).count()).toBe(0)
  await page
    .getByText(/^Taxă de înscriere: de la 120,00\sRON la 240,00\sRON, în funcție de/)
    .waitFor()
  await page.getByRole('link', { name: 'Rezultatele admiterii' }).click()
  await page
    .getByRole('heading', { level: 1, name: 'Rezultatele admiterii: Inginerie software' })
    .waitFor()
  expectOnlyUnauthorizedErrors(page)
})

test('the theme and the language can be changed on the start page, and apply to later pages', async () => {
  const page = await openPage({ language: 'en' })
  await page.goto(admissionPath)
  await page.getByRole('button', { name: 'Theme: light' }).click()
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Theme: dark')
  await page.locator('.languages summary').click()
  await page.keyboard.press('Escape')
  expect(await page.locator('.languages details[open]').count()).toBe(0)
  await page.locator('.languages summary').click()
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await page.waitForURL(`**${admissionPath}?lng=de`)
  await page.goto(statusPath)
  await page.getByRole('heading', { level: 1, name: 'Bewerbungsstatus' }).waitFor()
  expectOnlyUnauthorizedErrors(page)
})

test('without scripts the start page, a programme and the status search work', async () => {
  const page = await openPage({ language: 'en', width: 320, runsScripts: false })
  await page.goto(`${admissionPath}?lng=fr`)
  // The filter of the programmes is the only form, and needs no scripts either.
  expect(await page.locator('button:visible').allTextContents()).toEqual([
    'Afficher les spécialisations',
  ])
  await page.getByLabel('Spécialisation ou matière').fill('genie')
  await page.getByRole('button', { name: 'Afficher les spécialisations' }).click()
  await page.waitForURL(/q=genie/)
  expect(new URL(page.url()).searchParams.get('lng')).toBe('fr')
  await expectNoHorizontalScroll(page)
  await page.getByRole('link', { name: 'Génie logiciel' }).click()
  await page.getByRole('link', { name: 'Toutes les spécialités' }).click()
  await page.getByRole('link', { name: 'Vérifier l’état de votre candidature' }).click()
  expect(await page.getByText(/JavaScript/).count()).toBe(0)
  await page.locator('#cnp').fill('505 041 512 9914')
  await page.getByRole('button', { name: 'Vérifier l’état' }).click()
  await page.locator('.summary').waitFor()
  expect(takeConsoleErrors(page).filter((line) => !/status of 400/.test(line))).toEqual([])
  expect(await page.locator('#cnp').inputValue()).toBe('505 041 512 9914')
  await expectNoHorizontalScroll(page)
  await page.locator('#cnp').fill('505 041 512 9915')
  await page.getByRole('button', { name: 'Vérifier l’état' }).click()
  await page.getByText('5050415129915').waitFor()
  await page.getByRole('link', { name: 'Chercher à nouveau' }).click()
  await page.locator('#cnp').waitFor()
})

test.each(checkedViews)(
  'the response to the form has no accessibility issue at $width pixels, $theme',
  async (view) => {
    const page = await openPage({ ...view, language: 'de' })
    await page.goto(admissionPath)
    // A plain form submission, as before hydration.
    await page.evaluate((path) => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action: path })
      const cnp = Object.assign(document.createElement('input'), { name: 'cnp', value: '12' })
      form.append(cnp)
      document.body.append(form)
      form.submit()
    }, statusPath)
    await page.locator('.summary').waitFor()
    await expectNoAxeViolations(page)
    await expectNoHorizontalScroll(page)
    expect(takeConsoleErrors(page).filter((line) => !/status of 400/.test(line))).toEqual([])
  },
)

test('the start page loads no script and renders from its first response, which a slow phone receives in one round trip', async () => {
  const page = await openPage({ language: 'de', width: 360, height: 740 })
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto(admissionPath, { waitUntil: 'networkidle' })
  const measured = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
      renderBlockingStatus: string
    })[]
    return {
      blocking: files
        .filter(({ renderBlockingStatus }) => renderBlockingStatus !== 'non-blocking')
        .map(({ name }) => name),
      bytes: (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming)
        .transferSize,
    }
  })
  expect([scripts, measured.blocking]).toEqual([[], []])
  expect(measured.bytes).toBeGreaterThan(1000)
  // Ten TCP segments, the most that a server sends before the first acknowledgement.
  expect(measured.bytes).toBeLessThanOrEqual(14_600)
})
