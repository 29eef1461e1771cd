import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { endpointsOf } from '#model/endpoints.ts'
import { accountPath, homeOf, pagesOf, testPath } from '#model/paths.ts'
import type { Role } from '#model/vocabulary.ts'
import type { WireRecord } from '#model/wire.ts'
import { resourceNamed } from '#resources/index.ts'
import { areaResources, mailsPath, pageKinds } from '#src/console/area.ts'
import { callerAs, expectDarkColoursToBeSound, expectNoAxeViolations, expectNoSidewaysScroll, openPage } from '#tests/support/browser.ts'

const wide = { width: 1280, height: 800 }
const narrow = { width: 320, height: 640 }

/** Resources that between them show every kind of field, section and tab: of these, all pages are judged, of the others the list. Pages of a secretary hold less than an administrator's. */
const looked = ['departments', 'students', 'university-classes', 'messages']

interface Stop {
  readonly path: string
  readonly judged: boolean
}

/** Every page of a role's area: those made by hand, each list, and the pages of a record where there is one. */
async function stopsOf(role: Role): Promise<Stop[]> {
  const { request } = await callerAs(role)
  const byHand = [homeOf(role), accountPath(role)]
  if (role === 'admin') byHand.push(mailsPath, testPath, `${pagesOf(resourceNamed('settings'), role).list}?tab=history`)
  const stops = byHand.map((path) => ({ path, judged: true }))
  for (const resource of areaResources(role)) {
    const answer = await request.get(`${endpointsOf(resource).list.path}?pageSize=100`)
    const found: readonly WireRecord[] = (await answer.json()).data?.list ?? []
    for (const kind of pageKinds(resource, role)) {
      const path = pagesOf(resource, role)[kind]
      // Some records alone are still open to the person's changes, and some lists are empty.
      const record = found.find(({ _can }) => kind !== 'edit' || _can.includes('update'))
      const judged = role !== 'secretary' && (kind === 'list' || looked.includes(resource.name))
      if (record || !path.includes(':id')) stops.push({ path: path.replace(':id', record?.id ?? ''), judged })
    }
  }
  return stops
}

/** Opens a page by its address; answers what is wrong with what comes. */
async function open(page: Page, path: string): Promise<string[]> {
  await page.setViewportSize(wide)
  await page.goto(path)
  const heading = page.locator('h1, [role="dialog"]').first()
  const came = await heading.waitFor().then(
    () => true,
    () => false,
  )
  if (!came) return [`${path} has no heading`]
  const { pathname } = new URL(page.url())
  if (pathname !== path.split('?')[0]) return [`${path} leads to ${pathname}`]
  if ((await page.getByText('Requested resource is not available').count()) > 0) return [`${path} is not available`]
  return []
}

/** Waits until a page no longer loads. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}

/** Looks at an open page in both widths and both themes; answers what is wrong with it. */
async function faultsOf(page: Page, path: string): Promise<string[]> {
  const faults: string[] = []
  for (const size of [wide, narrow]) {
    const note = (error: Error) => faults.push(`${path} at ${size.width}: ${error.message}`)
    await page.setViewportSize(size)
    await settled(page)
    await expectNoAxeViolations(page).catch(note)
    await expectDarkColoursToBeSound(page).catch(note)
    await expectNoSidewaysScroll(page).catch(note)
  }
  return faults
}

/** Tests that each page of a role's area opens by its address, and is free of accessibility faults where it is judged. */
export const expectSoundArea = (role: Role) =>
  test(`every page of the ${role} area opens by its address, free of accessibility faults, wide and narrow, light and dark`, {
    timeout: 600_000,
  }, async () => {
    const left = await stopsOf(role)
    const walk = async () => {
      const page = await openPage({}, role)
      const faults: string[] = []
      for (let stop = left.shift(); stop; stop = left.shift()) {
        const missing = await open(page, stop.path)
        faults.push(...missing, ...(stop.judged && missing.length === 0 ? await faultsOf(page, stop.path) : []))
      }
      return faults
    }
    // Two pages side by side: while one waits for the server, the other is judged.
    const found = await Promise.all([walk(), walk()])
    expect(found.flat()).toEqual([])
  })
