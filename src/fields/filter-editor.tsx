/** Edits one condition of a list: operator and values. Changes apply immediately. For the encoding see `model/wire/filter-value.ts`. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldSpec, familyOf, type SpecOf } from '#model/field.ts'
import { choiceKey, fieldKey } from '#model/message-keys.ts'
import { type AnyResource, fieldOf } from '#model/resource.ts'
import { isRelative } from '#model/values/relative-days.ts'
import { filterFault } from '#model/wire/filter-value.ts'
import type { WireFacets } from '#model/wire/jobs.ts'
import type { Issue } from '#model/wire/wire.ts'
import { resourceNamed } from '#resources/index.ts'
import { useLanguage } from '#src/i18n.ts'
import { Button } from '#src/kit/button.tsx'
import { Checkbox, Radio } from '#src/kit/checks.tsx'
import { Input } from '#src/kit/inputs.tsx'
import { useSettled } from '#src/use-settled.ts'
import { type FilterParts, isDated, type Operator, operatorsOf, partsOf, relativeDays, valueFrom } from './filter-parts.ts'
import { dayReading, numberReading, type Reading } from './filter-reading.ts'
import { useDaysText, usePresenceText } from './filter-text.ts'
import { useIssueText } from './issue-text.ts'
import { numberDisplay } from './number-text.ts'
import { useTitleLanguage } from './own-text.tsx'
import { countIn } from './quick-filter.tsx'
import { titleText } from './title-text.ts'
import { useNames, useTitles } from './use-options.ts'

interface FilterEditorProps {
  readonly resource: AnyResource
  readonly name: string
  /** Empty: no filter yet. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onDone: () => void
  /** How often each value occurs in the list; absent while unknown. */
  readonly counts?: WireFacets[string] | undefined
  /** Whether the counts are about to change. */
  readonly isStale?: boolean | undefined
}

export function FilterEditor(props: FilterEditorProps) {
  const { resource, name, value, onChange, onDone } = props
  const { t } = useTranslation(['shell', 'resources'])
  const wordsOf = useOperatorText()
  const spec = fieldOf(resource, name)
  const operators = operatorsOf(spec)
  const [parts, setParts] = useState(() => partsOf(spec, value))
  const label = t(`resources:${fieldKey(resource, name)}`)
  const change = (next: FilterParts) => {
    setParts(next)
    const said = valueFrom(next)
    // An incomplete condition leaves the list unchanged; a condition that was emptied is removed from it.
    if (said !== value && (said !== '' || next.operator === parts.operator)) onChange(said)
  }
  const options = (some: readonly Operator[]) =>
    some.map((operator) => (
      <option key={operator} value={operator}>
        {wordsOf(spec, operator)}
      </option>
    ))
  const relative = operators.filter((operator) => isRelative(operator) || operator === 'last' || operator === 'next')
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
          data-autofocus={isDated(spec) || undefined}
          value={parts.operator}
          onChange={(event) => {
            const operator = operators.find((each) => each === event.target.value) ?? parts.operator
            change({ operator, operands: keptOperands(parts, operator) })
          }}
        >
          {relative.length > 0 ? (
            <>
              <optgroup label={t('shell:list.relative')}>{options(relative)}</optgroup>
              <optgroup label={t('shell:list.onDays')}>{options(operators.filter((each) => !relative.includes(each)))}</optgroup>
            </>
          ) : (
            options(operators)
          )}
        </select>
      )}
      <Operands {...props} key={parts.operator} spec={spec} label={label} parts={parts} onParts={change} />
      <Button type="submit" kind="primary" className="filter-done">
        {t('shell:list.done')}
      </Button>
    </form>
  )
}

/** Returns the operands to keep when the operator changes, which are those of the same type. */
function keptOperands({ operator: from, operands }: FilterParts, to: Operator): readonly string[] {
  const isCounted = (operator: Operator) => operator === 'last' || operator === 'next'
  return isCounted(from) === isCounted(to) ? operands : []
}

