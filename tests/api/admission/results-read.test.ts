/**
 * Compares the texts about results on the status page, in English and Romanian, with a naive
 * allocation of the same applications. The expected texts are written out here.
 */
import { createHash } from 'node:crypto'
import i18next from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Candidate } from '#resources/admission/allocation/allocation.ts'
import { stateParams } from '#resources/admission/application-state.ts'
import { readApplication } from '#server/admission/applicant/read-application.ts'
import { withdrawByApplicant } from '#server/admission/applicant/withdraw.ts'
import { confirmApplicantPlace } from '#server/admission/ranking/confirm.ts'
import { readPlaceQuestion } from '#server/admission/ranking/place-question.ts'
import { runDueDrafts } from '#server/admission/ranking/run.ts'
import { ResultExplanation } from '#src/averages/result-explanation.tsx'
import { allocateNaively } from '#tests/model/admission/allocation/cases.ts'
import { type RankingApp, startRankingApp } from '#tests/support/ranking-app.ts'
import { sourcePageRenderer } from '#tests/support/source-page-renderer.ts'

type Language = 'en' | 'ro'
const languages = ['en', 'ro'] as const

/** Places by programme and kind. */
const places = {
  'Filologie budget': 3,
  'Filologie fee': 1,
  'Istorie budget': 1,
  'Pedagogie budget': 2,
  'Teologie budget': 1,
} as const
type Place = keyof typeof places
/** The programme whose remaining ties are broken by a draw. */
const drawn: Place = 'Pedagogie budget'

interface Applicant {
  average: number
  readonly romanian: number
  readonly choices: readonly Place[]
  isChecked: boolean
  /** The confirmed place, with the higher choices that the applicant wants to be moved to. */
  holds?: { readonly place: Place; readonly wanted: readonly Place[] }
  hasLeft?: true
}

const applicant = (
  average: number,
  choices: readonly Place[],
  { romanian = 9, isChecked = true } = {},
): Applicant => ({ average, romanian, choices, isChecked })

const letters = ['Filologie budget', 'Filologie fee'] as const
const applicants: { readonly [name: string]: Applicant } = {
  keeper: applicant(9.8, ['Filologie budget']),
  leaver: applicant(9.7, ['Filologie budget']),
  nowFeePaying: applicant(9.4, letters),
  retracted: applicant(9.3, letters),
  corrected: applicant(9.2, ['Filologie budget']),
  historian: applicant(9.1, ['Istorie budget']),
  climber: applicant(8.8, ['Istorie budget', 'Pedagogie budget']),
  floating: applicant(8.3, ['Teologie budget', 'Pedagogie budget']),
  drawFirst: applicant(8, ['Pedagogie budget']),
  drawSecond: applicant(8, ['Pedagogie budget']),
  tieAhead: applicant(8.5, ['Teologie budget'], { romanian: 9.5 }),
  tieBehind: applicant(8.5, ['Teologie budget'], { romanian: 9 }),
  notEligible: applicant(9.6, ['Teologie budget'], { romanian: 7 }),
  late: applicant(9.99, ['Teologie budget'], { isChecked: false }),
}
const names = Object.keys(applicants)
const get = (name: string): Applicant => {
  const found = applicants[name]
  if (!found) throw new Error(`there is no applicant ${name}`)
  return found
}

let office: RankingApp
const ids: Record<string, string> = {}
const references: Record<string, string> = {}
const programmeIds: Record<string, string> = {}
const rounds: string[] = []

