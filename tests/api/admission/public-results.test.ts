/** Public results of an admission session, as a page and as a PDF. */

import { buildServer } from '@matricola/server/app/build-server.ts'
import { pdfText } from '@matricola/testing/generated-pdf.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import { drawCommand } from '#resources/admission/ranking.ts'
import { languages } from '#resources/languages.ts'
import { admissionPath, programmePath, resultsPath, resultsPdfPath } from '#resources/paths.ts'
import { eraseApplication } from '#server/admission/privacy/erase.ts'
import { exportPerson } from '#server/admission/privacy/export-person.ts'
import { readResults } from '#server/admission/public-site/read-results.ts'
import { resultsPdf } from '#server/admission/public-site/results-pdf.ts'
import { applyReleasedDrafts } from '#server/admission/ranking/apply-released.ts'
import { drawOrderOf } from '#server/admission/ranking/assemble.ts'
import { minuteMs } from '#tests/support/admission-app.ts'
import { parsePage } from '#tests/support/parse-page.ts'
import { type RankingApp, startRankingApp } from '#tests/support/ranking-app.ts'
import { validCnp } from '#tests/support/seed-university.ts'
import { sourcePageRenderer } from '#tests/support/source-page-renderer.ts'
import { testedApp } from '#tests/support/tested-app.ts'