/** Returns a function that names an operator. */
function useOperatorText() {
  const { t } = useTranslation('shell')
  const days = useDaysText()
  const presence = usePresenceText()
  return (spec: FieldSpec, operator: Operator) => {
    if (operator === 'none' || operator === 'some') return presence(spec, operator === 'none')
    if (relativeDays.some((each) => each === operator)) return days(operator)
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
  const put = (at: number, operand: string) => {
    const next = Array.from({ length: Math.max(operands.length, at + 1) }, (_, index) => (index === at ? operand : (operands[index] ?? '')))
    onParts({ operator, operands: next })
  }
  if (operator === 'none' || operator === 'some' || relativeDays.some((each) => each === operator)) return null
  if (operator === 'contains') return <Words label={label} value={operands[0] ?? ''} onChange={(text) => put(0, text)} />
  if (operator === 'last' || operator === 'next')
    return (
      <Typed
        label={t('list.numberOfDays')}
        spec={spec}
        value={operands[0] ?? ''}
        show={(part) => part}
        read={(text) => (isRelative(`last-${text.trim()}-days`) || text.trim() === '' ? text.trim() : { code: 'type.wrong' })}
        isWhole={(text) => /^\d+$/.test(text.trim())}
        faultOf={() => null}
        inputMode="numeric"
        onChange={(part) => put(0, part)}
      />
    )
  if (familyOf(spec) === 'boolean') return <YesOrNo {...props} />
  if ('choices' in spec) return <AnyChoice {...props} spec={spec} />
  if ('to' in spec) return <AnyRecord {...props} spec={spec} />
  const typed = isDated(spec) ? dayReading(spec) : numberReading(spec)
  const faultOf = (part: string) => filterFault(resource, name, part)
  const at = (index: number, words: string) => (
    <Typed
      key={index}
      label={words}
      spec={spec}
      value={operands[index] ?? ''}
      {...typed}
      faultOf={faultOf}
      onChange={(part) => put(index, part)}
    />
  )
  if (operator !== 'between') return at(0, label)
  return (
    <div className="filter-range">
      {at(0, `${label}, ${t('list.from')}`)}
      {at(1, `${label}, ${t('list.to')}`)}
    </div>
  )
}

/** Typing pause after which the filter applies, in milliseconds. */
const pause = 300

/** Returns a function to call on each key press; `act` runs once typing pauses. */
function usePause(act: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const last = useRef(act)
  last.current = act
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    start: () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => last.current(), pause)
    },
    stop: () => clearTimeout(timer.current),
  }
}

interface TypedProps extends Reading {
  readonly label: string
  readonly spec: FieldSpec
  readonly value: string
  readonly onChange: (value: string) => void
  /** Why a value from the URL is invalid. */
  readonly faultOf: (part: string) => Issue | null
}

/**
 * Complete text is parsed when typing pauses, and any text on blur. Text that cannot be parsed remains, with the error below it,
 * and does not change the filter.
 */
function Typed({ label, spec, value, onChange, show, read, isWhole, faultOf, inputMode }: TypedProps) {
  const issueText = useIssueText()
  const [text, setText] = useState(() => show(value))
  const [fault, setFault] = useState<Issue | null>(() => (value === '' ? null : faultOf(value)))
  const faultId = useId()
  const take = (isLeft: boolean) => {
    const next = read(text)
    if (typeof next !== 'string') return isLeft ? setFault(next) : undefined
    setFault(null)
    if (isLeft) setText(show(next))
    if (next !== value) onChange(next)
  }
  const typing = usePause(() => isWhole(text) && take(false))
  return (
    <div className="filter-typed">
      <Input
        data-autofocus
        aria-label={label}
        inputMode={inputMode}
        autoComplete="off"
        value={text}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? faultId : undefined}
        onChange={(event) => {
          setText(event.target.value)
          typing.start()
        }}
        onBlur={() => {
          typing.stop()
          take(true)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          typing.stop()
          take(true)
          if (typeof read(text) !== 'string') event.preventDefault()
        }}
      />
      {fault && (
        <p id={faultId} className="field-error" role="alert">
          {issueText(fault, spec)}
        </p>
      )}
    </div>
  )
}

