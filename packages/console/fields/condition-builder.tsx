/**
 * Builds a condition over fields: rows of a field, a comparison and a value, joined by "all", "any"
 * or "none", and groups of rows. A row takes effect once it is complete.
 */
import type { Predicate } from '@matricola/schema/predicate.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import {
  type FieldsetHTMLAttributes,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../icons/icon.tsx'
import { Button } from '../kit/button.tsx'
import { Checkbox } from '../kit/checks.tsx'
import {
  type ConditionField,
  type ConditionGroup,
  type ConditionOperator,
  type ConditionRow,
  conditionOperators,
  countRows,
  createRowKey,
  findField,
  isComplete,
  isGroup,
  isPresenceOperator,
  singleSpec,
  toPredicate,
  toRows,
} from './condition-rows.ts'
import { FieldInput } from './field-input.tsx'
import { useTitle } from './use-options.ts'
import './condition-builder.css'

interface ConditionBuilderProps {
  /** Absent if an element elsewhere is the label. */
  readonly label?: string
  /** Attributes of the group, if its label is elsewhere. */
  readonly group?: Pick<
    FieldsetHTMLAttributes<HTMLFieldSetElement>,
    'id' | 'tabIndex' | 'aria-labelledby' | 'aria-describedby'
  >
  /** An absent condition then does not hold for all records. */
  readonly isRequired?: boolean
  /** The resource whose texts and records the inputs of values use. */
  readonly resource: AnyResource
  readonly fields: readonly ConditionField[]
  readonly value: Predicate | undefined
  readonly isReadOnly?: boolean
  readonly maxComparisons: number
  /** The condition in words, shown if it cannot be shown as rows. */
  readonly words: string
  readonly onChange: (value: Predicate | undefined) => void
}

export function ConditionBuilder(props: ConditionBuilderProps) {
  const {
    label,
    group,
    isRequired = false,
    fields,
    value,
    isReadOnly = false,
    maxComparisons,
    onChange,
  } = props
  const { t } = useTranslation('conditions')
  const [root, setRoot] = useState(() => toRows(value))
  const box = useRef<HTMLFieldSetElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  // Moves focus into a new row, and to the button that adds rows after a removal.
  useEffect(() => {
    if (focused === null) return
    const target = box.current?.querySelector<HTMLElement>(
      focused === '' ? '.condition-add' : `[data-row="${focused}"] select`,
    )
    target?.focus()
    setFocused(null)
  }, [focused])
  const change = (next: ConditionGroup) => {
    setRoot(next)
    onChange(toPredicate(next, fields))
  }
  const legend = label !== undefined && <legend className="field-label">{label}</legend>
  if (!root)
    return (
      <fieldset {...group} className="condition-builder" ref={box}>
        {legend}
        <p>{props.words}</p>
        <p className="field-note">{t('onlyWords')}</p>
        {!isReadOnly && (
          <Button onClick={() => change({ key: createRowKey(), join: 'all', parts: [] })}>
            {t('startAgain')}
          </Button>
        )}
      </fieldset>
    )
  if (isReadOnly)
    return (
      <fieldset {...group} className="condition-builder" ref={box}>
        {legend}
        <p>{value ? props.words : t('always')}</p>
      </fieldset>
    )
  const count = countRows(root)
  const canAdd = count < maxComparisons && fields.length > 0
  return (
    <fieldset {...group} className="condition-builder" ref={box}>
      {legend}
      {count === 0 && !isRequired && <p className="field-note">{t('always')}</p>}
      <Group
        {...props}
        group={root}
        isRoot
        canAdd={canAdd}
        onGroup={change}
        onFocus={setFocused}
        numberBase=""
      />
      {count >= maxComparisons && (
        <p className="field-note">{t('limit', { count: maxComparisons })}</p>
      )}
    </fieldset>
  )
}

interface GroupProps extends Pick<ConditionBuilderProps, 'resource' | 'fields'> {
  readonly group: ConditionGroup
  readonly isRoot?: boolean
  readonly canAdd: boolean
  /** Number of the group among the parts of the root, as in "2." */
  readonly numberBase: string
  readonly onGroup: (group: ConditionGroup) => void
  readonly onFocus: (rowKey: string) => void
}

