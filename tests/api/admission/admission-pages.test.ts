/**
 * Tests the admission start page as seen by browsers without scripts, search engines and link
 * previews.
 */

import { buildServer } from '@matricola/server/app/build-server.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { stageNewFile } from '@matricola/server/session/file-records.ts'
import type { SessionApp } from '@matricola/testing/session-app.ts'
import type { FastifyInstance } from 'fastify'
import { JSDOM } from 'jsdom'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { getResource } from '#resources/index.ts'
import { languages } from '#resources/languages.ts'
import { admissionPath, applyPath, programmePath, statusPath } from '#resources/paths.ts'
import { readAdmissionOverview } from '#server/admission/public-site/read-overview.ts'
import { parsePage } from '#tests/support/parse-page.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import { sourcePageRenderer } from '#tests/support/source-page-renderer.ts'
import { updateSettings } from '#tests/support/submit-application.ts'
import { testedApp } from '#tests/support/tested-app.ts'

let site: SessionApp
let app: FastifyInstance
const day = 86_400_000
/** Returns the time a given number of days from now. The test clock is fixed. */
const inDays = (days: number) =>
  new Date(site.context.clock.now().getTime() + days * day).toISOString()

const createByProgram = async (resource: string, values: object): Promise<string> =>
  (
    await recordsOf(site.context).insert(
      systemPermit('demo', getResource(resource), 'create'),
      values,
    )
  ).id
const update = async (resource: string, id: string, values: object) => {
  const permit = systemPermit('demo', getResource(resource), 'update')
  await recordsOf(site.context).update(permit, { id, ...values })
}

const programme = { yearsOfStudy: 3, totalCredits: 180 }
const nasty = 'Logică & <b>"calcul"</b>'

beforeAll(async () => {
  site = await startSessionApp()
  site.freezeClock()
  app = buildServer(testedApp, site.context, { loadPageRenderer: sourcePageRenderer })
  await app.ready()
  const maths = await createByProgram('departments', {
    ...{
      name: 'Matematică',
      description: 'Din 1872.',
      email: 'mate@univ.ro',
      phone: '0264123456',
      office: 'B 101',
    },
    ...{ officeHours: 'Mon-Fri, 8AM-5PM', budget: 7_654_321 },
  })
  const law = await createByProgram('departments', { name: 'Drept' })
  const closed = await createByProgram('departments', { name: 'Departament desființat' })
  await createByProgram('departments', { name: 'Departament fără specializări' })
  const money = { placesBudget: 45, placesFee: 20, tuitionFee: 3200 }
  const description = 'Algoritmi </script><script>alert(1)</script> și date.'
  await createByProgram('specializations', {
    ...programme,
    ...money,
    name: nasty,
    code: 'LOG-EN',
    description,
    departmentProfileId: maths,
    language: 'en',
  })
  const master = {
    cycle: 'master',
    yearsOfStudy: 2,
    creditsPerYear: 50,
    totalCredits: 100,
    creditsNote: 'canary-credits-note',
  }
  await createByProgram('specializations', {
    ...master,
    name: 'Matematici aplicate',
    nameDe: 'Angewandte Mathematik',
    code: 'MAP-M',
    departmentProfileId: maths,
    placesFee: 12,
  })
  await createByProgram('specializations', {
    ...programme,
    name: 'Drept',
    code: 'DREPT',
    departmentProfileId: law,
  })
  await createByProgram('specializations', {
    ...programme,
    name: 'Specializare retrasă',
    code: 'RETRASA',
    departmentProfileId: law,
    isActive: false,
  })
  await createByProgram('specializations', {
    ...programme,
    name: 'Specializare închisă',
    code: 'INCHISA',
    departmentProfileId: closed,
  })
  await site.database.query('update departments set is_active = false where id = $1', [closed])
})
afterAll(async () => {
  await app.close()
  await site.close()
})

/** The page as a browser without scripts receives it. */
async function open(path: string, headers: Record<string, string> = {}) {
  const answer = await app.inject({
    url: path,
    headers: { accept: 'text/html', 'accept-language': 'en', ...headers },
  })
  const document = parsePage(answer.body)
  return { status: answer.statusCode, headers: answer.headers, html: answer.body, document }
}
type Opened = Awaited<ReturnType<typeof open>>
const mainText = ({ document }: Opened) =>
  (document.querySelector('main')?.textContent ?? '').replace(/\s+/g, ' ')
