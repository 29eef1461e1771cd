/**
 * A pack runs alongside the university: two entities with hooks, a call, a scope, a computed value,
 * texts and tables.
 */

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { areaResources, isPagePath } from '@matricola/schema/areas.ts'
import { daysBetween } from '@matricola/schema/values/dates.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { restoreBackup } from '@matricola/server/backup/restore.ts'
import { backupToFile } from '@matricola/server/backup/write.ts'
import { appliedSchemaVersions } from '@matricola/server/database/migrate.ts'
import { queueMail, sendDueMails } from '@matricola/server/mail/outbox.ts'
import { createDiskFileStore } from '@matricola/server/ports/disk-file-store.ts'
import { createEmlMail } from '@matricola/server/ports/eml-mail.ts'
import type { Mail } from '@matricola/server/ports/mail.ts'
import { readMail, readMailPage } from '@matricola/server/services/read-mails.ts'
import { removeFolder } from '@matricola/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { engines } from '#tests/support/databases.ts'
import { type StudyApp, startStudyApp } from '#tests/support/study-app.ts'
import { testedApp } from '#tests/support/tested-app.ts'
import type { UserWithRecord } from '#tests/support/university-app.ts'

describe.each(engines)('a second pack on $engine', ({ open }) => {
  let site: StudyApp
  let [ana, dan] = [] as unknown as [UserWithRecord, UserWithRecord]
  let book: WireRecord
  const folder = mkdtempSync(join(tmpdir(), 'matricola-pack-'))

  beforeAll(async () => {
    site = await startStudyApp(open)
    ana = await site.addStudent({ firstName: 'Ana' })
    dan = await site.addStudent({ firstName: 'Dan' })
    book = await site.create('books/create', { name: 'Șase povestiri', copies: 1 })
  })
  afterAll(async () => {
    await site.close()
    removeFolder(folder)
  })
  const lend = (studentId: string | null) =>
    site.call<WireRecord>(site.secretary, 'POST', '/api/loans/create', {
      bookId: book.id,
      studentId,
      dueOn: '2020-01-31',
    })

  test('creates its tables by its own migrations', async () => {
    expect(
      await appliedSchemaVersions(site.context.database, site.context.migrations),
    ).toMatchObject({ library: '0000_library' })
    expect(testedApp.readMigrations().map(({ pack }) => pack)).toEqual(['university', 'library'])
  })

  test('has the calls, the search and the texts of every entity', async () => {
    const created = await site.call<WireRecord>(site.secretary, 'POST', '/api/books/create', {
      name: 'Unu',
      copies: 0,
    })
    expect(created.failure.fields).toEqual({
      copies: [{ code: 'number.tooSmall', params: { min: 1 } }],
    })
    const found = await site.call<{ list: WireRecord[] }>(
      site.admin,
      'GET',
      '/api/books?search=sase',
    )
    expect(found.data.list).toMatchObject([{ name: 'Șase povestiri', _title: 'Șase povestiri' }])
    const headers = { 'accept-language': 'ro' }
    const second = await site.call(
      site.secretary,
      'POST',
      '/api/books/create',
      { name: 'Doi', copies: 2 },
      { headers },
    )
    expect(second.body.message).toBe('Cartea a fost creată.')
  })

  test('has an entry in the menu of each role that may read it', () => {
    expect(areaResources(registry, 'student').map(({ name }) => name)).toEqual(
      expect.arrayContaining(['books', 'loans']),
    )
    expect(areaResources(registry, 'professor').map(({ name }) => name)).not.toContain('loans')
    expect(isPagePath(registry, '/secretary/books')).toBe(true)
  })

  test('has errors of its own, which the description of the API lists', async () => {
    const refused = await site.call(site.secretary, 'POST', '/api/loans/create', {
      bookId: book.id,
      studentId: ana.personId,
      dueOn: '2009-12-31',
    })
    expect([refused.status, refused.failure.code, refused.failure.message]).toEqual([
      409,
      'loans.stopped',
      'The library lends no books.',
    ])
    expect((await site.call(site.admin, 'GET', '/api/openapi.json')).text).toContain(
      '"loans.stopped"',
    )
    expect(testedApp.packs.issues).toContain('loans.noCopyLeft')
  })

  test('applies its hooks, its computed value and its scope', async () => {
    expect((await lend(ana.personId)).status).toBe(201)
    expect((await lend(dan.personId)).failure.fields).toMatchObject({
      bookId: [{ code: 'loans.noCopyLeft' }],
    })
    expect(
      (await site.call<WireRecord>(site.admin, 'GET', `/api/books/${book.id}`)).data.copiesLeft,
    ).toBe(0)
    const listVisibleTo = async (person: UserWithRecord) =>
      (await site.call<{ list: WireRecord[] }>(person, 'GET', '/api/loans')).data.list.length
    expect([await listVisibleTo(ana), await listVisibleTo(dan)]).toEqual([1, 0])
    expect((await site.call(site.professor, 'GET', '/api/loans')).status).toBe(403)
  })

  test('serves its own call to the roles that it declares', async () => {
    expect((await site.call(site.secretary, 'GET', '/api/library/overdue')).data).toEqual({
      count: 1,
    })
    expect((await site.call(ana, 'GET', '/api/library/overdue')).status).toBe(403)
    expect((await site.call(null, 'GET', '/api/library/overdue')).status).toBe(401)
  })

  test('computes its fields in records, lists, filters and files, and sorts by them', async () => {
    const list = async (query: string) =>
      (await site.call<{ list: WireRecord[] }>(site.secretary, 'GET', `/api/loans?${query}`)).data
        .list
    const [loan] = await list('')
    expect(loan).toMatchObject({
      dueOn: '2020-01-31',
      reminderOn: '2020-02-29',
      shelf: null,
      daysLate: daysBetween('2020-01-31', new Date().toISOString()),
    })
    const bookUpdate = await site.call(site.secretary, 'PATCH', '/api/books/update', {
      id: book.id,
      version: book.version,
      shelf: 'B 2',
    })
    expect(bookUpdate.status).toBe(200)
    expect(await list('filters[shelf]=b 2')).toMatchObject([{ shelf: 'B 2' }])
    expect(await list('filters[daysLate]=..10')).toEqual([])
    expect(await list('sort=-daysLate')).toHaveLength(1)
    const returned = await site.call<WireRecord>(site.secretary, 'PATCH', '/api/loans/update', {
      id: loan?.id,
      version: loan?.version,
      returnedOn: '2020-02-03',
    })
    expect(returned.data).toMatchObject({ daysLate: 3 })
    const set = await site.call(site.secretary, 'PATCH', '/api/loans/update', {
      id: loan?.id,
      version: 2,
      daysLate: 4,
    })
    expect(set.failure.fields).toEqual({ daysLate: [{ code: 'field.notWritable' }] })
  })

  test('rejects a date that is too late according to a rule, with the text of the rule', async () => {
    const [loan] = (await site.call<{ list: WireRecord[] }>(site.secretary, 'GET', '/api/loans'))
      .data.list
    const late = await site.call(site.secretary, 'PATCH', '/api/loans/update', {
      id: loan?.id,
      version: loan?.version,
      returnedOn: '2021-02-01',
    })
    expect(late.failure.fields).toEqual({ returnedOn: [{ code: 'loans.rules.returnedInYear' }] })
  })

  test('has its own emails, in the language of the recipient', async () => {
    const { context } = site
    const sent: Mail[] = []
    const post = { ...context, mail: { send: async (mail: Mail) => void sent.push(mail) } }
    await sendDueMails(post, testedApp.packs.mails(post))
    sent.length = 0
    const params = { book: 'Șase povestiri' }
    await queueMail(context.database, context.clock.now(), {
      kind: 'bookReady',
      userId: ana.id,
      language: 'ro',
      params,
    })
    await sendDueMails(post, testedApp.packs.mails(post))
    expect(sent).toMatchObject([
      {
        subject: 'O carte vă așteaptă',
        text: expect.stringContaining('„Șase povestiri” vă așteaptă la bibliotecă.'),
      },
    ])
  })

  test('defines the recipient of an email about its record, and which parts of the text are masked', async () => {
    const context = { ...site.context, config: { ...site.context.config, dataDir: folder } }
    const [loan] = (await site.call<{ list: WireRecord[] }>(site.secretary, 'GET', '/api/loans'))
      .data.list
    await queueMail(context.database, context.clock.now(), {
      kind: 'bookReady',
      recordId: loan?.id,
      language: 'en',
    })
    const { list } = await readMailPage(context, { pageNumber: 1, pageSize: 1 })
    expect(list).toMatchObject([
      { kind: 'bookReady', to: expect.stringMatching(/@stud\.univ\.ro$/), state: 'waiting' },
    ])
    const post = { ...context, mail: createEmlMail(folder, 'Matricola <noreply@univ.ro>') }
    await sendDueMails(post, testedApp.packs.mails(post))
    const params = { book: 'Doi, lock 4711' }
    await queueMail(context.database, context.clock.now(), {
      kind: 'bookReady',
      userId: ana.id,
      language: 'en',
      params,
    })
    await sendDueMails(post, testedApp.packs.mails(post))
    const [sent] = (await readMailPage(context, { pageNumber: 1, pageSize: 1 })).list
    const staleAdmin = { ...site.admin, reauthenticatedAt: '2020-01-01T00:00:00Z' }
    expect(await readMail(context, staleAdmin, sent?.id ?? '')).toMatchObject({
      isMasked: true,
      text: expect.stringContaining('Doi, lock …'),
    })
  })

  test('is included in a backup, and restored from it', async () => {
    const context = {
      ...site.context,
      files: createDiskFileStore(folder),
      config: { ...site.context.config, dataDir: folder },
    }
    const path = join(folder, 'backup.tar.gz')
    await backupToFile(context, path)
    await site.call(site.secretary, 'PATCH', '/api/books/update', {
      id: book.id,
      version: book.version,
      name: 'Altfel',
    })
    await restoreBackup(path, context, { force: true, erasures: testedApp.packs.erasures })
    expect(await site.context.database.query('select name from books order by name')).toEqual([
      { name: 'Doi' },
      { name: 'Șase povestiri' },
    ])
  })

  test('has its own notifications, under a topic that a user can mute', async () => {
    const countLoans = async (name: string) => {
      const { id } = await site.create('books/create', { name, copies: 1 })
      await site.create('loans/create', {
        bookId: id,
        studentId: dan.personId,
        dueOn: '2020-01-31',
      })
    }
    const getNotifications = async () => {
      const { data } = await site.call<{ list: WireRecord[] }>(
        dan,
        'GET',
        '/api/notifications?filters[type]=bookLent',
      )
      return data.list.map(({ subject }) => subject)
    }
    await countLoans('Zece poezii')
    expect(await getNotifications()).toEqual(['Zece poezii'])
    const { data: account } = await site.call<WireRecord>(
      dan,
      'GET',
      `/api/authentication/users/${dan.id}`,
    )
    const mutedNotifications = {
      id: dan.id,
      version: account.version,
      mutedNotifications: ['library'],
    }
    expect(
      (await site.call(dan, 'PATCH', '/api/authentication/users/update', mutedNotifications))
        .status,
    ).toBe(200)
    await countLoans('Un roman')
    expect(await getNotifications()).toEqual(['Zece poezii'])
  })
})
