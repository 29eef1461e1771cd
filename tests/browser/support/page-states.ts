/** Checks the accessibility of a page in several states and both themes. */
import type { Page } from 'playwright-core'
import {
  expectContrastInOtherTheme,
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  openPage,
} from '#tests/support/browser.ts'
import { recordRenderedPath } from './console-navigation.ts'

export type PageStates = { readonly [name: string]: (page: Page) => Promise<unknown> }

/**
 * Goes through the states of an administrator's page and returns the problems, each with its state.
 * `endState` leaves a state.
 */
export async function findStateProblems(
  states: PageStates,
  width: number,
  endState: (page: Page) => Promise<void> = async () => {},
): Promise<string[]> {
  const page = await openPage({ width }, 'admin')
  await recordRenderedPath(page)
  const faults: string[] = []
  for (const [name, open] of Object.entries(states)) {
    const note = (error: Error) => faults.push(`${name}: ${error.message}`)
    await open(page)
    await expectNoAxeViolations(page).catch(note)
    await expectContrastInOtherTheme(page).catch(note)
    await expectNoHorizontalScroll(page).catch(note)
    await endState(page)
  }
  return faults
}
