/**
 * Edits one condition of a list: operator and values. Changes apply immediately. For the encoding
 * see `packages/schema/wire/filter-value.ts`.
 */

import { type FieldSpec, familyOf, type SpecOf } from '@matricola/schema/field.ts'
import { choiceKey, fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { isRelativeDays } from '@matricola/schema/values/relative-days.ts'
import { findFilterIssue } from '@matricola/schema/wire/filter-value.ts'
import type { WireFacets } from '@matricola/schema/wire/jobs.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRegistry } from '../app/console-context.ts'
import { useLanguage } from '../i18n.ts'
import { Button } from '../kit/button.tsx'
import { Checkbox, Radio } from '../kit/checks.tsx'
import { Input } from '../kit/inputs.tsx'
import { useDebouncedText } from '../use-debounced-text.ts'
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
import { useIssueText } from './issue-text.ts'
import { numberDisplay } from './number-text.ts'
import { dayOperandFormat, numberOperandFormat, type OperandFormat } from './operand-format.ts'
import { countOfValue } from './quick-filter.tsx'
import { titleText } from './title-text.ts'
import { useTitleLanguage } from './university-text.tsx'
import { useRecordNames, useTitles } from './use-options.ts'

interface FilterEditorProps {
  readonly resource: AnyResource
  readonly name: string
  /** Empty: no filter yet. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onDone: () => void
  /** How often each value occurs in the list; absent while unknown. */
  readonly counts?: WireFacets[string] | undefined
  /** Whether the counts are those of the previous query, while new ones are loading. */
  readonly isStale?: boolean | undefined
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

interface OperandsProps extends FilterEditorProps {
  readonly spec: FieldSpec
  readonly label: string
  readonly parts: FilterParts
  readonly onParts: (parts: FilterParts) => void
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

/** Typing pause after which the filter applies, in milliseconds. */
const typingPauseMs = 300

/** Returns a function to call on each key press; `act` runs once typing pauses. */
function useTypingPause(act: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const last = useRef(act)
  last.current = act
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    start: () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => last.current(), typingPauseMs)
    },
    stop: () => clearTimeout(timer.current),
  }
}

interface ParsedOperandProps extends OperandFormat {
  readonly label: string
  readonly spec: FieldSpec
  readonly value: string
  readonly onChange: (value: string) => void
  /** Shows the reason why a value from the URL is invalid. */
  readonly issueOf: (operand: string) => Issue | null
}

/**
 * Complete text is parsed when typing pauses, and any text on blur. Text that cannot be parsed
 * remains, with the error below it, and does not change the filter.
 */
function ParsedOperand({
  label,
  spec,
  value,
  onChange,
  format,
  parse,
  isComplete,
  issueOf,
  inputMode,
}: ParsedOperandProps) {
  const issueText = useIssueText()
  const [text, setText] = useState(() => format(value))
  const [issue, setIssue] = useState<Issue | null>(() => (value === '' ? null : issueOf(value)))
  const issueId = useId()
  const commit = (hasLeftField: boolean) => {
    const parsed = parse(text)
    if (typeof parsed !== 'string') return hasLeftField ? setIssue(parsed) : undefined
    setIssue(null)
    if (hasLeftField) setText(format(parsed))
    if (parsed !== value) onChange(parsed)
  }
  const typing = useTypingPause(() => isComplete(text) && commit(false))
  return (
    <div className="filter-typed">
      <Input
        data-autofocus
        aria-label={label}
        inputMode={inputMode}
        autoComplete="off"
        value={text}
        aria-invalid={issue ? true : undefined}
        aria-describedby={issue ? issueId : undefined}
        onChange={(event) => {
          setText(event.target.value)
          typing.start()
        }}
        onBlur={() => {
          typing.stop()
          commit(true)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          typing.stop()
          commit(true)
          if (typeof parse(text) !== 'string') event.preventDefault()
        }}
      />
      {issue && (
        <p id={issueId} className="field-error" role="alert">
          {issueText(issue, spec)}
        </p>
      )}
    </div>
  )
}

function TextOperand({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const [text, setText] = useState(value)
  const commit = () => text.trim() !== value && onChange(text.trim())
  const typing = useTypingPause(commit)
  const commitNow = () => {
    typing.stop()
    commit()
  }
  return (
    <Input
      data-autofocus
      aria-label={label}
      autoComplete="off"
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        typing.start()
      }}
      onBlur={commitNow}
      onKeyDown={(event) => event.key === 'Enter' && commitNow()}
    />
  )
}

