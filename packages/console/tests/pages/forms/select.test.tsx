import { libraryRegistry, setAddress } from '@matricola/testing/library/pages.tsx'
import '@testing-library/jest-dom/vitest'
import { builtInFieldTypes, createFields } from '@matricola/schema/field.ts'
import { CountryInput } from '@matricola/schema/field-types/text/country-input.tsx'
import { addBrowserFeatures } from '@matricola/testing/pages/browser.ts'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { AntdProvider } from '../../../kit/antd-provider.tsx'

const country = createFields(builtInFieldTypes).text({ min: 2, max: 2, pattern: 'country' })

function Country() {
  const [value, setValue] = useState<unknown>('RO')
  return (
    <AntdProvider>
      <label id="country-label" htmlFor="country">
        Country
      </label>
      <CountryInput
        id="country"
        labelId="country-label"
        resource={libraryRegistry.get('members')}
        name="country"
        spec={country}
        value={value}
        values={{}}
        required
        invalid
        describedBy="help"
        onChange={setValue}
      />
      <p id="help">As on the card</p>
    </AntdProvider>
  )
}

test('a country is found by part of its name without diacritics, and the chosen value is announced with the input', async () => {
  addBrowserFeatures(false)
  await setAddress('/admin', 'ro', 'shell', 'resources', 'pages')
  render(<Country />)
  const user = userEvent.setup()
  const input = screen.getByRole('combobox', { name: 'Country' })
  expect(input).toHaveAccessibleDescription('România As on the card')
  await user.click(input)
  await waitFor(() => expect(screen.getByRole('listbox')).toHaveAccessibleName('Country'))
  await user.keyboard('elvet')
  await waitFor(() =>
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Elveția']),
  )
  await user.click(screen.getByRole('option', { name: 'Elveția' }))
  expect(input).toHaveAccessibleDescription('Elveția As on the card')
})

test('a select without matches shows no list, keeps the choice on Escape, and has its ARIA states on the input alone', async () => {
  addBrowserFeatures(false)
  await setAddress('/admin', 'en', 'shell', 'resources', 'pages')
  const { container } = render(<Country />)
  const user = userEvent.setup()
  const input = screen.getByRole('combobox', { name: 'Country' })
  expect(input).toBeRequired()
  expect(input).toBeInvalid()
  expect([...container.querySelectorAll('[aria-required], [aria-invalid]')]).toEqual([input])
  await user.click(input)
  await user.keyboard('xyz')
  await waitFor(() => expect(input).toHaveAttribute('aria-expanded', 'false'))
  expect(screen.getByText('No items found')).toBeVisible()
  await user.keyboard('{Escape}')
  await user.tab()
  expect(input).toHaveAccessibleDescription('Romania As on the card')
})