const newRow = (): ConditionRow => ({
  key: createRowKey(),
  field: '',
  operator: 'eq',
  operand: null,
})

function Group(props: GroupProps) {
  const { group, isRoot = false, fields, resource, canAdd, numberBase, onGroup, onFocus } = props
  const { t } = useTranslation('conditions')
  const { parts, join } = group
  const replace = (index: number, part: ConditionRow | ConditionGroup) =>
    onGroup({ ...group, parts: parts.map((one, i) => (i === index ? part : one)) })
  const remove = (index: number) => {
    onGroup({ ...group, parts: parts.filter((_, i) => i !== index) })
    onFocus(parts[index + 1]?.key ?? parts[index - 1]?.key ?? '')
  }
  const add = (part: ConditionRow | ConditionGroup, focusKey: string) => {
    onGroup({ ...group, parts: [...parts, part] })
    onFocus(focusKey)
  }
  // A negated group has no level left for further groups and negations.
  const hasDeepParts = parts.some(
    (part) => isGroup(part) || (part as ConditionRow).operator === 'hasNot',
  )
  const joins =
    isRoot && !hasDeepParts ? (['all', 'any', 'none'] as const) : (['all', 'any'] as const)
  return (
    <>
      {(parts.length > 1 || join === 'none') && (
        <select
          className="select condition-join"
          aria-label={t(isRoot ? 'joinLabel' : 'groupJoinLabel')}
          value={join}
          onChange={(event) =>
            onGroup({
              ...group,
              join: joins.find((one) => one === event.target.value) ?? join,
            })
          }
        >
          {joins.map((one) => (
            <option key={one} value={one}>
              {t(`joins.${one}`)}
            </option>
          ))}
        </select>
      )}
      <ol className="bare-list condition-parts">
        {parts.map((part, index) => {
          const number = `${numberBase}${index + 1}`
          return isGroup(part) ? (
            <li key={part.key} className="condition-group" data-row={part.key}>
              <Group
                {...props}
                group={part}
                isRoot={false}
                numberBase={`${number}.`}
                onGroup={(next) => (next.parts.length === 0 ? remove(index) : replace(index, next))}
              />
            </li>
          ) : (
            <li key={part.key} className="condition-row" data-row={part.key}>
              <Row
                row={part}
                number={number}
                resource={resource}
                fields={fields}
                isInGroup={!isRoot || join === 'none'}
                onRow={(next) => replace(index, next)}
                onRemove={() => remove(index)}
              />
            </li>
          )
        })}
      </ol>
      <div className="button-row">
        <button
          type="button"
          className="button-link condition-add"
          disabled={!canAdd}
          onClick={() => {
            const row = newRow()
            add(row, row.key)
          }}
        >
          {t('add')}
        </button>
        {isRoot && join !== 'none' && parts.length > 0 && (
          <button
            type="button"
            className="button-link"
            disabled={!canAdd}
            onClick={() => {
              const row = newRow()
              const inner = join === 'all' ? 'any' : 'all'
              add({ key: createRowKey(), join: inner, parts: [row] }, row.key)
            }}
          >
            {t('addGroup')}
          </button>
        )}
      </div>
    </>
  )
}

interface RowProps extends Pick<ConditionBuilderProps, 'resource' | 'fields'> {
  readonly row: ConditionRow
  readonly number: string
  readonly isInGroup: boolean
  readonly onRow: (row: ConditionRow) => void
  readonly onRemove: () => void
}