const linksOf = ({ document }: Opened) =>
  [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'))
const cardsOf = ({ document }: Opened) =>
  [...document.querySelectorAll('.programme')].map(({ textContent }) => textContent ?? '')
const meta = ({ document }: Opened, name: string) =>
  document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content')

/** Replaces the current admission session. */
async function admission(
  values: { opensAt?: string | null; closesAt?: string | null },
  settings: object = {},
) {
  await site.database.query('update settings set admission_session_id = null')
  await site.database.query('delete from admission_sessions')
  const admissionSessionId = await createByProgram('admission-sessions', {
    name: 'Admitere 2027',
    academicYear: '2027-2028',
    ...values,
  })
  await updateSettings(site, {
    registrationOpen: true,
    stopApplicationRequests: false,
    admissionSessionId,
    ...settings,
  })
}
beforeEach(() => admission({ opensAt: inDays(-20), closesAt: inDays(14) }))

describe('a public page that the browser renders', () => {
  const name = 'Universitatea de Vest'
  beforeEach(() => updateSettings(site, { universityName: name }))
  afterEach(() => updateSettings(site, { universityName: 'Universitatea Matricola' }))

  test.each([
    ['/', 'en', name, admissionPath],
    [applyPath, 'en', `Application for admission – ${name}`, applyPath],
    [applyPath, 'ro', `Înscriere la admitere – ${name}`, applyPath],
  ])(
    "%s in %s has the university's name, a description and a picture, and can be indexed",
    async (path, language, title, canonical) => {
      const bytes = Buffer.from('logo')
      const id = await stageNewFile(site.context, {
        bytes,
        original: bytes,
        kind: 'jpeg',
        name: 'logo.jpg',
        ownerId: null,
      })
      await site.database.query('update settings set logo = $1', [id])
      const page = await open(path, { 'accept-language': language })
      await site.database.query('update settings set logo = null')
      expect([page.document.title, page.document.querySelectorAll('title').length]).toEqual([
        title,
        1,
      ])
      expect([meta(page, 'robots'), meta(page, 'og:site_name'), meta(page, 'og:title')]).toEqual([
        undefined,
        name,
        title,
      ])
      expect(meta(page, 'og:image')).toBe(`http://localhost:3000/api/university/logo/${id}`)
      expect([meta(page, 'description'), meta(page, 'og:description')]).toEqual([
        expect.stringContaining('15'),
        meta(page, 'description'),
      ])
      expect(page.document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
        `http://localhost:3000${canonical}`,
      )
    },
  )

  test.each([statusPath, '/authentification'])(
    "%s has the university's name and is not indexed by search engines",
    async (path) => {
      const page = await open(path)
      expect([page.document.title, meta(page, 'robots')]).toEqual([name, 'noindex'])
    },
  )
})

describe('the home page', () => {
  test('shows every offered programme with its degree and department, and the facts that applicants compare', async () => {
    const page = await open(admissionPath)
    expect(page.status).toBe(200)
    const [law = '', logic = '', applied = ''] = cardsOf(page)
    expect(cardsOf(page)).toHaveLength(3)
    for (const text of ['Drept', 'Bachelor', 'Open', '3 years · 180 credits · in Romanian'])
      expect(law).toContain(text)
    for (const text of [
      'Bachelor',
      'Open',
      'Matematică',
      nasty,
      '3 years · 180 credits · in English',
      '45 state-funded places',
      '20 fee-paying places',
      '3,200\u00a0RON a year for fee-paying places',
    ])
      expect(logic).toContain(text)
    for (const text of [
      'Master',
      'Matematici aplicate',
      '2 years · 100 credits · in Romanian',
      '12 fee-paying places',
    ])
      expect(applied).toContain(text)
    expect(applied).not.toContain('state-funded')
    expect(linksOf(page)).toEqual(
      expect.arrayContaining(['LOG-EN', 'MAP-M', 'DREPT'].map(programmePath)),
    )
  })

  test('leaves out the fee of places that do not exist', async () => {
    await site.database.query("update specializations set places_fee = 0 where code = 'LOG-EN'")
    const page = await open(admissionPath)
    const one = await open(programmePath('LOG-EN'))
    await site.database.query("update specializations set places_fee = 20 where code = 'LOG-EN'")
    const facts = one.document.querySelector('.facts')?.textContent
    for (const text of [cardsOf(page)[1], facts]) {
      expect(text).toContain('45 state-funded places')
      for (const absent of ['fee-paying', 'RON']) expect(text).not.toContain(absent)
    }
  })

  test.each([
    ['q=logica', ['Logică']],
    ['q=MATEMATICA+date', ['Logică']],
    ['q=drept+matematica', []],
    ['degree=master', ['Matematici aplicate']],
    ['language=en', ['Logică']],
    ['funded=1', ['Logică']],
    ['open=1&degree=bachelor', ['Drept', 'Logică']],
    ['degree=unknown', []],
    ['page=7', ['Drept', 'Logică', 'Matematici aplicate']],
  ])('shows the programmes of the address ?%s', async (search, names) => {
    const page = await open(`${admissionPath}?${search}`)
    const cards = cardsOf(page)
    expect(cards.map((card, index) => card.startsWith(names[index] ?? 'none'))).toEqual(
      names.map(() => true),
    )
    const count = page.document.querySelector('[role=status]')?.textContent
    expect(count).toBe(`${names.length} specialization${names.length === 1 ? '' : 's'}`)
    const clear = linksOf(page).includes(`${admissionPath}#programmes`)
    expect([clear, mainText(page).includes('No specialization matches.')]).toEqual([
      !search.startsWith('page'),
      names.length === 0,
    ])
  })

  test('keeps the filter and the language in the form', async () => {
    const page = await open(`${admissionPath}?lng=de&q=a%22%3E&degree=master&funded=1`)
    const fields = [
      ...page.document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
        'search form :is(input, select)',
      ),
    ]
    const values = fields.map((field) => [
      field.name,
      'checked' in field && field.type === 'checkbox' ? field.checked : field.value,
    ])
    expect(values).toEqual([
      ...[
        ['lng', 'de'],
        ['q', 'a">'],
        ['degree', 'master'],
      ],
      ...[
        ['department', ''],
        ['language', ''],
        ['open', false],
        ['funded', true],
      ],
    ])
    expect(linksOf(page)).toContain(`${admissionPath}?lng=de#programmes`)
  })

  test('shows no programmes that are not offered, and no departments without programmes', async () => {
    const { html } = await open(admissionPath)
    for (const name of [
      'Specializare retrasă',
      'Specializare închisă',
      'Departament desființat',
      'Departament fără specializări',
    ])
      expect(html).not.toContain(name)
    for (const code of ['RETRASA', 'INCHISA'])
      expect((await open(programmePath(code))).status).toBe(404)
  })

  test("explains documents, next steps, contacts and office hours in the reader's language", async () => {
    await updateSettings(site, {
      admissionEmail: 'admitere@univ.ro',
      admissionPhone: '+40264001000',
      officeHours: 'Mon-Fri, 8AM-5PM',
    })
    const page = await open(`${admissionPath}?lng=de`)
    for (const text of [
      'Was Sie brauchen',
      'Wie es weitergeht',
      '+40 264 001 000',
      'admitere@univ.ro',
      'Mo.–Fr., 8–17\u00a0Uhr',
    ])
      expect(page.document.body.textContent).toContain(text)
    expect(page.document.documentElement.lang).toBe('de')
    await updateSettings(site, { admissionEmail: null, admissionPhone: null, officeHours: null })
  })

  test("links to the university's website, also when applications are closed", async () => {
    const website = 'https://www.univ.test/'
    await updateSettings(site, { website, stopApplicationRequests: true })
    const { document } = await open(admissionPath)
    const links = [...document.querySelectorAll(`a[href="${website}"]`)].map(
      ({ textContent }) => textContent,
    )
    expect(links).toEqual(['university website', 'www.univ.test', 'university website'])
    expect(document.querySelector('.admission-dates')?.textContent).toContain(
      'Registration are not available at this moment. Please check university website registration time.',
    )
    await updateSettings(site, { website: null })
  })

  test("and the other public pages read the university's settings once each", async () => {
    const query = vi.spyOn(site.context.database, 'query')
    for (const url of [admissionPath, programmePath('MAP-M')]) await open(url)
    const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }
    await app.inject({ method: 'POST', url: statusPath, headers, payload: 'cnp=1' })
    const reads = query.mock.calls.filter(([text]) => /university_name|color_on_light/.test(text))
    query.mockRestore()
    expect(reads).toHaveLength(3)
  })

  test('works without scripts: all navigation uses links, and nothing is loaded', async () => {
    const page = await open(admissionPath)
    expect(
      page.document.querySelectorAll('script[src], script[type=module], link[rel=modulepreload]'),
    ).toHaveLength(0)
    // The only button sends the filter, which the address then contains.
    const buttons = [...page.document.querySelectorAll('main button')]
    expect(buttons.map((button) => button.closest('form')?.getAttribute('action'))).toEqual([
      `${admissionPath}#programmes`,
    ])
    expect(buttons[0]?.closest('form')?.method).toBe('get')
    expect(linksOf(page)).toEqual(expect.arrayContaining([applyPath, statusPath]))
  })

  test("names fields of study in the reader's language, and marks texts in another language", async () => {
    const german = await open(admissionPath, { 'accept-language': 'de' })
    const phrases = [...german.document.querySelectorAll('main span')].filter(
      ({ textContent }) => textContent === 'Angewandte Mathematik',
    )
    expect(phrases.map((one) => one.getAttribute('lang'))).toEqual([null])
    const germanName = [...german.document.querySelectorAll('.programme p span')].find(
      ({ textContent }) => textContent === 'Matematică',
    )
    expect(germanName?.getAttribute('lang')).toBe('ro')
    const one = await open(programmePath('MAP-M'), { 'accept-language': 'de' })
    expect([one.document.querySelector('h1')?.textContent, one.document.title]).toEqual([
      'Angewandte Mathematik',
      expect.stringMatching(/^Angewandte Mathematik /),
    ])
    expect((await open(programmePath('MAP-M'))).document.querySelector('h1')?.textContent).toBe(
      'Matematici aplicate',
    )
  })

  test('exposes no record data that is not public', async () => {
    const { html } = await open(admissionPath)
    const one = await open(programmePath('MAP-M'))
    for (const secret of ['7654321', '7.654.321', '7,654,321', 'canary-credits-note'])
      expect(html + one.html).not.toContain(secret)
    const door = await readAdmissionOverview(site.context, 'en')
    expect(Object.keys(door.departments[0] ?? {})).toEqual(
      'id email phone office officeHours name description isNameTranslated isDescriptionTranslated'.split(
        ' ',
      ),
    )
    expect(Object.keys(door.programmes[0] ?? {}).join()).toBe(
      'code,departmentProfileId,cycle,language,yearsOfStudy,totalCredits,placesBudget,placesFee,tuitionFee,isRanked,name,description,isNameTranslated,isDescriptionTranslated',
    )
    expect(Object.keys(door.current ?? {})).toEqual([
      'id',
      'version',
      'name',
      'academicYear',
      'degree',
      'names',
      'opensAt',
      'closesAt',
      'waitingEndsOn',
      'enrolFrom',
      'enrolUntil',
      'appealUntil',
      'rounds',
      'studiesBegin',
    ])
  })
})

