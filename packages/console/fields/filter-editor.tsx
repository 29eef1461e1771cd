/**
 * Edits one condition of a list: operator and values. Changes apply immediately. For the encoding
 * see `packages/schema/wire/filter-value.ts`.
 */

import { type FieldSpec, familyOf } from '@matricola/schema/field.ts'
import { fieldKey } from '@matricola/schema/message-keys.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { isRelativeDays } from '@matricola/schema/values/relative-days.ts'
import { findFilterIssue } from '@matricola/schema/wire/filter-value.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../kit/button.tsx'
import {
  BooleanOperand,
  ChoiceOperand,
  type ChosenOperandProps,
  RecordOperand,
} from './filter-chosen-operands.tsx'
import {
  encodeFilter,
  type FilterParts,
  filterOperators,
  isDateLike,
  type Operator,
  parseFilter,
  relativeDays,
} from './filter-parts.ts'
import { usePeriodText, usePresenceText } from './filter-text.ts'
import { ParsedOperand, TextOperand } from './filter-typed-operands.tsx'
import { dayOperandFormat, numberOperandFormat } from './operand-format.ts'

interface FilterEditorProps extends Omit<ChosenOperandProps, 'label' | 'parts' | 'onParts'> {
  /** Empty: no filter yet. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onDone: () => void
}

export function FilterEditor(props: FilterEditorProps) {
  const { resource, name, value, onChange, onDone } = props
  const { t } = useTranslation(['shell', 'resources'])
  const operatorText = useOperatorText()
  const spec = fieldOf(resource, name)
  const operators = filterOperators(spec)
  const [parts, setParts] = useState(() => parseFilter(spec, value))
  const label = t(`resources:${fieldKey(resource, name)}`)
  const change = (next: FilterParts) => {
    setParts(next)
    const nextValue = encodeFilter(next)
    // An incomplete condition leaves the list unchanged; a condition that was emptied is removed
    // from it.
    if (nextValue !== value && (nextValue !== '' || next.operator === parts.operator))
      onChange(nextValue)
  }
  const options = (list: readonly Operator[]) =>
    list.map((operator) => (
      <option key={operator} value={operator}>
        {operatorText(spec, operator)}
      </option>
    ))
  const relative = operators.filter(
    (operator) => isRelativeDays(operator) || operator === 'last' || operator === 'next',
  )
  return (
    <form
      noValidate
      className="filter-editor"
      onSubmit={(event) => {
        event.preventDefault()
        const unread = event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')
        if (unread) unread.focus()
        else onDone()
      }}
    >
      <p className="filter-title">{label}</p>
      {operators.length > 1 && (
        <select
          className="select"
          aria-label={t('shell:list.howOf', { field: label })}
          data-autofocus={isDateLike(spec) || undefined}
          value={parts.operator}
          onChange={(event) => {
            const operator =
              operators.find((candidate) => candidate === event.target.value) ?? parts.operator
            change({ operator, operands: retainedOperands(parts, operator) })
          }}
        >
          {relative.length > 0 ? (
            <>
              <optgroup label={t('shell:list.relative')}>{options(relative)}</optgroup>
              <optgroup label={t('shell:list.onDays')}>
                {options(operators.filter((candidate) => !relative.includes(candidate)))}
              </optgroup>
            </>
          ) : (
            options(operators)
          )}
        </select>
      )}
      <Operands
        {...props}
        key={parts.operator}
        spec={spec}
        label={label}
        parts={parts}
        onParts={change}
      />
      <Button type="submit" kind="primary" className="filter-done">
        {t('shell:list.done')}
      </Button>
    </form>
  )
}

/** Returns the operands to keep when the operator changes, which are those of the same type. */
function retainedOperands(
  { operator: from, operands }: FilterParts,
  to: Operator,
): readonly string[] {
  const isCounted = (operator: Operator) => operator === 'last' || operator === 'next'
  return isCounted(from) === isCounted(to) ? operands : []
}

/** Returns a function that names an operator. */
function useOperatorText() {
  const { t } = useTranslation('shell')
  const days = usePeriodText()
  const presence = usePresenceText()
  return (spec: FieldSpec, operator: Operator) => {
    if (operator === 'none' || operator === 'some') return presence(spec, operator === 'none')
    if (relativeDays.some((relativePeriod) => relativePeriod === operator)) return days(operator)
    return t(`list.operators.${operator}`)
  }
}

interface OperandsProps extends ChosenOperandProps {
  readonly spec: FieldSpec
}

function Operands(props: OperandsProps): ReactNode {
  const { t } = useTranslation('shell')
  const { spec, label, parts, onParts, resource, name } = props
  const { operator, operands } = parts
  const setOperand = (operandIndex: number, operand: string) => {
    const next = Array.from({ length: Math.max(operands.length, operandIndex + 1) }, (_, index) =>
      index === operandIndex ? operand : (operands[index] ?? ''),
    )
    onParts({ operator, operands: next })
  }
  if (
    operator === 'none' ||
    operator === 'some' ||
    relativeDays.some((relativePeriod) => relativePeriod === operator)
  )
    return null
  if (operator === 'contains')
    return (
      <TextOperand
        label={label}
        value={operands[0] ?? ''}
        onChange={(text) => setOperand(0, text)}
      />
    )
  if (operator === 'last' || operator === 'next')
    return (
      <ParsedOperand
        label={t('list.numberOfDays')}
        spec={spec}
        value={operands[0] ?? ''}
        format={(operand) => operand}
        parse={(text) =>
          isRelativeDays(`last-${text.trim()}-days`) || text.trim() === ''
            ? text.trim()
            : { code: 'type.wrong' }
        }
        isComplete={(text) => /^\d+$/.test(text.trim())}
        issueOf={() => null}
        inputMode="numeric"
        onChange={(operand) => setOperand(0, operand)}
      />
    )
  if (familyOf(spec) === 'boolean') return <BooleanOperand {...props} />
  if ('choices' in spec) return <ChoiceOperand {...props} spec={spec} />
  if ('to' in spec) return <RecordOperand {...props} spec={spec} />
  const operandFormat = isDateLike(spec)
    ? dayOperandFormat(spec)
    : numberOperandFormat(resource, spec)
  const issueOf = (operand: string) => findFilterIssue(resource, name, operand)
  const operandInput = (index: number, operandLabel: string) => (
    <ParsedOperand
      key={index}
      label={operandLabel}
      spec={spec}
      value={operands[index] ?? ''}
      {...operandFormat}
      issueOf={issueOf}
      onChange={(operand) => setOperand(index, operand)}
    />
  )
  if (operator !== 'between') return operandInput(0, label)
  return (
    <div className="filter-range">
      {operandInput(0, `${label}, ${t('list.from')}`)}
      {operandInput(1, `${label}, ${t('list.to')}`)}
    </div>
  )
}
