import { useLanguage, useText } from '@matricola/console/i18n.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import type { WireQuestionPlace } from '#resources/admission/wire-merit.ts'
import { formatAmount } from '#resources/currency.ts'
import { useApplicationNames } from '../application-names.tsx'

/** Returns functions that name a place and say what it costs. */
export function usePlaceText(application: WireApplication) {
  const t = useText('status')
  const language = useLanguage()
  const names = useApplicationNames(application)
  const nameOf = ({ programme, kind, kindName }: WireQuestionPlace) =>
    t('placeQuestion.place', {
      programme: names(programme).label,
      kind: kindName ?? t(`placeQuestion.kinds.${kind}`),
    })
  return {
    nameOf,
    numberedNameOf: (place: WireQuestionPlace) =>
      t('placeQuestion.numbered', { number: place.number, place: nameOf(place) }),
    langOf: ({ programme }: WireQuestionPlace) => names(programme).lang,
    /** The tuition, and what the confirmation fee adds to that of the held place. */
    costOf: (place: WireQuestionPlace, held?: WireQuestionPlace) => {
      const { funding, tuition } = place
      const cost =
        funding === 'budget'
          ? t('placeQuestion.noTuition')
          : tuition === null
            ? t('placeQuestion.unknownTuition')
            : t('placeQuestion.tuition', { amount: formatAmount(tuition, language) })
      const fee = held ? additionalFee(place, held) : (place.confirmationFee ?? 0)
      if (fee === 0) return cost
      const amount = formatAmount(fee, language)
      return t(held ? 'placeQuestion.withMoreFee' : 'placeQuestion.withFee', { cost, amount })
    },
  }
}

/** The amount to pay for another place besides its tuition, for an applicant with a place. */
export const additionalFee = (place: WireQuestionPlace, held: WireQuestionPlace): number =>
  Math.max((place.confirmationFee ?? 0) - (held.confirmationFee ?? 0), 0)
