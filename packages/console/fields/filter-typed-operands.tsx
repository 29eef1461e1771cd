/** Inputs for values of a filter that users type. */

import type { FieldSpec } from '@matricola/schema/field.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { Input } from '../kit/inputs.tsx'
import { useIssueText } from './issue-text.ts'
import type { OperandFormat } from './operand-format.ts'

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
export function ParsedOperand({
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

export function TextOperand({
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
