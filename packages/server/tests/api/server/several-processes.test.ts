import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { openSecondPool } from '@matricola/testing/databases.ts'
import { library, libraryEngines, startLibrarySessions } from '@matricola/testing/library/app.ts'
import type { SessionApp } from '@matricola/testing/session-app.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildServer } from '../../../app/build-server.ts'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../database/database.ts'
import { invalidationsOf, type Topic } from '../../../database/invalidations.ts'
import { wakeJobs } from '../../../jobs/runner.ts'
import { startOutbox } from '../../../mail/outbox.ts'

/** Less than the 30 seconds after which a process looks for invalidations that it missed. */
const pollOptions = { timeout: 25_000, interval: 5 }

describe.each(libraryEngines.filter(({ engine }) => engine === 'postgres'))(
  'two processes on one database on $engine',
  ({ open }) => {
    let firstProcess: SessionApp
    let second: Database
    let secondProcess: { readonly app: FastifyInstance; readonly context: Context }
    let cookie: string
    const topics: (Topic | null)[] = []
    const send = async <T>(
      app: FastifyInstance,
      method: 'GET' | 'POST' | 'DELETE',
      url: string,
      payload?: object,
    ) => {
      const answer = await app.inject({
        method,
        url,
        headers: { cookie },
        ...(payload && { payload }),
      })
      return { status: answer.statusCode, data: answer.json<{ data: T }>().data }
    }
    beforeAll(async () => {
      firstProcess = await startLibrarySessions({}, open)
      // Both clocks are fixed, so nothing is noticed only because time has passed.
      firstProcess.freezeClock()
      second = await openSecondPool(firstProcess.database)
      const context = { ...firstProcess.context, database: second }
      const app = buildServer(library, context)
      await app.ready()
      secondProcess = { app, context }
      invalidationsOf(second).subscribe((topic) => topics.push(topic))
      await firstProcess.createAccount('admin', { username: 'dean' })
      const browser = firstProcess.browser()
      await browser.signIn('dean')
      cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    })
    afterAll(async () => {
      await secondProcess.app.close()
      await second.close()
      await firstProcess.close()
    })

    test('a total cached by one process is counted again as soon as the other has written', async () => {
      const total = async () =>
        (await send<Page<WireRecord>>(secondProcess.app, 'GET', '/api/branches?pageSize=1')).data
          .totalCount
      const before = await total()
      await send(firstProcess.app, 'POST', '/api/branches/create', { name: 'Istorie' })
      await vi.waitFor(async () => expect(await total()).toBe(before + 1), pollOptions)
    })

    test('an email queued by one is sent immediately by the other, and a rolled-back one is never sent', async () => {
      const { id } = (
        await send<{ id: string }>(firstProcess.app, 'GET', '/api/authentication/check-auth')
      ).data
      const mails = library.packs.mails(secondProcess.context)
      const outbox = startOutbox(secondProcess.context, mails)
      await vi.waitFor(
        async () =>
          expect(
            await firstProcess.database.query(`select 1 from outbox_mail where state = 'waiting'`),
          ).toEqual([]),
        pollOptions,
      )
      firstProcess.emails.length = 0
      expect(id).toBeTruthy()
      await firstProcess.createAccount('librarian', { username: 'sanda', password: null })
      await send(firstProcess.app, 'POST', '/api/authentication/forgot-password', {
        email: 'dean@univ.ro',
      })
      await vi.waitFor(() => expect(firstProcess.emails.length).toBeGreaterThan(0), pollOptions)
      await outbox.stop()
    })

    test('a job created by one is announced once it is committed, and never when it was rolled back', async () => {
      // Invalidations that earlier tests caused for emails can still arrive.
      const announced = () => topics.filter((topic) => topic === 'jobs')
      const undone = firstProcess.database.transaction(async ({ query }) => {
        await query('select 1')
        wakeJobs(firstProcess.context)
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
      await firstProcess.database.transaction(async ({ query }) => {
        wakeJobs(firstProcess.context)
        await query('select pg_sleep(0.1)')
        expect(announced()).toEqual([])
      })
      await vi.waitFor(() => expect(announced()).toEqual(['jobs']), pollOptions)
    })

    test('a process that missed invalidations clears its cache, and then receives them again', async () => {
      topics.length = 0
      await firstProcess.database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()`,
      )
      await vi.waitFor(() => expect(topics).toContain(null), pollOptions)
      await vi.waitFor(async () => {
        await invalidationsOf(firstProcess.database).send('jobs')
        expect(topics).toContain('jobs')
      }, pollOptions)
    })

    test('a sign-out at one process takes effect at the other at once', async () => {
      const status = async () =>
        (await send(secondProcess.app, 'GET', '/api/authentication/check-auth')).status
      expect(await status()).toBe(200)
      expect(
        (await send(firstProcess.app, 'DELETE', '/api/authentication/revoke-auth')).status,
      ).toBe(200)
      await vi.waitFor(async () => expect(await status()).toBe(401), pollOptions)
    })
  },
)
