import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { endpointsOf } from '#model/endpoints.ts'
import { accountPath, homeOf, pagesOf, testPath } from '#model/paths.ts'
import type { Role } from '#model/vocabulary.ts'
import { resourceNamed } from '#resources/index.ts'
import { areaResources, mailsPath, pageKinds } from '#src/console/area.ts'
import { expectDarkColoursToBeSound, expectNoAxeViolations, expectNoSidewaysScroll, openAs } from '#tests/support/browser.ts'

const wide = { width: 1280, height: 800 }
const narrow = { width: 320, height: 640 }

/** Resources that between them show every kind of field, section and tab. */
const looked = ['departments', 'students', 'university-classes', 'messages']

/** The pages of a role's area: every list and hand-made page, and for some resources the pages of their first record. */
async function pathsOf(page: Page, role: Role): Promise<string[]> {
  const settings = pagesOf(resourceNamed('settings'), role).list
  const paths = [homeOf(role), accountPath(role), ...(role === 'admin' ? [mailsPath, testPath, `${settings}?tab=history`] : [])]
  for (const resource of areaResources(role)) {
    const pages = pagesOf(resource, role)
    if (!looked.includes(resource.name) || role === 'secretary') {
      paths.push(pages.list)
      continue
    }
    const answer = await page.request.get(`${endpointsOf(resource).list.path}?pageSize=1`)
    const id: string | undefined = (await answer.json()).data?.list?.[0]?.id
    paths.push(...pageKinds(resource, role).map((kind) => pages[kind].replace(':id', id ?? '')))
  }
  return paths
}

/** Waits until a page shows what it is about and no longer loads. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1, [role="dialog"]').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}

/** Looks at one page in both widths and both themes; answers what is wrong with it. */
async function faultsOf(page: Page, path: string): Promise<string[]> {
  const faults: string[] = []
  for (const size of [wide, narrow]) {
    const note = (error: Error) => faults.push(`${path} at ${size.width}: ${error.message}`)
    await page.setViewportSize(size)
    if (size === wide) await page.goto(path)
    await settled(page)
    await expectNoAxeViolations(page).catch(note)
    await expectDarkColoursToBeSound(page).catch(note)
    await expectNoSidewaysScroll(page).catch(note)
  }
  return faults
}

/** Tests that the pages of a role's area are free of accessibility faults. */
export const expectSoundArea = (role: Role) =>
  test(`the pages of the ${role} area are free of accessibility faults, wide and narrow, light and dark`, {
    timeout: 600_000,
  }, async () => {
    // Two pages side by side: while one waits for the server, the other is judged.
    const pages = await Promise.all([openAs(role), openAs(role)])
    const [first] = pages
    const left = await pathsOf(first, role)
    const found = await Promise.all(
      pages.map(async (page) => {
        const faults: string[] = []
        for (let path = left.shift(); path !== undefined; path = left.shift()) faults.push(...(await faultsOf(page, path)))
        return faults
      }),
    )
    expect(found.flat()).toEqual([])
  })