describe('public results of an admission', () => {
  let office: RankingApp
  let app: FastifyInstance
  const ids: Record<string, string> = {}
  const code = 'IST'
  const cnp = validCnp(771)
  beforeAll(async () => {
    office = await startRankingApp()
    app = buildServer(testedApp, office.context, { loadPageRenderer: sourcePageRenderer })
    await app.ready()
    const inHistory = { specializationId: office.historyId, fundingPreference: 'budget' }
    ids.first = await office.addGradedApplication({ average: 9.7 }, { ...inHistory, cnp })
    ids.second = await office.addGradedApplication({ average: 9.65 }, inHistory)
    ids.elsewhere = await office.addGradedApplication({ average: 9.9 })
  })
  afterAll(async () => {
    await app.close()
    await office.close()
  })

  const get = (path: string) => app.inject({ method: 'GET', url: path })
  const referenceOf = async (name: string) =>
    String((await office.getApplication(ids[name] ?? '')).referenceCode)
  const isHidden = async () => {
    const reference = await referenceOf('first')
    for (const path of [resultsPath(code), `${resultsPath(code)}/`, resultsPdfPath(code)]) {
      const { statusCode, body, headers } = await get(path)
      expect([path, statusCode, headers['content-type'], body.includes(reference)]).toEqual([
        path,
        404,
        'text/html; charset=utf-8',
        false,
      ])
    }
    for (const path of [admissionPath, programmePath(code)])
      expect((await get(path)).body).not.toContain('/results')
    expect(await readResults(office.context, code, 'ro')).toBeNull()
  }
  let draftId = ''

  test('nothing is public before the results are released, their hold is over and their publication day is reached', async () => {
    await isHidden()
    draftId = (await office.computeDraft()).id
    await isHidden()
    const tomorrow = new Date(office.now().getTime() + 26 * 60 * minuteMs)
      .toISOString()
      .slice(0, 10)
    const round = await office.call<{ version: number }>(
      office.admin,
      'GET',
      `/api/admission-rounds/${office.roundId}`,
    )
    await office.call(office.admin, 'PATCH', `/api/admission-rounds/update`, {
      ...{ id: office.roundId, version: round.data.version, resultsOn: tomorrow },
    })
    const released = await office.runTransition(office.admin, draftId, 'release')
    expect(released.data).toMatchObject({ state: 'released' })
    // Midnight in the university's time zone.
    expect(
      new Date(String(released.data.notifyAt)).toLocaleString('sv-SE', {
        timeZone: 'Europe/Bucharest',
      }),
    ).toBe(`${tomorrow} 00:00:00`)
    await isHidden()
    expect(await office.sendNotifications()).toBe(0)
    await isHidden()
    office.wait(27 * 60 * minuteMs)
    expect(await applyReleasedDrafts(office.context)).toBe(3)
  })

  test('afterwards everyone can read who is admitted or on the waiting list, by reference number and average only', async () => {
    const { statusCode, body, headers } = await get(resultsPath(code))
    expect(statusCode).toBe(200)
    const document = parsePage(body)
    expect(document.querySelector('h1')?.textContent).toBe('Admission results: Istorie')
    const tables = [...document.querySelectorAll('table')].map((table) => [
      document.getElementById(table.getAttribute('aria-labelledby') ?? '')?.textContent,
      [...table.tBodies].flatMap(({ rows }) =>
        [...rows].map(({ cells }) => [...cells].map(({ textContent }) => textContent)),
      ),
    ])
    expect(tables).toEqual([
      ['Admitted in this round', [['1', await referenceOf('first'), '9.70']]],
      ['Waiting list', [['1', await referenceOf('second'), '9.65', 'average']]],
    ])
    for (const name of ['first', 'second']) {
      const { lastName, cnp, personalEmail, id } = await office.getApplication(ids[name] ?? '')
      for (const value of [lastName, cnp, personalEmail, id])
        expect(body).not.toContain(String(value))
    }
    // Applicants who won a place elsewhere and did not choose this programme are not on its lists.
    expect(body).not.toContain(await referenceOf('elsewhere'))
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    })
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
    expect((await get(programmePath(code))).body).toContain(`href="${resultsPath(code)}"`)
    expect((await get('/sitemap.xml')).body).not.toContain('/results')
  })

  test.each(languages)(
    'a PDF has the same content in %s, and is never cached',
    async (language) => {
      const resultsPdf = await get(`${resultsPdfPath(code)}?lng=${language}`)
      expect([resultsPdf.statusCode, resultsPdf.headers['content-type']]).toEqual([
        200,
        'application/pdf',
      ])
      expect(resultsPdf.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow, noarchive',
      })
      const text = await pdfText(resultsPdf.rawPayload)
      for (const name of ['first', 'second']) expect(text).toContain(await referenceOf(name))
      const results = await readResults(office.context, code, language)
      const about = `${results?.session}, ${results?.round}, `
      expect(text.replaceAll(/\s+/g, ' ')).toContain(about)
      expect(
        parsePage((await get(`${resultsPath(code)}?lng=${language}`)).body).body.textContent,
      ).toContain(about)
      expect(text).toMatch(/\b20\d\d\b/)
      expect(text).toContain(language === 'en' ? '9.70' : '9,70')
      expect(text).not.toContain(String((await office.getApplication(ids.first ?? '')).lastName))
    },
  )

  test('a list that a draw decided says on the page and in the PDF how to repeat the draw', async () => {
    const command = drawCommand(await referenceOf('second'))
    // The server keeps the PDF that it has drawn.
    async function texts() {
      const results = await readResults(office.context, code, 'ro')
      if (!results) throw new Error('the results are not public')
      const { bytes } = await resultsPdf(office.context, results, 'en')
      return [
        parsePage((await get(resultsPath(code))).body).body.textContent ?? '',
        (await pdfText(bytes)).replaceAll(/\s+/g, ' '),
      ]
    }
    for (const text of await texts()) expect(text).not.toContain('shasum')
    const replaceReason = (from: string, to: string) =>
      office.context.database.query(
        'update admission_result set reasons = array_replace(reasons, $1, $2) where registration_id = $3',
        [from, to, ids.second],
      )
    await replaceReason('higherAverage', 'draw')
    for (const text of await texts()) expect(text).toContain(command)
    await replaceReason('draw', 'higherAverage')
  })

  test('results that appeals can still change say so on the page and in the PDF', async () => {
    const [provisional, appealUntil] = [
      'Rezultatele sunt provizorii: locurile neconfirmate se mai pot schimba după soluționarea contestațiilor.',
      'Contestațiile se pot trimite până pe 31 iulie 2026.',
    ]
    const sentencesIn = async () => {
      const page = parsePage((await get(`${resultsPath(code)}?lng=ro`)).body).body.textContent ?? ''
      const pdf = await pdfText((await get(`${resultsPdfPath(code)}?lng=ro`)).rawPayload)
      return [page, pdf.replaceAll(/\s+/g, ' ')].map((text) =>
        [provisional, appealUntil].map((sentence) => text.includes(sentence)),
      )
    }
    const setLastDay = (day: string | null) =>
      office.context.database.query('update admission_rounds set appeal_until = $1 where id = $2', [
        day,
        office.roundId,
      ])
    const none = [false, false]
    expect(await sentencesIn()).toEqual([none, none])
    await setLastDay('2026-07-31')
    const all = [true, true]
    expect(await sentencesIn()).toEqual([all, all])
    await setLastDay(office.now().toISOString().slice(0, 10))
    const appeal = await office.call<{ id: string }>(
      office.ana,
      'POST',
      '/api/admission-appeals/create',
      { registrationId: ids.second, explanation: 'Nota este greșită.' },
    )
    expect(appeal.status).toBe(201)
    await setLastDay('2026-07-01')
    // The appeal is not answered yet.
    const withoutDay = [true, false]
    expect(await sentencesIn()).toEqual([withoutDay, withoutDay])
    await office.context.database.query("update admission_appeals set status = 'upheld'")
    expect(await sentencesIn()).toEqual([none, none])
    await office.context.database.query('delete from admission_appeals')
    await setLastDay(null)
  })

  test.each([
    ['en', 'tie-breaker: Baccalaureate grade in Romanian'],
    ['ro', 'departajarea: Nota la limba română (bacalaureat)'],
  ] as const)(
    'a list that a tie-breaker decided names it on the page and in the PDF in %s',
    async (language, decision) => {
      const setReason = (reason: string, decidedBy: number) =>
        office.context.database.query(
          'update admission_result set reasons = array[$1], decided_by = array[$2::smallint] where registration_id = $3',
          [reason, decidedBy, ids.second],
        )
      await setReason('tie', 1)
      const document = parsePage((await get(`${resultsPath(code)}?lng=${language}`)).body)
      const results = await readResults(office.context, code, language)
      if (!results) throw new Error('the results are not public')
      const { bytes } = await resultsPdf(office.context, results, language)
      await setReason('higherAverage', 0)
      const reference = await referenceOf('second')
      expect(document.getElementById(reference)?.lastElementChild?.textContent).toBe(decision)
      expect((await pdfText(bytes)).replaceAll(/\s+/g, ' ')).toContain(decision)
    },
  )

  test("the programme's name is in the page language, or the university's name where it has no translation", async () => {
    const { data } = await office.call<{ version: number }>(
      office.admin,
      'GET',
      `/api/specializations/${office.historyId}`,
    )
    const change = { id: office.historyId, version: data.version, nameDe: 'Geschichte' }
    expect(
      (await office.call(office.admin, 'PATCH', '/api/specializations/update', change)).status,
    ).toBe(200)
    const ownProgramme = (await readResults(office.context, code, 'ro'))?.programme ?? ''
    const german = (await get(`${resultsPath(code)}?lng=de`)).body
    expect(german).toContain('Geschichte')
    expect(german).not.toContain(ownProgramme)
    expect((await get(`${resultsPath(code)}?lng=fr`)).body).toContain(ownProgramme)
  })

  test('a CNP does not reveal the reference number, and therefore does not reveal a line of the list', async () => {
    const search = {
      method: 'POST',
      url: admissionEndpoints.statusSearch.path,
      payload: { cnp },
    } as const
    const { list } = (await app.inject(search)).json<{
      data: { list: { reference: string | null; specialization: string }[] }
    }>().data
    expect(list.map(({ reference, specialization }) => [reference, specialization])).toEqual([
      [null, 'Istorie'],
    ])
  })

  test('are available for 90 days, even if another admission is current', async () => {
    const settings = await office.call<{ version: number }>(office.admin, 'GET', '/api/settings')
    const other = await office.createRecord('admission-sessions', {
      name: 'Altă admitere',
      academicYear: '2027-2028',
    })
    const { status } = await office.call(office.admin, 'PUT', '/api/settings/update', {
      ...{
        version: settings.data.version,
        admissionSessionId: other,
        reason: 'Another admission begins',
      },
    })
    expect([status, (await get(resultsPath(code))).statusCode]).toEqual([200, 200])
    const laterDate = new Date(office.now().getTime() + 91 * 24 * 60 * minuteMs)
    expect(
      await readResults({ ...office.context, clock: { now: () => laterDate } }, code, 'ro'),
    ).toBeNull()
  })

  test('erased persons no longer appear in the list', async () => {
    await office.context.database.query(
      "update admission_result set quotas = '{}' where registration_id = $1",
      [ids.second],
    )
    const results = await readResults(office.context, code, 'ro')
    expect(results?.kinds).toMatchObject([
      { kind: 'budget', admitted: [{ average: 970 }], waiting: [] },
    ])
  })

  test('an inactive programme has no list', async () => {
    expect((await get(resultsPath('NOWHERE'))).statusCode).toBe(404)
  })

  test('the export of a person contains the results, and an erasure leaves the lowest average without its person', async () => {
    const reference = await referenceOf('first')
    const lastAdmitted = () =>
      office.context.database.query<{ last_average: number }>(
        'select last_average from admission_quota where last_lot = $1',
        [drawOrderOf(reference)],
      )
    const { data } = await exportPerson(office.context, reference)
    expect(data).toMatchObject({
      results: [{ round: 'Etapa I', outcome: 'won', averages: [970], reasons: ['won'] }],
    })
    expect(await lastAdmitted()).toEqual([{ last_average: 970 }])
    await office.updateStatus(office.admin, {
      ...{ id: ids.first, status: 'declined', reasonCode: 'other' },
      issueExplanation: 'As the applicant asked.',
    })
    await eraseApplication(office.context, {
      ...{ id: ids.first ?? '', isWhole: true, by: 'erasure' },
    })
    expect(await lastAdmitted()).toEqual([])
    expect(
      await office.context.database.query(
        'select averages, reasons, decided_by from admission_result where registration_id = $1',
        [ids.first],
      ),
    ).toEqual([{ averages: [], reasons: [], decided_by: [] }])
  })
})