describe('the current admission', () => {
  test("counts the remaining days by the university's calendar", async () => {
    const page = await open(admissionPath)
    expect(page.document.querySelector('h1')?.textContent).toBe('Admitere 2027')
    expect(mainText(page)).toContain('14 days left')
    expect(mainText(page)).toMatch(
      /Applications close on \d+ \w+ \d{4} at \d\d:\d\d \(Romanian time\)\./,
    )
    await admission({ closesAt: inDays(1) })
    expect(mainText(await open(admissionPath))).toContain('1 day left')
  })

  test('shows the dates of its rounds, and its own last day for appeals only without rounds', async () => {
    const [session] = await site.database.query<{ id: string }>(
      "update admission_sessions set appeal_until = date '2027-08-20' returning id",
    )
    expect(mainText(await open(admissionPath))).toContain('20 August 2027')
    const days = { resultsOn: '2027-07-18', appealUntil: '2027-07-20', confirmBy: '2027-07-25' }
    await createByProgram('admission-rounds', {
      ...{ admissionSessionId: session?.id, name: 'Etapa I', number: 1, ...days },
    })
    await createByProgram('admission-rounds', {
      ...{ admissionSessionId: session?.id, name: 'Etapa a II-a', number: 2 },
    })
    await createByProgram('academic-years', {
      ...{ name: '2027-2028', startsOn: '2027-10-04', endsOn: '2028-09-30' },
    })
    const [logic] = await site.database.query<{ id: string }>(
      "select id from specializations where code = 'LOG-EN'",
    )
    await createByProgram('admission-programmes', {
      ...{ admissionSessionId: session?.id, specializationId: logic?.id, formula: 'examGrade' },
    })
    const rounds =
      'Results, Etapa ISun, 18 July 2027Appeals, Etapa Iuntil Tue, 20 July 2027, 23:59 (Romanian time)Confirm your place, Etapa Iuntil Sun, 25 July 2027, 23:59 (Romanian time)'
    for (const path of [admissionPath, programmePath('LOG-EN')]) {
      const text = mainText(await open(path))
      expect(text).toContain(`${rounds}Studies beginMon, 4 October 2027`)
      expect(text).not.toContain('Etapa a II-a')
      expect(text).not.toContain('20 August 2027')
    }
    const unranked = mainText(await open(programmePath('DREPT')))
    expect(unranked).toContain('Studies beginMon, 4 October 2027')
    for (const date of ['Etapa I', '20 August 2027']) expect(unranked).not.toContain(date)
    for (const table of ['admission_programmes', 'admission_rounds', 'academic_years'])
      await site.database.query(`delete from ${table}`)
  })

  test("is named in the reader's language, in the heading and the title", async () => {
    const [session] = await site.database.query<{ id: string }>('select id from admission_sessions')
    await update('admission-sessions', session?.id ?? '', { nameDe: 'Zulassung 2027' })
    const nameOf = async (language: string) => {
      const { document } = await open(admissionPath, { 'accept-language': language })
      const name = document.querySelector('h1 span')
      return [name?.textContent, name?.getAttribute('lang'), document.title.split(' – ')[0]]
    }
    expect(await nameOf('de')).toEqual(['Zulassung 2027', null, 'Zulassung 2027'])
    expect(await nameOf('en')).toEqual(['Admitere 2027', 'ro', 'Admitere 2027'])
    expect(await nameOf('ro')).toEqual(['Admitere 2027', null, 'Admitere 2027'])
  })

  test('that is closed is said on the cards, and nothing can be chosen', async () => {
    await admission({ opensAt: inDays(-60), closesAt: inDays(-10) })
    await createByProgram('admission-sessions', {
      ...{ name: 'Admitere de toamnă', academicYear: '2027-2028', opensAt: inDays(100) },
    })
    const dayText = (days: number) =>
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/Bucharest' }).format(
        new Date(inDays(days)),
      )
    const page = await open(admissionPath)
    for (const card of cardsOf(page)) {
      expect(card).toContain(
        `Applications closed on ${dayText(-10)}. They open again on ${dayText(100)}.`,
      )
      expect(card).not.toContain('places')
    }
    expect(page.document.querySelectorAll('.programme-closed')).toHaveLength(3)
    expect(mainText(page)).toContain('No specializations are open for applications at the moment.')
    await admission({ opensAt: inDays(30), closesAt: inDays(60) })
    const early = await open(admissionPath)
    for (const card of cardsOf(early)) expect(card).toContain(`Opens on ${dayText(30)}`)
    expect(cardsOf(early)[1]).toContain('45 state-funded places')
  })

  test('for one degree closes only the cards of that degree, which come last', async () => {
    await createByProgram('admission-sessions', {
      ...{ name: 'Licență', academicYear: '2027-2028', degree: 'bachelor', isConcurrent: true },
      ...{ opensAt: inDays(-9), closesAt: inDays(-1) },
    })
    const page = await open(admissionPath)
    expect(cardsOf(page).map((card) => card.split(/(?=Bachelor|Master)/)[0])).toEqual([
      'Matematici aplicate',
      'Drept',
      nasty,
    ])
    expect(mainText(page)).toContain('Choose from 1 specialization.')
    expect(meta(page, 'description')).toContain('Choose from 1 specialization.')
  })

  test('without an end date is open, and shows no countdown', async () => {
    await admission({})
    expect(mainText(await open(admissionPath))).toMatch(/Applications are open(?! yet)/)
    expect(mainText(await open(admissionPath))).not.toContain('left')
  })

  test.each(languages)('shows the remaining days in %s', async (language) => {
    const texts = {
      en: '14 days left',
      ro: '14 zile rămase',
      fr: '14 jours restants',
      de: 'Noch 14 Tage',
    }
    expect(mainText(await open(admissionPath, { 'accept-language': language }))).toContain(
      texts[language],
    )
  })

  test('shows its opening date before it begins, and offers no form', async () => {
    await admission({ opensAt: inDays(30), closesAt: inDays(60) })
    const page = await open(admissionPath)
    expect(mainText(page)).toContain('Applications are not open yet')
    expect(mainText(page)).toMatch(/Applications open on \d+ \w+ \d{4}/)
    expect(linksOf(page)).not.toContain(applyPath)
    expect(linksOf(page)).toContain(statusPath)
  })

  test('shows after its end that it is over, and when the next one starts', async () => {
    await admission({ opensAt: inDays(-60), closesAt: inDays(-10) })
    const without = await open(admissionPath)
    expect(mainText(without)).toMatch(/Applications are closedApplications closed on/)
    expect(mainText(without)).toContain(
      'The dates of the next admission session will be published on this page.',
    )
    await createByProgram('admission-sessions', {
      name: 'Admitere de toamnă',
      academicYear: '2027-2028',
      opensAt: inDays(200),
    })
    await createByProgram('admission-sessions', {
      name: 'Admitere de vară',
      academicYear: '2027-2028',
      opensAt: inDays(100),
    })
    const page = await open(admissionPath)
    const openingDate = new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'long',
      timeZone: 'Europe/Bucharest',
    }).format(new Date(inDays(100)))
    expect(mainText(page)).toContain(`The next admission session opens on ${openingDate}`)
    expect(linksOf(page)).not.toContain(applyPath)
  })

  test('that staff have closed is shown as closed', async () => {
    await admission({ opensAt: inDays(-60) }, { registrationOpen: false })
    expect(mainText(await open(admissionPath))).toContain('Applications are closed')
  })

  test('that is stopped shows the text of the specification (R-T02)', async () => {
    await admission({ closesAt: inDays(14) }, { stopApplicationRequests: true })
    const page = await open(admissionPath)
    expect(mainText(page)).toContain('University Registration stopped')
    expect(mainText(page)).toContain(
      'Registration are not available at this moment. Please check university website registration time.',
    )
    expect(linksOf(page)).not.toContain(applyPath)
    expect(mainText(page)).not.toContain('days left')
  })
})

