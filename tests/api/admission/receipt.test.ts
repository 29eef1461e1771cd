import { formatMoment, timeZone } from '@matricola/schema/values/dates.ts'
import { pdfStructure, pdfText } from '@matricola/testing/generated-pdf.ts'
import type { SessionApp } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formatAccessCode } from '#resources/admission/access-code.ts'
import { languages } from '#resources/languages.ts'
import { engines } from '#tests/support/databases.ts'
import {
  openWithAccessCode,
  type SeededApplication,
  seedApplication,
} from '#tests/support/seed-application.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'

describe.each(engines)('the receipt of an application on $engine', ({ open }) => {
  let site: SessionApp
  let programme: ProgrammeIds
  let ownApplication: SeededApplication
  beforeAll(async () => {
    site = await startSessionApp({}, open)
    site.freezeClock()
    programme = await seedProgramme(site, { name: 'Astronomie' })
    ownApplication = await seedApplication(site.context, programme, {
      lastName: 'Țîrlea',
      firstName: 'Ștefania',
    })
    await site.database.query(
      `update settings set university_name = 'Universitatea Țării', language = 'ro', admission_email = 'admitere@univ.ro', admission_phone = '+40264123456'`,
    )
  })
  afterAll(() => site.close())
  beforeEach(() => site.resetRateLimits())

  const byCode = (body: object, language = 'en', ip = '192.0.2.7') =>
    site.browser({ ip }).call('POST', '/api/registrations/receipt', body, {
      headers: { 'accept-language': language },
    })
  const proof = () => ({
    reference: ownApplication.reference,
    accessCode: ownApplication.code.toLowerCase(),
  })

  test.each(languages)(
    'is a PDF that states in %s the application, the applicant, the time and the next step',
    async (language) => {
      const answer = await byCode(proof(), language)
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
      expect(answer.headers['content-disposition']).toMatch(
        new RegExp(`^attachment; filename\\*=UTF-8''[a-z-]+-${ownApplication.reference}\\.pdf$`),
      )
      expect(answer.headers['cache-control']).toBe('private, no-store')
      const text = await pdfText(answer.bytes)
      const [row] = await site.database.query<{ at: string }>(
        'select submitted_at as at from registrations where id = $1',
        [ownApplication.id],
      )
      const sentAt = formatMoment(new Date(row?.at ?? ''), language, {
        dateStyle: 'long',
        timeStyle: 'long',
        timeZone,
      })
      for (const part of [
        'Universitatea Țării',
        ownApplication.reference,
        'Țîrlea Ștefania',
        sentAt,
        'Astronomie',
        'first fileDiploma.pdf',
        'admitere@univ.ro',
      ])
        expect(text).toContain(part)
      expect(text).toContain(`••••••••••${ownApplication.cnp.slice(-3)}`)
      expect(text).not.toContain(ownApplication.cnp)
      expect(text).not.toMatch(/\{\{|undefined|null/)
    },
  )

  test('contains the access code only when requested', async () => {
    const formattedCode = formatAccessCode(ownApplication.code)
    expect(await pdfText((await byCode(proof())).bytes)).not.toContain(formattedCode)
    expect(await pdfText((await byCode({ ...proof(), includeAccessCode: true })).bytes)).toContain(
      formattedCode,
    )
  })

  test('states who acts next, as the status page does', async () => {
    expect(await pdfText((await byCode(proof())).bytes)).toMatch(
      /With the admission office\. We have received your application\. Review starts by/,
    )
  })

  test('announces an email about the decision only until there is one', async () => {
    const announcement = 'We will email you if you need to change something'
    expect(await pdfText((await byCode(proof())).bytes)).toContain(announcement)
    const { id, reference, code } = await seedApplication(site.context, programme)
    await site.database.query(
      `update registrations set status = 'declined', reason_code = 'other' where id = $1`,
      [id],
    )
    const decided = await pdfText((await byCode({ reference, accessCode: code })).bytes)
    expect(decided).toContain('Your application was declined')
    expect(decided).not.toContain(announcement)
  })

  test("is tagged: headings, paragraphs and a table with header cells, names in the university's language", async () => {
    const { outline, info, language, marked } = await pdfStructure((await byCode(proof())).bytes)
    expect([language, marked, info.Title]).toEqual([
      'en',
      true,
      `Application receipt ${ownApplication.reference}`,
    ])
    expect(outline).toMatch(/^Document\(P\[ro\] H1 Table\((TR\(TH TD(\[ro\])?\) ?)+\) H2 P P P\)$/)
  })

  test('can be downloaded from an opened application, without the access code', async () => {
    const browser = await openWithAccessCode(site, ownApplication)
    const answer = await browser.call('GET', '/api/registrations/applicant/receipt')
    expect(await pdfText(answer.bytes)).toContain(ownApplication.reference)
    expect(
      (await site.browser().call('GET', '/api/registrations/applicant/receipt')).failure.code,
    ).toBe('applicant.required')
  })

  test('is refused with the same error for a wrong code and a missing application, and is refused after too many attempts', async () => {
    const refusal = await byCode({ reference: ownApplication.reference, accessCode: 'AAAAAAAAAA' })
    const none = await byCode({ reference: 'ID99999999', accessCode: ownApplication.code })
    expect([refusal.status, refusal.failure.code]).toEqual([400, 'accessCode.wrong'])
    expect([none.status, none.failure.code]).toEqual([400, 'accessCode.wrong'])
    expect((await byCode({ ...proof(), more: 1 })).status).toBe(400)
    const codes = []
    for (let i = 0; i < 20; i += 1)
      codes.push(
        (await byCode({ reference: ownApplication.reference, accessCode: 'AAAAAAAAAA' })).failure
          .code,
      )
    expect(codes.at(-1)).toBe('requests.tooMany')
  })

  test('is generated at most twenty times an hour', async () => {
    const statuses = []
    for (let i = 0; i < 21; i += 1)
      statuses.push((await byCode(proof(), 'en', `198.51.100.${i}`)).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  })
})
