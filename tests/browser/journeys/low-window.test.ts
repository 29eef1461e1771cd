import { expect, test } from 'vitest'
import { expectNoAxeViolations, openPageAs } from '#tests/support/browser.ts'

/** Just above the height at which the bar is no longer sticky. */
const height = 490

test('in a low window, the bar of decisions takes at most a third of the height, and its last button scrolls into view when it is focused', async () => {
  const page = await openPageAs('secretary', { language: 'de', width: 320, height })
  const read = async <T>(path: string): Promise<T> =>
    (await (await page.request.get(`/api/registrations/${path}`)).json()).data
  const { list } = await read<{ list: { id: string }[] }>(
    'list?pageSize=100&filters[status]=under_review&filters[placeState]=none',
  )
  const bar = page.locator('.decision-bar')
  const sizes = () =>
    bar.evaluate((element) => ({
      height: Math.round(element.getBoundingClientRect().height),
      isScrolled: element.scrollHeight > element.clientHeight + 1,
    }))
  // Grades to confirm and a fee to pay or waive add three buttons.
  for (const { id } of list) {
    await page.goto(`/secretary/registrations/${id}`)
    await bar.waitFor()
    if ((await sizes()).isScrolled) break
  }
  expect(await sizes()).toEqual({ height: Math.round(height / 3), isScrolled: true })
  const last = bar.getByRole('button').last()
  await last.focus()
  await page.waitForTimeout(100)
  const [inner, outer] = [await last.boundingBox(), await bar.boundingBox()]
  if (!inner || !outer) throw new Error('the bar is not shown')
  expect(inner.y).toBeGreaterThanOrEqual(outer.y)
  expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height)
  await expectNoAxeViolations(page)
})