/** The content lines of a calendar, each with its name, parameters and value (RFC 5545, 3.1). */
function parseCalendar(text: string) {
  expect(text.endsWith('\r\n')).toBe(true)
  const folded = text.slice(0, -2).split('\r\n')
  for (const line of folded) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toMatch(/[\r\n]/)
  }
  return folded
    .join('\r\n')
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .map((line) => {
      const match = /^([A-Z-]+)((?:;[A-Z-]+=(?:"[^"]*"|[^";:,]+))*):(.*)$/.exec(line)
      const [, name = '', params = '', value = ''] = match ?? []
      expect(name, line).not.toBe('')
      return { name, params, value }
    })
}

/** The events of a calendar. Each property is allowed once in an event. */
function eventsOf(text: string) {
  const lines = parseCalendar(text)
  const [first, last] = [lines[0], lines.at(-1)]
  expect([first?.name, first?.value, last?.name, last?.value]).toEqual([
    ...['BEGIN', 'VCALENDAR'],
    ...['END', 'VCALENDAR'],
  ])
  const head = lines.slice(
    1,
    lines.findIndex(({ value }) => value === 'VEVENT'),
  )
  const events: { [name: string]: string }[] = []
  for (const { name, params, value } of lines.slice(head.length + 1, -1))
    if (name === 'BEGIN') events.push({})
    else if (name !== 'END') {
      expect(events.at(-1)).not.toHaveProperty(name)
      Object.assign(events.at(-1) ?? {}, { [name]: `${params}${value}` })
    }
  for (const event of events)
    for (const name of ['UID', 'DTSTAMP', 'DTSTART', 'SUMMARY']) expect(event).toHaveProperty(name)
  return { head: head.map(({ name, params, value }) => `${name}${params}:${value}`), events }
}

