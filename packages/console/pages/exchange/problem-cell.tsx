import type { FieldSpec } from '@matricola/schema/field.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'
import { type KeyboardEvent, useId } from 'react'
import { useIssueText } from '../../fields/issue-text.ts'
import { Input } from '../../kit/inputs.tsx'

interface ProblemCellProps {
  /** Name of the field, and label of the cell, which includes the row number. */
  readonly field: string
  readonly label: string
  readonly spec: FieldSpec
  readonly text: string
  readonly issue: Issue | undefined
  readonly onChange: (text: string) => void
  readonly onLeave: () => void
  readonly onEnter: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** One cell as it is in the file, with its first issue. */
export function ProblemCell({
  field,
  label,
  spec,
  text,
  issue,
  onChange,
  onLeave,
  onEnter,
}: ProblemCellProps) {
  const id = useId()
  const issueText = useIssueText()
  return (
    <div className="import-cell">
      <span className="import-cell-label" aria-hidden="true">
        {field}
      </span>
      <Input
        aria-label={label}
        aria-invalid={issue !== undefined}
        aria-describedby={issue ? id : undefined}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          onEnter(event)
        }}
      />
      {issue && (
        <p id={id} className="field-error">
          {issueText(issue, spec)}
        </p>
      )}
    </div>
  )
}
