import { mkdtempSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WireMailPage } from '@matricola/schema/wire/wire.ts'
import { removeFolder } from '@matricola/testing/databases.ts'
import { createGate } from '@matricola/testing/gate.ts'
import { library, startLibrarySessions } from '@matricola/testing/library/app.ts'
import type { SessionApp } from '@matricola/testing/session-app.ts'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '../../../context.ts'
import { engineMailKinds } from '../../../mail/mail-kinds.ts'
import { queueMail, retryDelayMs, sendDueMails, startOutbox } from '../../../mail/outbox.ts'
import { createEmlMail, plainTextOf, readEml } from '../../../ports/eml-mail.ts'
import type { Mail } from '../../../ports/mail.ts'
import { composeMessage, isMailAddress } from '../../../ports/outgoing-mail.ts'
import { createSmtpMail } from '../../../ports/smtp-mail.ts'
import { stageNewFile } from '../../../session/file-records.ts'

let site: SessionApp
let userId: string
beforeAll(async () => {
  site = await startLibrarySessions()
  userId = await site.createAccount('reader', { username: 'reader' })
  await site.createAccount('admin', { username: 'root' })
})
afterAll(() => site.close())
beforeEach(() => site.database.query('delete from outbox_mail'))

const from = 'Matricola <matricola@univ.ro>'
const plain: Mail = {
  id: 'b7c9',
  to: { name: 'Ana Pop', address: 'ana@univ.ro' },
  subject: 'Hello',
  text: 'Text',
  html: '<p>Text</p>',
}
/** Image sources in an email, as HTML or in transfer encoding. */
const picturesIn = (html: string) =>
  [...html.matchAll(/<img[^>]*?\ssrc=(?:3D)?"?([^">\s]*)/gi)].map(([, source]) => source)
const getEmail = async (): Promise<Mail> => {
  await queueMail(site.database, site.context.clock.now(), {
    kind: 'reset',
    userId,
    language: 'en',
  })
  const mail = (await site.deliverEmails()).at(-1)
  if (!mail) throw new Error('no mail was sent')
  return mail
}
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

/**
 * A server that stops responding at a stage, or drops the connection at `DATA`. Its URL sets a
 * short timeout.
 */
async function brokenServer(at: string): Promise<string> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    if (at !== 'connect') socket.write('220 ready\r\n')
    socket.on('data', (chunk) => {
      const line = String(chunk)
      if (at === 'DATA' && line.startsWith('DATA')) socket.destroy()
      else if (!line.startsWith(at)) socket.write('250 ok\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  closeCallbacks.push(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return `smtp://127.0.0.1:${port}?greetingTimeout=300&socketTimeout=300`
}
const closeCallbacks: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closeCallbacks.splice(0)) await close()
})