describe('the calendar feed', () => {
  const name = 'Etapa I, „vara”; \\ cu un nume lung, care nu încape pe un singur rând de calendar'
  let sessionId = ''
  let round: { id: string; version: number }
  beforeEach(async () => {
    const [session] = await site.database.query<{ id: string }>('select id from admission_sessions')
    sessionId = session?.id ?? ''
    const days = { resultsOn: '2027-07-18', appealUntil: '2027-07-20', confirmBy: '2027-07-25' }
    const id = await createByProgram('admission-rounds', {
      ...{ admissionSessionId: sessionId, name, number: 1, ...days },
    })
    await createByProgram('admission-rounds', {
      ...{ admissionSessionId: sessionId, name: 'Etapa a II-a', number: 2 },
    })
    await update('admission-rounds', id, { confirmBy: '2027-07-26' })
    const [row] = await site.database.query<{ version: number }>(
      'select version from admission_rounds where id = $1',
      [id],
    )
    round = { id, version: Number(row?.version) }
  })
  afterEach(() => site.database.query('delete from admission_rounds'))

  const get = (url: string) => app.inject({ url, headers: { 'accept-language': 'en' } })
  const escaped = name.replace(/[\\;,]/g, (character) => `\\${character}`)

  test('has an event for each date, which a moved date replaces', async () => {
    const answer = await get(`${admissionPath}/calendar.ics?session=${sessionId}`)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'text/calendar; charset=utf-8',
    ])
    const { head, events } = eventsOf(answer.body)
    expect(head).toEqual([
      'VERSION:2.0',
      'PRODID:-//Matricola//Admission//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'NAME:Admitere 2027',
      'X-WR-CALNAME:Admitere 2027',
      'X-PUBLISHED-TTL:PT12H',
      'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    ])
    expect(events.map(({ UID }) => UID)).toEqual([
      `opens-${sessionId}@localhost`,
      `closes-${sessionId}@localhost`,
      ...['results', 'appeals', 'confirm'].map((kind) => `${kind}-${round.id}@localhost`),
    ])
    expect(events[1]?.DTSTART).toBe(`${inDays(14).slice(0, 19).replace(/[-:]/g, '')}Z`)
    expect(round.version).toBe(2)
    expect(events[4]).toMatchObject({
      ...{ SEQUENCE: '2', DTSTART: ';VALUE=DATE20270726', DTEND: ';VALUE=DATE20270727' },
      SUMMARY: `Confirm your place\\, ${escaped} (last day)`,
      ...{ DESCRIPTION: 'Admitere 2027', URL: `http://localhost:3000${admissionPath}` },
    })
  })

  test('has the first and the last day of the enrolment', async () => {
    await site.database.query(
      "update admission_sessions set enrol_from = date '2027-07-27', enrol_until = date '2027-08-05', version = 5",
    )
    for (const url of [
      `${admissionPath}/calendar.ics?session=${sessionId}`,
      `${programmePath('LOG-EN')}/calendar.ics`,
    ]) {
      const { events } = eventsOf((await get(url)).body)
      expect(events.filter(({ UID }) => UID?.startsWith('enrolment'))).toMatchObject([
        {
          UID: `enrolmentBegins-${sessionId}@localhost`,
          ...{ SEQUENCE: '5', DTSTART: ';VALUE=DATE20270727', SUMMARY: 'Enrolment begins' },
        },
        {
          UID: `enrolment-${sessionId}@localhost`,
          ...{ SEQUENCE: '5', DTSTART: ';VALUE=DATE20270805', SUMMARY: 'Enrolment (last day)' },
        },
      ])
    }
    const page = mainText(await open(admissionPath))
    expect(page).toMatch(/Enrolment begins\s*Tue, 27 July/)
    expect(page).toMatch(/Enrolment\s*until Thu, 5 August 2027, 23:59/)
  })

  test('of a programme that does not rank its applicants has no rounds', async () => {
    const { events } = eventsOf((await get(`${programmePath('LOG-EN')}/calendar.ics`)).body)
    expect(events.map(({ SUMMARY, DESCRIPTION }) => [SUMMARY, DESCRIPTION])).toEqual([
      ['Applications open', `${nasty}\\, Admitere 2027`],
      ['Applications (last day)', `${nasty}\\, Admitere 2027`],
    ])
  })

  test.each(languages)('is linked from the pages in %s, with the language', async (language) => {
    const links = [
      [admissionPath, `${admissionPath}/calendar.ics?session=${sessionId}&lng=${language}`],
      [programmePath('LOG-EN'), `${programmePath('LOG-EN')}/calendar.ics?lng=${language}`],
    ] as const
    for (const [page, feed] of links) {
      expect(linksOf(await open(page, { 'accept-language': language }))).toContain(feed)
      const { events } = eventsOf((await get(feed)).body)
      expect(events[0]?.SUMMARY).toBe(site.context.texts.text(language, 'apply:calendar.opens'))
    }
  })

  test('of an unknown session or programme is not found', async () => {
    for (const url of [
      `${admissionPath}/calendar.ics`,
      `${admissionPath}/calendar.ics?session=${round.id}`,
      `${programmePath('NOWHERE')}/calendar.ics`,
    ])
      expect((await get(url)).statusCode).toBe(404)
  })
})

