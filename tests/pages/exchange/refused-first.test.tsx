import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { realAppHere } from './support.tsx'

const { open } = realAppHere()

// The only test of this file: once loaded, the texts of imports stay loaded.
test('a refusal of the first chosen file is shown in the language of the page', async () => {
  const { hands } = await open('admin', '/admin/departments/import', 'de')
  await screen.findByRole('heading', { name: 'Datei wählen' })
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  input.accept = ''
  await hands.upload(input, new File(['<html><table><tr><td>Name</td></tr></table></html>'], 'export.xls'))
  expect(within(await screen.findByRole('alert')).getByText(/Das ist eine Webseite/)).toBeTruthy()
})