function BooleanOperand({ parts, onParts, label, counts, isStale }: OperandsProps) {
  const { t } = useTranslation('shell')
  const group = useId()
  return (
    <fieldset className="filter-choices">
      <legend className="visually-hidden">{label}</legend>
      {['true', 'false'].map((option) => (
        <Radio
          key={option}
          name={group}
          data-autofocus={option === 'true' || undefined}
          checked={parts.operands[0] === option}
          onChange={() => onParts({ ...parts, operands: [option] })}
        >
          {t(option === 'true' ? 'yes' : 'no')}
          <Count counts={counts} value={option} isStale={isStale} />
        </Radio>
      ))}
    </fieldset>
  )
}

function ChoiceOperand({
  resource,
  name,
  spec,
  parts,
  onParts,
  label,
  counts,
  isStale,
}: OperandsProps & { readonly spec: SpecOf<'choice' | 'set'> }) {
  const { t } = useTranslation('resources')
  const choices = Object.keys(spec.choices)
  const chosen = parts.operands
  return (
    <fieldset className="filter-choices">
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <Checkbox
          key={choice}
          data-autofocus={choice === choices[0] || undefined}
          checked={chosen.includes(choice)}
          onChange={(event) =>
            onParts({
              ...parts,
              operands: choices.filter((selected) =>
                selected === choice ? event.target.checked : chosen.includes(selected),
              ),
            })
          }
        >
          {t(choiceKey(resource, name, choice))}
          <Count counts={counts} value={choice} isStale={isStale} />
        </Checkbox>
      ))}
    </fieldset>
  )
}

function Count({
  counts,
  value,
  isStale,
}: {
  counts: WireFacets[string] | undefined
  value: string
  isStale: boolean | undefined
}) {
  const language = useLanguage()
  if (!counts) return null
  return (
    <span className="facet-count" data-stale={isStale}>
      {' '}
      {numberDisplay(countOfValue(counts, value), language, 0)}
    </span>
  )
}

const recordsPerRequest = 50

/**
 * Chooses among the records that the role may name. Chosen ones come first; a long list has a
 * search box.
 */
function RecordOperand({
  spec,
  label,
  parts,
  onParts,
}: OperandsProps & { readonly spec: SpecOf<'reference' | 'links'> }) {
  const { t } = useTranslation(['shell', 'resources'])
  const [search, setSearch] = useState('')
  const registry = useRegistry()
  const target = registry.get(spec.to)
  const languageOf = useTitleLanguage(target)
  const { data } = useRecordNames(
    target,
    { pageSize: recordsPerRequest, search: useDebouncedText(search) },
    true,
  )
  const records = data?.list ?? []
  // The initially chosen records come first. The order does not change later, so that nothing moves
  // under the pointer.
  const [first] = useState(parts.operands)
  const unlisted = first.filter((id) => !records.some((record) => record.id === id))
  const titles = useTitles(target, data ? unlisted : [])
  // Also true while the number is unknown, so that text typed immediately is not lost.
  const isLong = search !== '' || !data || data.totalCount > 10
  const setChosen = (id: string, isChosen: boolean) =>
    onParts({
      ...parts,
      operands: isChosen
        ? [...parts.operands, id]
        : parts.operands.filter((operandId) => operandId !== id),
    })
  const visibleOptions = [
    ...unlisted.map((id) => ({ id, title: titles?.get(id) ?? '…', lang: undefined })),
    ...records.map((record) => ({
      id: record.id,
      title: titleText(target, record, t),
      lang: languageOf(record),
    })),
  ]
  return (
    <>
      {isLong && (
        <Input
          type="search"
          data-autofocus
          aria-label={t('shell:list.narrow', { field: label })}
          placeholder={t('shell:list.narrow', { field: label })}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <fieldset className="filter-choices filter-records">
        <legend className="visually-hidden">{label}</legend>
        {visibleOptions.map(({ id, title, lang }) => (
          <Checkbox
            key={id}
            checked={parts.operands.includes(id)}
            onChange={(event) => setChosen(id, event.target.checked)}
          >
            <span lang={lang}>{title}</span>
          </Checkbox>
        ))}
      </fieldset>
      {data && visibleOptions.length === 0 && <p className="caption">{t('shell:noItems')}</p>}
    </>
  )
}
