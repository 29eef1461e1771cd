import { text } from 'node:stream/consumers'
import { encodeWindows1250 } from '@matricola/testing/build-workbook.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  openPageAs,
} from '#tests/support/browser.ts'

const lastNames = ['Ștefănescu', 'Țîrlea', 'Popescu', 'Bălan', 'Dumitrașcu']
const headings =
  'Nume de familie;Prenume;Număr matricol;Data nașterii;Specializare;An de studiu;Anul universitar al înmatriculării;E-mail'

/** A file of students as saved by Romanian Excel. Two of them have a date that does not exist. */
function students(count: number): Uint8Array {
  const rows = Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(4, '0')
    const birthDate = index === 6 || index === 9 ? '31.02.2007' : '15.03.2007'
    return [
      lastNames[index % 5],
      'Ioana',
      `JRN-${number}`,
      birthDate,
      'INF-RO',
      1,
      '2026-2027',
      `jrn${number}@student.univ.ro`,
    ].join(';')
  })
  return encodeWindows1250([headings, ...rows].join('\r\n'))
}

/** Presses Tab until an element with this name has the focus, and returns it. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    const found = await page.evaluate(() => {
      const { activeElement } = document
      // Headings that the page focuses from code are not Tab stops.
      return activeElement?.matches('[tabindex="-1"], body')
        ? ''
        : (activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '')
    })
    if (name.test(found)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key never reached ${name}`)
}

async function press(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

/** Presses the button that opens the file chooser, and chooses a file. */
async function choose(
  page: Page,
  button: RegExp,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await tabTo(page, button)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.keyboard.press('Enter'),
  ])
  await chooser.setFiles(file)
}

const stepTitle = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 2, name }).waitFor()

/** Waits until the number below a label has this value. */
const expectCount = (page: Page, name: string, count: string) =>
  page
    .locator('dt', { hasText: name })
    .locator('xpath=following-sibling::dd[1]')
    .filter({ hasText: new RegExp(`^${count}$`) })
    .waitFor()

test('an admin imports 500 students from Romanian Excel, corrects rows and undoes the import, by keyboard alone', async () => {
  const page = await openPageAs('admin')
  await page.goto('/admin/students')
  await page.getByRole('rowheader').first().waitFor()
  await press(page, /^More$/)
  await press(page, /^Import$/)
  await stepTitle(page, 'Choose a file')
  await choose(page, /^Choose a file$/, {
    name: 'studenți.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(students(500)),
  })
  await page.getByRole('main').getByText('500 rows. 8 columns.').waitFor()
  expect(await page.getByLabel('Character encoding').inputValue()).toBe('windows-1250')
  await press(page, /^Continue to columns$/)

  await stepTitle(page, 'Match columns')
  expect(await page.getByLabel('Field for column Data nașterii').inputValue()).toBe('birthDate')
  await page.getByRole('rowheader', { name: 'INF-RO' }).waitFor()
  await expectNoAxeViolations(page)
  await press(page, /^Check the rows$/)
  await stepTitle(page, 'Results of the check')
  await expectCount(page, 'New', '498')
  await expectCount(page, 'With problems', '2')

  await expectNoAxeViolations(page)
  await tabTo(page, /^Birth date, row 8$/)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('15.03.2007')
  await page.keyboard.press('Enter')
  await expectCount(page, 'New', '499')
  // A reload returns to the same step of the same import.
  await page.reload()
  await expectCount(page, 'With problems', '1')
  await press(page, /^Preview changes$/)
  await stepTitle(page, 'Preview')
  await expectNoAxeViolations(page)
  await press(page, /^Import 499 rows$/)
  await stepTitle(page, 'The import is complete')
  await expectCount(page, 'Created', '499')

  await tabTo(page, /^Download as CSV$/)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.keyboard.press('Enter'),
  ])
  const rejected = await text(await download.createReadStream())
  expect(rejected).toContain('JRN-0010')
  const corrected = Buffer.from(rejected.replace('31.02.2007', '15.03.2007'))
  await choose(page, /^Upload the corrected file$/, {
    name: 'corrected.csv',
    mimeType: 'text/csv',
    buffer: corrected,
  })
  await page.getByText('1 row.', { exact: false }).first().waitFor()
  await press(page, /^Continue to columns$/)
  await stepTitle(page, 'Match columns')
  await press(page, /^Check the rows$/)
  await expectCount(page, 'New', '1')
  await press(page, /^Preview changes$/)
  await press(page, /^Import 1 row$/)
  await stepTitle(page, 'The import is complete')
  await expectCount(page, 'Created', '1')
  await expectNoAxeViolations(page)

  // Undoing a small import takes effect immediately.
  await press(page, /^Undo$/)
  await page.getByText('This import was undone').waitFor()
  await page.locator('.toast').filter({ hasText: 'Undo: done' }).waitFor()
  await page.goto('/admin/students?search=JRN-0010')
  await page.getByText('No items found').first().waitFor()
})

test.each(['light', 'dark'] as const)(
  'on a phone the value mapping has no accessibility issues, and nothing covers the preview’s filters: %s',
  async (theme) => {
    const page = await openPageAs('admin', {
      at: '/admin/students/import',
      theme,
      width: 320,
      height: 800,
    })
    const file = { name: 'students.csv', mimeType: 'text/csv', buffer: Buffer.from(students(12)) }
    await page.locator('input[type="file"]').first().setInputFiles(file)
    await page.getByRole('button', { name: 'Continue to columns' }).click()
    await page.getByText('INF-RO', { exact: true }).last().waitFor()
    await expectNoAxeViolations(page)
    await expectNoHorizontalScroll(page)
    await page.getByRole('button', { name: 'Check the rows' }).click()
    await expectCount(page, 'With problems', '2')
    await page.getByRole('button', { name: 'Preview changes' }).click()
    await stepTitle(page, 'Preview')
    await page.getByRole('rowheader').first().waitFor()
    const chips = page.getByRole('group', { name: 'Filter rows by outcome' }).getByRole('button')
    expect(await chips.count()).toBeGreaterThan(1)
    for (const chip of await chips.all()) {
      const isOnTop = await chip.evaluate((element) => {
        window.scrollBy(0, element.getBoundingClientRect().bottom - window.innerHeight + 8)
        const { left, top, width, height } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
      expect(isOnTop).toBe(true)
      await expectNoAxeViolations(page)
    }
    await expectNoHorizontalScroll(page)
  },
)
