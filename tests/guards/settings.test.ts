import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run as settingsCommand } from '@matricola/server/app/commands/settings.ts'
import { ConfigError, settingNamesOf } from '@matricola/server/config.ts'
import { projectRoot, removeFolder } from '@matricola/testing/databases.ts'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { captureOutput } from '#tests/support/installation.ts'
import { testedApp } from '#tests/support/tested-app.ts'

const refusal = (environment: Record<string, string>) => {
  try {
    testedApp.loadConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

describe('the settings of the process', () => {
  test('are all optional and have defaults', () => {
    expect(testedApp.loadConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicOrigin: 'http://localhost:3000',
      dataDir: join(process.cwd(), 'data'),
      trustProxy: [],
      corsOrigins: [],
      logLevel: 'info',
      requestsPerMinute: 600,
      settings: { SUBMISSIONS_PER_HOUR: 30, APPLICATIONS_AT_ONCE: 64 },
    })
  })

  test('use the port in the public origin', () => {
    expect(testedApp.loadConfig({ PORT: '8080' }).publicOrigin).toBe('http://localhost:8080')
  })

  test('require the public origin only in production', () => {
    expect(refusal({ NODE_ENV: 'production' })).toMatch(/^PUBLIC_ORIGIN must be set [^\n]*$/)
    expect(
      refusal({ NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://admission.example.org' }),
    ).toBe('')
    expect(refusal({ NODE_ENV: 'test' })).toBe('')
  })

  test('treat an empty variable as one that is not set', () => {
    expect(testedApp.loadConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000 })
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
    'do not accept %s as trusted proxies',
    (value) => {
      expect(refusal({ TRUST_PROXY: value })).toMatch(/^TRUST_PROXY /)
    },
  )

  test('are read under a former name, unless the new name is set', () => {
    const former = { UNIVERSITY_LANGUAGE: 'fr' }
    expect(testedApp.loadConfig({}).defaultLanguage).toBe('ro')
    expect(testedApp.loadConfig(former).defaultLanguage).toBe('fr')
    expect(testedApp.loadConfig({ ...former, DEFAULT_LANGUAGE: 'de' }).defaultLanguage).toBe('de')
    expect(testedApp.loadConfig({ ...former, DEFAULT_LANGUAGE: '' }).defaultLanguage).toBe('fr')
  })

  test('trust only the forwarding headers of listed proxies', () => {
    expect(
      testedApp.loadConfig({ TRUST_PROXY: '10.0.0.5, 10.1.0.0/16,fd00::/8' }).trustProxy,
    ).toEqual(['10.0.0.5', '10.1.0.0/16', 'fd00::/8'])
  })

  test('allow an unencrypted origin on localhost, and elsewhere only if explicitly permitted', () => {
    for (const origin of ['http://localhost:3000', 'http://127.0.0.1:4000', 'http://[::1]:3000'])
      expect(testedApp.loadConfig({ PUBLIC_ORIGIN: origin }).publicOrigin).toBe(origin)
    const inside = { PUBLIC_ORIGIN: 'http://matricola.internal', ALLOW_INSECURE_HTTP: '1' }
    expect(testedApp.loadConfig(inside).publicOrigin).toBe('http://matricola.internal')
  })
})

test('the operator’s guide lists every setting of the process and nothing else', () => {
  const rows = readFileSync(join(projectRoot, 'docs/operate.md'), 'utf8').matchAll(
    /^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm,
  )
  const named = [...rows].flatMap(([, names = '']) =>
    [...names.matchAll(/[A-Z_]+/g)].map(([name]) => name),
  )
  expect(named.sort()).toEqual([...settingNamesOf(testedApp.settings)].sort())
})

describe('the demo university', () => {
  test.each([
    [{}, true],
    [{ DEMO: '0' }, false],
    [{ DATABASE_URL: 'postgres://localhost/matricola' }, false],
    [{ DATABASE_URL: 'postgres://localhost/matricola', DEMO: '1' }, true],
    [{ NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://admission.example.org' }, false],
  ])('with %j it is %s', (environment, expected) => {
    expect(testedApp.loadConfig(environment).demo).toBe(expected)
  })

  test('is refused in production', () => {
    expect(refusal({ NODE_ENV: 'production', DEMO: '1' })).toMatch(/^DEMO /)
  })
})

describe('the settings file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'))
  afterAll(() => removeFolder(folder))
  afterEach(() => vi.unstubAllEnvs())

  const path = join(folder, 'settings')
  const fileOf = (text: string | Buffer) => {
    writeFileSync(path, text)
    return { SETTINGS_FILE: path }
  }
  const line = (text: string) => testedApp.loadConfig(fileOf(`${text}\n`))

  test.each([
    'pa$$word$HOME twice',
    'a#b;c&d|e`f` and more',
    'it\'s "quoted" in the middle',
    'back\\slash\\n\\"twice',
    '%24%20<x>~*?!= of all kinds',
    '$(touch /tmp/x) $PATH %h',
    'parolă în română',
  ])('returns values literally: %s', (value) => {
    expect(line(`DEMO_PASSWORD=${value}`).demoPassword).toBe(value)
    expect(line(`DEMO_PASSWORD="${value}"`).demoPassword).toBe(value)
    expect(line(`DEMO_PASSWORD='${value}'`).demoPassword).toBe(value)
  })

  test('returns a password in a URL literally', () => {
    const address = 'smtps://office:pa$$w"o\'r`d$HOME\\<x>@mail.univ.ro'
    expect(line(`SMTP_URL=${address}`).smtpUrl).toBe(address)
  })

  test('strips one pair of quotes around the whole value, but no other quotes', () => {
    expect(line('MAIL_FROM=Admission office <admission@univ.ro>').mailFrom).toBe(
      'Admission office <admission@univ.ro>',
    )
    expect(line('MAIL_FROM="Admission office" <admission@univ.ro>').mailFrom).toBe(
      '"Admission office" <admission@univ.ro>',
    )
    expect(line('DEMO_PASSWORD=""twelve letters""').demoPassword).toBe('"twelve letters"')
    expect(line('DEMO_PASSWORD="twelve letters\'').demoPassword).toBe('"twelve letters\'')
    expect(line('DEMO_PASSWORD= spaces around it ').demoPassword).toBe(' spaces around it ')
  })

  test('may have comment lines, empty lines, and any line endings, but no trailing comments', () => {
    const text =
      '\uFEFF# SMTP_URL=smtp://a\r\n\r\n#PORT=1\r\nDEMO_PASSWORD=twelve #letters\r\nPORT=4000\r\n'
    expect(testedApp.loadConfig(fileOf(text))).toMatchObject({
      port: 4000,
      demoPassword: 'twelve #letters',
    })
    expect(testedApp.loadConfig(fileOf(text)).smtpUrl).toBeUndefined()
  })

  test('is overridden by the environment, even by an empty variable', () => {
    const file = fileOf('PORT=4000\nDATABASE_URL=postgres://localhost/matricola\n')
    expect(testedApp.loadConfig({ ...file, PORT: '5000' })).toMatchObject({
      port: 5000,
      databaseUrl: 'postgres://localhost/matricola',
    })
    expect(testedApp.loadConfig({ ...file, DATABASE_URL: '' }).databaseUrl).toBeUndefined()
  })

  test.each([
    [
      'PORT=3000\nSMPT_URL=smtp://a:secret@b',
      /^SMPT_URL is not a setting of this program \(line 2 of \S+\)\. Did you mean SMTP_URL\?$/,
    ],
    ['export PORT=3000', /^Line 1 of \S+ is not NAME=value\./],
    ['PORT = 3000', /^Line 1 of \S+ is not NAME=value\./],
    ['\n  secret words', /^Line 2 of \S+ is not NAME=value\./],
    ['SETTINGS_FILE=/etc/other', /^SETTINGS_FILE is not a setting of this program \(line 1/],
    ['# x\nPORT=80a', /^PORT must be a port number from 1 to 65535 \(line 2 of \S+\)$/],
  ])(
    'rejects %j with one line that contains the line number but not the value',
    (text, expected) => {
      const message = refusal(fileOf(text))
      expect(message).toMatch(expected)
      expect(message).not.toMatch(/secret|80a|\n/)
    },
  )

  test('is rejected with one line if it cannot be read', () => {
    expect(refusal({ SETTINGS_FILE: join(folder, 'gone') })).toMatch(
      /^SETTINGS_FILE \S+gone cannot be read \(ENOENT\)/,
    )
    expect(refusal(fileOf(Buffer.from('DEMO_PASSWORD=parol\xE3 in alt cod', 'latin1')))).toMatch(
      /^SETTINGS_FILE \S+ is not UTF-8/,
    )
  })

  test('may still have its former name', () => {
    const older = mkdtempSync(join(folder, 'older-'))
    writeFileSync(join(older, 'env'), 'PORT=4100\n')
    expect(testedApp.loadConfig({ SETTINGS_FILE: join(older, 'settings') }).port).toBe(4100)
    writeFileSync(join(older, 'settings'), 'PORT=4200\n')
    expect(testedApp.loadConfig({ SETTINGS_FILE: join(older, 'settings') }).port).toBe(4200)
  })

  test('is printed by a command that masks secrets, and prints a single value in full for scripts', async () => {
    const secrets =
      'SMTP_URL=smtps://office:pa$word@mail.univ.ro\nMETRICS_TOKEN=abcdefghijklmnopqrstuv\n'
    fileOf(
      `${secrets}DATABASE_URL=postgres://m:hidden@db/m?sslmode=require&sslpassword=hidden\nFILES_URL=s3://key:hidden@store/bucket\n`,
    )
    vi.stubEnv('SETTINGS_FILE', path)
    vi.stubEnv('PORT', '3005')
    const run = (...args: string[]) =>
      captureOutput(() => settingsCommand(args, testedApp.loadConfig(), testedApp))
    const all = await run()
    expect(all).not.toMatch(/pa\$word|hidden|abcdefghij/)
    expect(all).toMatch(/^SMTP_URL +smtps:\/\/office:••••••@mail\.univ\.ro +\(line 1 of \S+\)$/m)
    expect(all).toMatch(/^PORT +3005 +\(the environment\)$/m)
    expect(all).toMatch(/^HOST +127\.0\.0\.1 +\(default\)$/m)
    expect(await run('get', 'SMTP_URL')).toBe('smtps://office:pa$word@mail.univ.ro\n')
    expect(await run('get', 'HOST')).toBe('127.0.0.1\n')
    expect(await run('get', 'DEMO_PASSWORD')).toBe('\n')
    expect(await run('check')).toMatch(/^The settings are valid/)
    await expect(run('get', 'NOBODY')).rejects.toThrow('NOBODY is not a setting')
    await expect(run('show')).rejects.toThrow('Usage: matricola settings')
  })

  test('that comes with the program is valid as delivered and with every line uncommented', () => {
    const delivered = readFileSync(join(projectRoot, 'deploy/settings'), 'utf8')
    const filled = delivered
      .replaceAll(/^#(?=[A-Z_]+=)/gm, '')
      .replace(/^METRICS_TOKEN=$/m, 'METRICS_TOKEN=a-token-of-twenty-letters')
    expect(testedApp.loadConfig({ ...fileOf(delivered), NODE_ENV: 'production' }).dataDir).toBe(
      '/var/lib/matricola',
    )
    expect(testedApp.loadConfig({ ...fileOf(filled), NODE_ENV: 'production' })).toMatchObject({
      mailFrom: 'Admission office <admission@university.example>',
      smtpUrl: 'smtps://matricola:secret@mail.university.example',
    })
  })
})

test('only the program itself reads the settings file in an installation', () => {
  const delivered = [
    'matricola',
    'nightly-backup',
    'container-backup',
    'matricola@.service',
    'matricola-backup.service',
  ]
  for (const name of delivered) {
    const text = readFileSync(join(projectRoot, 'deploy', name), 'utf8')
    expect(text).not.toMatch(
      /EnvironmentFile|(?:^|\s)(?:\.|source) |grep .*settings|\/etc\/matricola\/env/m,
    )
  }
})
