import { homePath } from '@matricola/schema/paths.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { failureResponse, handle } from '@matricola/testing/pages/network.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as messageCalls from '#resources/calls/messages.ts'
import { getResource } from '#resources/index.ts'
import type { StudyApp } from '../../support/study-app.ts'
import { openConsole, serverSide } from '../support/console-app.tsx'

let study: StudyApp
let dan: Caller
beforeAll(async () => {
  study = await (await serverSide()).startStudyApp()
  const years = await study.call<Page<WireRecord>>(study.admin, 'GET', '/api/academic-years')
  const student = await study.addStudent({ groupName: '211' })
  dan = student
  const universityClass = await study.create('university-classes/create', {
    ...{
      name: 'Algebra 211',
      courseId: study.courses.A1,
      academicYearId: years.data.list[0]?.id,
      semester: 1,
    },
    ...{ groupName: '211', status: 'active', leadProfessorId: study.professor.personId },
  })
  await study.create('class-enrolments/create', {
    classId: universityClass.id,
    studentId: student.personId,
  })
})
afterAll(() => study.close())
beforeEach(() => localStorage.clear())

const open = (caller: Caller, path: string, before?: () => unknown) =>
  openConsole(`${homePath(caller.role)}/${path}`, { api: study, caller, ...(before && { before }) })
const received = async (caller: Caller) =>
  (await study.call<Page<WireRecord>>(caller, 'GET', '/api/messages?view=received&pageSize=100'))
    .data.list
const write = async (from: Caller, to: Caller, subject: string, body: string) =>
  (
    await study.call<WireRecord>(from, 'POST', '/api/messages/create', {
      recipientId: to.id,
      subject,
      body,
    })
  ).data

describe('a new message', () => {
  test('can be written with the keyboard alone: the recipient is found by name, and the text is sent as typed (R-S08)', async () => {
    const user = await open(dan, 'messages/create')
    const to = await screen.findByRole('combobox', { name: 'To' })
    await user.click(to)
    await user.keyboard('rus')
    await screen.findByRole('option', { name: /Rus Ion/ })
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await user.keyboard('{Enter}')
    expect(to).toHaveValue('Rus Ion')
    await user.type(screen.getByLabelText('Subject'), 'Consultații')
    await user.type(screen.getByLabelText('Message'), 'Bună ziua')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await screen.findByText('Message sent.')
    expect(await received(study.professor)).toEqual([
      expect.objectContaining({ subject: 'Consultații', body: 'Bună ziua' }),
    ])
    expect(
      await screen.findByRole('link', { name: 'Consultații', description: 'Rus Ion' }),
    ).toBeVisible()
    expect(window.location.pathname).toBe('/student/messages')
  })

  test('is not sent while a field is missing: each missing field shows an error, and the first one is focused', async () => {
    const user = await open(dan, 'messages/create')
    await user.click(await screen.findByRole('button', { name: 'Send' }))
    const to = screen.getByRole('combobox', { name: 'To' })
    expect(to).toHaveFocus()
    expect(to).toBeInvalid()
    expect(screen.getByLabelText('Subject')).toBeInvalid()
    expect(screen.getByLabelText('Message')).toBeInvalid()
  })

  test('is restored on the same device as a draft, which can be discarded', async () => {
    const first = await open(dan, 'messages/create')
    await first.type(await screen.findByLabelText('Subject'), 'Început')
    document.body.replaceChildren()
    const user = await open(dan, 'messages/create')
    expect(await screen.findByText('Draft restored from this device.')).toBeVisible()
    expect(screen.getByLabelText('Subject')).toHaveValue('Început')
    await user.click(screen.getByRole('button', { name: 'Start again' }))
    expect(screen.getByLabelText('Subject')).toHaveValue('')
  })

  test('goes to all students of a class that the professor leads', async () => {
    const user = await open(study.professor, 'messages/create')
    await user.click(await screen.findByRole('combobox', { name: 'To' }))
    await user.click(await screen.findByRole('option', { name: /Algebra 211/ }))
    await user.type(screen.getByLabelText('Subject'), 'Seminar')
    await user.type(screen.getByLabelText('Message'), 'Sala 12')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(async () =>
      expect(await received(dan)).toContainEqual(
        expect.objectContaining({ subject: 'Seminar', audience: 'Algebra 211' }),
      ),
    )
  })

  test('keeps its text if it cannot be sent, and shows the reason', async () => {
    const user = await open(dan, 'messages/create', () =>
      handle(endpointsOf(getResource('messages')).create, () =>
        failureResponse(429, 'requests.tooMany', 'Too many requests.'),
      ),
    )
    await user.click(await screen.findByRole('combobox', { name: 'To' }))
    await user.click(await screen.findByRole('option', { name: /Rus Ion/ }))
    await user.type(screen.getByLabelText('Subject'), 'x')
    await user.type(screen.getByLabelText('Message'), 'y')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('Too many requests.')).toBeVisible()
    expect(screen.getByLabelText('Message')).toHaveValue('y')
  })
})

