import { evaluateExpression, plainValue } from '#model/expression/evaluate.ts'
import type { Expression } from '#model/expression/expression.ts'
import { expressionInWords } from '#model/expression/words.ts'
import { reckoningWanted } from '#model/predicate.ts'
import type { AnyResource } from '#model/resource.ts'
import { dayInWords, isRealDate } from '#model/values/dates.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { useText } from '#src/i18n.ts'
import { Icon } from '#src/icons/icon.tsx'
import { numberDisplay } from './number-text.ts'

export interface Reckoning {
  readonly expression: Expression
  readonly values: { readonly [field: string]: unknown }
  readonly result: number | string
  /** Whether the field's value equals the computed one; `open` while the field is empty. */
  readonly state: 'open' | 'right' | 'wrong'
}

/** Returns the value that a rule computes for a field from other fields; null until all of them are filled in. */
export function reckoningOf(resource: AnyResource, name: string, values: { readonly [field: string]: unknown }): Reckoning | null {
  const expression = Object.values(resource.rules ?? {})
    .filter(({ field }) => field === name)
    .map(({ check }) => reckoningWanted(check, name))
    .find((found) => found !== undefined)
  // Invalid numbers are kept as text in a form, so the result is null.
  const result = expression === undefined ? null : plainValue(evaluateExpression(expression, values))
  if (expression === undefined || result === null) return null
  const value = values[name] ?? null
  return { expression, values, result, state: value === null || value === '' ? 'open' : value === result ? 'right' : 'wrong' }
}

interface Shown {
  readonly id: string
  readonly reckoning: Reckoning
  readonly value: unknown
}

/** Shows the calculation below the field, such as 3 × 60 = 180, and whether the field's value matches. */
export function ReckoningNote({ id, reckoning, value }: Shown) {
  const { t, language } = usePageText()
  const text = useText('expression')
  const { expression, values, result, state } = reckoning
  const shown = (one: unknown) => {
    if (typeof one === 'number') return numberDisplay(one, language)
    return typeof one === 'string' && isRealDate(one) ? dayInWords(one, language) : String(one ?? '')
  }
  const calculation = `${expressionInWords(expression, { language, text, label: (field) => shown(values[field]) })} = ${shown(result)}`
  return (
    <p className={`field-note reckoning-note ${state}`} id={id}>
      {state === 'wrong' ? t('fields.reckoningDiffers', { calculation, value: shown(value) }) : calculation}
      {state !== 'open' && <Icon name={state === 'right' ? 'check' : 'warning'} />}
    </p>
  )
}
