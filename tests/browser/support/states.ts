/** States of a page that opens, each judged for accessibility in both themes. */
import type { Page } from 'playwright-core'
import { expectNoAxeViolations, expectNoSidewaysScroll, expectOtherColoursToBeSound, openPage } from '#tests/support/browser.ts'
import { noteDrawn } from './within.ts'

export type States = { readonly [name: string]: (page: Page) => Promise<unknown> }

/** Faults of an administrator's page in one state after the other, each with the name of its state; `leave` ends a state. */
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
