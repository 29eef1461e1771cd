import { setTheme } from '@matricola/console/theme/theme.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { setPublicConfig } from '#src/public/public-config.ts'
import { getAdmission } from '../support/application-form.ts'
import { openPublicPage } from '../support/public-page.tsx'

afterEach(() => setTheme('light'))

test('the theme switch is labelled with its purpose and the current theme', async () => {
  const { user } = await openPublicPage('/nowhere')
  await user.click(screen.getByRole('button', { name: 'Theme: light' }))
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(screen.getByRole('button', { name: 'Theme: dark' })).toBeTruthy()
})

test('the language menu opens from the current language, closes on Escape and on a choice, and returns the focus', async () => {
  const { user } = await openPublicPage('/nowhere')
  const menu = screen.getByRole('navigation', { name: 'Language' })
  const details = menu.querySelector('details')
  const button = menu.querySelector('summary')
  if (!details || !button) throw new Error('the language menu is missing')
  expect(button.textContent).toBe('Language English')
  details.open = true
  button.focus()
  await user.keyboard('{Escape}')
  expect(details.open).toBe(false)
  details.open = true
  await user.click(within(menu).getByText('Deutsch'))
  expect(await screen.findByRole('heading', { name: 'Nicht gefunden' })).toBeTruthy()
  expect(details.open).toBe(false)
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('the language menu closes when the focus moves elsewhere', async () => {
  const { user } = await openPublicPage('/nowhere')
  const details = screen.getByRole('navigation', { name: 'Language' }).querySelector('details')
  if (!details) throw new Error('the language menu is missing')
  details.open = true
  await user.click(screen.getByRole('heading', { level: 1 }))
  expect(details.open).toBe(false)
})

test('the footer links to the university’s website, separately or in the contact details', async () => {
  const footer = () => within(screen.getByRole('contentinfo'))
  const intake = await getAdmission()
  await openPublicPage('/nowhere')
  await waitFor(() => expect(footer().getByText('admitere@univ.test')).toBeTruthy())
  expect(footer().queryByRole('link', { name: /website/ })).toBeNull()
  act(() => setPublicConfig({ ...intake, website: 'https://www.univ.test' }))
  expect(footer().getByRole('link', { name: 'University website' }).getAttribute('href')).toBe(
    'https://www.univ.test',
  )
  act(() =>
    setPublicConfig({
      ...intake,
      admissionEmail: null,
      admissionPhone: null,
      officeHours: null,
      website: 'https://www.univ.test',
    }),
  )
  const link = footer().getByRole('link', { name: 'university website' })
  expect([link.getAttribute('href'), link.parentElement?.textContent]).toEqual([
    'https://www.univ.test',
    'contact details are on the university website',
  ])
})

test('the university’s logo is shown next to its name, or else the program’s emblem', async () => {
  const logo = () => document.querySelector('.brand img')?.getAttribute('src')
  const intake = await getAdmission()
  await openPublicPage('/nowhere')
  await waitFor(() => expect(logo()).toBe('/emblem.svg'))
  act(() => setPublicConfig({ ...intake, logo: '/api/university/logo/1' }))
  expect(logo()).toMatch(/\/api\/university\/logo\/1\?small$/)
})
