/**
 * Calls that require the user to have reauthenticated within the last five minutes, unless other
 * tests of the call cover this.
 */

import { isGranted } from '@matricola/schema/access.ts'
import { exportRequiresReauthentication } from '@matricola/schema/powers.ts'
import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import type {
  WireMailPage,
  WireOpenMail,
  WireRecord,
  WireSession,
} from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import { runJobs } from '@matricola/server/jobs/runner.ts'
import { queueMail, sendDueMails } from '@matricola/server/mail/outbox.ts'
import { createEmlMail } from '@matricola/server/ports/eml-mail.ts'
import { goodPassword, type SessionApp, type TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allResources } from '#resources/index.ts'
import { engines } from '#tests/support/databases.ts'
import { seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import { testedApp } from '#tests/support/tested-app.ts'

describe.each(engines)('on $engine', ({ open: openDatabase }) => {
  let site: SessionApp
  let admin: TestBrowser
  let adminId: string
  const late = 5 * 60_000 + 1000

  beforeAll(async () => {
    site = await startSessionApp({}, openDatabase)
    adminId = await site.createAccount('admin', { username: 'root.admin' })
    await site.createAccount('admin', { username: 'second.admin' })
  })
  afterAll(() => site.close())
  beforeEach(async () => {
    await site.resetRateLimits()
    admin = site.browser()
    await admin.signIn('root.admin')
  })

  /** Returns the emails sent since the last call. */
  const mails = async () => {
    const before = site.emails.length
    await site.deliverEmails()
    return site.emails.slice(before)
  }
  const reauthenticate = () =>
    admin.call('POST', '/api/authentication/confirm-password', { password: goodPassword })
  const codeOf = async (method: string, path: string, body?: unknown) => {
    const answer = await admin.call(method, path, body)
    return answer.status < 400 ? answer.status : answer.failure.code
  }
  const userFields = (username: string, role: string) => ({
    name: 'Ioana Pop',
    username,
    email: `${username}@univ.ro`,
    role,
  })
  const register = (username: string, role: string) =>
    codeOf('POST', '/api/authentication/register', userFields(username, role))
  const requiredCode = 'reauthentication.required'

  describe('a staff account', () => {
    test('can be created only right after reauthentication, but a student account can be created by any admin at any time', async () => {
      site.wait(late)
      expect(await register('backdoor', 'admin')).toBe(requiredCode)
      expect(await register('backdoor', 'secretary')).toBe(requiredCode)
      expect(await register('backdoor', 'professor')).toBe(requiredCode)
      expect(await register('freshman', 'student')).toBe(201)
      expect(await site.database.query("select 1 from users where username = 'backdoor'")).toEqual(
        [],
      )
      await reauthenticate()
      expect(await register('colleague', 'secretary')).toBe(201)
    })

    test('is announced by email to every admin, with the name of its creator', async () => {
      await register('newcomer', 'admin')
      const warnings = (await site.deliverEmails()).filter(({ text }) =>
        text.includes('newcomer (admin)'),
      )
      expect(warnings.map(({ to }) => to.address).sort()).toEqual([
        'newcomer@univ.ro',
        'root.admin@univ.ro',
        'second.admin@univ.ro',
      ])
      expect(warnings[0]?.text).toContain('Ion Admin')
      await register('plain.student', 'student')
      expect(
        (await site.deliverEmails()).filter(({ text }) => text.includes('plain.student (student)')),
      ).toEqual([])
    })

    test('cannot be created by a paste or reactivated without the password', async () => {
      const id = await site.createAccount('secretary', { username: 'sleeping.secretary' })
      const activate = `/api/authentication/users/${id}/actions/activate`
      await admin.call('POST', `/api/authentication/users/${id}/actions/deactivate`, {})
      site.wait(late)
      expect(await codeOf('POST', activate, {})).toBe(requiredCode)
      const block = { fields: ['role'], rows: [{ id, cells: ['Admin'] }] }
      expect(await codeOf('POST', '/api/authentication/users/paste', block)).toBe(requiredCode)
      const selection = await admin.call<{ id: string }>(
        'POST',
        '/api/authentication/users/selections',
        { ids: [id] },
      )
      const bulk = { selection: selection.data.id, action: 'activate', start: true }
      expect(await codeOf('POST', '/api/authentication/users/bulk', bulk)).toBe(requiredCode)
      await reauthenticate()
      const job = await admin.call<WireJob>('POST', '/api/authentication/users/bulk', bulk)
      await runJobs(site.context)
      expect((await admin.call<WireJob>('GET', `/api/jobs/${job.data.id}`)).data.counts).toEqual({
        done: 1,
      })
      expect((await site.deliverEmails()).at(-1)?.text).toContain('sleeping.secretary (secretary)')
    })
  })

  describe('an account linked to a person', () => {
    const professor = (email: string, userId: string | null) => ({
      ...{
        lastName: 'Pop',
        firstName: 'Ana',
        academicTitle: 'lecturer',
        departmentProfileId: department,
        email,
        phone: '0740555333',
        userId,
      },
    })
    const student = (email: string, userId: string | null) => ({
      ...{
        lastName: 'Rus',
        firstName: 'Dan',
        matriculationNumber: `M${sequence++}`,
        specializationId: programme,
      },
      ...{ academicYearOfEntry: '2026-2027', email, userId },
    })
    let sequence = 100
    let department = ''
    let programme = ''
    beforeAll(async () => {
      const seededProgramme = await seedProgramme(site)
      department = seededProgramme.departmentProfileId
      programme = seededProgramme.specializationId
    })

    test.each(['professor', 'student'] as const)(
      'the account of a %s is linked, moved and unlinked only right after reauthentication',
      async (role) => {
        const path = `/api/${role}s`
        const bodyOf = role === 'professor' ? professor : student
        const [first, second] = [
          await site.createAccount(role, { username: `first.${role}` }),
          await site.createAccount(role, { username: `second.${role}` }),
        ]
        site.wait(late)
        expect(await codeOf('POST', `${path}/create`, bodyOf(`${role}.a@univ.ro`, first))).toBe(
          requiredCode,
        )
        const { id } = (
          await admin.call<WireRecord>('POST', `${path}/create`, bodyOf(`${role}.a@univ.ro`, null))
        ).data
        const link = (userId: string | null) => codeOf('PATCH', `${path}/update`, { id, userId })
        expect(await link(first)).toBe(requiredCode)
        expect(await codeOf('PATCH', `${path}/update`, { id, firstName: 'Maria' })).toBe(200)
        await reauthenticate()
        await mails()
        expect(await link(first)).toBe(200)
        const mailsBefore = await mails()
        expect(mailsBefore.map(({ to }) => to.address)).toEqual(
          expect.arrayContaining(['root.admin@univ.ro', 'second.admin@univ.ro']),
        )
        expect(
          mailsBefore.filter(({ text }) => text.includes(`first.${role} (`)).length,
        ).toBeGreaterThanOrEqual(2)
        await admin.call('POST', '/api/authentication/refresh-token')
        site.wait(late)
        expect(await link(second)).toBe(requiredCode)
        expect(await link(null)).toBe(requiredCode)
        await reauthenticate()
        expect(await link(second)).toBe(200)
        const moved = await mails()
        const oldAddressMails = moved.filter(({ to }) => to.address === `first.${role}@univ.ro`)
        expect(oldAddressMails.map(({ text }) => text)).toEqual([
          expect.stringContaining(`first.${role}`),
        ])
        expect(await link(null)).toBe(200)
        expect(
          (await mails()).map(({ to, text }) => [to.address, text.includes(`second.${role}`)]),
        ).toEqual([[`second.${role}@univ.ro`, true]])
      },
    )

    test('linking accounts with an import requires the password as well, and other changes to these records do not', async () => {
      const { id } = (
        await admin.call<WireRecord>(
          'POST',
          '/api/students/create',
          student('bulk.a@univ.ro', null),
        )
      ).data
      site.wait(late)
      const selection = await admin.call<{ id: string }>('POST', '/api/students/selections', {
        ids: [id],
      })
      const edit = {
        selection: selection.data.id,
        edit: [{ field: 'groupName', operator: 'set', value: '101' }],
      }
      expect(await codeOf('POST', '/api/students/bulk', edit)).toBe(202)
      const block = (field: string) => ({
        fields: [field],
        rows: [{ id, cells: ['first.student'] }],
      })
      expect(await codeOf('POST', '/api/students/paste', block('userId'))).toBe(requiredCode)
    })

    test.each(['admin', 'secretary', 'professor', 'student'] as const)(
      'an account of a %s is reactivated only right after reauthentication',
      async (role) => {
        const id = await site.createAccount(role, { username: `asleep.${role}` })
        await admin.call('POST', `/api/authentication/users/${id}/actions/deactivate`, {})
        site.wait(late)
        expect(await codeOf('POST', `/api/authentication/users/${id}/actions/activate`, {})).toBe(
          requiredCode,
        )
        expect(
          await codeOf('PATCH', '/api/authentication/users/update', { id, isActive: true }),
        ).toBe(requiredCode)
        await reauthenticate()
        await mails()
        expect(
          await codeOf('PATCH', '/api/authentication/users/update', { id, isActive: true }),
        ).toBe(200)
        expect(
          (await mails()).filter(({ text }) => text.includes(`asleep.${role} (${role})`)).length,
        ).toBeGreaterThanOrEqual(2)
      },
    )
  })

  describe('sensitive actions require the password', () => {
    test.each([
      [{ registrationOpen: true }],
      [{ stopApplicationRequests: true }],
      [{ publicStatus: 'off' }],
      [{ retentionMonths: 1 }],
      [{ disableUpdates: true }],
    ])('changes to the settings %j', async (change) => {
      site.wait(late)
      expect(await codeOf('PUT', '/api/settings/update', change)).toBe(requiredCode)
      expect(await codeOf('PUT', '/api/settings/update', { officeHours: 'Mon-Fri' })).toBe(200)
      await reauthenticate()
      expect(await codeOf('PUT', '/api/settings/update', change)).toBe(200)
    })

    test('changes to the dates between which applications are accepted', async () => {
      const session = { name: 'Autumn', academicYear: '2031-2032' }
      const { id } = (
        await admin.call<WireRecord>('POST', '/api/admission-sessions/create', session)
      ).data
      site.wait(late)
      expect(
        await codeOf('PATCH', '/api/admission-sessions/update', {
          id,
          closesAt: '2031-09-01T10:00:00.000Z',
        }),
      ).toBe(requiredCode)
      expect(
        await codeOf('PATCH', '/api/admission-sessions/update', { id, name: 'Late autumn' }),
      ).toBe(200)
      await reauthenticate()
      expect(
        await codeOf('PATCH', '/api/admission-sessions/update', {
          id,
          closesAt: '2031-09-01T10:00:00.000Z',
        }),
      ).toBe(200)
    })

    test('exports of personal data and of the settings, but not exports of courses', async () => {
      site.wait(late)
      const exported = allResources.filter(
        (resource) =>
          exportRequiresReauthentication(resource) && isGranted(resource, 'admin', 'export'),
      )
      const files = ['settings', ...exported.map(({ path }) => path)]
      for (const path of files)
        expect([path, await codeOf('GET', `/api/${path}/export`)]).toEqual([path, requiredCode])
      expect(await codeOf('GET', '/api/courses/export')).toBe(200)
      expect(await codeOf('GET', '/api/university-classes/export')).toBe(200)
      expect(await codeOf('GET', '/api/authentication/password-proof')).toBe(requiredCode)
      await reauthenticate()
      expect(await codeOf('GET', '/api/authentication/password-proof')).toBe(200)
      for (const path of files)
        expect([path, await codeOf('GET', `/api/${path}/export`)]).toEqual([path, 200])
    })

    test('a page requests the password before a download early enough that the download can still start', async () => {
      site.freezeClock()
      await reauthenticate()
      site.wait(5 * 60_000 - 20_000)
      expect(await codeOf('GET', '/api/authentication/password-proof')).toBe(requiredCode)
      expect(await codeOf('GET', '/api/students/export')).toBe(200)
    })

    test('a settings change without a body is rejected', async () => {
      for (const body of [undefined, 'null']) {
        const answer = await admin.call('PUT', '/api/settings/update', undefined, {
          ...(body && { payload: body }),
        })
        expect([body, answer.status, answer.failure.code]).toEqual([body, 400, 'body.malformed'])
      }
    })
  })

  describe('links in stored emails', () => {
    async function storedMail(
      send: (context: Context) => Promise<unknown>,
    ): Promise<WireMailPage['list'][number]> {
      const context: Context = {
        ...site.context,
        mail: createEmlMail(site.context.config.dataDir, 'Matricola <noreply@univ.ro>'),
      }
      await send(context)
      await sendDueMails(context, testedApp.packs.mails(context))
      return (await admin.call<WireMailPage>('GET', '/api/mails')).data
        .list[0] as WireMailPage['list'][number]
    }
    const open = async (id: string) =>
      (await admin.call<WireOpenMail>('GET', `/api/mails/${id}`)).data

    test.each(['reset', 'invitation'] as const)(
      'of a %s are shown only right after reauthentication',
      async (kind) => {
        const mail = await storedMail(({ database, clock }) =>
          queueMail(database, clock.now(), { kind, userId: adminId }),
        )
        expect((await open(mail.id)).text).toMatch(/#t=[\w-]{43}/)
        site.wait(late)
        const masked = await open(mail.id)
        expect(masked.isMasked).toBe(true)
        expect(masked.text).not.toMatch(/[\w-]{43}/)
        expect(masked.text).toContain('#t=…')
        await reauthenticate()
        expect(await open(mail.id)).toMatchObject({
          isMasked: false,
          text: expect.stringMatching(/#t=[\w-]{43}/),
        })
      },
    )
  })

  describe('an admin', () => {
    test('signs a user out of every session', async () => {
      const id = await site.createAccount('professor', { username: 'lost.phone' })
      const phone = site.browser()
      await phone.signIn('lost.phone')
      const other = site.browser()
      await other.signIn('lost.phone')
      expect(await codeOf('POST', `/api/authentication/users/${id}/actions/signOut`, {})).toBe(200)
      for (const browser of [phone, other])
        expect((await browser.call('GET', '/api/authentication/check-auth')).failure.code).toBe(
          'session.expired',
        )
      expect((await phone.signIn('lost.phone')).status).toBe(200)
      expect(
        (await phone.call<{ list: WireSession[] }>('GET', '/api/authentication/sessions')).data
          .list,
      ).toHaveLength(1)
      const events = await site.database.query<{ details: unknown }>(
        "select details from security_event where kind = 'sessionsEnded'",
      )
      expect(events.map(({ details }) => details)).toContainEqual({ account: id })
      expect(
        (await phone.call('POST', `/api/authentication/users/${adminId}/actions/signOut`, {}))
          .status,
      ).toBe(403)
    })

    test('cannot close their own account, even if another admin exists', async () => {
      const self = (await admin.call<WireRecord>('GET', `/api/authentication/users/${adminId}`))
        .data
      expect(self._can).not.toContain('deactivate')
      expect(
        await codeOf('POST', `/api/authentication/users/${adminId}/actions/deactivate`, {}),
      ).toBe('transition.refused')
      expect(
        await codeOf('PATCH', '/api/authentication/users/update', { id: adminId, isActive: false }),
      ).toBe('access.denied')
      expect((await admin.call('GET', '/api/authentication/check-auth')).status).toBe(200)
    })
  })
})
