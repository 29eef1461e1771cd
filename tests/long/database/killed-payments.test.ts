/**
 * Kills a server while it books a payment. The client repeats its call with the same key: it gets
 * one receipt, and the numbers of the series have no gaps and no repeats. After a restore, the
 * series is closed.
 */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openContext } from '@matricola/server/app/open-context.ts'
import { restoreBackup } from '@matricola/server/backup/restore.ts'
import { storeBackup } from '@matricola/server/backup/stored-backups.ts'
import type { Context } from '@matricola/server/context.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { createAccount } from '@matricola/server/session/accounts.ts'
import {
  createPostgresDatabase,
  projectRoot,
  removeFolder,
  silentLog,
  testPostgresUrl,
} from '@matricola/testing/databases.ts'
import { goodPassword } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'
import { universityErasures } from '#server/erasures.ts'
import { buildProgram, type Program, startProgram } from '#tests/support/program.ts'
import { testedApp } from '#tests/support/tested-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'killed-payments-'))
const postgres = testPostgresUrl ? await createPostgresDatabase(testPostgresUrl) : null
const settings = { DATA_DIR: folder, ...(postgres && { DATABASE_URL: postgres.url }) }
const config = { ...testedApp.loadConfig({ ...settings, LOG_LEVEL: 'silent' }), root: projectRoot }
const order = join(folder, 'kill-at.json')
let program: Program | undefined
let cookie = ''
let studentId = ''
let seriesId = ''

/** Runs `work` while no server runs. */
async function between<T>(work: (context: Context) => Promise<T>): Promise<T> {
  await program?.stop()
  program = undefined
  const context = await openContext(testedApp, { config, log: silentLog })
  return await work(context).finally(() => context.database.close())
}

beforeAll(async () => {
  buildProgram()
  await between(async (context) => {
    const { database, keys, clock } = context
    const make = async (name: string, body: object) =>
      (await recordsOf(context).insert(systemPermit('demo', getResource(name), 'create'), body)).id
    await createAccount(database, keys, {
      ...{ name: 'Ada Admin', username: 'ada', email: 'ada@univ.ro', role: 'admin' },
      ...{ password: goodPassword, createdAt: clock.now() },
    })
    const departmentProfileId = await make('departments', { name: 'Litere' })
    const specializationId = await make('specializations', {
      ...{ name: 'Filologie', code: 'FIL', departmentProfileId, yearsOfStudy: 3 },
      totalCredits: 180,
    })
    studentId = await make('students', {
      ...{ lastName: 'Pop', firstName: 'Ana', matriculationNumber: 'FIL-1', specializationId },
      ...{ email: 'ana@stud.univ.ro', academicYearOfEntry: '2026-2027' },
    })
    seriesId = await make('receipt-series', { code: 'CJ', desk: 'Casieria 1' })
  })
  await start()
  const answer = await callServer('/api/authentication/login', {
    username: 'ada',
    password: goodPassword,
  })
  cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  expect((await callServer('/api/cash-sessions/create', { seriesId })).status).toBe(201)
})
afterAll(async () => {
  await program?.stop('SIGKILL')
  await postgres?.drop()
  removeFolder(folder)
})

async function start(): Promise<void> {
  const preload = pathToFileURL(join(projectRoot, 'tests/support/kill-before-statement.mjs'))
  program = await startProgram({
    ...settings,
    DEMO: '0',
    NODE_OPTIONS: `--import=${preload.href}`,
    KILL_AT: order,
  })
}

async function callServer(path: string, body: object, key?: string): Promise<Response> {
  const origin = program?.origin ?? ''
  return await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: {
      ...{ origin, cookie, 'content-type': 'application/json' },
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  })
}

/** Books a payment. Returns the label of its receipt; null if the server is killed before it responds. */
async function pay(key: string): Promise<string | null> {
  const answer = await callServer(
    `/api/students/${studentId}/payments`,
    { amount: 10, method: 'cash', charges: [] },
    key,
  ).catch(() => null)
  if (!answer) return null
  expect(answer.status).toBe(201)
  const { data } = (await answer.json()) as { data: { receipt: { label: string } } }
  return data.receipt.label
}

let booked = 0

test.each([
  ['before the number is taken', ['update receipt_series']],
  ['before the receipt is stored', ['update receipt_series', 'INTO receipts']],
  ['before the entry is stored', ['INTO receipts', 'INTO finances']],
  ['as the payment is committed', ['INTO finances', 'commit']],
] as const)('a payment whose server is killed %s is booked once', async (_, statements) => {
  const key = `payment-${statements.join('-').replaceAll(' ', '-')}`
  writeFileSync(order, JSON.stringify(statements))
  expect(await pay(key)).toBeNull()
  const running = program ?? expect.fail('a server runs')
  await running.ended
  expect(running.process.signalCode).toBe('SIGKILL')
  await start()
  booked += 1
  const label = `CJ ${String(booked).padStart(6, '0')}`
  expect([await pay(key), await pay(key)]).toEqual([label, label])
  await between(async ({ database }) => {
    const receipts = await database.query<{ number: number; entries: number }>(
      `select number, (select count(*)::int from finances where receipt_id = r.id) as entries from receipts r where series_id = $1 order by number`,
      [seriesId],
    )
    expect(receipts).toEqual(
      Array.from({ length: booked }, (_, at) => ({ number: at + 1, entries: 1 })),
    )
  })
  await start()
})

test('after a restore, the series gives no numbers', async () => {
  await between(async (context) => {
    const { path } = await storeBackup(context, 'before-restore')
    await restoreBackup(path, context, { force: true, erasures: universityErasures })
  })
  await start()
  const signedIn = await callServer('/api/authentication/login', {
    username: 'ada',
    password: goodPassword,
  })
  cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const answer = await callServer(`/api/students/${studentId}/payments`, {
    ...{ amount: 10, method: 'cash', charges: [] },
  })
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { fields: { method: [{ code: 'series.closed' }] } },
  ])
})
