import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { type Branding, createBuiltPages } from '../services/branding.ts'

const built = '<head><title>Library</title></head>'
/** Returns the page as sent, with these settings. */
const send = (read: () => Promise<Branding[]>) =>
  createBuiltPages({ database: { query: read }, config: {} } as unknown as Context)(built)(
    {} as FastifyRequest,
  )
const settings = { name: 'Library', logo: null, colorOnLight: null, colorOnDark: null }

test('a built page has the name and the logo of the settings', async () => {
  const logo = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
  const { page } = await send(async () => [{ ...settings, name: '$& "Books" <b>', logo }])
  expect(page).toBe(
    `<head><title>Library</title><meta name="organization" content="$&amp; &quot;Books&quot; &lt;b&gt;" data-logo="/api/university/logo/${logo}"></head>`,
  )
})

test('a built page has the colours of the settings', async () => {
  const { style } = await send(async () => [{ ...settings, colorOnLight: '#7a1f2b' }])
  expect(style).toContain('[data-theme="light"] .public{--primary:#7a1f2b;')
})

test('a built page stays as it is if the settings cannot be read', async () => {
  expect(await send(() => Promise.reject(new Error('no database')))).toEqual({
    page: built,
    style: '',
  })
})
