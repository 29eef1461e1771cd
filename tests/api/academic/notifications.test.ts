import type { LiveEvent } from '@matricola/schema/wire/jobs.ts'
import type { WireMailPage, WireRecord } from '@matricola/schema/wire/wire.ts'
import { buildServer } from '@matricola/server/app/build-server.ts'
import { notifyAll } from '@matricola/server/mail/notify.ts'
import { openEventStream } from '@matricola/testing/event-stream.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { languages } from '#resources/languages.ts'
import { notificationKinds } from '#resources/notification-kinds.ts'
import { notifications } from '#resources/notifications.ts'
import { users } from '#resources/users.ts'
import { engines } from '#tests/support/databases.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import { testedApp } from '#tests/support/tested-app.ts'

describe.each(engines)('notifications on $engine', ({ open }) => {
  let site: SessionApp
  let admin: TestBrowser
  let student: TestBrowser
  const ids: { [name: string]: string } = {}
  beforeAll(async () => {
    site = await startSessionApp({}, open)
    for (const role of ['admin', 'student'] as const)
      ids[role] = await site.createAccount(role, { username: role })
    admin = site.browser()
    student = site.browser({ language: 'ro' })
    await admin.signIn('admin')
    await student.signIn('student')
  })
  afterAll(() => site.close())
  beforeEach(async () => {
    await site.database.query('delete from notifications')
    await site.database.query('delete from outbox_mail')
    await site.database.query('update settings set notification_enabled = true')
    await choose({ mutedNotifications: [], mailCopies: [] })
    site.emails.splice(0)
  })

  const choose = async (choice: object) => {
    const answer = await student.call<WireRecord>('PATCH', '/api/authentication/users/update', {
      id: ids.student,
      ...choice,
    })
    expect(answer.status).toBe(200)
  }
  type Told = Parameters<typeof notifyAll>[2][number]
  const addNotification = (parts: Partial<Told> & Pick<Told, 'type'>) =>
    site.database.transaction((queries) =>
      notifyAll(queries, { registry: site.context.registry, now: site.context.clock.now() }, [
        { userId: ids.student ?? '', subject: 'Algebră', link: 'grades', ...parts },
      ]),
    )
  const notificationTypes = async () =>
    (await site.database.query<{ type: string }>('select type from notifications')).map(
      ({ type }) => type,
    )

  test('are created for every type except those that the user switched off (R-S08)', async () => {
    await choose({ mutedNotifications: ['grades'] })
    await addNotification({ type: 'gradePublished' })
    await addNotification({ type: 'examPublished' })
    expect(await notificationTypes()).toEqual(['examPublished'])
  })

  test('about account security are created even if everything is muted or switched off', async () => {
    await choose({ mutedNotifications: Object.keys(notificationKinds) })
    await site.database.query('update settings set notification_enabled = false')
    await addNotification({ type: 'passwordChanged' })
    await addNotification({ type: 'message' })
    expect(await notificationTypes()).toEqual(['passwordChanged'])
  })

  test("are also emailed if the user wants it, in the user's last language, with the text shown under the bell", async () => {
    await choose({ mailCopies: ['grades'] })
    await addNotification({ type: 'gradePublished' })
    await addNotification({ type: 'chargeBooked' })
    const [mail, ...others] = await site.deliverEmails()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('V-a fost publicată o notă.')
    expect(mail?.text).toContain('> Algebră')
    expect(mail?.text).toContain(`${site.context.config.publicOrigin}/student/grades`)
    expect(mail?.text).toContain('Primiți acest e-mail')
  })

  test('are not emailed to anyone when they are not created', async () => {
    await choose({ mailCopies: ['grades'], mutedNotifications: ['grades'] })
    await addNotification({ type: 'gradePublished' })
    await choose({ mutedNotifications: [] })
    await site.database.query('update settings set notification_enabled = false')
    await addNotification({ type: 'gradePublished' })
    expect([await notificationTypes(), await site.deliverEmails()]).toEqual([[], []])
  })

  test('and their emails are stored in the transaction of the change', async () => {
    await choose({ mailCopies: ['messages'] })
    const failed = site.database.transaction(async (queries) => {
      await notifyAll(queries, { registry: site.context.registry, now: site.context.clock.now() }, [
        { type: 'message', userId: ids.student ?? '' },
      ])
      throw new Error('the work failed')
    })
    await expect(failed).rejects.toThrow('the work failed')
    expect([await notificationTypes(), await site.deliverEmails()]).toEqual([[], []])
  })

  test('appear in an administrator’s list of emails, with the subject, before they are sent', async () => {
    await choose({ mailCopies: ['grades'] })
    await addNotification({ type: 'gradeCorrected' })
    const { data } = await admin.call<WireMailPage>('GET', '/api/mails')
    expect(data.list[0]).toMatchObject({
      kind: 'notification',
      subject: 'V-a fost corectată o notă.',
      state: 'waiting',
    })
  })

  test("use the university's language for users who have not chosen one, regardless of the browser", async () => {
    await choose({ mailCopies: ['messages'], language: null })
    await student.call('POST', '/api/authentication/refresh-token', undefined, {
      headers: { 'accept-language': 'de' },
    })
    await addNotification({ type: 'message' })
    expect((await site.deliverEmails())[0]?.subject).toBe('Aveți un mesaj nou.')
  })

  test('are in the language that the user has chosen by the time they are sent', async () => {
    await choose({ mailCopies: ['messages'], language: 'ro' })
    await addNotification({ type: 'message' })
    await choose({ language: 'de' })
    expect((await site.deliverEmails())[0]?.subject).toBe('Sie haben eine neue Nachricht.')
  })

  test('are in the language that the user has just chosen, before the session is refreshed', async () => {
    await choose({ mailCopies: ['messages'] })
    const keep = (language: string) =>
      student.call('PUT', '/api/authentication/language', { language })
    expect((await keep('xx')).status).toBe(400)
    expect((await keep('fr')).status).toBe(200)
    await addNotification({ type: 'message' })
    expect((await site.deliverEmails())[0]?.subject).toBe('Vous avez un nouveau message.')
    await keep('ro')
  })

  test('preferences are private: only the user and an admin can see or change them', async () => {
    const update = '/api/authentication/users/update'
    const other = site.browser()
    await site.createAccount('student', { username: 'other' })
    expect(
      (await other.call('PATCH', update, { id: ids.student, mutedNotifications: [] })).status,
    ).toBe(401)
    await other.signIn('other')
    for (const choice of [{ mutedNotifications: [] }, { mailCopies: [] }, { language: 'fr' }])
      expect((await other.call('PATCH', update, { id: ids.student, ...choice })).failure.code).toBe(
        'record.missing',
      )
    const refusal = await student.call('PATCH', update, {
      id: ids.student,
      mutedNotifications: ['safety'],
    })
    expect(refusal.status).toBe(400)
    const language = (choice: string) => ({ id: ids.student, language: choice })
    expect((await student.call('PATCH', update, language('xx'))).failure.fields).toEqual({
      language: [{ code: 'choice.unknown' }],
    })
    expect((await admin.call<WireRecord>('PATCH', update, language('fr'))).data.language).toBe('fr')
    expect((await student.call<WireRecord>('PATCH', update, language('ro'))).data.language).toBe(
      'ro',
    )
  })

  test('from another process reach listeners here at the next poll, twice a second (R-S08)', async () => {
    const second = buildServer(testedApp, { ...site.context })
    await second.ready()
    const listener = await openEventStream(second, student)
    await listener.next((event: LiveEvent) => event.type === 'unread')
    const query = vi.spyOn(site.database, 'query')
    const notificationQueries = () =>
      query.mock.calls.filter(([text]) => text.includes('from notifications where user_id = p.id'))
        .length
    for (const number of [1, 2, 3, 4, 5]) {
      await addNotification({ type: 'gradePublished' })
      const before = notificationQueries()
      await listener.next(
        (event: LiveEvent) => event.type === 'unread' && event.notifications === number,
      )
      // One query may already have been in progress.
      expect(notificationQueries() - before).toBeLessThanOrEqual(2)
    }
    listener.close()
    await second.close()
  })
})

test('every notification type has texts in every language, and belongs to a selectable category or to security', async () => {
  const texts = testedApp.loadTexts()
  const types = Object.keys(notifications.fields.type.choices)
  for (const language of languages)
    for (const type of types) {
      const text = texts.find(language, `shell:inbox.types.${type}`)
      expect([language, type, typeof text]).toEqual([language, type, 'string'])
      if (language !== 'en') expect(text).not.toBe(texts.text('en', `shell:inbox.types.${type}`))
    }
  const chosen = Object.values(notificationKinds).flat() as string[]
  expect([...chosen, 'passwordChanged', 'newDevice', 'roleChanged'].toSorted()).toEqual(
    types.toSorted(),
  )
  expect(Object.keys(users.fields.mutedNotifications.choices)).toEqual(
    Object.keys(notificationKinds),
  )
})
