import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { pdfStructure, pdfText } from '@matricola/testing/generated-pdf.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WireVerification } from '#resources/academic/certificate.ts'
import { languages } from '#resources/languages.ts'
import { engines } from '#tests/support/databases.ts'
import { type StudyApp, startStudyApp } from '#tests/support/study-app.ts'

describe.each(engines)('certificates on $engine', ({ open }) => {
  let study: StudyApp
  beforeAll(async () => {
    study = await startStudyApp(open)
    const { data } = await study.call<Page<WireRecord>>(study.admin, 'GET', '/api/academic-years')
    await study.updateSettings({
      academicYearId: data.list[0]?.id,
      universityName: 'Universitatea Țării',
    })
  })
  afterAll(() => study.close())

  const create = (caller: Caller, body: object = {}) =>
    study.call<WireRecord>(caller, 'POST', '/api/certificates/create', {
      kind: 'certificate',
      ...body,
    })
  const pdf = (caller: Caller | null, id: string) =>
    study.app.inject({
      url: `/api/certificates/${id}/pdf`,
      headers: { 'x-test-caller': caller?.id ?? '' },
    })
  const verify = async (code: string) =>
    (
      await study.call<WireVerification>(
        null,
        'GET',
        `/api/certificates/verify/${encodeURIComponent(code)}`,
      )
    ).data
  const revoke = (id: string) =>
    study.act(study.secretary, 'certificates', id, 'revoke', { revokeReason: 'Issued by mistake.' })

  test('are issued by students for themselves and by staff for anyone, each with its own code', async () => {
    const [dan, eva] = [await study.addStudent(), await study.addStudent()]
    const ownRequest = await create(dan, { purpose: 'Pentru angajator' })
    expect(ownRequest.data).toMatchObject({
      studentId: dan.personId,
      kind: 'certificate',
      status: 'valid',
      issuedAt: study.now().toISOString(),
    })
    expect(ownRequest.data.code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    const evaCertificate = await create(study.secretary, {
      studentId: eva.personId,
      kind: 'transcript',
      language: 'en',
    })
    expect(evaCertificate.data).toMatchObject({
      studentId: eva.personId,
      kind: 'transcript',
      language: 'en',
    })
    expect(evaCertificate.data.code).not.toBe(ownRequest.data.code)
    expect((await create(dan, { studentId: eva.personId })).failure.fields).toEqual({
      studentId: [{ code: 'field.notWritable' }],
    })
    expect((await create(study.secretary)).failure.fields).toEqual({
      studentId: [{ code: 'required' }],
    })
    expect((await create(study.professor)).status).toBe(403)
  })

  test('of enrolment are for active students only; grades are certified for any status', async () => {
    const dan = await study.addStudent()
    await study.act(study.secretary, 'students', dan.personId, 'withdraw')
    expect((await create(dan)).failure.fields).toEqual({
      kind: [{ code: 'certificate.notActive' }],
    })
    expect((await create(dan, { kind: 'transcript' })).status).toBe(201)
  })

  test('have a daily limit, so that one user cannot create any number of files', async () => {
    const dan = await study.addStudent()
    for (let n = 0; n < 20; n++) expect((await create(dan)).status).toBe(201)
    expect((await create(dan)).failure.code).toBe('requests.tooMany')
  })

  test('are visible to the student and to staff, as records and as files', async () => {
    const [dan, eva] = [await study.addStudent(), await study.addStudent()]
    const { id } = (await create(dan)).data
    await study.call(eva, 'GET', '/api/certificates')
    await study.call(study.admin, 'GET', '/api/certificates')
    await study.call(study.professor, 'GET', '/api/exams')
    const status = async (caller: Caller | null) => (await pdf(caller, id)).statusCode
    expect([
      await status(null),
      await status(dan),
      await status(eva),
      await status(study.professor),
      await status(study.secretary),
      await status(study.admin),
    ]).toEqual([401, 200, 404, 403, 200, 200])
  })

  test('expose their content only in the PDF', async () => {
    const dan = await study.addStudent()
    const { id } = (await create(dan)).data
    const answer = await study.call<WireRecord>(study.admin, 'GET', `/api/certificates/${id}`)
    expect(answer.data).not.toHaveProperty('content')
  })

  describe('as PDF', () => {
    test.each(languages)(
      "state in %s the holder's identity, with comma-below letters, and where the certificate can be verified",
      async (language) => {
        const dan = await study.addStudent({ lastName: 'Țîrlea', firstName: 'Ștefania' })
        const { id, code } = (
          await create(dan, { language, purpose: 'Serviciul Public Comunitar Înmatriculări' })
        ).data
        const answer = await pdf(dan, id)
        expect(answer.headers['content-type']).toBe('application/pdf')
        expect(answer.headers['content-disposition']).toMatch(
          new RegExp(`attachment; filename\\*=UTF-8''[a-z-]+-${code}\\.pdf`),
        )
        const text = await pdfText(answer.rawPayload)
        for (const part of [
          'Universitatea Țării',
          'Țîrlea Ștefania',
          'Informatică aplicată',
          '2026-2027',
          String(code),
          `http://localhost:3000/verify/${code}`,
          'Serviciul Public Comunitar Înmatriculări',
        ])
          expect(text).toContain(part)
      },
    )

    test('of grades list each final grade once, with averages and credits', async () => {
      const dan = await study.addStudent({ studyYear: 2 })
      await study.addGrade(dan.personId, 'A1', { value: 7 })
      await study.addGrade(dan.personId, 'A1', { value: 10, kind: 'improvement', attempt: 2 })
      await study.addGrade(dan.personId, 'A2', { value: 9 })
      await study.addGrade(dan.personId, 'B1', { value: 4 })
      const { id } = (await create(dan, { kind: 'transcript', language: 'en' })).data
      const text = await pdfText((await pdf(dan, id)).rawPayload)
      for (const part of [
        'Cursul A1',
        'Cursul A2',
        'Average: 9.50',
        'Credits earned: 10 of 10',
        'Credits earned: 0 of 10',
        'Credits earned: 10 of 20',
      ])
        expect(text).toContain(part)
      expect(text).not.toContain('Cursul B1')
    })

    test('are tagged: headings, paragraphs and tables with header cells, in the language of each text', async () => {
      const dan = await study.addStudent()
      await study.addPassingGrades(dan.personId, 'A1')
      const { id } = (await create(dan, { kind: 'transcript', language: 'en' })).data
      const { outline, info, language, marked } = await pdfStructure(
        (await pdf(dan, id)).rawPayload,
      )
      expect([language, marked, info.Title]).toEqual([
        'en',
        true,
        expect.stringContaining('Transcript'),
      ])
      expect(outline).toMatch(
        /^Document\(P\[ro\] P\[ro\] H1 P P Table\((TR\(TH TD(\[ro\])?\) ?)+\)/,
      )
      expect(outline).toMatch(/H2 Table\(TR\(TH TH TH TH\) TR\(TH\[ro\] TD TD TD\)\) P/)
      expect(outline).toMatch(/P P Link P\)$/)
    })

    test("show department, programme and courses in the certificate's language, or untranslated where it has none", async () => {
      const setText = async (path: string, name: string, values: object) => {
        const { data } = await study.call<Page<WireRecord>>(
          study.admin,
          'GET',
          `/api/${path}?search=${encodeURIComponent(name)}`,
        )
        const [one] = data.list
        const body = { id: one?.id, version: one?.version, ...values }
        expect((await study.call(study.admin, 'PATCH', `/api/${path}/update`, body)).status).toBe(
          200,
        )
      }
      const dan = await study.addStudent()
      for (const code of ['A1', 'A2']) await study.addPassingGrades(dan.personId, code)
      await setText('courses', 'Cursul A1', { nameEn: 'Course A1', nameDe: 'Kurs A1' })
      await setText('specializations', 'Informatică aplicată', { nameEn: 'Applied Informatics' })
      const { id } = (await create(dan, { kind: 'transcript', language: 'en' })).data
      const issued = (await pdf(dan, id)).rawPayload
      const text = await pdfText(issued)
      for (const part of ['Applied Informatics', 'Course A1', 'Cursul A2'])
        expect(text).toContain(part)
      for (const part of ['Informatică aplicată', 'Cursul A1', 'Kurs A1'])
        expect(text).not.toContain(part)
      expect((await pdfStructure(issued)).outline).toMatch(
        /TR\(TH TD TD TD\) TR\(TH\[ro\] TD TD TD\)/,
      )
      const romanian = await pdfText(
        (
          await pdf(
            dan,
            String((await create(dan, { kind: 'transcript', language: 'ro' })).data.id),
          )
        ).rawPayload,
      )
      for (const part of ['Informatică aplicată', 'Cursul A1']) expect(romanian).toContain(part)
      // Issued certificates keep their text.
      await setText('courses', 'Course A1', { nameEn: null, nameDe: null })
      await setText('specializations', 'Informatică aplicată', { nameEn: null })
      expect(await pdfText((await pdf(dan, id)).rawPayload)).toContain('Applied Informatics')
    })

    test('are byte-identical for the same record, whatever has changed since', async () => {
      const dan = await study.addStudent()
      await study.addPassingGrades(dan.personId, 'A1')
      const { id } = (await create(dan, { kind: 'transcript' })).data
      const first = (await pdf(dan, id)).rawPayload
      await study.addPassingGrades(dan.personId, 'A2')
      await study.call(study.admin, 'PATCH', '/api/students/update', {
        id: dan.personId,
        lastName: 'Altul',
      })
      study.wait(86_400_000)
      expect((await pdf(study.admin, id)).rawPayload.equals(first)).toBe(true)
    })

    test('cannot be downloaded once revoked', async () => {
      const dan = await study.addStudent()
      const { id } = (await create(dan)).data
      expect(
        (await study.act(study.secretary, 'certificates', id, 'revoke')).failure.fields,
      ).toEqual({
        revokeReason: [{ code: 'required' }],
      })
      expect((await revoke(id)).data.status).toBe('revoked')
      expect((await pdf(dan, id)).json()).toMatchObject({ code: 'certificate.revoked' })
    })
  })

  describe('verified by anyone', () => {
    test('are reported as valid, with only initials, kind and date', async () => {
      const dan = await study.addStudent({ lastName: 'Popa', firstName: 'Ana-Maria' })
      const { code } = (await create(dan, { kind: 'transcript', language: 'fr' })).data
      const answer = {
        state: 'valid',
        code,
        initials: 'P. A. M.',
        kind: 'transcript',
        language: 'fr',
        issuedAt: study.now().toISOString(),
      }
      expect(await verify(String(code))).toEqual(answer)
      expect(await verify(String(code).toLowerCase().replaceAll('-', ' '))).toEqual(answer)
    })

    test('are reported as revoked, and unknown codes as unknown', async () => {
      const { id, code } = (await create(await study.addStudent())).data
      await revoke(id)
      expect((await verify(String(code))).state).toBe('revoked')
      for (const typed of ['0000-0000-0000', 'nothing', 'x'.repeat(40), "' or 1=1"])
        expect(await verify(typed)).toEqual({ state: 'unknown' })
    })

    test('can be looked up a limited number of times from one address', async () => {
      const answers = []
      for (let n = 0; n < 31; n++)
        answers.push(
          (
            await study.app.inject({
              url: '/api/certificates/verify/none',
              remoteAddress: '198.51.100.7',
            })
          ).statusCode,
        )
      expect([answers[0], answers.at(-1)]).toEqual([200, 429])
    })
  })
})
