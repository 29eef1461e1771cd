import { useIsMutating } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { fieldKey } from '#model/message-keys.ts'
import { type AnyResource, fieldOf } from '#model/resource.ts'
import type { WireColumnMeanings, WireImport, WireValueMeaning } from '#model/wire/jobs.ts'
import { useIssueText } from '#src/fields/issue-text.ts'
import { LoadFailed } from '#src/pages/form/load-state.tsx'
import { jobScope } from '#src/pages/jobs/job-calls.ts'
import { Status } from '#src/spoken/status.tsx'
import { useMeanings } from './import-calls.ts'
import { Replacement } from './replacement.tsx'
import { useExchangeText } from './use-exchange-text.ts'

interface ColumnMeaningsProps {
  readonly resource: AnyResource
  readonly current: WireImport
}

/**
 * Shows how the values of choice and reference columns are understood, before the rows are checked. A value is corrected once for
 * its whole column.
 */
export function ColumnMeanings({ resource, current }: ColumnMeaningsProps) {
  const { t } = useExchangeText()
  const { id } = current.job
  // The page shows a new column mapping before the server has stored it.
  const isSettled = useIsMutating({ predicate: ({ options }) => options.scope?.id === jobScope(id).id }) === 0
  const { data = [], error, refetch } = useMeanings(current, isSettled)
  const [said, setSaid] = useState('')
  const status = useRef<HTMLDivElement>(null)
  const replaced = ({ text, rows }: WireValueMeaning) => {
    setSaid(t('values.done', { count: rows, text }))
    void refetch()
    // The row of the value is removed together with the focused control.
    status.current?.focus()
  }
  return (
    <>
      {error && <LoadFailed message={error.message} onRetry={() => void refetch()} />}
      {data.length > 0 && (
        <>
          <h3>{t('meant.title')}</h3>
          <p>{t('meant.hint')}</p>
        </>
      )}
      <div ref={status} tabIndex={-1}>
        <Status className="import-values-said">{said}</Status>
      </div>
      {data.map((column) => (
        <ColumnTable key={column.column} resource={resource} current={current} of={column} onReplaced={replaced} />
      ))}
    </>
  )
}

interface ColumnTableProps extends ColumnMeaningsProps {
  readonly of: WireColumnMeanings
  readonly onReplaced: (value: WireValueMeaning) => void
}

function ColumnTable({ resource, current, of: { column, distinct, values }, onReplaced }: ColumnTableProps) {
  const { t } = useExchangeText()
  const field = t(`resources:${fieldKey(resource, current.mapping[column] ?? '')}`)
  const heading = current.columns[column]?.heading || t('columns.number', { number: column + 1 })
  return (
    <>
      <table className="plain-table stacks sheet import-values">
        <caption>{t('meant.of', { heading, field })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('values.text')}</th>
            <th scope="col">{t('meant.rows')}</th>
            <th scope="col">{t('meant.meaning')}</th>
            <th scope="col">{t('values.replacement')}</th>
          </tr>
        </thead>
        <tbody>
          {values.map((value) => (
            <Meant
              key={`${value.text} ${value.rows}`}
              resource={resource}
              current={current}
              column={column}
              value={value}
              onReplaced={() => onReplaced(value)}
            />
          ))}
        </tbody>
      </table>
      {distinct > values.length && <p className="caption">{t('meant.more', { count: distinct - values.length })}</p>}
    </>
  )
}

interface MeantProps extends ColumnMeaningsProps {
  readonly column: number
  readonly value: WireValueMeaning
  readonly onReplaced: () => void
}

function Meant({ resource, current, column, value, onReplaced }: MeantProps) {
  const { t, number } = useExchangeText()
  const issueText = useIssueText()
  const id = useId()
  const { text, rows, meaning, code, issue, remembered } = value
  const spec = fieldOf(resource, current.mapping[column] ?? '')
  return (
    <tr>
      <th scope="row">{text}</th>
      <td data-label={t('meant.rows')}>{number(rows)}</td>
      <td data-label={t('meant.meaning')} id={id}>
        {issue ? (
          <span className="field-error">{issueText(issue, spec)}</span>
        ) : code !== null && code !== text ? (
          t('meant.code', { meaning: meaning ?? '', code })
        ) : (
          meaning
        )}
      </td>
      <td data-label={t('values.replacement')}>
        <Replacement
          resource={resource}
          current={current}
          value={{ column, text, rows, remembered }}
          suggested={remembered ?? code ?? meaning ?? String(issue?.params?.suggestion ?? '')}
          whyId={id}
          onReplaced={onReplaced}
        />
      </td>
    </tr>
  )
}