beforeAll(async () => {
  // Loads the texts into the one i18next that all files of a worker share.
  await sourcePageRenderer()
  office = await startRankingApp(undefined, { budget: 3, fee: 1 })
  const { sessionId, createRecord } = office
  const offer = async (name: string, code: string, values: object) => {
    const specializationId = await createRecord('specializations', {
      ...{ name, code, departmentProfileId: office.departmentId },
      ...{ yearsOfStudy: 3, totalCredits: 180 },
    })
    await createRecord('admission-programmes', {
      ...{ admissionSessionId: sessionId, specializationId, placesFee: 0 },
      ...{ formula: 'baccalaureateAverage', firstTie: 'romanianGrade', ...values },
    })
    return specializationId
  }
  Object.assign(programmeIds, {
    ...{ Filologie: office.philologyId, Istorie: office.historyId },
    Pedagogie: await offer('Pedagogie', 'PED', { placesBudget: 2, ties: 'lot' }),
    Teologie: await offer('Teologie', 'TEO', { placesBudget: 1, requires: 'romanianGrade >= 8' }),
  })
  await office.call(office.admin, 'PATCH', '/api/specializations/update', {
    ...{ id: office.philologyId, tuitionFee: 4000 },
  })
  rounds.push(office.roundId)
  for (const [number, name, resultsOn, confirmBy] of [
    [2, 'Etapa a II-a', '2026-07-28', '2026-08-01'],
    [3, 'Etapa a III-a', '2026-08-05', '2026-08-09'],
  ] as const)
    rounds.push(
      await createRecord('admission-rounds', {
        ...{ admissionSessionId: sessionId, name, number, resultsOn, confirmBy },
      }),
    )
  for (const name of names) {
    const { average, romanian, choices, isChecked } = get(name)
    const [first, second] = [...new Set(choices.map((one) => one.split(' ')[0] ?? ''))]
    const id = await office.addGradedApplication(
      { average, romanian },
      {
        ...{ specializationId: programmeIds[first ?? ''], sex: 'M' },
        fundingPreference: choices.includes('Filologie fee') ? 'budget_then_fee' : 'budget',
        ...(!isChecked && { gradesCheckedAt: null }),
      },
    )
    ids[name] = id
    references[name] = String((await office.getApplication(id)).referenceCode)
    if (second)
      await createRecord('application-choices', {
        ...{ registrationId: id, position: 2, specializationId: programmeIds[second] },
        fundingPreference: 'budget',
      })
  }
})
afterAll(() => office.close())

const idOf = (name: string) => ids[name] ?? ''

async function release(roundId: string | undefined): Promise<void> {
  const id = await office.createRecord('admission-drafts', { admissionRoundId: roundId })
  await runDueDrafts(office.context)
  expect((await office.runTransition(office.admin, id, 'release')).status).toBe(200)
  await office.sendNotifications()
}

const setGrades = async (name: string, values: object) => {
  await office.call(office.admin, 'PATCH', '/api/registrations/update', {
    ...{ id: idOf(name), ...values },
  })
  await office.context.database.query(
    'update registrations set grades_checked_at = $2 where id = $1',
    [idOf(name), office.now().toISOString()],
  )
}

const confirm = async (name: string, wanted: readonly Place[] = []) => {
  const question = await readPlaceQuestion(office.context.database, idOf(name), office.now())
  const consented = (question?.wire.higher ?? []).filter(({ programme, kind }) =>
    wanted.includes(`${programme} ${kind}` as Place),
  )
  expect(consented).toHaveLength(wanted.length)
  await confirmApplicantPlace(office.context, idOf(name), {
    ...{ mode: wanted.length > 0 ? 'moveUp' : 'keep', consented },
    ...{ agreedToPay: true, shown: question?.wire.shown ?? '' },
  })
}

const leave = async (name: string) => {
  get(name).hasLeft = true
  await withdrawByApplicant(office.context, idOf(name))
}

/** The numbers of the allocation about an applicant's choice. */
interface Fact {
  readonly place: Place
  readonly number: number
  readonly average: number
  readonly position: number
  readonly applicants: number
  readonly reason: string
  readonly waiting: number | null
  readonly held: number
  readonly isFree: boolean
  readonly last: number | null
  readonly ties: readonly [own: number, last: number]
  readonly lots: readonly [own: string, last: string]
}