describe('the page of a programme', () => {
  test("describes it, and links to the form and to the department's other programmes", async () => {
    const page = await open(programmePath('LOG-EN'))
    expect([page.status, page.document.querySelector('h1')?.textContent]).toEqual([200, nasty])
    for (const text of [
      'Bachelor',
      '3 years',
      '180 credits',
      'in English',
      '45 state-funded places, 20 fee-paying places',
      '3,200',
    ])
      expect(mainText(page)).toContain(text)
    for (const text of [
      'Department Matematică',
      'Din 1872.',
      '+40 264 123 456',
      'mate@univ.ro',
      'B 101',
      'Mon-Fri, 8AM-5PM',
    ])
      expect(mainText(page)).toContain(text)
    for (const path of [statusPath, admissionPath, programmePath('MAP-M')])
      expect(linksOf(page)).toContain(path)
    expect(linksOf(page)).not.toContain(programmePath('DREPT'))
  })

  test('links to the form with the programme selected, in the language of the address', async () => {
    expect(linksOf(await open(programmePath('log-en')))).toContain(`${applyPath}?programme=LOG-EN`)
    expect(linksOf(await open(`${programmePath('LOG-EN')}?lng=fr`))).toContain(
      `${applyPath}?programme=LOG-EN&lng=fr`,
    )
    const { data } = JSON.parse((await app.inject('/api/registrations/public-config')).body) as {
      data: WireIntake
    }
    expect(data.specializations.map(({ code }) => code).sort()).toEqual([
      'DREPT',
      'LOG-EN',
      'MAP-M',
    ])
  })

  test('names the required diploma of the previous degree, as does the home page', async () => {
    const [bachelor, master, door] = [
      mainText(await open(programmePath('LOG-EN'))),
      mainText(await open(programmePath('MAP-M'))),
      mainText(await open(admissionPath)),
    ]
    expect([
      bachelor.includes('High school diploma.'),
      bachelor.includes('Bachelor’s diploma'),
    ]).toEqual([true, false])
    expect([
      master.includes('High school diploma'),
      master.includes('Bachelor’s diploma.'),
    ]).toEqual([false, true])
    for (const text of ['High school diploma (Bachelor).', 'Bachelor’s diploma (Master).'])
      expect(door).toContain(text)
  })

  test('explains the allocation by merit in the current admission, with reserved places and additional questions', async () => {
    const [session] = await site.database.query<{ id: string }>('select id from admission_sessions')
    const [row] = await site.database.query<{ id: string }>(
      "select id from specializations where code = 'LOG-EN'",
    )
    const kind = await createByProgram('place-kinds', { name: 'Candidați romi', funding: 'budget' })
    const merit = await createByProgram('admission-programmes', {
      ...{
        admissionSessionId: session?.id,
        specializationId: row?.id,
        placesBudget: 7,
        placesFee: 3,
        ties: 'lot',
        requirements: ['motivation'],
      },
      ...{
        formula: '0.8 * baccalaureateAverage + 0.2 * examGrade',
        firstTie: 'baccalaureateAverage',
        ...{ secondTie: 'examGrade', thirdTie: 'romanianGrade' },
        requires: 'examGrade >= 5 or baccalaureateAverage > 9.5',
      },
    })
    await createByProgram('special-places', {
      admissionProgrammeId: merit,
      placeKindId: kind,
      places: 2,
    })
    const page = await open(programmePath('LOG-EN'))
    for (const text of [
      'How places are allocated',
      '7 state-funded places, 3 fee-paying places',
      'Admission average: 0.8 × Baccalaureate average + 0.2 × Admission exam grade, truncated to 2 decimal places.',
      'Tie-breakers for equal averages: Baccalaureate average, Admission exam grade, Baccalaureate grade in Romanian, a draw based on the reference number.',
      'Condition: Admission exam grade at least 5 or Baccalaureate average above 9.5.',
      'Candidați romi2 places',
      'Motivation letter',
    ])
      expect(mainText(page)).toContain(text)
    expect(mainText(page)).not.toContain('tied for the last place')
    expect(mainText(await open(programmePath('DREPT')))).not.toContain('How places are allocated')
    for (const language of languages)
      expect((await open(`${programmePath('LOG-EN')}?lng=${language}`)).status).toBe(200)
    await update('admission-programmes', merit, { ties: 'together' })
    expect(mainText(await open(programmePath('LOG-EN')))).toContain(
      'If applicants are tied for the last place, all of them are admitted.',
    )
    expect(mainText(await open(admissionPath))).toContain('7 state-funded places')
    for (const table of ['special_places', 'admission_programmes', 'place_kinds'])
      await site.database.query(`delete from ${table}`)
  })

  test.each(languages)('has all of its texts in %s', async (language) => {
    const page = await open(`${programmePath('MAP-M')}?lng=${language}`)
    expect([page.status, page.document.documentElement.lang]).toEqual([200, language])
  })

  test('shows no places and no fee when the university does not state them', async () => {
    const page = await open(programmePath('DREPT'))
    const labels = [
      ...page.document.querySelectorAll('.admission-head :is(dt, .steps-name, .admission-year)'),
    ].map((label) => label.textContent)
    expect(labels).toEqual([
      'Duration',
      'Credits (ECTS)',
      'Language of instruction',
      'Applications open',
      'Applications now',
      'Academic year 2027-2028',
    ])
  })

  test.each([admissionPath, programmePath('LOG-EN')])(
    '%s also works with a trailing slash',
    async (path) => {
      const page = await open(`${path}/`)
      expect([
        page.status,
        page.document.querySelector('link[rel=canonical]')?.getAttribute('href'),
      ]).toEqual([200, `http://localhost:3000${path}`])
    },
  )

  test('accepts its code in lower case, with one canonical address', async () => {
    const page = await open(programmePath('log-en'))
    expect(page.status).toBe(200)
    expect(page.document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
      'http://localhost:3000/admission/LOG-EN',
    )
  })

  test.each(['NOWHERE', '%3Cscript%3E', 'LOG-EN%20', '__proto__'])(
    'answers 404 for %s, with links to other pages',
    async (code) => {
      const page = await open(`${admissionPath}/${code}`)
      expect(page.status).toBe(404)
      expect(mainText(page)).toContain('Not FoundRequested resource is not available')
      for (const path of [admissionPath, applyPath, statusPath, '/authentification'])
        expect(linksOf(page)).toContain(path)
      expect(meta(page, 'robots')).toBe('noindex')
    },
  )

  test('answers 404 once it is no longer offered', async () => {
    const [row] = await site.database.query<{ id: string }>(
      "select id from specializations where code = 'MAP-M'",
    )
    await update('specializations', row?.id ?? '', { isActive: false })
    expect((await open(programmePath('MAP-M'))).status).toBe(404)
    expect((await open(admissionPath)).html).not.toContain('Matematici aplicate')
    await update('specializations', row?.id ?? '', { isActive: true })
    expect((await open(programmePath('MAP-M'))).status).toBe(200)
  })
})

