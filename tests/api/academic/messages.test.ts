import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { uuidv7 } from '@matricola/server/database/uuid.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type {
  WireConversations,
  WireRecipients,
  WireThread,
} from '#resources/academic/wire-messages.ts'
import { engines } from '#tests/support/databases.ts'
import { type StudyApp, startStudyApp } from '#tests/support/study-app.ts'

type Person = Caller & { readonly personId: string }

/**
 * One class of three students, one of them without an account. Rus leads it, Pavel assists, and
 * Toma teaches another class.
 */
describe.each(engines)('messages on $engine', ({ open }) => {
  let study: StudyApp
  let classId: string
  let rus: Person
  let pavel: Person
  let toma: Person
  let dan: Person
  let eva: Person
  let stranger: Person

  beforeAll(async () => {
    study = await startStudyApp(open)
    const year = await study.call<Page<WireRecord>>(study.admin, 'GET', '/api/academic-years')
    rus = study.professor as Person
    pavel = await study.createProfessor('Pavel Ana')
    toma = await study.createProfessor('Toma Ion')
    dan = await study.addStudent({ lastName: 'Ionescu', groupName: '211' })
    eva = await study.addStudent({ lastName: 'Enache' })
    stranger = await study.addStudent({ lastName: 'Stan' })
    const noAccount = await study.create('students/create', {
      ...{
        lastName: 'Fără',
        firstName: 'Cont',
        matriculationNumber: 'INF-X',
        specializationId: study.specializationId,
      },
      ...{ academicYearOfEntry: '2026-2027', email: 'x@stud.univ.ro' },
    })
    const lesson = {
      academicYearId: year.data.list[0]?.id,
      semester: 1,
      groupName: '211',
      status: 'active',
    }
    const universityClass = async (
      name: string,
      courseId: string | undefined,
      leadProfessorId: string,
    ) =>
      (
        await study.create('university-classes/create', {
          name,
          courseId,
          leadProfessorId,
          ...lesson,
        })
      ).id
    classId = await universityClass('Algebra 211', study.courses.A1, rus.personId)
    const other = await universityClass('Logic 211', study.courses.A2, toma.personId)
    for (const studentId of [dan.personId, eva.personId, noAccount.id])
      await study.create('class-enrolments/create', { classId, studentId })
    await study.create('class-enrolments/create', { classId: other, studentId: stranger.personId })
    await study.create('class-assistants/create', { classId, professorId: pavel.personId })
  })
  afterAll(() => study.close())
  beforeEach(async () => {
    await study.context.database.query('delete from rate_limit')
    await study.context.database.query('update settings set notification_enabled = true')
  })

  const send = (from: Caller, body: object) =>
    study.call<WireRecord>(from, 'POST', '/api/messages/create', body)
  const write = (from: Caller, to: Caller, parts: object = {}) =>
    send(from, { recipientId: to.id, subject: 'Orar', body: 'Ne vedem la 10.', ...parts })
  const listed = async (reader: Caller, query: string) =>
    (await study.call<Page<WireRecord>>(reader, 'GET', `/api/messages?pageSize=100${query}`)).data
      .list
  const thread = async (reader: Caller, id: unknown) => {
    const answer = await study.call<WireRecord & { thread: WireThread }>(
      reader,
      'GET',
      `/api/messages/${id}`,
    )
    return answer.data.thread
  }
  const bellOf = async (reader: Caller) =>
    (
      await study.call<Page<WireRecord>>(
        reader,
        'GET',
        '/api/notifications?pageSize=100&filters[type]=message',
      )
    ).data.list

  describe('as conversations', () => {
    const conversations = async (caller: Caller, query = 'pageSize=100') =>
      (await study.call<WireConversations>(caller, 'GET', `/api/messages/conversations?${query}`))
        .data

    test('show each user the last message that this user sent or received', async () => {
      const [one, two] = [await study.addStudent({ groupName: '211' }), await study.addStudent()]
      const first = await write(study.secretary, one, {
        subject: 'Bursă',
        body: 'Trimiteți cererea.',
      })
      await send(one, { inReplyToId: first.data.id, body: 'Am trimis-o.' })
      await write(study.secretary, one, {
        subject: 'Cazare',
        body: `Lista e gata. ${'x'.repeat(300)}`,
      })
      await write(study.secretary, two, { subject: 'Altul', body: 'x' })
      const [last, before, ...others] = (await conversations(one)).list
      expect(others).toEqual([])
      expect(last).toMatchObject({ subject: 'Cazare', isOwn: false, messageCount: 1, unread: 1 })
      expect(last?.excerpt).toHaveLength(160)
      expect(before).toMatchObject({
        subject: 'Bursă',
        excerpt: 'Am trimis-o.',
        isOwn: true,
        messageCount: 2,
        unread: 1,
      })
      const conversation = (await conversations(study.secretary)).list.find(
        ({ subject }) => subject === 'Bursă',
      )
      expect(conversation).toMatchObject({
        id: before?.id,
        isOwn: false,
        messageCount: 2,
        unread: 1,
      })
      expect(conversation?.with).not.toBe(before?.with)
    })

    test('are found by words in their subjects and in the names of either side, and can be filtered to unread ones', async () => {
      const one = await study.addStudent({ lastName: 'Țăranu' })
      const { data } = await write(study.secretary, one, { subject: 'Fișă' })
      await write(study.secretary, one, { subject: 'Carnet' })
      await study.call(one, 'POST', '/api/messages/read', { ids: [data.id] })
      const subjects = async (reader: Caller, query: string) =>
        (await conversations(reader, query)).list.map(({ subject }) => subject)
      expect(await subjects(study.secretary, 'pageSize=100&search=taranu%20fisa')).toEqual(['Fișă'])
      expect(await subjects(study.secretary, 'search=taranu%25')).toEqual([])
      expect(await subjects(one, 'view=unread')).toEqual(['Carnet'])
      expect(await conversations(one, 'pageSize=1&pageNumber=2')).toMatchObject({
        totalCount: 2,
        list: [{ subject: 'Fișă' }],
      })
    })

    test('that start with a bulk message appear once for its sender, and continue with each user who replies', async () => {
      await study.act(rus, 'university-classes', classId, 'message', {
        messageSubject: 'Examen',
        messageBody: 'Sala 3.',
      })
      const [copy] = (await listed(eva, '&view=received')).filter(
        ({ subject }) => subject === 'Examen',
      )
      await send(eva, { inReplyToId: copy?.id, body: 'Mulțumesc.' })
      const rusConversations = (await conversations(rus)).list.filter(
        ({ subject }) => subject === 'Examen',
      )
      expect(
        rusConversations.map(({ with: name, excerpt, isOwn }) => [name, excerpt, isOwn]),
      ).toContainEqual(['Algebra 211', 'Sala 3.', true])
      expect(rusConversations.filter(({ excerpt }) => excerpt === 'Mulțumesc.')).toHaveLength(1)
    })
  })

  describe('to one recipient', () => {
    const people = () => ({
      admin: study.admin,
      secretary: study.secretary,
      rus,
      pavel,
      toma,
      dan,
      eva,
      stranger,
    })
    test.each([
      [
        'dan',
        {
          admin: true,
          secretary: true,
          rus: true,
          pavel: true,
          toma: false,
          eva: false,
          stranger: false,
        },
      ],
      [
        'rus',
        {
          admin: true,
          secretary: true,
          pavel: false,
          toma: false,
          dan: true,
          eva: true,
          stranger: false,
        },
      ],
      [
        'pavel',
        { admin: true, secretary: true, rus: false, dan: true, eva: true, stranger: false },
      ],
      ['secretary', { admin: true, rus: true, toma: true, dan: true, stranger: true }],
      ['admin', { secretary: true, rus: true, toma: true, dan: true, stranger: true }],
    ] as const)(
      'from %s reach exactly the recipients that the rules allow: %j (R-S08)',
      async (name, expected) => {
        const all = people()
        for (const [to, isAllowed] of Object.entries(expected)) {
          const answer = await write(all[name], all[to as keyof typeof all])
          expect([to, answer.status]).toEqual([to, isAllowed ? 201 : 400])
          if (!isAllowed)
            expect(answer.failure.fields).toEqual({ recipientId: [{ code: 'reference.unknown' }] })
        }
      },
    )

    test('are refused with the same error for an account that does not exist, is inactive or may not be addressed', async () => {
      const deactivatedStudent = await study.addStudent()
      await study.context.database.query('update users set is_active = false where id = $1', [
        deactivatedStudent.id,
      ])
      for (const [from, id] of [
        [study.secretary, uuidv7(study.now())],
        [study.secretary, deactivatedStudent.id],
        [dan, stranger.id],
      ] as const) {
        const answer = await send(from, { recipientId: id, subject: 'x', body: 'y' })
        expect([answer.status, answer.failure.fields]).toEqual([
          400,
          { recipientId: [{ code: 'reference.unknown' }] },
        ])
      }
    })

    test('are kept as typed, as plain text only', async () => {
      const body = '<b>Bună</b> ziua\n\n  <script>alert(1)</script>'
      const { data } = await write(dan, rus, { body })
      expect((await thread(rus, data.id)).messages[0]?.body).toBe(body)
    })

    test.each([
      [{ body: 'x' }, 'subject', 'required'],
      [{ subject: 'x' }, 'body', 'required'],
      [{ subject: 'x'.repeat(121), body: 'x' }, 'subject', 'text.tooLong'],
      [{ subject: 'x', body: 'x'.repeat(5001) }, 'body', 'text.tooLong'],
    ])('require a subject and a text within the length limits: %j', async (parts, field, code) => {
      const answer = await send(dan, { recipientId: rus.id, ...parts })
      expect(answer.failure.fields?.[field]?.[0]?.code).toBe(code)
    })

    test('require a recipient or a message to reply to', async () => {
      expect((await send(dan, { subject: 'x', body: 'y' })).failure.fields).toEqual({
        recipientId: [{ code: 'required' }],
      })
    })

    test('are limited to sixty an hour per sender', async () => {
      const { keys } = study.context
      expect(keys).toBeDefined()
      await write(dan, rus)
      await study.context.database.query(
        "update rate_limit set count = 60 where key like 'message.user%'",
      )
      expect((await write(dan, rus)).status).toBe(429)
      expect((await write(rus, dan)).status).toBe(201)
    })
  })

  describe('that answer', () => {
    test('go to the other user in the same conversation with the same subject, shown to both oldest first', async () => {
      const first = (await write(dan, rus, { subject: 'Consultații', body: 'Când aveți timp?' }))
        .data
      study.wait(60_000)
      const second = await send(rus, { inReplyToId: first.id, body: 'Marți la 12.' })
      expect([second.status, second.data.subject, second.data.threadId]).toEqual([
        201,
        'Consultații',
        first.id,
      ])
      expect(second.data.recipientId).toBe(dan.id)
      study.wait(60_000)
      const third = await send(dan, { inReplyToId: second.data.id, body: 'Mulțumesc!' })
      expect(third.data.threadId).toBe(first.id)
      for (const [caller, id] of [
        [dan, first.id],
        [rus, third.data.id],
      ] as const)
        expect((await thread(caller, id)).messages.map(({ body }) => body)).toEqual([
          'Când aveți timp?',
          'Marți la 12.',
          'Mulțumesc!',
        ])
      expect(await thread(rus, first.id)).toMatchObject({
        answer: { id: third.data.id, to: dan.name },
      })
    })

    test('are accepted only for messages that the user sent or received; any other is treated as unknown', async () => {
      const first = (await write(dan, rus)).data
      for (const inReplyToId of [first.id, uuidv7(study.now())]) {
        const answer = await send(eva, { inReplyToId, body: 'x' })
        expect([answer.status, answer.failure.fields]).toEqual([
          400,
          { inReplyToId: [{ code: 'reference.unknown' }] },
        ])
      }
      expect((await study.call(eva, 'GET', `/api/messages/${first.id}`)).status).toBe(404)
    })

    test('can go to a user who wrote first, even one to whom the sender could not write first', async () => {
      const { data } = await write(study.secretary, stranger)
      expect((await send(stranger, { inReplyToId: data.id, body: 'Da.' })).status).toBe(201)
    })
  })

  describe('to a class', () => {
    const messageFields = { messageSubject: 'Seminar', messageBody: 'Sala s-a schimbat.' }
    const message = (caller: Caller) =>
      study.act(caller, 'university-classes', classId, 'message', messageFields)

    test('reach every member with an account once; the sender sees one message (R-S08)', async () => {
      const before = (await listed(rus, '&view=sent')).length
      expect((await message(rus)).status).toBe(200)
      const sent = await listed(rus, '&view=sent')
      expect(sent).toHaveLength(before + 1)
      expect(sent[0]).toMatchObject({
        subject: 'Seminar',
        audience: 'Algebra 211',
        recipientCount: 2,
      })
      for (const recipient of [dan, eva]) {
        const [receivedMessage] = await listed(recipient, '&view=received&filters[subject]=Seminar')
        expect(receivedMessage).toMatchObject({
          senderName: 'Rus Ion',
          audience: 'Algebra 211',
          readAt: null,
        })
        expect(
          (await bellOf(recipient)).filter(({ subject }) => subject === 'Seminar'),
        ).toHaveLength(1)
      }
      expect((await listed(stranger, '&view=received&filters[subject]=Seminar')).length).toBe(0)
    })

    test('show the sender how many recipients have read them, and show recipients nothing about each other', async () => {
      await message(rus)
      const [sent] = await listed(rus, '&view=sent&filters[subject]=Seminar')
      const [receivedMessage] = await listed(eva, '&view=received&filters[subject]=Seminar')
      expect((await thread(rus, sent?.id)).messages[0]?.readBy).toEqual({ read: 0, recipients: 2 })
      await study.call(eva, 'POST', '/api/messages/read', { ids: [receivedMessage?.id] })
      expect((await thread(rus, sent?.id)).messages[0]?.readBy).toEqual({ read: 1, recipients: 2 })
      expect((await thread(eva, receivedMessage?.id)).messages[0]?.readBy).toBeNull()
    })

    test("are replied to in one conversation per recipient, which includes the sender's message", async () => {
      await message(rus)
      for (const recipient of [dan, eva]) {
        const [receivedMessage] = await listed(recipient, '&view=received&filters[subject]=Seminar')
        const answer = await send(recipient, {
          inReplyToId: receivedMessage?.id,
          body: `De la ${recipient.id}`,
        })
        const openedThread = await thread(rus, answer.data.id)
        expect(openedThread.messages.map(({ body, isOwn }) => [body, isOwn])).toEqual([
          ['Sala s-a schimbat.', true],
          [`De la ${recipient.id}`, false],
        ])
        expect(openedThread.answer?.to).toBe(recipient.name)
      }
    })

    test('are allowed for the class lead and staff', async () => {
      for (const [caller, status] of [
        [study.admin, 200],
        [study.secretary, 200],
        [rus, 200],
        [pavel, 403],
        [toma, 404],
        [dan, 403],
      ] as const)
        expect([caller.name, (await message(caller)).status]).toEqual([caller.name, status])
    })

    test('that are sent as a bulk action report how many recipients have no account', async () => {
      const { items, job } = await bulkCalls(study).done(
        study.secretary,
        'university-classes',
        { ids: [classId] },
        { action: 'message', input: messageFields },
      )
      expect(job.counts).toEqual({ done: 1 })
      expect(items[0]?.issues).toEqual({
        _: [{ code: 'message.withoutAccount', params: { number: 1 } }],
      })
    })
  })

  test('to many students form one message, even across job chunks; students without an account are named', async () => {
    const bulk = bulkCalls(study)
    const before = (await listed(study.secretary, '&view=sent')).length
    const all = await bulk.list(study.secretary, 'students')
    const { job, items } = await bulk.done(
      study.secretary,
      'students',
      { token: String(all.headers['query-token']) },
      {
        action: 'message',
        input: { messageSubject: 'Taxe', messageBody: 'Termenul este vineri.' },
      },
    )
    const invalid = items.filter(({ outcome }) => outcome === 'invalid')
    expect(job.counts.done).toBe(all.data.totalCount - invalid.length)
    expect(invalid.every(({ issues }) => issues._?.[0]?.code === 'message.noAccount')).toBe(true)
    const sent = await listed(study.secretary, '&view=sent')
    expect(sent).toHaveLength(before + 1)
    expect(sent[0]).toMatchObject({
      subject: 'Taxe',
      audience: 'Students',
      recipientCount: job.counts.done,
    })
    expect((await listed(dan, '&view=received&filters[subject]=Taxe')).length).toBe(1)
  })

  test('to professors can be sent only by staff', async () => {
    const body = { messageSubject: 'Ședință', messageBody: 'Luni la 9.' }
    expect(
      (await study.act(study.secretary, 'professors', toma.personId, 'message', body)).status,
    ).toBe(200)
    expect((await study.act(dan, 'professors', toma.personId, 'message', body)).status).toBe(403)
    expect((await listed(study.secretary, '&view=sent&filters[subject]=Ședință'))[0]).toMatchObject(
      { recipientName: 'Toma Ion' },
    )
  })

  describe('list possible recipients', () => {
    const find = async (caller: Caller, search = '') =>
      (
        await study.call<WireRecipients>(
          caller,
          'GET',
          `/api/messages/recipients?search=${encodeURIComponent(search)}`,
        )
      ).data

    test("for a student: the student's professors and staff, and no class", async () => {
      const { people, classes } = await find(dan)
      expect(people.map(({ name }) => name).toSorted()).toEqual(
        expect.arrayContaining(['Ada Admin', 'Ana Pop', 'Pavel Ana', 'Rus Ion']),
      )
      expect(people.some(({ id }) => id === toma.id || id === eva.id || id === dan.id)).toBe(false)
      expect(classes).toEqual([])
    })

    test('for a professor: the students of their classes by group, staff, and the classes they lead', async () => {
      const { people, classes } = await find(rus)
      expect(people.find(({ id }) => id === dan.id)).toMatchObject({
        role: 'student',
        about: '211',
      })
      expect(people.some(({ id }) => id === stranger.id || id === toma.id)).toBe(false)
      expect(classes).toEqual([
        { id: classId, name: 'Algebra 211', about: '2026-2027', members: 3 },
      ])
      expect((await find(pavel)).classes).toEqual([])
    })

    test('by words of the name, with or without diacritics', async () => {
      expect((await find(study.secretary, 'PAVEL')).people.map(({ name }) => name)).toEqual([
        'Pavel Ana',
      ])
      expect((await find(study.secretary, 'logic 211')).classes.map(({ name }) => name)).toEqual([
        'Logic 211',
      ])
      expect(await find(dan, 'toma')).toEqual({ people: [], classes: [] })
    })

    test('and refuse any other search', async () => {
      expect((await study.call(dan, 'GET', '/api/messages/recipients?role=student')).status).toBe(
        400,
      )
      expect(
        (await study.call(dan, 'GET', `/api/messages/recipients?search=${'x'.repeat(101)}`)).status,
      ).toBe(400)
    })
  })
})