const lotOf = (name: string) =>
  createHash('sha256')
    .update(references[name] ?? '')
    .digest('hex')

/** Allocates the places naively and derives the facts from the raw result alone. */
function allocateRaw() {
  const isEligible = ({ romanian }: Applicant, place: Place) =>
    place !== 'Teologie budget' || romanian >= 8
  const ranked = names.filter((name) => {
    const one = get(name)
    return one.isChecked && !one.hasLeft && one.choices.some((place) => isEligible(one, place))
  })
  const listed = new Map(
    ranked.map((name) => [name, get(name).choices.filter((place) => isEligible(get(name), place))]),
  )
  const listOf = (name: string) => listed.get(name) ?? []
  const isConsidered = (name: string, place: Place) => {
    const { holds } = get(name)
    if (!holds) return true
    const [at, heldAt] = [place, holds.place].map((one) => listOf(name).indexOf(one))
    return (at ?? 0) >= (heldAt ?? 0) || holds.wanted.includes(place)
  }
  const keysOf = (name: string) => [
    Math.round(get(name).average * 100),
    Math.round(get(name).romanian * 100),
  ]
  const won = allocateNaively({
    candidates: ranked.map(
      (name): Candidate => ({
        ...{ id: name, lot: lotOf(name), holds: get(name).holds?.place ?? null },
        choices: listOf(name)
          .filter((place) => isConsidered(name, place))
          .map((quota) => ({ quota, keys: keysOf(name) })),
      }),
    ),
    quotas: Object.entries(places).map(([id, count]) => ({
      ...{ id, places: count, ties: id === drawn ? ('lot' as const) : ('together' as const) },
    })),
  }) as Map<string, Place | null>
  const placeOf = (name: string) => won.get(name) ?? null
  const isAhead = (a: string, b: string) => {
    const [first, second] = [keysOf(a), keysOf(b)]
    const at = first.findIndex((key, index) => key !== second[index])
    return at !== -1 && (first[at] ?? 0) > (second[at] ?? 0)
  }
  /** Whether the first is ahead, by the draw if that decides in the programme. */
  const comesFirst = (a: string, b: string, place: Place) =>
    isAhead(a, b) || (place === drawn && !isAhead(b, a) && lotOf(a) < lotOf(b))
  const isWaiting = (name: string, place: Place) => {
    const own = placeOf(name)
    const isHigher = own === null || listOf(name).indexOf(place) < listOf(name).indexOf(own)
    return isHigher && isConsidered(name, place)
  }
  const factOf = (name: string, place: Place): Fact => {
    const others = ranked.filter((one) => listOf(one).includes(place))
    const holders = others.filter(
      (one) => placeOf(one) === place && get(one).holds?.place === place,
    )
    const admitted = others.filter((one) => placeOf(one) === place && !holders.includes(one))
    const last = admitted.find((one) =>
      admitted.every(
        (other) =>
          other === one ||
          isAhead(other, one) ||
          (!isAhead(one, other) && lotOf(other) < lotOf(one)),
      ),
    )
    const [average = 0, tie = 0] = keysOf(name)
    const [lastAverage = null, lastTie = 0] = last === undefined ? [] : keysOf(last)
    const own = placeOf(name)
    const at = listOf(name).indexOf(place)
    const reason = (): string => {
      if (own === place) return holders.includes(name) ? 'kept' : 'won'
      if (own !== null && listOf(name).indexOf(own) < at) return 'notNeeded'
      if (!isConsidered(name, place)) return 'notConsented'
      if (lastAverage === null) return 'heldAll'
      return lastAverage > average ? 'higherAverage' : lastTie > tie ? 'tie' : 'draw'
    }
    const programmes = [...new Set(listOf(name).map((one) => one.split(' ')[0]))]
    return {
      ...{ place, average, applicants: others.length, reason: reason() },
      number: programmes.indexOf(place.split(' ')[0]) + 1,
      position: others.filter((one) => isAhead(one, name)).length + 1,
      waiting: isWaiting(name, place)
        ? others.filter((one) => isWaiting(one, place) && comesFirst(one, name, place)).length + 1
        : null,
      ...{ held: holders.length, last: lastAverage, ties: [tie, lastTie] },
      isFree: holders.length + admitted.length < places[place],
      lots: [lotOf(name).slice(0, 8), lotOf(last ?? '').slice(0, 8)],
    }
  }
  return {
    placeOf,
    /** Whether the applicant takes part in the ranking. */
    isRanked: (name: string) => ranked.includes(name),
    factsOf: (name: string) => listOf(name).map((place) => factOf(name, place)),
  }
}

