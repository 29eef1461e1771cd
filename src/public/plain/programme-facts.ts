import { useLanguage } from '@matricola/console/i18n.ts'
import { programmePlaces, type WireProgramme } from '#resources/admission/admission-overview.ts'
import { defaultCurrency } from '#resources/currency.ts'
import { usePlainText } from './use-plain-text.ts'

/** Formats an amount, with a non-breaking space before the currency. */
function formatAmount(value: number, language: string): string {
  const decimals = Number.isInteger(value) ? 0 : 2
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return `${new Intl.NumberFormat(language, options).format(value)}\u00a0${defaultCurrency}`
}

/** Facts that applicants compare, formatted. Null if the university does not provide them. */
export function useProgrammeFacts(programme: WireProgramme) {
  const t = usePlainText('admission')
  const form = usePlainText('apply')
  const language = useLanguage()
  const places = programmePlaces(programme)
  const { yearsOfStudy, totalCredits, tuitionFee } = programme
  return {
    duration: form('years', { count: yearsOfStudy }),
    credits: form('credits', { count: totalCredits }),
    language: form(`teachingLanguages.${programme.language}`),
    // Kinds without places are left out, and so is the fee of places that do not exist.
    budgetPlaces: places?.budget ? t('budgetPlaces', { count: places.budget }) : null,
    feePlaces: places?.fee ? t('feePlaces', { count: places.fee }) : null,
    fee:
      tuitionFee === null || places?.fee === 0
        ? null
        : t('fee', { amount: formatAmount(tuitionFee, language) }),
  }
}
