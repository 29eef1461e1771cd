import { Fragment, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldSpec } from '#model/field.ts'
import { rangeOf } from '#model/filter-value.ts'
import type { Issue } from '#model/wire.ts'
import { useIssueText } from './issue-text.ts'

interface FilterRangeProps {
  readonly label: string
  readonly spec: FieldSpec
  readonly value: string
  readonly onChange: (value: string) => void
  readonly show: (part: string) => string
  /** The value that a text means, or why it means none. */
  readonly read: (text: string) => string | Issue
  /** Why a bound that came with the address cannot be one. */
  readonly faultOf: (part: string) => Issue | null
  readonly inputMode: 'decimal' | 'numeric'
}

const ends = ['from', 'to'] as const
type End = (typeof ends)[number]

/**
 * Two bounds, either of which may stay empty; the same one twice is a single value. What is typed is read when the field is
 * left; what cannot be read stays, with the reason below, and changes nothing.
 */
export function FilterRange({ label, spec, value, onChange, show, read, faultOf, inputMode }: FilterRangeProps) {
  const { t } = useTranslation('shell')
  const issueText = useIssueText()
  const [from, to] = rangeOf(value) ?? [value, value]
  const parts = { from, to }
  const [faults, setFaults] = useState<{ readonly [E in End]: Issue | null }>({
    from: from === '' ? null : faultOf(from),
    to: to === '' ? null : faultOf(to),
  })
  const faultId = useId()
  const texts = new Set(ends.flatMap((end) => (faults[end] ? [issueText(faults[end], spec)] : [])))
  function take(end: End, text: string) {
    const next = read(text)
    const isRead = typeof next === 'string'
    setFaults((known) => ({ ...known, [end]: isRead ? null : next }))
    if (!isRead || next === parts[end]) return
    const range = end === 'from' ? `${next}..${to}` : `${from}..${next}`
    onChange(range === '..' ? '' : range)
  }
  return (
    <fieldset className="filter">
      <legend>{label}</legend>
      <div className="filter-range">
        {ends.map((end) => (
          <Fragment key={end}>
            {end === 'to' && <span aria-hidden="true">–</span>}
            <input
              // Text that was read is written anew.
              key={parts[end]}
              className="input"
              aria-label={`${label}, ${t(`list.${end}`)}`}
              placeholder={t(`list.${end}`)}
              inputMode={inputMode}
              autoComplete="off"
              defaultValue={show(parts[end])}
              aria-invalid={faults[end] ? true : undefined}
              aria-describedby={faults[end] ? faultId : undefined}
              onBlur={(event) => take(end, event.target.value)}
              // Enter sends the form before the field is left.
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                take(end, event.currentTarget.value)
                if (typeof read(event.currentTarget.value) !== 'string') event.preventDefault()
              }}
            />
          </Fragment>
        ))}
      </div>
      {texts.size > 0 && (
        <p id={faultId} className="field-error" role="alert">
          {[...texts].join(' ')}
        </p>
      )}
    </fieldset>
  )
}