describe('search engines and shared links', () => {
  const dataOf = ({ document }: Opened) =>
    JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '')

  test('read title, description, address and translations', async () => {
    const page = await open(programmePath('LOG-EN'))
    const address = 'http://localhost:3000/admission/LOG-EN'
    expect(page.document.title).toBe(`${nasty} (Bachelor) – Universitatea Matricola`)
    expect(meta(page, 'description')).toMatch(
      /^Bachelor · 3 years · 180 credits · in English\. Algoritmi .+ Applications close on/,
    )
    for (const name of ['title', 'description', 'url', 'site_name'])
      expect(meta(page, `og:${name}`)).toBeTruthy()
    expect(meta(page, 'robots')).toBeUndefined()
    const alternates = [...page.document.querySelectorAll('link[rel=alternate]')].map((link) => [
      link.getAttribute('hreflang'),
      link.getAttribute('href'),
    ])
    expect(alternates).toEqual([
      ...languages.map((language) => [language, `${address}?lng=${language}`]),
      ['x-default', address],
    ])
    const french = await open(`${programmePath('LOG-EN')}?lng=fr`)
    expect(french.document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
      `${address}?lng=fr`,
    )
    expect(french.document.documentElement.lang).toBe('fr')
  })

  test('read the university and its programmes as structured data, under the nonce of the page', async () => {
    const page = await open(admissionPath)
    const [university, list] = dataOf(page)['@graph']
    expect(university).toMatchObject({
      '@type': 'CollegeOrUniversity',
      name: 'Universitatea Matricola',
    })
    expect(list.itemListElement.map(({ url }: { url: string }) => url)).toContain(
      'http://localhost:3000/admission/DREPT',
    )
    const one = dataOf(await open(programmePath('LOG-EN')))
    expect(one).toMatchObject({
      '@type': 'EducationalOccupationalProgram',
      ...{
        name: nasty,
        identifier: 'LOG-EN',
        timeToComplete: 'P3Y',
        numberOfCredits: 180,
        maximumEnrollment: 65,
      },
      ...{ educationalCredentialAwarded: 'Bachelor', provider: { '@type': 'CollegeOrUniversity' } },
      offers: { priceSpecification: { price: 3200, priceCurrency: 'RON' } },
      inLanguage: 'en',
      applicationStartDate: inDays(-20),
      applicationDeadline: inDays(14),
    })
    const nonce = page.document
      .querySelector('script[type="application/ld+json"]')
      ?.getAttribute('nonce')
    expect(page.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
    expect(page.headers['cache-control']).toBe('no-store')
  })

  test('find no markup from texts, because all texts are escaped', async () => {
    for (const path of [admissionPath, programmePath('LOG-EN')]) {
      const page = await open(path)
      expect(page.document.querySelectorAll('main b')).toHaveLength(0)
      expect(
        [...page.document.querySelectorAll('script')].every((script) =>
          script.hasAttribute('nonce'),
        ),
      ).toBe(true)
      expect(page.html).not.toContain('<script>')
    }
    expect(dataOf(await open(programmePath('LOG-EN'))).description).toBe(
      'Algoritmi </script><script>alert(1)</script> și date.',
    )
  })
})

