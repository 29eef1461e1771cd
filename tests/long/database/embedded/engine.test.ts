import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isDataCorruption } from '@matricola/server/database/corruption.ts'
import {
  longStatementTimeoutMs,
  statementTimeoutMs,
  withLongTimeout,
} from '@matricola/server/database/database.ts'
import { openingError } from '@matricola/server/database/embedded/directory.ts'
import {
  connectEmbedded,
  type EmbeddedDatabase,
} from '@matricola/server/database/embedded/embedded.ts'
import { lockDirectory } from '@matricola/server/database/embedded/lock.ts'
import { startEngineThread } from '@matricola/server/database/embedded/thread.ts'
import { DatabaseRefusal } from '@matricola/server/database/refusal.ts'
import { translateError } from '@matricola/server/database/translate-error.ts'
import { embeddedWorker, removeFolder, silentLog } from '@matricola/testing/databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { registry } from '#resources/index.ts'

/** A statement that practically never ends. */
const longQuery = 'select count(*) from generate_series(1, 10000000000)'

/** Inverts one byte in every page of a file. */
function flip(path: string): void {
  const bytes = readFileSync(path)
  for (let at = 40; at < bytes.length; at += 8192) bytes[at] = ~(bytes[at] ?? 0) & 255
  writeFileSync(path, bytes)
}

