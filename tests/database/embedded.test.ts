import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connectEmbedded, type EmbeddedDatabase } from '#server/database/embedded.ts'
import { lockDirectory } from '#server/database/embedded-lock.ts'
import { DatabaseRefusal } from '#server/database/refusal.ts'
import { embeddedWorker, removeFolder, silent } from '#tests/support/databases.ts'

describe('the embedded database on disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-'))
  const directory = join(folder, 'database')
  const worker = embeddedWorker()
  const open = (statementMs?: number, at = directory) =>
    connectEmbedded({ directory: at, worker, log: silent, ...(statementMs && { statementMs }) })
  let database: EmbeddedDatabase | undefined
  const close = async () => {
    await database?.close()
    database = undefined
  }
  beforeAll(async () => {
    database = await open()
    await database.query('create table kept (n int)')
    await close()
  }, 60_000)
  afterEach(close)
  afterAll(() => removeFolder(folder))

  it('syncs every commit to the disk (S-18.2)', async () => {
    database = await open()
    for (let n = 1; n <= 5; n++) {
      const before = await database.syncs()
      await database.query('insert into kept values ($1)', [n])
      expect(await database.syncs()).toBeGreaterThan(before)
    }
  })

  it('finds what was written before it was closed', async () => {
    database = await open()
    expect(await database.query('select count(*) as rows from kept')).toEqual([{ rows: 5 }])
  })

  it('keeps its folder to its owner', () => {
    expect(statSync(directory).mode & 0o777).toBe(0o700)
  })

  it('refuses a second owner of the same directory, and says who the first is (S-18.3)', async () => {
    database = await open()
    await expect(open()).rejects.toThrow(DatabaseRefusal)
    await expect(open()).rejects.toThrow(String(process.pid))
  })

  it('takes over a lock whose owner was killed', async () => {
    const lock = `${directory}.lock`
    const script = `require('net').createServer().listen(${JSON.stringify(lock)}, () => process.kill(process.pid, 'SIGKILL'))`
    spawnSync(process.execPath, ['-e', script])
    expect(statSync(lock).isSocket()).toBe(true)
    database = await open()
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('gives the lock of who was killed to one alone of those who come for it at the same moment (S-18.3)', async () => {
    const lock = `${directory}.lock`
    const script = `require('net').createServer().listen(${JSON.stringify(lock)}, () => process.kill(process.pid, 'SIGKILL'))`
    spawnSync(process.execPath, ['-e', script])
    const taken = await Promise.allSettled([lockDirectory(directory), lockDirectory(directory), lockDirectory(directory)])
    const owners = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    for (const letGo of owners) await letGo()
    expect(owners).toHaveLength(1)
    for (const one of taken) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(DatabaseRefusal)
  })

  it('locks a directory whose path is too long for a socket', async () => {
    const deep = join(folder, 'x'.repeat(120), 'database')
    cpSync(directory, deep, { recursive: true })
    database = await open(undefined, deep)
    await expect(open(undefined, deep)).rejects.toThrow(DatabaseRefusal)
  }, 60_000)

  it('does not open data of another version, and says what to do', async () => {
    const old = join(folder, 'old')
    mkdirSync(old)
    writeFileSync(join(old, 'PG_VERSION'), '17\n')
    await expect(open(undefined, old)).rejects.toThrow('written by PostgreSQL 17')
    expect(readFileSync(join(old, 'PG_VERSION'), 'utf8')).toBe('17\n')
  })

  it('gives up a statement that runs too long, and goes on with everything that was committed (S-18.4)', async () => {
    database = await open(1_000)
    await database.query('insert into kept values (6)')
    const endless = database.query('select count(*) from generate_series(1, 10000000000)')
    const behind = database.query('select 1')
    await expect(endless).rejects.toMatchObject({ code: 'database.unavailable' })
    await expect(behind).rejects.toMatchObject({ code: 'database.unavailable' })
    expect(await database.query('select count(*) as rows from kept')).toEqual([{ rows: 6 }])
  })

  it('undoes a transaction whose statement was given up', async () => {
    database = await open(1_000)
    const lost = database.transaction(async ({ query }) => {
      await query('insert into kept values (7)')
      await query('select count(*) from generate_series(1, 10000000000)')
    })
    await expect(lost).rejects.toMatchObject({ code: 'database.unavailable' })
    expect(await database.query('select count(*) as rows from kept')).toEqual([{ rows: 6 }])
  })
})
