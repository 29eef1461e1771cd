import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpExchangeApp } from './support.tsx'

const { open } = setUpExchangeApp()

// This must be the only test in this file, because the texts of imports stay loaded.
test('if the server rejects the first chosen file, the reason is shown in the language of the page', async () => {
  const { user } = await open('admin', '/admin/branches/import', 'de')
  await screen.findByRole('heading', { name: 'Datei wählen' })
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  input.accept = ''
  await user.upload(
    input,
    new File(['<html><table><tr><td>Name</td></tr></table></html>'], 'export.xls'),
  )
  expect(within(await screen.findByRole('alert')).getByText(/Das ist eine Webseite/)).toBeTruthy()
})