const decimal = (hundredths: number, language: Language) => {
  const text = (hundredths / 100).toFixed(2)
  return language === 'ro' ? text.replace('.', ',') : text
}
const kindText = {
  en: { budget: 'state-funded', fee: 'fee-paying' },
  ro: { budget: 'buget', fee: 'cu taxă' },
} as const
function placeText(place: Place, language: Language) {
  const [programme = '', kind = 'budget'] = place.split(' ')
  return `${programme}, ${kindText[language][kind as 'budget' | 'fee']}`
}
const romanianGrade = {
  en: 'Baccalaureate grade in Romanian',
  ro: 'Nota la limba română (bacalaureat)',
} as const

/** The words of a choice as the specification has them, with the numbers of the raw allocation. */
function choiceText(fact: Fact, language: Language): string {
  const number = (value: number) => decimal(value, language)
  const { reason, held, last, waiting, isFree, ties, lots } = fact
  const isEnglish = language === 'en'
  const heldToo =
    held === 0
      ? ''
      : isEnglish
        ? ` In addition, ${held} ${held === 1 ? 'place' : 'places'} confirmed earlier ${held === 1 ? 'is' : 'are'} kept.`
        : ` În plus, se păstrează ${held} ${held === 1 ? 'loc confirmat' : 'locuri confirmate'} anterior.`
  const reasons: { readonly [name: string]: readonly [en: string, ro: string] } = {
    won: ['This choice was successful.', 'Locul a fost obținut la această opțiune.'],
    kept: [
      'This place was confirmed earlier and is kept.',
      'Acest loc a fost confirmat anterior și se păstrează.',
    ],
    notNeeded: [
      'Not considered, because a higher choice was successful.',
      'Nu a mai fost analizată, pentru că a fost obținută o opțiune mai bună.',
    ],
    notConsented: [
      'Not considered: the choice was to keep the confirmed place.',
      'Nu a fost analizată: s-a ales păstrarea locului confirmat.',
    ],
    heldAll:
      held === 1
        ? [
            'There is no free place: 1 was confirmed earlier and is kept.',
            'Nu există locuri libere: 1 a fost confirmat anterior și se păstrează.',
          ]
        : [
            `There are no free places: ${held} were confirmed earlier and are kept.`,
            `Nu există locuri libere: ${held} au fost confirmate anterior și se păstrează.`,
          ],
    higherAverage: [
      `The last applicant admitted in this round has ${number(last ?? 0)}.${heldToo}`,
      `Ultimul candidat admis în această etapă are media ${number(last ?? 0)}.${heldToo}`,
    ],
    tie: [
      `The last applicant admitted in this round has the same average. Decided by: ${romanianGrade.en}, ${number(ties[0])} against ${number(ties[1])}.${heldToo}`,
      `Ultimul candidat admis în această etapă are aceeași medie. A decis: ${romanianGrade.ro}, ${number(ties[0])} față de ${number(ties[1])}.${heldToo}`,
    ],
    draw: [
      `The last applicant admitted in this round has the same average and the same tie-breaks; the draw decided. The number here is ${lots[0]}, against ${lots[1]}; the smaller one comes first. They are the first digits of the SHA-256 digests of the reference numbers.${heldToo}`,
      `Ultimul candidat admis în această etapă are aceeași medie și aceleași valori la departajare; a decis tragerea la sorți. Numărul este ${lots[0]}, față de ${lots[1]}; cel mai mic are prioritate. Sunt primele cifre ale valorilor SHA-256 calculate din numerele de înregistrare.${heldToo}`,
    ],
  }
  const numbers = isEnglish
    ? `Average ${number(fact.average)}, position ${fact.position} of ${fact.applicants}.`
    : `Media ${number(fact.average)}, poziția ${fact.position} din ${fact.applicants}.`
  const tail =
    waiting !== null
      ? isEnglish
        ? `Number ${waiting} on the waiting list.`
        : `Numărul ${waiting} pe lista de așteptare.`
      : isFree
        ? isEnglish
          ? 'Everyone who wanted a place here got one.'
          : 'Toți candidații care au dorit acest loc l-au obținut.'
        : last === null
          ? ''
          : isEnglish
            ? `Lowest average admitted in this round: ${number(last)}.`
            : `Media ultimului admis în această etapă: ${number(last)}.`
  const title = isEnglish ? 'Choice' : 'Opțiunea'
  return `${title} ${fact.number}: ${placeText(fact.place, language)} ${numbers} ${reasons[reason]?.[isEnglish ? 0 : 1]} ${tail}`.trim()
}

