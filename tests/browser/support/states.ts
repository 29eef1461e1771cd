/** Checks the accessibility of a page in several states and both themes. */
import type { Page } from 'playwright-core'
import { expectNoAxeViolations, expectNoSidewaysScroll, expectOtherColoursToBeSound, openPage } from '#tests/support/browser.ts'
import { noteDrawn } from './within.ts'

export type States = { readonly [name: string]: (page: Page) => Promise<unknown> }

/** Goes through states of an administrator's page and returns the problems, each with its state. `leave` ends a state. */
export async function faultsOf(states: States, width: number, leave: (page: Page) => Promise<void> = async () => {}): Promise<string[]> {
  const page = await openPage({ width }, 'admin')
  await noteDrawn(page)
  const faults: string[] = []
  for (const [name, open] of Object.entries(states)) {
    const note = (error: Error) => faults.push(`${name}: ${error.message}`)
    await open(page)
    await expectNoAxeViolations(page).catch(note)
    await expectOtherColoursToBeSound(page).catch(note)
    await expectNoSidewaysScroll(page).catch(note)
    await leave(page)
  }
  return faults
}
