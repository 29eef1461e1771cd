/**
 * Metadata of the public admission pages for search engines and link previews: titles,
 * descriptions, URLs, structured data.
 */

import { formatMoment, regionalLanguage, timeZone } from '@matricola/schema/values/dates.ts'
import { escapeHtml } from '@matricola/schema/values/html.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { PageHead } from '@matricola/server/http/plain-document.ts'
import type { Texts } from '@matricola/server/texts.ts'
import { admissionCalendar, type CalendarEntry } from '#resources/admission/admission-calendar.ts'
import {
  type AdmissionOverview,
  admissionOfProgramme,
  programmePlaces,
  type WireAdmission,
  type WireProgramme,
} from '#resources/admission/admission-overview.ts'
import { admissionForDegree, openAdmissions } from '#resources/admission/concurrent-admissions.ts'
import { openProgrammeCount } from '#resources/admission/programme-state.ts'
import { nameIn } from '#resources/admission/translated-name.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { defaultCurrency } from '#resources/currency.ts'
import { languages } from '#resources/languages.ts'
import type { applyPath } from '#resources/paths.ts'
import { admissionPath, programmePath } from '#resources/paths.ts'

interface PageFacts {
  readonly texts: Texts
  readonly language: Language
  /** Public origin of the program, such as `https://admission.example`. */
  readonly origin: string
  readonly intake: WireIntake
  readonly overview: AdmissionOverview
  /** Whether the URL names the language. */
  readonly isLanguageNamed: boolean
}

export function overviewHead(pageFacts: PageFacts) {
  const { texts, language, intake, overview } = pageFacts
  const name = overview.current
    ? nameIn(overview.current, language)
    : texts.text(language, 'public:admission.title')
  const programmes = texts.text(language, 'resources:specializations.count', {
    count: openProgrammeCount(intake),
  })
  return {
    title: `${name} – ${intake.universityName}`,
    searchMetadata: {
      ...sharedMetadata(pageFacts, admissionPath),
      description: [
        texts.text(language, 'admission:about', { programmes }),
        deadlineText(pageFacts),
      ]
        .filter(Boolean)
        .join(' '),
      data: {
        '@context': 'https://schema.org',
        '@graph': [universityData(pageFacts), listData(pageFacts)],
      },
    },
  }
}

/**
 * Head of the application form and of the start page. The canonical address of the start page is
 * the admission page.
 */
export function formHead(
  pageFacts: Omit<PageFacts, 'overview'>,
  path: typeof applyPath | '/',
): PageHead {
  const { texts, language, intake } = pageFacts
  const programmes = texts.text(language, 'resources:specializations.count', {
    count: openProgrammeCount(intake),
  })
  return {
    title:
      path === '/'
        ? intake.universityName
        : `${texts.text(language, 'public:apply.start.title')} – ${intake.universityName}`,
    searchMetadata: {
      ...sharedMetadata(pageFacts, path === '/' ? admissionPath : path),
      description: texts.text(language, 'admission:about', { programmes }),
      data: { '@context': 'https://schema.org', ...universityData(pageFacts) },
    },
  }
}

export function programmeHead(pageFacts: PageFacts, programme: WireProgramme) {
  const { texts, language, intake } = pageFacts
  const degree = texts.text(language, `resources:specializations.choices.cycle.${programme.cycle}`)
  const facts = [
    degree,
    texts.text(language, 'apply:years', { count: programme.yearsOfStudy }),
    texts.text(language, 'apply:credits', { count: programme.totalCredits }),
    texts.text(language, `apply:teachingLanguages.${programme.language}`),
  ].join(' · ')
  return {
    title: `${programme.name} (${degree}) – ${intake.universityName}`,
    searchMetadata: {
      ...sharedMetadata(pageFacts, programmePath(programme.code)),
      description: shortened(
        [`${facts}.`, programme.description ?? '', deadlineText(pageFacts, programme)]
          .filter(Boolean)
          .join(' '),
      ),
      data: { '@context': 'https://schema.org', ...programmeData(pageFacts, programme, degree) },
    },
  }
}

/** Cuts a description to 300 characters, at the end of a word. Search engines show no more. */
const shortened = (text: string) =>
  text.length <= 300 ? text : `${text.slice(0, 300).replace(/\s+\S*$/, '')} …`

/** States the deadline of an open admission, for a programme or any, or when the next one opens. */
function deadlineText(
  { texts, language, intake, overview }: PageFacts,
  programme?: WireProgramme,
): string {
  const formatDate = (instant: string) =>
    formatMoment(new Date(instant), language, { dateStyle: 'long', timeStyle: 'short', timeZone })
  const open = programme
    ? [admissionForDegree(intake, programme.cycle)].find(({ isOpen }) => isOpen)
    : openAdmissions(intake)[0]
  if (open)
    return open.closesAt
      ? texts.text(language, 'admission:closes', { date: formatDate(open.closesAt) })
      : ''
  return overview.next?.opensAt
    ? texts.text(language, 'public:apply.early', { date: formatDate(overview.next.opensAt) })
    : ''
}