/** Returns what an applicant reads: the answer, and a line for each choice. */
async function read(name: string, language: Language) {
  const application = await readApplication(office.context, idOf(name))
  const { state, status, reference } = application
  // The page explains no choice of a closed application.
  const result = status === 'declined' ? undefined : application.result
  const { texts } = office.context
  const words = {
    language,
    text: (key: string, params?: Record<string, string>) => texts.text(language, key, params),
  }
  const params = stateParams(state, words)
  const answer = [state.chip.text, state.title, state.sentence]
    .map((key) => words.text(key, params))
    .concat(state.cause?.[language] ?? [])
  await i18next.changeLanguage(language)
  const markup = result
    ? renderToStaticMarkup(
        createElement(ResultExplanation, {
          ...{ result, reference },
          programmeLabel: (label: string) => ({ label, lang: undefined }),
        }),
      )
    : ''
  const lines = [...markup.matchAll(/<strong>(.*?)<\/strong><p>(.*?)<\/p>/g)].map(
    ([, title = '', text = '']) =>
      `${title} ${text}`
        .replaceAll('&gt;', '>')
        .replaceAll('&#x27;', "'")
        .replace(/\s+/g, ' ')
        .trim(),
  )
  return { answer, lines }
}

type Raw = ReturnType<typeof allocateRaw>

const dates = {
  en: { confirmBy: ['Saturday, 25 July 2026', 'Saturday, 1 August 2026'] },
  ro: { confirmBy: ['sâmbătă, 25 iulie 2026', 'sâmbătă, 1 august 2026'] },
} as const
const roundNames = ['Etapa I', 'Etapa a II-a'] as const

