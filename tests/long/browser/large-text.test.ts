import { mailsPath } from '@matricola/schema/areas.ts'
import { homePath, pagePaths } from '@matricola/schema/paths.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { getResource, registry } from '#resources/index.ts'
import { expectNoHorizontalScroll, openPageAs } from '#tests/support/browser.ts'

const students = pagePaths(getResource('students'), 'admin')
const courses = pagePaths(getResource('courses'), 'admin')

/**
 * Pages that together contain every type of layout. Each is reached from the previous one or by its
 * URL.
 */
const stops: { readonly [name: string]: (page: Page) => Promise<unknown> } = {
  'the dashboard': (page) => page.goto(homePath('admin')),
  'a list': async (page) => {
    await page.goto(students.list)
    await page.locator('[data-row]').first().waitFor()
  },
  'the page of a record': async (page) => {
    await page.locator('[data-row] .row-link, [data-row].row-link').first().click()
    await page.locator('.definitions').first().waitFor()
  },
  'a form': async (page) => {
    await page.goto(courses.create)
    await page.locator('.form-footer').waitFor()
  },
  'the review': async (page) => {
    await page.goto(`${pagePaths(getResource('registrations'), 'admin').list}?view=waiting`)
    await page.locator('[data-row] .row-link, [data-row].row-link').first().click()
    await page.locator('#review-name').waitFor()
  },
  'the settings': async (page) => {
    await page.goto(pagePaths(getResource('settings'), 'admin').list)
    await page.locator('.form-field').first().waitFor()
  },
  'an import': async (page) => {
    await page.goto(courses.import)
    await page.locator('input[type="file"]').first().waitFor({ state: 'attached' })
  },
}

/** Buttons and links whose text overflows their box. */
const findClippedElements = (page: Page) =>
  page.locator('main :is(button, a.button)').evaluateAll((controls) =>
    controls
      .filter((control) => control.checkVisibility() && control.textContent?.trim())
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent),
  )

test('text at double size fits every type of page at 320 px', async () => {
  const page = await openPageAs('admin', { width: 320, height: 640 })
  for (const [name, open] of Object.entries(stops)) {
    await open(page)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expectNoHorizontalScroll(page).catch((error: Error) =>
      expect.fail(`${name}: ${error.message}`),
    )
    expect(await findClippedElements(page), name).toEqual([])
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  }
})

test('in forced colours, every type of page shows the current item and the borders of its buttons', async () => {
  const page = await openPageAs('admin')
  await page.emulateMedia({ forcedColors: 'active' })
  for (const [name, open] of Object.entries(stops)) {
    await open(page)
    const repeatedTexts = await page.evaluate(() => {
      const describeElement = (element: Element) => {
        const {
          fontWeight,
          outlineStyle,
          borderBlockEndWidth,
          borderBlockEndColor,
          textDecorationLine,
        } = getComputedStyle(element)
        return [
          fontWeight,
          outlineStyle,
          borderBlockEndWidth,
          borderBlockEndColor,
          textDecorationLine,
        ].join()
      }
      const groups = [
        ['nav a[aria-current="page"]', 'nav a:not([aria-current])'],
        ['[role="tab"][aria-selected="true"]', '[role="tab"][aria-selected="false"]'],
      ]
      return groups.filter(([chosen = '', other = '']) => {
        const [one, two] = [document.querySelector(chosen), document.querySelector(other)]
        return one && two && describeElement(one) === describeElement(two)
      })
    })
    expect(repeatedTexts, name).toEqual([])
    const edgeless = await page
      .locator('main :is(.button, .ant-btn, .input, .ant-select-selector):visible')
      .evaluateAll((controls) =>
        controls
          .filter((control) => getComputedStyle(control).borderBlockEndStyle === 'none')
          .map(({ outerHTML }) => outerHTML.slice(0, 120)),
      )
    expect(edgeless, name).toEqual([])
  }
})