describe('the list of conversations', () => {
  const row = async (name: string | RegExp) =>
    (await screen.findByRole('link', { name })).closest('li') as HTMLElement

  test('marks unread conversations with a word, counts them, and removes the mark once they are opened', async () => {
    await write(dan, study.professor, 'Prima', 'x')
    await write(dan, study.professor, 'A doua', 'x')
    const user = await open(study.professor, 'messages')
    const unread = await screen.findByRole('link', { name: /^Unread: ?Prima$/ })
    const count = async () =>
      Number(
        (await screen.findByRole('link', { name: /^Unread ?\d+$/ })).textContent?.replace(
          /\D/g,
          '',
        ),
      )
    const before = await count()
    await user.click(unread)
    await screen.findByRole('article')
    await waitFor(async () =>
      expect(
        (await received(study.professor)).find(({ subject }) => subject === 'Prima')?.readAt,
      ).not.toBeNull(),
    )
    act(() => window.history.back())
    expect(await screen.findByRole('link', { name: 'Prima' })).toBeVisible()
    expect(screen.getByRole('link', { name: /^Unread: ?A doua$/ })).toBeVisible()
    await waitFor(async () => expect(await count()).toBe(before - 1))
  })

  test('does not mark the user’s own messages as unread, and prefixes them with "You"', async () => {
    await write(dan, study.professor, 'De la mine', 'Bună ziua')
    await open(dan, 'messages')
    const ownRow = await row('De la mine')
    expect(within(ownRow).queryByText('Unread:')).toBeNull()
    expect(within(ownRow).getByText('You: Bună ziua')).toBeVisible()
    expect(within(ownRow).getByText('Rus Ion')).toBeVisible()
  })

  test('lists each conversation once, the most recent first, and finds it by name', async () => {
    const first = await write(dan, study.professor, 'Restanță', 'Se poate?')
    await study.call(study.professor, 'POST', '/api/messages/create', {
      inReplyToId: first.id,
      body: 'Da, vineri.',
    })
    await write(dan, study.professor, 'Altceva', 'x')
    const user = await open(dan, 'messages')
    const one = await row(/Unread: ?Restanță/)
    expect(within(one).getByText('2 messages')).toBeInTheDocument()
    expect(within(one).getByText('Da, vineri.')).toBeVisible()
    const order = screen
      .getAllByRole('listitem')
      .flatMap(
        (item) => within(item).queryByRole('link', { name: /Restanță|Altceva/ })?.textContent ?? [],
      )
    expect(order).toEqual([expect.stringContaining('Altceva'), expect.stringContaining('Restanță')])
    await user.type(
      screen.getByRole('searchbox', { name: 'Search names and subjects' }),
      'restanta rus',
    )
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Altceva' })).toBeNull())
    expect(await screen.findByRole('link', { name: /Restanță/ })).toBeVisible()
    expect(window.location.search).toContain('restanta')
  })

  test('shows a text if it is empty, and an error if it could not be loaded', async () => {
    const unrelatedStudent = await study.addStudent()
    await open(unrelatedStudent, 'messages')
    expect(await screen.findByText('You have no messages yet.', { selector: 'p' })).toBeVisible()
    document.body.replaceChildren()
    let isOffline = true
    const user = await open(dan, 'messages', () =>
      handle(messageCalls.conversations, () =>
        isOffline ? failureResponse(503, 'server.busy', 'Busy') : undefined,
      ),
    )
    expect(await screen.findByText('Your conversations could not be loaded.')).toBeVisible()
    isOffline = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect((await screen.findAllByRole('listitem')).length).toBeGreaterThan(0)
  })
})