describe('the outbox', () => {
  test('sends nothing that a transaction rolled back', async () => {
    const undone = site.database.transaction(async (queries) => {
      await queueMail(queries, site.context.clock.now(), {
        kind: 'passwordChanged',
        userId,
        language: 'en',
      })
      throw new Error('taken back')
    })
    await expect(undone).rejects.toThrow('taken back')
    expect(await rows()).toEqual([])
  })

  test.each([
    ['drops the connection during the message', 'DATA'],
    ['hangs at the greeting', 'connect'],
    ['hangs after the sender address', 'RCPT'],
  ])('retries later when an unreliable mail server %s', async (_, at) => {
    const address = await brokenServer(at)
    await queue()
    await sendDueMails(
      { ...site.context, mail: createSmtpMail(address, from) },
      library.packs.mails(site.context),
    )
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1 }])
  })

  test('retries when the mail server cannot be reached', async () => {
    await queue()
    await sendDueMails(
      { ...site.context, mail: createSmtpMail('smtp://127.0.0.1:1', from) },
      library.packs.mails(site.context),
    )
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1, last_error: 'ESOCKET' }])
  })

  test('gives up after thirty attempts over about two days, the last ones two hours apart', async () => {
    await queue()
    const refusing: Context = {
      ...site.context,
      mail: { send: () => Promise.reject(new Error('no')) },
    }
    for (let i = 0; i < 30; i += 1) {
      await sendDueMails(refusing, library.packs.mails(refusing))
      site.wait(3 * 3_600_000)
    }
    expect(await sendDueMails(refusing, library.packs.mails(refusing))).toBe(0)
    expect(await rows()).toMatchObject([{ state: 'dead', attempts: 30 }])
    expect([1, 2, 3, 9, 29].map((attempt) => retryDelayMs(attempt, 0.5))).toEqual([
      30_000, 60_000, 120_000, 7_200_000, 7_200_000,
    ])
    const hours = Array.from({ length: 29 }, (_, i) => retryDelayMs(i + 1, 0.5) / 3_600_000).reduce(
      (sum, wait) => sum + wait,
      0,
    )
    expect(Math.round(hours)).toBe(44)
  })

  test('sends four emails at a time, including the newest, so that a new request does not wait behind the backlog', async () => {
    const pendingMails: { readonly id: string; readonly release: () => void }[] = []
    const mail = {
      send: ({ id }: Mail) => new Promise<void>((release) => pendingMails.push({ id, release })),
    }
    const past = (seconds: number) => new Date(site.context.clock.now().getTime() - 1000 * seconds)
    for (let age = 20; age > 10; age -= 1)
      await queueMail(site.database, past(age), { kind: 'passwordChanged', userId, language: 'en' })
    const outbox = startOutbox({ ...site.context, mail }, library.packs.mails(site.context))
    await expect.poll(() => pendingMails.length).toBe(4)
    await queueMail(site.database, site.context.clock.now(), {
      kind: 'reset',
      userId,
      language: 'en',
    })
    const [{ id }] = (await site.database.query<{ id: string }>(
      `select id from outbox_mail where kind = 'reset'`,
    )) as [{ id: string }]
    for (const { release } of pendingMails.splice(0)) release()
    await expect.poll(() => pendingMails.length).toBe(4)
    expect(pendingMails.map((one) => one.id)).toContain(id)
    // Stopping waits only for emails that are being sent.
    const stopped = outbox.stop()
    for (const { release } of pendingMails) release()
    await stopped
    expect((await rows()).filter(({ state }) => state === 'sent')).toHaveLength(8)
  })

  test('leases an email to one of two senders, and to the other when that sender has died', async () => {
    await queue()
    const sent: string[] = []
    const slow: Context = {
      ...site.context,
      mail: { send: async (mail) => void sent.push(mail.id) },
    }
    await Promise.all([
      sendDueMails(slow, library.packs.mails(slow)),
      sendDueMails(slow, library.packs.mails(slow)),
    ])
    expect(sent).toHaveLength(1)

    await queue()
    const sending = createGate()
    const send = () => {
      sending.open()
      return new Promise<never>(() => undefined)
    }
    const dead: Context = { ...site.context, mail: { send } }
    void sendDueMails(dead, library.packs.mails(dead))
    await sending.opened
    expect(await sendDueMails(slow, library.packs.mails(slow))).toBe(0)
    site.wait(61_000)
    expect(await sendDueMails(slow, library.packs.mails(slow))).toBe(1)
    expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'sent'])
  })
})