test('a form uses the available width: two fields per row, and its buttons below a rule', async () => {
  const page = await openPageAs('admin', { at: courses.create })
  const leftPositions = await page
    .locator('.form-cell')
    .evaluateAll(
      (cells) => new Set(cells.map((cell) => Math.round(cell.getBoundingClientRect().left))).size,
    )
  expect(leftPositions).toBe(2)
  const rule = await page
    .locator('.form-footer')
    .evaluate((footer) => getComputedStyle(footer).borderBlockStartWidth)
  expect(rule).toBe('2px')
})

test('on a phone a list has one line for searching and filtering and one for creating, and long words are hyphenated', async () => {
  const page = await openPageAs('admin', { at: students.list, width: 320, height: 640 })
  await page.locator('.toolbar').waitFor()
  const lines = await page
    .locator('.toolbar :is(input, button, a.button):visible')
    .evaluateAll(
      (controls) =>
        new Set(controls.map((control) => Math.round(control.getBoundingClientRect().top))).size,
    )
  expect(lines).toBeLessThanOrEqual(2)
  expect(
    await page
      .locator('.card-facts dt')
      .first()
      .evaluate((label) => getComputedStyle(label).hyphens),
  ).toBe('auto')
})

test('on a phone no email address on a card breaks within a name, and no title is squeezed by its buttons', async () => {
  const page = await openPageAs('admin', {
    at: pagePaths(getResource('professors'), 'admin').list,
    width: 320,
    height: 640,
  })
  await page.locator('.before-dot').first().waitFor({ state: 'attached' })
  const lines = await page
    .locator('.card-facts dd span:has(.before-dot)')
    .evaluateAll((addresses) =>
      addresses.flatMap(({ childNodes }) =>
        [...childNodes].flatMap((part) => {
          if (part.nodeType !== Node.TEXT_NODE) return []
          const range = document.createRange()
          range.selectNodeContents(part)
          return [range.getClientRects().length]
        }),
      ),
    )
  expect(lines.length).toBeGreaterThan(0)
  expect(Math.max(...lines)).toBe(1)
  await page.goto(pagePaths(getResource('exams'), 'admin').list)
  await page.locator('.card .row-link').first().waitFor()
  const widths = await page
    .locator('.card .row-link')
    .evaluateAll((titles) => titles.map((title) => title.getBoundingClientRect().width))
  expect(widths.length).toBeGreaterThan(0)
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(150)
})

test('on a phone the emails of the outbox are stacked, and each part has its label', async () => {
  const page = await openPageAs('admin', { at: mailsPath(registry), width: 320, height: 640 })
  const table = page.locator('main table')
  await table.waitFor()
  // A wide email address, such as that of an office.
  await table
    .locator('td[data-label="To"]')
    .first()
    .evaluate((cell) =>
      cell.replaceChildren('madalina-ecaterina.turcanu@secretariat.matricola.example'),
    )
  expect(
    await table.evaluate((mails) => mails.scrollWidth <= (mails.parentElement?.clientWidth ?? 0)),
  ).toBe(true)
  expect(
    await table
      .locator('td')
      .first()
      .evaluate((cell) => getComputedStyle(cell, '::before').content),
  ).toBe('"Subject"')
})

test.each(['professor', 'student'] as const)(
  'adjacent cards on the home page of a %s have the same height',
  async (role) => {
    const page = await openPageAs(role)
    await page.locator('.home-cards > .home-card').first().waitFor()
    const boxes = await page.locator('.home-cards > .home-card').evaluateAll((cards) =>
      cards.map((card) => {
        const { top, height } = card.getBoundingClientRect()
        return { top, height }
      }),
    )
    expect(boxes.length).toBeGreaterThan(1)
    for (const { top } of boxes)
      expect(
        new Set(boxes.filter((other) => other.top === top).map(({ height }) => height)).size,
      ).toBe(1)
  },
)
