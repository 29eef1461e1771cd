import { organizationMeta } from '@matricola/schema/wire/endpoints.ts'
import { setAddress } from '@matricola/testing/library/pages.tsx'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { brandOfSettings } from '../../../public/brand.tsx'
import { PublicContext, type PublicProps } from '../../../public/public-context.ts'
import { PublicFrame } from '../../../public/public-frame.tsx'

const written = () => document.querySelector(`meta[name="${organizationMeta}"]`)
afterEach(() => written()?.remove())

/** Renders a public page, after the server has written this into it. */
async function openPage(name?: string, logo?: string) {
  await setAddress('/authentification', 'en', 'public')
  if (name !== undefined) {
    const meta = Object.assign(document.createElement('meta'), {
      name: organizationMeta,
      content: name,
    })
    if (logo !== undefined) meta.dataset.logo = logo
    document.head.append(meta)
  }
  const props = {
    http: { apiUrl: (path: string) => path },
    languages: ['en'],
    ...brandOfSettings('Library'),
  } as unknown as PublicProps // a frame uses no other parts
  render(
    <PublicContext value={props}>
      <PublicFrame title="Sign in">…</PublicFrame>
    </PublicContext>,
  )
  return screen.getByRole('link', { name: /County|Library/ })
}

test('public pages show the name and the logo of the settings', async () => {
  const brand = await openPage('County Library', '/api/university/logo/1')
  expect(brand.textContent).toBe('County Library')
  expect(brand.querySelector('img')?.getAttribute('src')).toBe('/api/university/logo/1?small')
  expect(document.title).toBe('Sign in – County Library')
})

test('public pages show the emblem if the settings have no logo', async () => {
  const brand = await openPage('County Library')
  expect(brand.querySelector('img')?.getAttribute('src')).toBe('/emblem.svg')
})

test('public pages show the name of the product if the server could not read the settings', async () => {
  expect((await openPage()).textContent).toBe('Library')
  expect(document.title).toBe('Sign in – Library')
})
