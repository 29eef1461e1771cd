import { ConditionBuilder } from '@matricola/console/fields/condition-builder.tsx'
import { useConditionWords } from '@matricola/console/fields/condition-words.ts'
import type { ValueProps } from '@matricola/console/fields/field-type-components.ts'
import { type InputProps, inputText } from '@matricola/console/fields/input.ts'
import type { Predicate } from '@matricola/schema/predicate.ts'
import { formLimits } from '#resources/admission/form-content.ts'
import { useFactFields } from '#src/screens/application-forms/use-condition-words.ts'

/** The stored condition; undefined if there is none, or if the text is not JSON. */
function parseStored(text: string): Predicate | undefined {
  try {
    return JSON.parse(text) as Predicate
  } catch {
    return undefined
  }
}

/** Builds a condition over facts about an applicant, which the field stores as JSON. */
export function ApplicantConditionInput(props: InputProps) {
  const { id, labelId, describedBy, resource, disabled = false, onChange } = props
  const fields = useFactFields()
  const condition = parseStored(inputText(props.value))
  const { conditionWords } = useConditionWords(fields, condition ? [condition] : [])
  return (
    <ConditionBuilder
      // The list of problems moves the focus here.
      group={{ id, tabIndex: -1, 'aria-labelledby': labelId, 'aria-describedby': describedBy }}
      isRequired={props.required}
      resource={resource}
      fields={fields}
      value={condition}
      isReadOnly={disabled}
      maxComparisons={formLimits.comparisons}
      words={condition ? conditionWords(condition) : ''}
      onChange={(changed) => onChange(changed ? JSON.stringify(changed) : '')}
    />
  )
}

export function ApplicantConditionText({ value }: ValueProps) {
  const fields = useFactFields()
  const condition = parseStored(String(value))
  const { conditionWords } = useConditionWords(fields, condition ? [condition] : [])
  return condition ? conditionWords(condition) : String(value)
}
