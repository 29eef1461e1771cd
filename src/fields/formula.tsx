import { useTranslation } from 'react-i18next'
import { fieldKey } from '#model/message-keys.ts'
import { registrations } from '#resources/registrations.ts'
import { useAverages } from '#src/averages/use-averages.ts'
import { useLanguage } from '#src/i18n.ts'
import type { ValueProps } from './face.ts'

type Said = 'averageInWords' | 'tieInWords'

/** A formula over the grades of an application in words; the formula itself until the texts are loaded. */
function useInWords(value: unknown, said: Said): string {
  const { t } = useTranslation('resources')
  const language = useLanguage()
  const averages = useAverages(true)
  const formula = String(value)
  return averages?.[said](formula, { language, label: (grade) => t(fieldKey(registrations, grade)) }) || formula
}

export const AverageFormula = ({ value }: ValueProps) => useInWords(value, 'averageInWords')
export const TieFormula = ({ value }: ValueProps) => useInWords(value, 'tieInWords')