describe('a conversation', () => {
  test('shows the oldest message first, marks new messages, and accepts a reply', async () => {
    const first = await write(dan, study.professor, 'Întrebare', 'Când este testul?')
    const user = await open(study.professor, `messages/${first.id}`)
    const article = await screen.findByRole('article', { name: /Dan Ionescu/ })
    expect(within(article).getByText('Unread')).toBeVisible()
    expect(within(article).getByText('Când este testul?')).toBeVisible()
    await user.type(screen.getByLabelText('Message'), 'Vineri.')
    await user.click(screen.getByRole('button', { name: 'Send reply' }))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
    expect(screen.getAllByRole('article')[1]).toHaveTextContent('Vineri.')
    expect(screen.getAllByRole('article')[1]).toHaveTextContent('Not read yet')
    expect(await received(dan)).toContainEqual(
      expect.objectContaining({ body: 'Vineri.', threadId: first.id }),
    )
    expect(
      (await study.call<WireRecord>(study.professor, 'GET', `/api/messages/${first.id}`)).data
        .readAt,
    ).not.toBeNull()
  })

  test('is not found by users who are not part of it', async () => {
    const { id } = await write(dan, study.professor, 'Privat', 'x')
    await open(study.secretary, `messages/${id}`)
    expect(await screen.findByRole('heading', { level: 1, name: /not found/i })).toBeVisible()
  })

  test('shows a retry button if it cannot be loaded', async () => {
    const { id } = await write(dan, study.professor, 'Eroare', 'x')
    await open(dan, `messages/${id}`, () =>
      handle(endpointsOf(getResource('messages')).single, () =>
        failureResponse(503, 'server.busy', 'Busy'),
      ),
    )
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  })
})

describe('notifications', () => {
  test('are grouped by day, and identical ones are shown once with their count', async () => {
    const { database, registry, clock } = study.context
    const { notifyAll } = await import('@matricola/server/mail/notify.ts')
    const notification = {
      type: 'gradePublished',
      userId: dan.id,
      subject: 'Algebră',
      link: 'grades',
    } as const
    await database.transaction((queries) =>
      notifyAll(queries, { registry, now: clock.now() }, [
        notification,
        notification,
        { ...notification, subject: 'Logică' },
      ]),
    )
    await open(dan, 'notifications')
    expect(
      await screen.findByRole('link', {
        name: /One of your grades was published\. \(2 times\) Algebră/,
      }),
    ).toHaveAttribute('href', '/student/grades')
    expect(
      screen.getByRole('link', { name: /One of your grades was published\. Logică/ }),
    ).toBeVisible()
  })

  test('can be chosen on the account page, separately for the bell and for emails', async () => {
    const user = await open(dan, 'account')
    await user.click(await screen.findByRole('checkbox', { name: 'Grades: email copies' }))
    await user.click(screen.getByRole('checkbox', { name: 'Payments: in the app' }))
    expect(screen.getByRole('checkbox', { name: 'Payments: email copies' })).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const getUser = async () =>
      (await study.call<WireRecord>(dan, 'GET', `/api/authentication/users/${dan.id}`)).data
    await waitFor(async () =>
      expect(await getUser()).toMatchObject({
        mailCopies: ['grades'],
        mutedNotifications: ['finances'],
      }),
    )
  })
})
