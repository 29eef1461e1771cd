import type { SessionApp } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assertNoDemoData } from '#demo/assert-no-demo-data.ts'
import { demoDomain } from '#demo/people.ts'
import { engines } from '#tests/support/databases.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import { testedApp } from '#tests/support/tested-app.ts'

describe.each(engines)('startup in production on $engine', ({ open }) => {
  let site: SessionApp
  beforeAll(async () => {
    site = await startSessionApp({}, open)
    for (const role of ['admin', 'student'] as const)
      await site.createAccount(role, { username: role })
    await site.createAccount('admin', { username: 'ana.pop' })
  })
  afterAll(() => site.close())

  test('fails only while a demo account is active', async () => {
    await expect(assertNoDemoData(site.database)).resolves.toBeUndefined()
    await site.database.query(
      "update users set email = username || '@' || $1 where username in ('admin', 'student')",
      [demoDomain],
    )
    await expect(assertNoDemoData(site.database)).rejects.toThrow(/accounts \(admin, student\)/)
    await site.database.query("update users set is_active = false where username = 'admin'")
    await expect(assertNoDemoData(site.database)).rejects.toThrow(/accounts \(student\)/)
    await site.database.query("update users set is_active = false where username = 'student'")
    await expect(assertNoDemoData(site.database)).resolves.toBeUndefined()
  })
})

test('production is detected by NODE_ENV', () => {
  const settings = { PUBLIC_ORIGIN: 'https://admission.example.org' }
  expect(testedApp.loadConfig({ ...settings, NODE_ENV: 'production' }).isProduction).toBe(true)
  expect(testedApp.loadConfig(settings).isProduction).toBeUndefined()
})

test.each<[string, object, boolean]>([
  ['http://evil.example', { NODE_ENV: 'production' }, false],
  ['https://www.example.org,http://evil.example', { NODE_ENV: 'production' }, false],
  ['http://10.0.0.5:8080', { NODE_ENV: 'production' }, false],
  ['https://www.example.org', { NODE_ENV: 'production' }, true],
  ['http://localhost:5173', { NODE_ENV: 'production' }, true],
  ['http://www.example.org', { NODE_ENV: 'production', ALLOW_INSECURE_HTTP: '1' }, true],
  ['http://www.example.org', {}, true],
])('CORS_ORIGINS is validated: %s with %j', (origins, settings, isTaken) => {
  const load = () =>
    testedApp.loadConfig({
      PUBLIC_ORIGIN: 'https://admission.example.org',
      CORS_ORIGINS: origins,
      ...settings,
    })
  if (isTaken) expect(load().corsOrigins).toEqual(origins.split(','))
  else expect(load).toThrow(/^CORS_ORIGINS must start with https:\/\//)
})