describe('an email', () => {
  test.each(
    library.registry.languages.flatMap((language) =>
      engineMailKinds.map((kind) => ({ language, kind })),
    ),
  )('$kind in $language is complete, in text and HTML', async ({ language, kind }) => {
    const params = {
      actor: 'Ana',
      accounts: 'ion.pop (admin)',
      device: 'Firefox, Linux',
      address: '192.0.2.0',
    }
    await queueMail(site.database, site.context.clock.now(), { kind, userId, language, params })
    const mail = (await site.deliverEmails()).at(-1)
    for (const text of [mail?.subject, mail?.text, mail?.html]) {
      expect(text).toBeTruthy()
      expect(text).not.toMatch(/\{\{|\}\}|undefined|mail:/)
    }
    expect(mail?.html).not.toMatch(/src=(?!"cid:)|url\(|<link|@import/i)
    expect(mail?.text).toContain('Ion Reader')
    expect(mail?.html).toContain(`<html lang="${language}">`)
    expect(mail?.text.includes('#t=')).toBe(kind === 'invitation' || kind === 'reset')
  })

  test("is sent under the library's name and colour, or the program's colour if it has none", async () => {
    const head = async () => {
      await queueMail(site.database, site.context.clock.now(), {
        kind: 'reset',
        userId,
        language: 'en',
      })
      const html = (await site.deliverEmails()).at(-1)?.html ?? ''
      return /border-bottom:3px solid (#\w+);color:\1;[^>]*>([^<]*)</.exec(html)?.slice(1)
    }
    expect(await head()).toEqual(['#1f4a7a', 'Biblioteca Județeană'])
    await site.database.query(
      "update settings set color_on_light = '#7a1f2b', university_name = 'Biblioteca <Nouă>'",
    )
    expect(await head()).toEqual(['#7a1f2b', 'Biblioteca &lt;Nouă&gt;'])
    await site.database.query(
      "update settings set color_on_light = null, university_name = 'Biblioteca Județeană'",
    )
  })

  test("embeds the library's logo with its name as alternative text; text and HTML match with and without it", async () => {
    const plainEmail = await getEmail()
    expect([plainEmail.pictures, picturesIn(plainEmail.html)]).toEqual([undefined, []])
    const name = 'Biblioteca "Nouă" <img src="https://evil.example/x.png">'
    await site.database.query('update settings set university_name = $1', [name])
    const emailWithoutLogo = await getEmail()
    const logo = await sharp({
      create: { width: 900, height: 300, channels: 3, background: '#7a1f2b' },
    })
      .jpeg()
      .toBuffer()
    const id = await stageNewFile(site.context, {
      bytes: logo,
      original: logo,
      kind: 'jpeg',
      name: 'logo.jpg',
      ownerId: null,
    })
    await site.database.query('update settings set logo = $1', [id])
    const mail = await getEmail()
    const [picture] = mail.pictures ?? []
    expect(picturesIn(mail.html)).toEqual([`cid:${picture?.cid}`])
    expect(mail.html).toContain(
      'alt="Biblioteca &quot;Nouă&quot; &lt;img src=&quot;https://evil.example/x.png&quot;&gt;"',
    )
    expect(await sharp(picture?.bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width: 240,
      height: 80,
    })
    const withoutToken = (text: string) => text.replace(/#t=[\w-]{43}/, '')
    expect(withoutToken(mail.text)).toBe(withoutToken(emailWithoutLogo.text))
    const message = (await composeMessage(mail, from)).toString('latin1')
    expect(message).toMatch(new RegExp(`Content-Id: <${picture?.cid}>`, 'i'))
    expect(message).toMatch(/Content-Disposition: inline/i)
    expect(plainTextOf(message)).toBe(mail.text)
  })

  test('shows only the name when the logo cannot be read', async () => {
    const bytes = Buffer.from('lost')
    const id = await stageNewFile(site.context, {
      bytes,
      original: bytes,
      kind: 'jpeg',
      name: 'logo.jpg',
      ownerId: null,
    })
    const [file] = await site.database.query<{ key: string }>(
      'select key from file where id = $1',
      [id],
    )
    await site.context.files.remove(file?.key ?? '')
    await site.database.query(
      "update settings set logo = $1, university_name = 'Biblioteca Nouă'",
      [id],
    )
    const mail = await getEmail()
    expect([mail.pictures, picturesIn(mail.html)]).toEqual([undefined, []])
    expect(mail.html).toContain('>Biblioteca Nouă</p>')
    await site.database.query(
      "update settings set logo = null, university_name = 'Biblioteca Județeană'",
    )
  })

  test.each([
    'ana@univ.ro, evil@example.org',
    'ana@univ.ro;evil@example.org',
    'ana@univ.ro\r\nBcc: evil@example.org',
    '"ana@univ.ro" <evil@example.org>',
    '"evil@example.org x"@univ.ro',
    'ana(comment)@univ.ro',
    'ana@univ.ro@example.org',
    'ana@[127.0.0.1]',
    'ana@localhost',
    'ana@-univ.ro',
    'ana@univ..ro',
    '@univ.ro',
    'ana@',
    `${'a'.repeat(65)}@univ.ro`,
    `ana@${'a'.repeat(64)}.ro`,
    `ana@${'a.'.repeat(125)}ro`,
    'ana\u0000@univ.ro',
    'аna@univ.ro',
    'xn--@\u202Euniv.ro',
    '',
  ])('is not sent to the address %j', async (address) => {
    expect(isMailAddress(address)).toBe(false)
    await expect(composeMessage({ ...plain, to: { name: 'x', address } }, from)).rejects.toThrow()
  })

  test('cannot be broken by line breaks: the subject is one line', async () => {
    const message = (
      await composeMessage({ ...plain, subject: 'Hi\r\nX-Evil: 1' }, from)
    ).toString()
    expect(message).not.toMatch(/^X-Evil/m)
  })

  test('reads no files and fetches nothing, even if its text contains paths or URLs', async () => {
    const message = (
      await composeMessage(
        { ...plain, html: '<img src="file:///etc/passwd">', text: '/etc/passwd' },
        from,
      )
    ).toString()
    expect(message).not.toContain('root:')
  })
})

describe('without a mail server', () => {
  test('emails become files with the same content', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'matricola-mail-'))
    const text = 'Bună ziua, Ștefan,\n\nhttps://univ.ro/reset#t=a=b\n\n-- \nBiblioteca'
    await createEmlMail(folder, from).send({
      ...plain,
      id: '018f6b1e-0000-7000-8000-000000000001',
      text,
    })
    expect(await readEml(folder, '018f6b1e-0000-7000-8000-000000000001')).toBe(text)
    expect(await readEml(folder, '018f6b1e-0000-7000-8000-000000000002')).toBeNull()
    expect(plainTextOf((await composeMessage({ ...plain, text }, from)).toString('latin1'))).toBe(
      text,
    )
    removeFolder(folder)
  })

  test('admins can read them in the console, and other users cannot', async () => {
    const context: Context = {
      ...site.context,
      mail: createEmlMail(site.context.config.dataDir, from),
    }
    await queueMail(site.database, site.context.clock.now(), {
      kind: 'reset',
      address: 'reader@univ.ro',
      language: 'en',
    })
    await queueMail(site.database, site.context.clock.now(), {
      kind: 'reset',
      address: 'nobody@univ.ro',
      language: 'en',
    })
    await sendDueMails(context, library.packs.mails(context))
    const admin = site.browser()
    await admin.signIn('root')
    const { totalCount, list, hasServer } = (
      await admin.call<WireMailPage>('GET', '/api/mails?pageNumber=1&pageSize=25')
    ).data
    expect(totalCount).toBe(1)
    expect(hasServer).toBe(false)
    expect(list[0]).toMatchObject({
      to: 'reader@univ.ro',
      subject: 'Choose a new password',
      state: 'sent',
      kind: 'reset',
    })
    const mail = (await admin.call<{ text: string }>('GET', `/api/mails/${list[0]?.id}`)).data
    expect(mail.text).toMatch(/http:\/\/localhost:3000\/reset#t=[A-Za-z0-9_-]{43}/)
    const reader = site.browser()
    await reader.signIn('reader')
    expect((await reader.call('GET', '/api/mails')).status).toBe(403)
    expect((await reader.call('GET', `/api/mails/${list[0]?.id}`)).status).toBe(403)
    expect(
      (await admin.call('GET', '/api/mails/00000000-0000-4000-8000-000000000000')).status,
    ).toBe(404)
  })
})
