import '@testing-library/jest-dom/vitest'
import { testPath } from '@matricola/schema/paths.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { field } from '#resources/field.ts'
import { setUpConsoleApp } from '../support/console-app.tsx'

const site = setUpConsoleApp(async () => {})

/** The section of a field type below the given heading. */
const stateOf = (kind: HTMLElement, heading: string) =>
  within(
    within(kind).getByRole('heading', { level: 3, name: heading }).parentElement as HTMLElement,
  ) // A heading is always inside its section.
const controls = ['textbox', 'combobox', 'switch', 'radio', 'checkbox', 'button'] as const

test('the test page shows every field type empty, filled, with an error, disabled, read-only and hidden (R-N06)', {
  timeout: 90_000,
}, async () => {
  await site.open(testPath)
  const kinds = (await screen.findAllByRole('heading', { level: 2 })).map(
    (title) => title.closest('section') as HTMLElement,
  )
  expect(new Set(kinds.map((kind) => kind.querySelector('code')?.textContent))).toEqual(
    // No user enters values of these types.
    new Set(Object.keys(field).filter((kind) => !['many', 'data'].includes(kind))),
  )
  for (const kind of kinds) {
    const name = kind.querySelector('code')?.textContent ?? ''
    const controlsIn = (heading: string) =>
      controls.flatMap((role) => stateOf(kind, heading).queryAllByRole(role))
    // Some inputs are loaded separately on first use.
    await waitFor(() => {
      expect(controlsIn('Empty').length, name).toBeGreaterThan(0)
      expect(controlsIn('Filled').length, name).toBeGreaterThan(0)
    })
    expect(stateOf(kind, 'Error').getByText(/\./, { selector: '.field-error' }), name).toBeVisible()
    for (const control of controlsIn('Disabled')) expect(control, name).toBeDisabled()
    expect(controlsIn('Read-only'), name).toEqual([])
    expect(stateOf(kind, 'Hidden').getByText('Nothing is shown here.'), name).toBeVisible()
  }
})