const logoOf = ({ origin, intake }: Pick<PageFacts, 'origin' | 'intake'>) =>
  intake.logo && `${origin}${intake.logo}`

function sharedMetadata(
  { origin, language, isLanguageNamed, intake }: Omit<PageFacts, 'overview'>,
  path: string,
) {
  const address = `${origin}${path}`
  return {
    siteName: intake.universityName,
    locale: openGraphLocale(language),
    image: logoOf({ origin, intake }),
    address: isLanguageNamed ? inLanguage(address, language) : address,
    translations: translationsOf(address),
  }
}

/** Locale code of the Open Graph protocol, such as `ro_RO`. */
const openGraphLocale = (language: Language) =>
  `${language}_${new Intl.Locale(regionalLanguage(language)).maximize().region}`

const inLanguage = (address: string, code: Language) => `${address}?lng=${code}`

/** Addresses of a page in each language, and `x-default`, which follows the browser's language. */
const translationsOf = (address: string) => ({
  ...Object.fromEntries(languages.map((code) => [code, inLanguage(address, code)])),
  'x-default': address,
})

/** Returns a sitemap with the admission page and each programme page, in each language. */
export function sitemap(origin: string, { programmes }: AdmissionOverview): string {
  const addresses = [admissionPath, ...programmes.map(({ code }) => programmePath(code))].map(
    (path) => `${origin}${path}`,
  )
  const entryOf = (address: string, translations: readonly [string, string][]) =>
    `<url><loc>${escapeHtml(address)}</loc>${translations
      .map(
        ([code, href]) =>
          `<xhtml:link rel="alternate" hreflang="${code}" href="${escapeHtml(href)}"/>`,
      )
      .join('')}</url>`
  const entries = addresses.flatMap((address) => {
    const translations = Object.entries(translationsOf(address))
    return translations.map(([, href]) => entryOf(href, translations))
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`
}

const universityId = (origin: string) => `${origin}${admissionPath}#university`

const universityData = ({ origin, intake }: Pick<PageFacts, 'origin' | 'intake'>) => ({
  '@type': 'CollegeOrUniversity',
  '@id': universityId(origin),
  name: intake.universityName,
  url: intake.website ?? `${origin}${admissionPath}`,
  ...(intake.logo && { logo: logoOf({ origin, intake }) }),
  ...(intake.admissionEmail && { email: intake.admissionEmail }),
  ...(intake.admissionPhone && { telephone: intake.admissionPhone }),
})

const listData = ({ origin, overview }: PageFacts) => ({
  '@type': 'ItemList',
  numberOfItems: overview.programmes.length,
  itemListElement: overview.programmes.map(({ code, name }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    url: `${origin}${programmePath(code)}`,
  })),
})

function programmeData(pageFacts: PageFacts, programme: WireProgramme, degree: string) {
  const { origin, intake, overview } = pageFacts
  const places = programmePlaces(programme)
  const dates = admissionOfProgramme(intake, overview, programme)
  const department = overview.departments.find(({ id }) => id === programme.departmentProfileId)
  return {
    '@type': 'EducationalOccupationalProgram',
    inLanguage: programme.language,
    name: programme.name,
    identifier: programme.code,
    url: `${origin}${programmePath(programme.code)}`,
    ...(programme.description && { description: programme.description }),
    provider: {
      ...universityData(pageFacts),
      ...(department && { department: { '@type': 'Organization', name: department.name } }),
    },
    educationalCredentialAwarded: degree,
    timeToComplete: `P${programme.yearsOfStudy}Y`,
    numberOfCredits: programme.totalCredits,
    ...(places && { maximumEnrollment: places.budget + places.fee }),
    ...(dates && datesData(dates, programme)),
    ...(programme.tuitionFee !== null && { offers: feeData(programme.tuitionFee) }),
  }
}

/** The dates for applicants, in the properties that schema.org has for them. */
function datesData(dates: WireAdmission, programme: WireProgramme) {
  const properties: { readonly [kind in CalendarEntry['kind']]?: string } = {
    opens: 'applicationStartDate',
    closes: 'applicationDeadline',
    studies: 'startDate',
  }
  return Object.fromEntries(
    admissionCalendar(dates, programme).flatMap(({ kind, date }) => {
      const property = properties[kind]
      return property ? [[property, date]] : []
    }),
  )
}

const feeData = (price: number) => ({
  '@type': 'Offer',
  category: 'Tuition',
  priceSpecification: {
    '@type': 'UnitPriceSpecification',
    price,
    priceCurrency: defaultCurrency,
    unitCode: 'ANN',
  },
})