describe('the embedded database on disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-'))
  const directory = join(folder, 'database')
  const worker = embeddedWorker()
  const open = (at = directory) => connectEmbedded({ directory: at, worker, log: silentLog })
  let database: EmbeddedDatabase | undefined
  const close = async () => {
    await database?.close()
    database = undefined
  }
  beforeAll(async () => {
    database = await open()
    await database.query('create table kept (n int)')
    await close()
  })
  afterEach(close)
  afterAll(() => removeFolder(folder))

  it('syncs every commit to the disk', async () => {
    database = await open()
    for (let n = 1; n <= 5; n++) {
      const before = await database.syncs()
      await database.query('insert into kept values ($1)', [n])
      expect(await database.syncs()).toBeGreaterThan(before)
    }
  })

  it('finds the data that was written before it was closed', async () => {
    database = await open()
    expect(await database.query('select count(*) as rows from kept')).toEqual([{ rows: 5 }])
  })

  it('makes its folder accessible only to its owner', () => {
    expect(statSync(directory).mode & 0o777).toBe(0o700)
  })

  it('refuses a second process in the same directory, and reports which process holds the lock', async () => {
    database = await open()
    await expect(open()).rejects.toThrow(DatabaseRefusal)
    await expect(open()).rejects.toThrow(String(process.pid))
  })

  it('takes over the lock of a killed process', async () => {
    const lock = `${directory}.lock`
    const script = `require('net').createServer().listen(${JSON.stringify(lock)}, () => process.kill(process.pid, 'SIGKILL'))`
    spawnSync(process.execPath, ['-e', script])
    expect(statSync(lock).isSocket()).toBe(true)
    database = await open()
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('gives the lock of a killed process to only one of several processes that claim it at the same time', async () => {
    const script = `require('net').createServer().listen(${JSON.stringify(`${directory}.lock`)}, () => process.kill(process.pid, 'SIGKILL'))`
    spawnSync(process.execPath, ['-e', script])
    const lock = () => lockDirectory(directory, () => undefined)
    const locks = await Promise.allSettled([lock(), lock(), lock()])
    const owners = locks.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    for (const release of owners) await release()
    expect(owners).toHaveLength(1)
    for (const one of locks)
      if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(DatabaseRefusal)
  })

  it('locks a directory whose path is too long for a socket', async () => {
    const deep = join(folder, 'x'.repeat(120), 'database')
    cpSync(directory, deep, { recursive: true })
    database = await open(deep)
    await expect(open(deep)).rejects.toThrow(DatabaseRefusal)
  })

  it('finds the process that locked a long path, even if processes have different temporary folders', async () => {
    const deep = join(folder, 'y'.repeat(120), 'database')
    cpSync(directory, deep, { recursive: true })
    database = await open(deep)
    const usual = process.env.TMPDIR
    process.env.TMPDIR = join(folder, 'elsewhere')
    await expect(open(deep)).rejects.toThrow(DatabaseRefusal)
    process.env.TMPDIR = usual
    if (usual === undefined) delete process.env.TMPDIR
  })

  it('keeps its lock when a user deletes the lock file, and recreates it', async () => {
    database = await open()
    const lock = `${directory}.lock`
    rmSync(lock)
    await expect(open()).rejects.toThrow(`in use by another process (${process.pid})`)
    expect(statSync(lock).isSocket()).toBe(true)
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
    await close()
    expect(existsSync(lock)).toBe(false)
  })

  it('stops serving a process whose lock another process has taken over', async () => {
    database = await open()
    const lock = `${directory}.lock`
    rmSync(lock)
    const other = createServer().listen(lock)
    await expect
      .poll(() => database?.query('select 1').catch(String))
      .toBe('AppError: database.unavailable')
    other.close()
    await close()
    database = await open()
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('does not open data of another version, and reports what to do', async () => {
    const old = join(folder, 'old')
    mkdirSync(old)
    writeFileSync(join(old, 'PG_VERSION'), '17\n')
    await expect(open(old)).rejects.toThrow('written by PostgreSQL 17')
    expect(readFileSync(join(old, 'PG_VERSION'), 'utf8')).toBe('17\n')
  })

  /** Copies the closed data directory and damages the copy. */
  const damagedCopy = (damage: (copy: string) => void) => {
    const copy = join(mkdtempSync(join(folder, 'spoilt-')), 'database')
    cpSync(directory, copy, { recursive: true })
    damage(copy)
    return copy
  }
  const filesIn = (copy: string) => readdirSync(copy, { recursive: true }).length

  it.each([
    [
      'without its PG_VERSION',
      (copy: string) => rmSync(join(copy, 'PG_VERSION')),
      'PG_VERSION is missing',
    ],
    [
      'whose PG_VERSION cannot be read',
      (copy: string) => {
        rmSync(join(copy, 'PG_VERSION'))
        mkdirSync(join(copy, 'PG_VERSION'))
      },
      'PG_VERSION cannot be read (EISDIR)',
    ],
  ])('%s is refused in one line, and left unchanged', async (_, damage, why) => {
    const copy = damagedCopy(damage)
    const before = filesIn(copy)
    const openError = await open(copy).catch((error: unknown) => error)
    expect(openError).toBeInstanceOf(DatabaseRefusal)
    expect(String(openError)).toContain(why)
    expect(String(openError)).toContain('npm run db:restore')
    expect(String(openError).split('\n')).toHaveLength(1)
    expect(filesIn(copy)).toBe(before)
    expect(readdirSync(dirname(copy))).toEqual(['database'])
  })

  it('is created only in an empty folder', async () => {
    const emptyFolder = mkdtempSync(join(folder, 'place-'))
    const [empty, other] = [join(emptyFolder, 'empty'), join(emptyFolder, 'other')]
    mkdirSync(empty)
    mkdirSync(other)
    writeFileSync(join(other, 'thesis.txt'), 'mine')
    await expect(open(other)).rejects.toThrow(DatabaseRefusal)
    expect(readFileSync(join(other, 'thesis.txt'), 'utf8')).toBe('mine')
    database = await open(empty)
    expect(readdirSync(emptyFolder).sort()).toEqual(['empty', 'empty.lock', 'other'])
  })

  it('may be on another disk behind a link, and is still used by only one process', async () => {
    const link = join(mkdtempSync(join(folder, 'link-')), 'database')
    symlinkSync(directory, link)
    database = await open(link)
    expect(await database.query('select count(*) as rows from kept')).toEqual([{ rows: 5 }])
    await expect(open()).rejects.toThrow('in use by another process')
  })

  it('behind a link to a missing disk is refused in one line, and no new database is created', async () => {
    const link = join(mkdtempSync(join(folder, 'link-')), 'database')
    symlinkSync(join(folder, 'unmounted/database'), link)
    await expect(open(link)).rejects.toThrow('Mount its disk')
  })

  it.each([
    [
      'has lost its log',
      (copy: string) => rmSync(join(copy, 'pg_wal'), { recursive: true }),
      'pg_wal',
    ],
    [
      'has a damaged control file',
      (copy: string) => flip(join(copy, 'global/pg_control')),
      'checksum in control file',
    ],
    [
      'has damaged pages in its catalogue',
      (copy: string) =>
        readdirSync(join(copy, 'base')).forEach(
          (one) => void flip(join(copy, 'base', one, '1259')),
        ),
      'invalid page',
    ],
  ])(
    'that %s is refused in one line that names the folder and the remedy',
    async (_, damage, why) => {
      const copy = damagedCopy(damage)
      const openError = await open(copy).catch((error: unknown) => error)
      expect(openError).toBeInstanceOf(DatabaseRefusal)
      for (const part of [copy, why, 'damaged or incomplete', 'npm run db:restore'])
        expect(String(openError)).toContain(part)
      expect(String(openError).split('\n')).toHaveLength(1)
    },
  )

  it.each([
    ['EROFS: read-only file system', 'read-only. Mount it'],
    ['could not extend file: No space left on device', 'its disk is full. Free some space'],
    ['EACCES: permission denied', 'this user may not'],
  ])('that fails with "%s" names the disk or the user, and what to do', (message, text) => {
    expect(
      openingError('/srv/data/database', {
        message: 'Aborted()',
        code: undefined,
        fatalMessage: message,
      }).message,
    ).toContain(text)
  })

  it('reports a damaged page with the error code for damage, and does not read from it', async () => {
    database = await open()
    await database.query('create table hurt as select 1 as n')
    const [damagedTable] = await database.query<{ path: string }>(
      `select pg_relation_filepath('hurt') as path`,
    )
    await close()
    const copy = damagedCopy((copiedFolder) => flip(join(copiedFolder, String(damagedTable?.path))))
    database = await open(copy)
    const queryError = await database.query('select * from hurt').catch((error: unknown) => error)
    expect(isDataCorruption(queryError)).toBe(true)
    expect(translateError(registry, queryError)).toMatchObject({ code: 'database.damaged' })
  })

  it('aborts a statement that runs too long, and continues with all committed data', async () => {
    database = await open()
    await database.query('insert into kept values (6)')
    let outcomes: readonly PromiseSettledResult<unknown>[] = []
    const work: Parameters<EmbeddedDatabase['transaction']>[0] = async ({ query }) => {
      outcomes = await Promise.allSettled([query(longQuery), query('select 1')])
    }
    // Only the statements of the transaction have this time limit. An insert that waits for a busy
    // disk may take longer.
    await expect(database.transaction(work, { statementMs: 1_000 })).rejects.toMatchObject({
      code: 'database.unavailable',
    })
    const [tooLong, queued] = outcomes.map(
      (outcome) => outcome.status === 'rejected' && outcome.reason,
    )
    // PostgreSQL reports the same code. Lists use it to name the slow filter; for other calls the
    // database is unavailable.
    expect(tooLong).toMatchObject({ code: '57014' })
    expect(translateError(registry, tooLong)).toMatchObject({ code: 'database.unavailable' })
    expect(queued).toMatchObject({ code: 'database.unavailable' })
    expect(await database.query('select count(*) as rows from kept')).toEqual([{ rows: 6 }])
  })

  it('runs statements that were queued behind an aborted one exactly once, unless they had started or were in a transaction', async () => {
    const thread = await startEngineThread(worker, { directory, template: null }, silentLog)
    await thread.send('create table waited (n int primary key)', [], 60_000)
    const slow = thread.send(longQuery, [], 500, true)
    const numbers = Array.from({ length: 20 }, (_, n) => n)
    const waiting = numbers.map((n) =>
      thread.send('insert into waited values ($1) returning n', [String(n)], 60_000, true),
    )
    const inside = thread.send('select 1 as inside', [], 60_000)
    const after = thread.send('select count(*) as n from waited', [], 60_000, true)
    const outcomes = await Promise.allSettled([slow, inside])
    expect(outcomes).toMatchObject([
      { status: 'rejected', reason: { code: '57014' } },
      { status: 'rejected', reason: { code: 'database.unavailable' } },
    ])
    expect(await Promise.all(waiting)).toEqual(numbers.map((n) => [{ n }]))
    expect(await after).toEqual([{ n: 20 }])
    expect(await thread.send('select count(*) as n from waited', [], 60_000)).toEqual([{ n: 20 }])
    await thread.close()
  })

  it('gives statements of the startup more time than those of users', async () => {
    database = await open()
    const given: (number | undefined)[] = []
    const observedDatabase = {
      ...database,
      transaction: ((work, options) => {
        given.push(options?.statementMs)
        return database?.transaction(work, options)
      }) as EmbeddedDatabase['transaction'],
    }
    expect(await withLongTimeout(observedDatabase).query('select 1 as one')).toEqual([{ one: 1 }])
    await withLongTimeout(observedDatabase).transaction(async () => undefined)
    await withLongTimeout(observedDatabase).transaction(async () => undefined, { statementMs: 5 })
    expect(given).toEqual([longStatementTimeoutMs, longStatementTimeoutMs, 5])
    expect(longStatementTimeoutMs).toBeGreaterThan(20 * statementTimeoutMs)
  })

  it('vacuums all tables while the server is idle, including TOAST tables', async () => {
    database = await open()
    await database.query('create table long (n int, t text)')
    const rowCount =
      "insert into long select n, (select string_agg(md5(n::text || m::text), '') from generate_series(1, 200) m) from generate_series(1, 3000) n"
    await database.query(rowCount)
    await database.query('delete from long where n % 2 = 0')
    await database.vacuum?.()
    const [table] = await database.query<{ seen: number; toast: number; rows: number }>(
      `select c.relallvisible as seen, t.relallvisible as toast, c.reltuples::int as rows from pg_class c join pg_class t on t.oid = c.reltoastrelid where c.relname = 'long'`,
    )
    expect(table?.rows).toBe(1500)
    expect(table?.seen).toBeGreaterThan(0)
    expect(table?.toast).toBeGreaterThan(0)
  })

  it('rolls back a transaction whose statement was aborted', async () => {
    database = await open()
    const work: Parameters<EmbeddedDatabase['transaction']>[0] = async ({ query }) => {
      await query('insert into kept values (7)')
      await query(longQuery)
    }
    const timedOut = database.transaction(work, { statementMs: 1_000 })
    await expect(timedOut).rejects.toMatchObject({ code: '57014' })
    expect(await database.query('select count(*) as rows from kept')).toEqual([{ rows: 6 }])
  })
})

describe('the embedded database in memory', () => {
  it('closes an idle prepared statement when a new one needs its place', async () => {
    const database = await connectEmbedded({
      directory: null,
      worker: embeddedWorker(),
      log: silentLog,
    })
    const run = (number: number) => database.query(`select ${number} as number`)
    const listFiles = async () => {
      const rows = await database.query<{ statement: string }>(
        "select statement from pg_prepared_statements where name <> ''",
      )
      return rows.map(({ statement }) => statement)
    }
    try {
      for (let number = 0; number < 400; number++) await run(number)
      const [retained = '', ...others] = await listFiles()
      expect(others.length).toBeGreaterThan(200)
      await Promise.all(Array.from({ length: 10_500 }, () => database.query(retained)))
      for (const number of [1000, 1001, 1002]) expect(await run(number)).toEqual([{ number }])
      const now = await listFiles()
      expect(now).toEqual(
        expect.arrayContaining([
          retained,
          ...[1000, 1001, 1002].map((number) => `select ${number} as number`),
        ]),
      )
      expect(now).toHaveLength(1 + others.length)
      // A closed statement is prepared again when it next runs.
      const closed = others.find((text) => !now.includes(text)) ?? ''
      expect(await database.query(closed)).toHaveLength(1)
    } finally {
      await database.close()
    }
  })
})
