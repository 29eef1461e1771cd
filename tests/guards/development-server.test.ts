/** The development server, with the options of `npm run dev`. */

import { projectRoot } from '@matricola/testing/databases.ts'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'

let vite: ViteDevServer
let origin: string

beforeAll(async () => {
  vite = await createServer({
    root: projectRoot,
    logLevel: 'silent',
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { port: 0, host: '127.0.0.1', watch: null },
  })
  await vite.listen()
  origin = vite.resolvedUrls?.local[0] ?? ''
})
afterAll(() => vite.close())

test('serves texts as modules that combine those of the packages and of the application', async () => {
  const response = await fetch(`${origin}texts/en/shell.json?import`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('javascript')
  const module = await response.text()
  expect(module).toContain('Collapse menu')
  expect(module).toContain('You have a new message.')
})
