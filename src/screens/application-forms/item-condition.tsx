/** The condition of a question, over facts and the answers to earlier questions. */
import { ConditionBuilder } from '@matricola/console/fields/condition-builder.tsx'
import type { Predicate } from '@matricola/schema/predicate.ts'
import {
  type FormCondition,
  type FormContent,
  formLimits,
} from '#resources/admission/form-content.ts'
import { getResource } from '#resources/index.ts'
import { useConditionFields, useFormConditionWords } from './use-condition-words.ts'

export interface ConditionProps {
  readonly content: FormContent
  /** Id of the question, or name of the field of every application. */
  readonly id: string
  readonly isReadOnly: boolean
  readonly label: string
  readonly value: FormCondition | undefined
  readonly onCondition: (condition: FormCondition | undefined) => void
}

export function ItemCondition({
  content,
  id,
  isReadOnly,
  label,
  value,
  onCondition,
}: ConditionProps) {
  const fields = useConditionFields(content, id)
  const { conditionWords } = useFormConditionWords(content)
  return (
    <ConditionBuilder
      label={label}
      resource={getResource('application-form-versions')}
      fields={fields}
      value={value as Predicate | undefined}
      isReadOnly={isReadOnly}
      maxComparisons={formLimits.comparisons}
      words={value ? conditionWords(value) : ''}
      // The builder makes at most three levels and the comparisons of a form.
      onChange={(condition) => onCondition(condition as FormCondition | undefined)}
    />
  )
}