function Row({ row, number, resource, fields, isInGroup, onRow, onRemove }: RowProps) {
  const { t } = useTranslation('conditions')
  const id = useId()
  const field = findField(fields, row.field)
  const operators = field ? conditionOperators(field, isInGroup) : []
  const isUnfinished = !isComplete(row, field)
  const setOperator = (operator: ConditionOperator) => {
    const keeps = (operator === 'in') === (row.operator === 'in') && !isPresenceOperator(operator)
    onRow({ ...row, operator, operand: keeps ? row.operand : null })
  }
  return (
    <>
      <span className="condition-controls">
        <select
          className="select"
          aria-label={t('field', { number })}
          value={field ? row.field : ''}
          onChange={(event) => {
            const chosen = findField(fields, event.target.value)
            const [operator = 'eq'] = chosen ? conditionOperators(chosen, isInGroup) : []
            if (chosen) onRow({ ...row, field: chosen.name, operator, operand: null })
          }}
        >
          {!field && <option value="">{t(row.field === '' ? 'choose' : 'unknownField')}</option>}
          {fields.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
        {field && (
          <select
            className="select"
            aria-label={t('operator', { number })}
            value={row.operator}
            onChange={(event) =>
              setOperator(
                operators.find((operator) => operator === event.target.value) ?? row.operator,
              )
            }
          >
            {(operators.includes(row.operator) ? operators : [row.operator, ...operators]).map(
              (operator) => (
                <option key={operator} value={operator}>
                  {t(`operators.${operator}`)}
                </option>
              ),
            )}
          </select>
        )}
        {field && !isPresenceOperator(row.operator) && (
          <span className="condition-operand">
            <span id={`${id}-label`} className="visually-hidden">
              {t('value', { number })}
            </span>
            <Operand
              id={id}
              resource={resource}
              field={field}
              row={row}
              describedBy={isUnfinished ? `${id}-unfinished` : undefined}
              onOperand={(operand) => onRow({ ...row, operand })}
            />
          </span>
        )}
        <button
          type="button"
          className="button-icon"
          aria-label={t('remove', { number })}
          onClick={onRemove}
        >
          <Icon name="close" />
        </button>
      </span>
      {isUnfinished && (
        <span className="field-note" id={`${id}-unfinished`}>
          {t('unfinished')}
        </span>
      )}
    </>
  )
}

interface OperandProps extends Pick<ConditionBuilderProps, 'resource'> {
  readonly id: string
  readonly field: ConditionField
  readonly row: ConditionRow
  readonly describedBy: string | undefined
  readonly onOperand: (operand: unknown) => void
}

function Operand(props: OperandProps): ReactNode {
  const { id, field, row, describedBy, onOperand } = props
  const { t } = useTranslation('conditions')
  const { operand } = row
  const choices =
    field.spec.type === 'boolean'
      ? [
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
        ]
      : field.choices
  if (!choices) return <TypedOperand {...props} />
  if (row.operator === 'in') {
    const chosen: readonly unknown[] = Array.isArray(operand) ? operand : []
    return (
      // biome-ignore lint/a11y/useSemanticElements: the label names the group
      <span id={id} role="group" aria-labelledby={`${id}-label`} className="condition-choices">
        {choices.map(({ value, label }) => (
          <Checkbox
            key={value}
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onOperand(
                choices
                  .map((choice) => choice.value)
                  .filter((one) => (one === value ? target.checked : chosen.includes(one))),
              )
            }
          >
            {label}
          </Checkbox>
        ))}
      </span>
    )
  }
  return (
    <select
      id={id}
      className="select"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      value={operand === null || operand === undefined ? '' : String(operand)}
      onChange={(event) =>
        onOperand(
          field.spec.type === 'boolean' ? event.target.value === 'true' : event.target.value,
        )
      }
    >
      {(operand === null || operand === undefined) && <option value="">{t('choose')}</option>}
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

/** A number, day, text or record. */
function TypedOperand({ id, resource, field, row, describedBy, onOperand }: OperandProps) {
  const spec = singleSpec(field.spec)
  const recordId = 'to' in spec && typeof row.operand === 'string' ? row.operand : null
  const title = useTitle('to' in spec ? spec.to : resource.name, recordId, undefined)
  return (
    <FieldInput
      id={id}
      labelId={`${id}-label`}
      resource={resource}
      name={field.name}
      spec={spec}
      value={row.operand}
      values={{}}
      title={recordId === null ? undefined : title}
      required={false}
      describedBy={describedBy}
      isInRow
      onChange={(value) => onOperand(value)}
    />
  )
}