/** The chip, title, sentence and cause that follow from the raw allocations before and now. */
function answerText(
  name: string,
  { before, now, round }: { readonly before: Raw; readonly now: Raw; readonly round: 0 | 1 },
  language: Language,
): readonly string[] {
  const { holds, hasLeft, isChecked } = get(name)
  const [en, roundName, by] = [
    language === 'en',
    roundNames[round],
    dates[language].confirmBy[round],
  ]
  if (hasLeft)
    return en
      ? ['Withdrawn', 'You have withdrawn this application', 'You have withdrawn this application.']
      : ['Retrasă', 'V-ați retras înscrierea', 'V-ați retras înscrierea.']
  if (!now.isRanked(name)) {
    const title = en
      ? ['Not ranked', 'Your application was not ranked']
      : ['Neclasată', 'Înscrierea nu a intrat în clasament']
    if (!isChecked)
      return [
        ...title,
        en
          ? 'Missing: confirmation by the admission office. The admission office has to add it. You do not need to do anything. Once it is there, you take part in the next round.'
          : 'Lipsește: confirmarea biroului de admitere. Completarea este în sarcina biroului de admitere; nu trebuie să faceți nimic. După aceea, participați la etapa următoare.',
      ]
    return [
      ...title,
      en
        ? `You could not be ranked in ${roundName}, because your grades do not meet the conditions of the programmes that you chose. The pages of the programmes contain the conditions.`
        : `În ${roundName}, înscrierea dumneavoastră nu a intrat în clasament, pentru că notele nu îndeplinesc condițiile programelor alese. Condițiile se găsesc pe paginile programelor.`,
    ]
  }
  const place = now.placeOf(name)
  const placeBefore = holds?.place ?? before.placeOf(name)
  const facts = now.factsOf(name)
  const cause = en
    ? 'A grade of another applicant was corrected, and this changed the order.'
    : 'Nota altui candidat a fost corectată, iar ordinea s-a schimbat.'
  if (place === null) {
    const best = facts.toSorted((a, b) => (a.waiting ?? 0) - (b.waiting ?? 0))[0]
    const n = best?.waiting ?? 0
    const chip = en ? `Waiting: number ${n}` : `În așteptare: nr. ${n}`
    if (placeBefore !== null)
      return en
        ? [
            ...[chip, 'You no longer have this place'],
            `On 20 July 2026 we offered you ${placeText(placeBefore, 'en')}. We have had to withdraw it. We are sorry.`,
            cause,
          ]
        : [
            ...[chip, 'Nu mai aveți acest loc'],
            `Pe 20 iulie 2026 v-am oferit un loc la ${placeText(placeBefore, 'ro')}. Am fost nevoiți să îl retragem. Ne pare rău.`,
            cause,
          ]
    if (n === 1)
      return en
        ? [
            ...[chip, 'You are first in line'],
            `You did not get a place in ${roundName}. You do not need to do anything to stay on the list.`,
          ]
        : [
            ...[chip, 'Sunteți primul pe listă'],
            `În ${roundName} nu ați obținut un loc. Nu trebuie să faceți nimic pentru a rămâne pe listă.`,
          ]
    const waitingFor = placeText(best?.place ?? 'Istorie budget', language)
    return en
      ? [
          ...[chip, 'You are on the waiting list'],
          `In ${roundName} you did not get a place. You are number ${n} for ${waitingFor}.`,
        ]
      : [
          ...[chip, 'Sunteți pe lista de așteptare'],
          `În ${roundName} nu ați obținut un loc. Aveți numărul ${n} pentru ${waitingFor}.`,
        ]
  }
  const number = facts.find((fact) => fact.place === place)?.number
  if (holds && place !== holds.place)
    return en
      ? [
          ...['Confirmed', 'You have moved up'],
          `A place in choice ${number} became free, and you now have it, as you asked.`,
        ]
      : [
          ...['Confirmat', 'Ați trecut la o opțiune mai bună'],
          `S-a eliberat un loc la opțiunea ${number}, iar acum este al dumneavoastră, așa cum ați cerut.`,
        ]
  if (holds && holds.wanted.length > 0)
    return en
      ? [
          ...['Confirmed · may move up', 'Your place is confirmed'],
          `${placeText(place, 'en')} is yours. If a higher choice becomes free on Wednesday, 5 August 2026, we move you up.`,
        ]
      : [
          ...['Confirmat, poate urca', 'Locul este confirmat'],
          `${placeText(place, 'ro')} este locul dumneavoastră. Dacă la rezultatele din miercuri, 5 august 2026 se eliberează o opțiune mai bună, o primiți.`,
        ]
  if (holds)
    return en
      ? [
          ...['Confirmed', 'Your place is confirmed'],
          `${placeText(place, 'en')} is yours. The admission office will enrol you next and email you. Have your original documents ready.`,
        ]
      : [
          ...['Confirmat', 'Locul este confirmat'],
          `${placeText(place, 'ro')} este locul dumneavoastră. Urmează înmatricularea, iar biroul de admitere vă va scrie prin e-mail. Pregătiți originalele documentelor.`,
        ]
  if (placeBefore !== null && placeBefore !== place)
    return en
      ? [
          ...['Place to confirm', 'Your place has changed'],
          `The new results give you a fee-paying place. Reply by ${by}.`,
          cause,
        ]
      : [
          ...['Loc de confirmat', 'Locul dumneavoastră s-a schimbat'],
          `Noile rezultate vă oferă un loc cu taxă. Răspundeți până ${by}.`,
          cause,
        ]
  return en
    ? [
        ...['Place to confirm', 'You have a place'],
        `In ${roundName} you got choice ${number}. Confirm it by ${by}, or it goes to the next applicant.`,
      ]
    : [
        ...['Loc de confirmat', 'Ați obținut un loc'],
        `În ${roundName} ați obținut opțiunea ${number}. Confirmați locul până ${by}; altfel îi revine candidatului următor.`,
      ]
}

