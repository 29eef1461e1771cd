import { describeExpression } from '@matricola/schema/expression/describe.ts'
import { evaluateExpression, plainValue } from '@matricola/schema/expression/evaluate.ts'
import type { Expression } from '@matricola/schema/expression/expression.ts'
import { requiredExpression } from '@matricola/schema/predicate.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { formatLongDay, isRealDate } from '@matricola/schema/values/dates.ts'
import { useText } from '../i18n.ts'
import { Icon } from '../icons/icon.tsx'
import { numberDisplay } from './number-text.ts'
import { usePageText } from './page-text.ts'

export interface Calculation {
  readonly expression: Expression
  readonly values: { readonly [field: string]: unknown }
  readonly result: number | string
  /** `right` if the field's value equals the computed one; `open` while the field is empty. */
  readonly state: 'open' | 'right' | 'wrong'
}

/**
 * Returns the value that a rule computes for a field from other fields; null until all of them are
 * filled in.
 */
export function findCalculation(
  resource: AnyResource,
  name: string,
  values: { readonly [field: string]: unknown },
): Calculation | null {
  const expression = Object.values(resource.rules ?? {})
    .filter(({ field }) => field === name)
    .map(({ check }) => requiredExpression(check, name))
    .find((found) => found !== undefined)
  // Invalid numbers are kept as text in a form, so the result is null.
  const result =
    expression === undefined ? null : plainValue(evaluateExpression(expression, values))
  if (expression === undefined || result === null) return null
  const value = values[name] ?? null
  return {
    expression,
    values,
    result,
    state: value === null || value === '' ? 'open' : value === result ? 'right' : 'wrong',
  }
}

interface CalculationNoteProps {
  readonly id: string
  readonly calculation: Calculation
  readonly value: unknown
}

/**
 * Shows the calculation below the field, such as 3 × 60 = 180, and whether the field's value
 * matches.
 */
export function CalculationNote({ id, calculation, value }: CalculationNoteProps) {
  const { t, language } = usePageText()
  const text = useText('expression')
  const { expression, values, result, state } = calculation
  const format = (operand: unknown) => {
    if (typeof operand === 'number') return numberDisplay(operand, language)
    return typeof operand === 'string' && isRealDate(operand)
      ? formatLongDay(operand, language)
      : String(operand ?? '')
  }
  const calculationText = `${describeExpression(expression, { language, text, label: (field) => format(values[field]) })} = ${format(result)}`
  return (
    <p className={`field-note calculation-note ${state}`} id={id}>
      {state === 'wrong'
        ? t('fields.calculationDiffers', { calculation: calculationText, value: format(value) })
        : calculationText}
      {state !== 'open' && <Icon name={state === 'right' ? 'check' : 'warning'} />}
    </p>
  )
}
