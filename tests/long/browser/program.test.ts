import { spawnSync } from 'node:child_process'
import {
  cpSync,
  createReadStream,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { projectRoot } from '@matricola/testing/databases.ts'
import { extract } from 'tar-stream'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import type { FirstStart } from '#tests/browser/support/global-setup.ts'
import { clockAheadOption, freePort, type Program, startProgram } from '#tests/support/program.ts'

const origin = inject('origins')[0] ?? ''

const folders: string[] = []
const programs: Program[] = []

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'matricola-program-'))
  folders.push(folder)
  return folder
}
const start = async (settings: Record<string, string>) => {
  const program = await startProgram(settings)
  programs.push(program)
  return program
}
afterEach(async () => {
  for (const program of programs.splice(0)) await program.stop('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/**
 * Starts a sign-in whose headers have arrived and whose body the program waits for. Returns a
 * function that sends the body and resolves to the status.
 */
function startSlowLogin(origin: string, body: object): Promise<() => Promise<number | undefined>> {
  const text = JSON.stringify(body)
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    expect: '100-continue',
  }
  const sent = request(`${origin}/api/authentication/login`, { method: 'POST', headers })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    sent.once('response', (answer) => resolve(answer.resume().statusCode)).once('error', reject)
  })
  sent.flushHeaders()
  return new Promise((resolve, reject) => {
    sent.once('error', reject).once('continue', () =>
      resolve(() => {
        sent.end(text)
        return answered
      }),
    )
  })
}

/** Returns a folder with a copy of the data from the first start. */
const copyOf = ({ folder }: FirstStart) => {
  const data = join(newFolder(), 'data')
  cpSync(folder, data, { recursive: true })
  return data
}
const post = (origin: string, path: string, body: object) =>
  fetch(`${origin}/api/authentication/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then((answer) => answer.json())

const lines = (program: Program) => program.output().trim().split('\n')

describe('a program with the demo', () => {
  const { folder, output, ...first } = inject('demo')
  const accounts = [...output.matchAll(/^ +(admin|secretary|professor|student) +(\S+)$/gm)]

  test('prints the address and the four accounts, and creates files that only their owner can read', async () => {
    expect(output).toContain(`Matricola is running at ${first.origin}`)
    expect(accounts.map(([, name]) => name)).toEqual(['admin', 'secretary', 'professor', 'student'])
    for (const [, username, password] of accounts)
      expect(await post(origin, 'login', { username, password })).toMatchObject({
        success: true,
        data: { username },
      })
    for (const name of readdirSync(folder))
      expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0)
    expect(readFileSync(join(folder, 'demo-password.txt'), 'utf8').trim()).toBe(accounts[0]?.[2])
  })

  test('answers pending requests before it exits when stopped', async () => {
    const program = await start({ DATA_DIR: copyOf(inject('demo')) })
    const [, username, password] = accounts[0] ?? []
    const underWay = await Promise.all(
      [1, 2, 3].map(() => startSlowLogin(program.origin, { username, password })),
    )
    const answers = underWay.map((send) => send())
    const ended = program.stop()
    expect(await Promise.all(answers)).toEqual([200, 200, 200])
    expect(await ended).toBe(0)
  })
})

describe('a program without the demo', () => {
  const { output, ...empty } = inject('empty')
  const folder = mkdtempSync(join(tmpdir(), 'matricola-program-'))
  const [data, plantedModule] = [join(folder, 'data'), join(folder, 'planted.mjs')]
  let program: Program
  const startAgain = async () => {
    program = await startProgram({
      DATA_DIR: data,
      DEMO: '0',
      NODE_OPTIONS: `--import=${plantedModule}`,
    })
  }
  const isReady = async () => (await fetch(`${program.origin}/readyz`)).status === 200
  beforeAll(async () => {
    cpSync(empty.folder, data, { recursive: true })
    writeFileSync(
      plantedModule,
      `process.on('SIGUSR2', () => void Promise.reject(new Error('planted')))`,
    )
    await startAgain()
  })
  afterAll(async () => {
    await program?.stop('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  test('prints a link by which the first administrator chooses a password', async () => {
    const token = /\/invitation#t=([\w-]+)/.exec(output)?.[1]
    const chosen = { token, password: 'a long walk to the library' }
    expect(await post(program.origin, 'accept-invitation', chosen)).toMatchObject({ success: true })
    expect(
      await post(program.origin, 'login', { username: 'admin', password: chosen.password }),
    ).toMatchObject({
      success: true,
      data: { role: 'admin' },
    })
  })

  test('makes a second process report in one line that the data is in use, and keeps running', async () => {
    const second = await start({ DATA_DIR: data, DEMO: '0' })
    expect(await second.ended).toBe(1)
    expect(lines(second)).toEqual([
      expect.stringContaining(`is in use by another process (${program.process.pid})`),
    ])
    expect(await isReady()).toBe(true)
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'shuts down cleanly on %s, and the next start finds all data',
    async (signal) => {
      expect(await program.stop(signal)).toBe(0)
      await startAgain()
      expect(await isReady()).toBe(true)
    },
  )

  test('logs an uncaught error and exits immediately, so that the supervisor restarts it', async () => {
    program.process.kill('SIGUSR2')
    expect(await program.ended).toBe(1)
    expect(program.output()).toMatch(/"level":60,.*"message":"planted".*uncaught error/)
  })
})

describe('a start that cannot succeed', () => {
  test('names the invalid setting in one line', async () => {
    const program = await start({ DATA_DIR: newFolder(), LOG_LEVEL: 'loud' })
    expect(await program.ended).toBe(1)
    expect(lines(program)).toEqual([expect.stringMatching(/^LOG_LEVEL must be /)])
  })

  test('reports in one line that its port is in use, and writes nothing', async () => {
    const other = createServer()
    const port = await freePort()
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
    const data = join(newFolder(), 'data')
    const program = await start({ DATA_DIR: data, PORT: String(port) })
    other.close()
    expect(await program.ended).toBe(1)
    expect(lines(program)).toEqual([expect.stringContaining(`PORT ${port} on 127.0.0.1 is in use`)])
    expect(() => statSync(data)).toThrow()
  })

  test('reports in one line that the database server does not respond', async () => {
    const program = await start({
      DATA_DIR: newFolder(),
      DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/nothing`,
    })
    expect(await program.ended).toBe(1)
    expect(lines(program)).toEqual([
      expect.stringMatching(/^Cannot connect to DATABASE_URL: .*ECONNREFUSED/),
    ])
  })
})