/** The line about a choice whose condition is not met. */
const conditionText = {
  en: 'Choice 1: Teologie This programme requires: Baccalaureate grade in Romanian at least 8. The application has: Baccalaureate grade in Romanian 7.',
  ro: 'Opțiunea 1: Teologie Acest program cere: Nota la limba română (bacalaureat) cel puțin 8. În înscriere: Nota la limba română (bacalaureat) 7.',
} as const

/** Compares what everyone reads with the raw allocations, and returns the reasons that occurred. */
async function compareAll(before: Raw, round: 0 | 1): Promise<Set<string>> {
  const now = allocateRaw()
  const reasons = new Set<string>()
  for (const name of names)
    for (const language of languages) {
      const facts = now.factsOf(name)
      for (const { reason } of facts) reasons.add(reason)
      const lines = facts.map((fact) => choiceText(fact, language))
      expect({ name, ...(await read(name, language)) }).toEqual({
        name,
        answer: answerText(name, { before, now, round }, language),
        lines: name === 'notEligible' ? [conditionText[language]] : lines,
      })
    }
  return reasons
}

test('after new results of the first round, everyone reads what the allocation says: won, now fee-paying, withdrawn, waiting, not eligible', async () => {
  await release(rounds[0])
  const before = allocateRaw()
  get('corrected').average = 9.9
  await setGrades('corrected', { baccalaureateAverage: 9.9 })
  office.wait(1000)
  await release(rounds[0])
  expect(await compareAll(before, 0)).toEqual(new Set(['won', 'higherAverage', 'tie']))
})

test('after the second round, everyone reads what the allocation says: moved up, kept, floating, waiting behind kept places, a draw', async () => {
  const before = allocateRaw()
  for (const [name, place, wanted] of [
    ['keeper', 'Filologie budget', []],
    ['nowFeePaying', 'Filologie fee', ['Filologie budget']],
    ['climber', 'Pedagogie budget', ['Istorie budget']],
    ['floating', 'Pedagogie budget', ['Teologie budget']],
    ['tieAhead', 'Teologie budget', []],
  ] as const) {
    await confirm(name, wanted)
    get(name).holds = { place, wanted }
  }
  for (const name of ['leaver', 'corrected', 'historian']) await leave(name)
  get('late').isChecked = true
  await setGrades('late', {})
  office.wait(Date.parse('2026-07-28T07:00:00Z') - office.now().getTime())
  await release(rounds[1])
  expect(await compareAll(before, 1)).toEqual(
    new Set(['won', 'kept', 'notNeeded', 'heldAll', 'draw']),
  )
})
