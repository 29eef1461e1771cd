import type { Context } from '@matricola/server/context.ts'
import { queueMail, sendDueMails } from '@matricola/server/mail/outbox.ts'
import { createSmtpMail } from '@matricola/server/ports/smtp-mail.ts'
import type { SessionApp } from '@matricola/testing/session-app.ts'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { languages } from '#resources/languages.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import { testedApp } from '#tests/support/tested-app.ts'

let site: SessionApp
let userId: string
beforeAll(async () => {
  site = await startSessionApp()
  userId = await site.createAccount('student', { username: 'reader' })
  await site.createAccount('admin', { username: 'root' })
})
afterAll(() => site.close())
beforeEach(() => site.database.query('delete from outbox_mail'))

const from = 'Matricola <matricola@univ.ro>'
/** Image sources in an email, as HTML or in transfer encoding. */
const picturesIn = (html: string) =>
  [...html.matchAll(/<img[^>]*?\ssrc=(?:3D)?"?([^">\s]*)/gi)].map(([, source]) => source)
const queue = () =>
  queueMail(site.database, site.context.clock.now(), {
    kind: 'passwordChanged',
    userId,
    language: 'en',
  })

interface Row {
  state: string
  attempts: number
  run_at: string
  last_error: string | null
  subject: string | null
}
const rows = () =>
  site.database.query<Row>(
    'select state, attempts, run_at, last_error, subject from outbox_mail order by created_at, id',
  )

/** A configurable mail server that keeps the messages it accepts. */
async function mailServer(options: SMTPServerOptions = {}) {
  const receivedMails: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        receivedMails.push(Buffer.concat(chunks).toString('latin1'))
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as { port: number }
  closeCallbacks.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const context: Context = {
    ...site.context,
    mail: createSmtpMail(`smtp://127.0.0.1:${port}`, from),
  }
  return { receivedMails, context }
}
const closeCallbacks: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closeCallbacks.splice(0)) await close()
})

const rejecting = (code: number) =>
  Object.assign(new Error('rejected by the test'), { responseCode: code })

describe('the outbox', () => {
  test('hands an email to the mail server once, with a message id derived from the email', async () => {
    const { receivedMails, context } = await mailServer()
    await queue()
    expect(await sendDueMails(context, testedApp.packs.mails(context))).toBe(1)
    expect(await sendDueMails(context, testedApp.packs.mails(context))).toBe(0)
    expect(receivedMails).toHaveLength(1)
    const [{ id }] = (await site.database.query<{ id: string }>('select id from outbox_mail')) as [
      { id: string },
    ]
    expect(receivedMails[0]).toContain(`Message-ID: <${id}@univ.ro>`)
    expect(await rows()).toMatchObject([
      { state: 'sent', attempts: 1, subject: 'Your password was changed' },
    ])
  })

  test.each([
    [
      'rejects the recipient with 4xx',
      {
        onRcptTo: (_: unknown, __: unknown, done: (error?: Error) => void) => done(rejecting(451)),
      },
    ],
    [
      'rejects the message with 4xx',
      {
        onData: (stream: NodeJS.ReadableStream, _: unknown, done: (error?: Error) => void) =>
          stream.resume().on('end', () => done(rejecting(452))),
      },
    ],
  ] as [string, SMTPServerOptions][])(
    'retries later when the mail server %s',
    async (_, options) => {
      const { context } = await mailServer(options)
      await queue()
      await sendDueMails(context, testedApp.packs.mails(context))
      const [row] = await rows()
      expect(row).toMatchObject({ state: 'waiting', attempts: 1 })
      const wait = Date.parse(row?.run_at ?? '') - site.context.clock.now().getTime()
      expect(wait).toBeGreaterThan(20_000)
      expect(wait).toBeLessThan(40_000)
      expect(await sendDueMails(context, testedApp.packs.mails(context))).toBe(0)
      site.wait(40_000)
      const good = await mailServer()
      expect(await sendDueMails(good.context, testedApp.packs.mails(good.context))).toBe(1)
      expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2, last_error: null }])
    },
  )

  test('gives up immediately on a permanent refusal, and shows admins only the code', async () => {
    const { context } = await mailServer({ onRcptTo: (_, __, done) => done(rejecting(550)) })
    await queue()
    await sendDueMails(context, testedApp.packs.mails(context))
    expect(await rows()).toMatchObject([
      { state: 'dead', attempts: 1, last_error: expect.stringMatching(/^550/) },
    ])
  })
})

describe('an email', () => {
  // Emails composed from applications are tested in tests/api/admission/applicant-emails.test.ts.
  test.each(languages)('about limited status requests is complete in %s', async (language) => {
    const params = {
      actor: 'Ana',
      accounts: 'ion.pop (admin)',
      device: 'Firefox, Linux',
      address: '192.0.2.0',
    }
    const kind = 'statusLimited'
    await queueMail(site.database, site.context.clock.now(), { kind, userId, language, params })
    const mail = (await site.deliverEmails()).at(-1)
    for (const text of [mail?.subject, mail?.text, mail?.html]) {
      expect(text).toBeTruthy()
      expect(text).not.toMatch(/\{\{|\}\}|undefined|mail:/)
    }
    expect(mail?.html).not.toMatch(/src=(?!"cid:)|url\(|<link|@import/i)
    expect(mail?.text).toContain('Ion Student')
    expect(mail?.html).toContain(`<html lang="${language}">`)
    expect(mail?.text).not.toContain('#t=')
  })

  test('escapes a hostile name, so that it cannot add headers or recipients', async () => {
    const name = '"><img src=x onerror=alert(1)>\r\nBcc: evil@example.org'
    const id = await site.createAccount('student', { username: 'hostile' })
    await site.database.query('update users set name = $2 where id = $1', [id, name])
    const { receivedMails, context } = await mailServer()
    await queueMail(site.database, site.context.clock.now(), {
      kind: 'reset',
      userId: id,
      language: 'en',
    })
    await sendDueMails(context, testedApp.packs.mails(context))
    const [head = ''] = receivedMails[0]?.split('\r\n\r\n') ?? []
    expect(head).not.toMatch(/^bcc:/im)
    expect(head.match(/^to:/gim)).toHaveLength(1)
    expect(picturesIn(receivedMails[0]?.split('text/html')[1] ?? '')).toEqual([])
  })
})
