import { builtInFieldTypes, createFields } from '@matricola/schema/field.ts'
import { asAnyResource, createRegistry, joinRegistry } from '@matricola/schema/registry.ts'
import { defineResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { libraryConsole, setAddress } from '@matricola/testing/library/pages.tsx'
import { addBrowserFeatures } from '@matricola/testing/pages/browser.ts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { ConsoleContext } from '../../../app/console-context.ts'
import { FieldInput } from '../../../fields/field-input.tsx'
import { FieldValue } from '../../../fields/field-value.tsx'
import { AntdProvider } from '../../../kit/antd-provider.tsx'

const field = createFields(builtInFieldTypes)
const grants = joinRegistry(
  createRegistry({}, { adminRole: 'admin', currency: 'RON' }),
  asAnyResource(
    defineResource({
      name: 'grants',
      path: 'grants',
      icon: 'finances',
      title: ['euros'],
      fields: {
        euros: field.money({ min: 0, max: 1e6, currency: 'EUR' }),
        own: field.money({ min: 0, max: 1e6 }),
        currency: field.choice({ EUR: {}, CHF: {} }, { optional: true }),
        said: field.money({ min: 0, max: 1e6, currency: { field: 'currency' } }),
      },
      sections: {},
      list: { columns: [], sort: [] },
      access: {},
    }),
  ),
)
const blank = {
  id: '',
  version: 1,
  createdAt: '',
  updatedAt: '',
  _title: '',
  _titles: {},
  _can: [],
}

beforeEach(async () => {
  addBrowserFeatures(false)
  await setAddress('/')
})

test('an amount is shown in the currency of its field, its record or the application, and without a currency if none is declared', () => {
  const renderMoney = (name: string, currency: string | null = null) => {
    const { container, unmount } = render(
      <ConsoleContext value={libraryConsole}>
        <AntdProvider>
          <FieldValue resource={grants} name={name} record={{ ...blank, [name]: 1250, currency }} />
        </AntdProvider>
      </ConsoleContext>,
    )
    const text = container.textContent
    unmount()
    return text
  }
  expect([
    renderMoney('euros'),
    renderMoney('own'),
    renderMoney('said', 'CHF'),
    renderMoney('said'),
  ]).toEqual(['1,250.00\u00a0EUR', '1,250.00\u00a0RON', '1,250.00\u00a0CHF', '1,250.00'])
})

function Amount({ name, values = {} }: { readonly name: string; readonly values?: object }) {
  const [value, setValue] = useState<unknown>(null)
  return (
    <ConsoleContext value={libraryConsole}>
      <AntdProvider>
        <label id="amount-label" htmlFor="amount">
          Amount
        </label>
        <FieldInput
          id="amount"
          labelId="amount-label"
          resource={grants}
          name={name}
          spec={fieldOf(grants, name)}
          value={value}
          values={{ ...values }}
          required
          onChange={setValue}
        />
        <output>{JSON.stringify(value)}</output>
      </AntdProvider>
    </ConsoleContext>
  )
}

test('the input for an amount shows its currency, has it as its description, and accepts no other currency', async () => {
  const user = userEvent.setup()
  render(<Amount name="said" values={{ currency: 'CHF' }} />)
  const input = screen.getByRole('textbox', { name: 'Amount', description: 'CHF' })
  await user.type(input, '12.50 CHF')
  expect(screen.getByRole('status').textContent).toBe('12.5')
  await user.clear(input)
  await user.type(input, '12.50 RON')
  expect(screen.getByRole('status').textContent).toBe('"12.50 RON"')
})