describe('the retention command', () => {
  test('requires confirmation of a clock that is far ahead of the database', async () => {
    const data = copyOf(inject('empty'))
    const env = {
      PATH: process.env.PATH,
      DATA_DIR: data,
      NODE_OPTIONS: clockAheadOption(newFolder(), 400),
    }
    const retention = (...args: string[]) =>
      spawnSync(
        process.execPath,
        [join(projectRoot, 'dist/server/commands.js'), 'retention', ...args],
        {
          cwd: projectRoot,
          env,
          encoding: 'utf8',
        },
      )
    const refusal = retention()
    expect(refusal.status).toBe(1)
    expect(refusal.stderr.trim().split('\n').at(-1)).toMatch(
      /^The clock shows .* but the newest time in the database is .* add --clock-is-right\.$/,
    )
    expect(retention('--dry-run').status).toBe(0)
    expect(retention('--clock-is-right').stdout).toMatch(/^Deleted the files of 0 applications\.\n/)
    expect(retention().status).toBe(0)
  })
})

describe('stopping', () => {
  test('is logged as a security event, like the start and the migration before it', async () => {
    const data = copyOf(inject('empty'))
    const archive = join(newFolder(), 'backup.tar.gz')
    const env = { PATH: process.env.PATH, DATA_DIR: data }
    const { status } = spawnSync(
      process.execPath,
      [join(projectRoot, 'dist/server/commands.js'), 'backup', archive],
      {
        cwd: projectRoot,
        env,
      },
    )
    expect(status).toBe(0)
    const kinds: string[] = []
    for await (const entry of createReadStream(archive).pipe(createGunzip()).pipe(extract())) {
      const lines = (await text(entry)).split('\n').filter(Boolean)
      if (entry.header.name === 'tables/security_event.ndjson')
        kinds.push(...lines.map((line) => JSON.parse(line).kind))
    }
    expect(kinds.sort()).toEqual(['migrated', 'started', 'stopped'])
  })
})