describe('crawlers', () => {
  const read = (url: string) => app.inject({ url, headers: { accept: '*/*' } })

  test('find the home page and each offered programme in every language, and nothing else', async () => {
    const answer = await read('/sitemap.xml')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'application/xml; charset=utf-8',
    ])
    const { document } = new JSDOM(answer.body, { contentType: 'application/xml' }).window
    const found = [...document.getElementsByTagName('loc')].map(({ textContent }) => textContent)
    const pages = [admissionPath, ...['DREPT', 'LOG-EN', 'MAP-M'].map(programmePath)].map(
      (path) => `http://localhost:3000${path}`,
    )
    const each = pages.flatMap((page) => [
      page,
      ...languages.map((language) => `${page}?lng=${language}`),
    ])
    expect(found.sort()).toEqual(each.sort())
    for (const address of found.slice(0, 6))
      expect((await open(address?.slice('http://localhost:3000'.length) ?? '')).status).toBe(200)
    const [entry] = document.getElementsByTagName('url')
    expect(
      [...(entry?.getElementsByTagName('xhtml:link') ?? [])]
        .map((link) => link.getAttribute('hreflang'))
        .sort(),
    ).toEqual([...languages, 'x-default'].sort())
  })

  test('are excluded from the console, the status page and personal pages, and find the sitemap', async () => {
    const answer = await read('/robots.txt')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'text/plain; charset=utf-8',
    ])
    const lines = answer.body.split('\n')
    const closed = lines.flatMap((line) => /^Disallow: (.+)$/.exec(line)?.[1] ?? [])
    const isClosed = (path: string) => closed.some((start) => path.startsWith(start))
    for (const path of [
      '/admin',
      '/secretary/registrations',
      '/student',
      '/professor',
      '/test',
      statusPath,
      '/reset',
      '/invitation',
      '/api/courses',
    ])
      expect([path, isClosed(path)]).toEqual([path, true])
    for (const path of [admissionPath, programmePath('LOG-EN'), applyPath, '/authentification'])
      expect([path, isClosed(path)]).toEqual([path, false])
    expect(lines).toEqual(
      expect.arrayContaining([
        'User-agent: *',
        'Allow: /api/university/logo/',
        'Sitemap: http://localhost:3000/sitemap.xml',
      ]),
    )
  })

  test("show the subject and language of a shared page, and the university's logo if it has one", async () => {
    const shared = async (path: string) => {
      const page = await open(path)
      return Object.fromEntries(
        ['title', 'description', 'url', 'site_name', 'locale', 'image', 'image:alt'].map((name) => [
          name,
          meta(page, `og:${name}`),
        ]),
      )
    }
    const masterMeta = await shared(`${programmePath('MAP-M')}?lng=ro`)
    expect(masterMeta).toMatchObject({
      title: 'Matematici aplicate (Master) – Universitatea Matricola',
      description: expect.stringMatching(/^Master · /),
      url: `http://localhost:3000${programmePath('MAP-M')}?lng=ro`,
      site_name: 'Universitatea Matricola',
      locale: 'ro_RO',
      image: undefined,
    })
    const bytes = Buffer.from('a picture')
    const id = await stageNewFile(site.context, {
      bytes,
      original: bytes,
      kind: 'jpeg',
      name: 'logo.jpg',
      ownerId: null,
    })
    await site.database.query('update settings set logo = $1', [id])
    for (const path of [admissionPath, programmePath('MAP-M')]) {
      const { image, 'image:alt': alt } = await shared(path)
      expect([image, alt]).toEqual([
        `http://localhost:3000/api/university/logo/${id}`,
        'Universitatea Matricola',
      ])
      expect((await read(new URL(image ?? '').pathname)).statusCode).toBe(200)
    }
    await site.database.query('update settings set logo = null')
  })
})

describe('the language', () => {
  test('comes from the address, the cookie or the browser, as on every public page', async () => {
    const langOf = async (path: string, headers = {}) =>
      (await open(path, headers)).document.documentElement.lang
    expect(await langOf(admissionPath, { 'accept-language': 'ro' })).toBe('ro')
    expect(await langOf(admissionPath, { 'accept-language': 'ro', cookie: 'i18next=fr' })).toBe(
      'fr',
    )
    expect(await langOf(`${admissionPath}?lng=de`, { cookie: 'i18next=fr' })).toBe('de')
    expect(await langOf(`${admissionPath}?lng=xx`, { 'accept-language': 'ro' })).toBe('ro')
  })

  test('in the address is part of every link, because nothing else preserves it without scripts', async () => {
    const page = await open(`${programmePath('LOG-EN')}?lng=ro`)
    const within = linksOf(page).filter((href) => href?.startsWith('/'))
    expect(within.length).toBeGreaterThan(3)
    expect(within.filter((href) => !href?.match(/[?&]lng=ro$/))).toEqual([])
  })

  test("of the university's texts is marked when the page is in another language", async () => {
    const names = async (language: string) =>
      (await open(admissionPath, { 'accept-language': language })).document
        .querySelector('h1 span')
        ?.getAttribute('lang')
    expect([await names('de'), await names('ro')]).toEqual(['ro', null])
  })
})

test('a failure is answered with a page that reveals nothing about the cause', async () => {
  const { database } = site.context
  const broken = buildServer(
    testedApp,
    {
      ...site.context,
      database: { ...database, query: () => Promise.reject(new Error('canary-cause')) },
    },
    { loadPageRenderer: sourcePageRenderer },
  )
  const answer = await broken.inject({ url: admissionPath, headers: { 'accept-language': 'en' } })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    500,
    'text/html; charset=utf-8',
  ])
  expect(answer.body).toContain('That did not work')
  expect(answer.body).not.toContain('canary-cause')
  await broken.close()
})
