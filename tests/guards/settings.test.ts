import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, loadConfig, settingNames } from '#server/engine/config.ts'
import { root } from '#tests/support/databases.ts'

const refusal = (environment: Record<string, string>) => {
  try {
    loadConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

describe('the settings of the process', () => {
  test('need nothing: every one has a default', () => {
    expect(loadConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicOrigin: 'http://localhost:3000',
      dataDir: join(process.cwd(), 'data'),
      trustProxy: [],
      corsOrigins: [],
      logLevel: 'info',
      requestsPerMinute: 600,
      submissionsPerHour: 30,
    })
  })

  test('follow the port in the public origin', () => {
    expect(loadConfig({ PORT: '8080' }).publicOrigin).toBe('http://localhost:8080')
  })

  test('name the public origin in production, and nowhere else (SAFE-20)', () => {
    expect(refusal({ NODE_ENV: 'production' })).toMatch(/^PUBLIC_ORIGIN must be set [^\n]*$/)
    expect(refusal({ NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://admission.example.org' })).toBe('')
    expect(refusal({ NODE_ENV: 'test' })).toBe('')
  })

  test('take an empty variable for one that is not set', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000 })
  })

  test.each([
    ['PORT', '80a'],
    ['PORT', '70000'],
    ['PUBLIC_ORIGIN', 'https://example.org/'],
    ['PUBLIC_ORIGIN', 'http://admission.example.org'],
    ['DATABASE_URL', 'mysql://localhost/matricola'],
    ['SMTP_URL', 'mail.example.org'],
    ['MAIL_FROM', 'nobody'],
    ['CORS_ORIGINS', 'https://example.org, *'],
    ['DEMO', 'yes'],
    ['DEMO_PASSWORD', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['REQUEST_LIMIT_PER_MINUTE', '-1'],
    ['REQUEST_LIMIT_PER_MINUTE', 'none'],
    ['SUBMISSIONS_PER_HOUR', '1.5'],
    ['APPLICATIONS_AT_ONCE', '0'],
  ])('%s cannot be %s: one line names the variable', (name, value) => {
    expect(refusal({ [name]: value })).toMatch(new RegExp(`^${name} \\S[^\\n]*$`))
  })

  test.each(['true', '1', 'loopback', '::ffff:10.0.0.1', '10.0.0.0/0', '10.0.0.0/33'])(
    'believe no proxies described as %s (S-2.3)',
    (value) => {
      expect(refusal({ TRUST_PROXY: value })).toMatch(/^TRUST_PROXY /)
    },
  )

  test('believe the forwarding headers of listed proxies only (S-2.3)', () => {
    expect(loadConfig({ TRUST_PROXY: '10.0.0.5, 10.1.0.0/16,fd00::/8' }).trustProxy).toEqual(['10.0.0.5', '10.1.0.0/16', 'fd00::/8'])
  })

  test('take an origin without encryption for this machine, for others only when told so (S-2.2)', () => {
    for (const origin of ['http://localhost:3000', 'http://127.0.0.1:4000', 'http://[::1]:3000'])
      expect(loadConfig({ PUBLIC_ORIGIN: origin }).publicOrigin).toBe(origin)
    const inside = { PUBLIC_ORIGIN: 'http://matricola.internal', ALLOW_INSECURE_HTTP: '1' }
    expect(loadConfig(inside).publicOrigin).toBe('http://matricola.internal')
  })
})

test('the README names every setting of the process, and none that there is not', () => {
  const rows = readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)
  const named = [...rows].flatMap(([, names = '']) => [...names.matchAll(/[A-Z_]+/g)].map(([name]) => name))
  expect(named.sort()).toEqual([...settingNames].sort())
})

describe('the demo university', () => {
  test.each([
    [{}, true],
    [{ DEMO: '0' }, false],
    [{ DATABASE_URL: 'postgres://localhost/matricola' }, false],
    [{ DATABASE_URL: 'postgres://localhost/matricola', DEMO: '1' }, true],
    [{ NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://admission.example.org' }, false],
  ])('with %j it is %s', (environment, expected) => {
    expect(loadConfig(environment).demo).toBe(expected)
  })

  test('is refused in production (S-6.6)', () => {
    expect(refusal({ NODE_ENV: 'production', DEMO: '1' })).toMatch(/^DEMO /)
  })
})