function Words({ label, value, onChange }: { readonly label: string; readonly value: string; readonly onChange: (value: string) => void }) {
  const [text, setText] = useState(value)
  const take = () => text.trim() !== value && onChange(text.trim())
  const typing = usePause(take)
  const now = () => {
    typing.stop()
    take()
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
      onBlur={now}
      onKeyDown={(event) => event.key === 'Enter' && now()}
    />
  )
}

function YesOrNo({ parts, onParts, label, counts, isStale }: OperandsProps) {
  const { t } = useTranslation('shell')
  const group = useId()
  return (
    <fieldset className="filter-choices">
      <legend className="visually-hidden">{label}</legend>
      {['true', 'false'].map((each) => (
        <Radio
          key={each}
          name={group}
          data-autofocus={each === 'true' || undefined}
          checked={parts.operands[0] === each}
          onChange={() => onParts({ ...parts, operands: [each] })}
        >
          {t(each === 'true' ? 'yes' : 'no')}
          <Count counts={counts} value={each} isStale={isStale} />
        </Radio>
      ))}
    </fieldset>
  )
}

function AnyChoice({
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
            onParts({ ...parts, operands: choices.filter((each) => (each === choice ? event.target.checked : chosen.includes(each))) })
          }
        >
          {t(choiceKey(resource, name, choice))}
          <Count counts={counts} value={choice} isStale={isStale} />
        </Checkbox>
      ))}
    </fieldset>
  )
}

function Count({ counts, value, isStale }: { counts: WireFacets[string] | undefined; value: string; isStale: boolean | undefined }) {
  const language = useLanguage()
  if (!counts) return null
  return (
    <span className="facet-count" data-stale={isStale}>
      {' '}
      {numberDisplay(countIn(counts, value), language, 0)}
    </span>
  )
}

const recordsAtOnce = 50

/** Chooses among the records that the role may name. Chosen ones come first; a long list has a search box. */
function AnyRecord({ spec, label, parts, onParts }: OperandsProps & { readonly spec: SpecOf<'reference' | 'links'> }) {
  const { t } = useTranslation(['shell', 'resources'])
  const [search, setSearch] = useState('')
  const target = resourceNamed(spec.to)
  const languageOf = useTitleLanguage(target)
  const { data } = useNames(target, { pageSize: recordsAtOnce, search: useSettled(search) }, true)
  const records = data?.list ?? []
  // The initially chosen records come first. The order does not change later, so that nothing moves under the pointer.
  const [first] = useState(parts.operands)
  const unlisted = first.filter((id) => !records.some((record) => record.id === id))
  const titles = useTitles(target, data ? unlisted : [])
  // Also true while the number is unknown, so that text typed immediately is not lost.
  const isLong = search !== '' || !data || data.totalCount > 10
  const put = (id: string, isChosen: boolean) =>
    onParts({ ...parts, operands: isChosen ? [...parts.operands, id] : parts.operands.filter((each) => each !== id) })
  const shown = [
    ...unlisted.map((id) => ({ id, title: titles?.get(id) ?? '…', lang: undefined })),
    ...records.map((record) => ({ id: record.id, title: titleText(target, record, t), lang: languageOf(record) })),
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
        {shown.map(({ id, title, lang }) => (
          <Checkbox key={id} checked={parts.operands.includes(id)} onChange={(event) => put(id, event.target.checked)}>
            <span lang={lang}>{title}</span>
          </Checkbox>
        ))}
      </fieldset>
      {data && shown.length === 0 && <p className="caption">{t('shell:noItems')}</p>}
    </>
  )
}
