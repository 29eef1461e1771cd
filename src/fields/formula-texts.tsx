import type { ValueProps } from '@matricola/console/fields/field-type-components.ts'
import { useLanguage } from '@matricola/console/i18n.ts'
import { fieldKey } from '@matricola/schema/message-keys.ts'
import { useTranslation } from 'react-i18next'
import { registrations } from '#resources/registrations.ts'
import { useAverages } from '#src/averages/use-averages.ts'

export type FormulaTextName = 'averageInWords' | 'conditionInWords' | 'tieInWords'

/** Labels of questions of the application form, by their name in formulas. */
export type QuestionLabels = ReadonlyMap<string, string>
const noLabels: QuestionLabels = new Map()

/**
 * Returns a function that explains a formula over the grades of an application in words. The result
 * is empty for an invalid formula, and until the texts are loaded.
 */
export function useFormulaText(
  textName: FormulaTextName,
  questionLabels: QuestionLabels = noLabels,
): (formula: string) => string {
  const { t } = useTranslation('resources')
  const language = useLanguage()
  const averages = useAverages(true)
  return (formula) =>
    averages?.[textName](formula, {
      language,
      // A name may be incomplete while it is being typed.
      label: (grade) =>
        questionLabels.get(grade) ??
        (Object.hasOwn(registrations.fields, grade) ? t(fieldKey(registrations, grade)) : grade),
    }) ?? ''
}

const createValue = (textName: FormulaTextName) =>
  function FormulaValue({ value }: ValueProps) {
    const formula = String(value)
    return useFormulaText(textName)(formula) || formula
  }

export const AverageFormula = createValue('averageInWords')
export const ConditionFormula = createValue('conditionInWords')
export const TieFormula = createValue('tieInWords')
