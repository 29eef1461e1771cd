import type { ValueProps } from '@matricola/console/fields/field-type-components.ts'
import { useLanguage } from '@matricola/console/i18n.ts'
import { fieldKey } from '@matricola/schema/message-keys.ts'
import { useTranslation } from 'react-i18next'
import { registrations } from '#resources/registrations.ts'
import { useAverages } from '#src/averages/use-averages.ts'

type FormulaTextName = 'averageInWords' | 'conditionInWords' | 'tieInWords'

/**
 * A formula over the grades of an application in words; the formula itself until the texts are
 * loaded.
 */
function useFormulaText(value: unknown, textName: FormulaTextName): string {
  const { t } = useTranslation('resources')
  const language = useLanguage()
  const averages = useAverages(true)
  const formula = String(value)
  return (
    averages?.[textName](formula, {
      language,
      label: (grade) => t(fieldKey(registrations, grade)),
    }) || formula
  )
}

export const AverageFormula = ({ value }: ValueProps) => useFormulaText(value, 'averageInWords')
export const ConditionFormula = ({ value }: ValueProps) => useFormulaText(value, 'conditionInWords')
export const TieFormula = ({ value }: ValueProps) => useFormulaText(value, 'tieInWords')
