import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import type {
  WireColumnInterpretations,
  WireImport,
  WireValueInterpretation,
} from '@matricola/schema/wire/jobs.ts'
import { useIsMutating } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { LiveRegion } from '../../announcements/live-region.tsx'
import { useIssueText } from '../../fields/issue-text.ts'
import { LoadFailed } from '../form/load-state.tsx'
import { jobScope } from '../jobs/job-calls.ts'
import { useColumnValues } from './import-calls.ts'
import { Replacement } from './replacement.tsx'
import { useExchangeText } from './use-exchange-text.ts'

interface ColumnValuesProps {
  readonly resource: AnyResource
  readonly current: WireImport
}

/**
 * Shows how the values of choice and reference columns are understood, before the rows are checked.
 * A value is corrected once for its whole column.
 */
export function ColumnValues({ resource, current }: ColumnValuesProps) {
  const { t } = useExchangeText()
  const { id } = current.job
  // The page shows a new column mapping before the server has stored it.
  const isSettled =
    useIsMutating({ predicate: ({ options }) => options.scope?.id === jobScope(id).id }) === 0
  const { data = [], error, refetch } = useColumnValues(current, isSettled)
  const [announcement, setAnnouncement] = useState('')
  const status = useRef<HTMLDivElement>(null)
  const onValueReplaced = ({ text, rows }: WireValueInterpretation) => {
    setAnnouncement(t('values.done', { count: rows, text }))
    void refetch()
    // The row of the value is removed together with the focused control.
    status.current?.focus()
  }
  return (
    <>
      {error && <LoadFailed message={error.message} onRetry={() => void refetch()} />}
      {data.length > 0 && (
        <>
          <h3>{t('interpretations.title')}</h3>
          <p>{t('interpretations.hint')}</p>
        </>
      )}
      <div ref={status} tabIndex={-1}>
        <LiveRegion className="import-values-announcement">{announcement}</LiveRegion>
      </div>
      {data.map((column) => (
        <ColumnTable
          key={column.column}
          resource={resource}
          current={current}
          of={column}
          onReplaced={onValueReplaced}
        />
      ))}
    </>
  )
}

interface ColumnTableProps extends ColumnValuesProps {
  readonly of: WireColumnInterpretations
  readonly onReplaced: (value: WireValueInterpretation) => void
}

function ColumnTable({
  resource,
  current,
  of: { column, distinct, values },
  onReplaced,
}: ColumnTableProps) {
  const { t } = useExchangeText()
  const field = t(`resources:${fieldKey(resource, current.mapping[column] ?? '')}`)
  const heading = current.columns[column]?.heading || t('columns.number', { number: column + 1 })
  return (
    <>
      <table className="plain-table stack-on-narrow panel import-values">
        <caption>{t('interpretations.of', { heading, field })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('values.text')}</th>
            <th scope="col">{t('interpretations.rows')}</th>
            <th scope="col">{t('interpretations.interpretation')}</th>
            <th scope="col">{t('values.replacement')}</th>
          </tr>
        </thead>
        <tbody>
          {values.map((value) => (
            <ColumnValueRow
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
      {distinct > values.length && (
        <p className="caption">{t('interpretations.more', { count: distinct - values.length })}</p>
      )}
    </>
  )
}

interface ColumnValueRowProps extends ColumnValuesProps {
  readonly column: number
  readonly value: WireValueInterpretation
  readonly onReplaced: () => void
}

function ColumnValueRow({ resource, current, column, value, onReplaced }: ColumnValueRowProps) {
  const { t, number } = useExchangeText()
  const issueText = useIssueText()
  const id = useId()
  const { text, rows, interpretation, code, issue, earlierReplacement } = value
  const spec = fieldOf(resource, current.mapping[column] ?? '')
  return (
    <tr>
      <th scope="row">{text}</th>
      <td data-label={t('interpretations.rows')}>{number(rows)}</td>
      <td data-label={t('interpretations.interpretation')} id={id}>
        {issue ? (
          <span className="field-error">{issueText(issue, spec)}</span>
        ) : code !== null && code !== text ? (
          t('interpretations.code', { interpretation: interpretation ?? '', code })
        ) : (
          interpretation
        )}
      </td>
      <td data-label={t('values.replacement')}>
        <Replacement
          resource={resource}
          current={current}
          value={{ column, text, rows, earlierReplacement }}
          suggested={
            earlierReplacement ?? code ?? interpretation ?? String(issue?.params?.suggestion ?? '')
          }
          reasonId={id}
          onReplaced={onReplaced}
        />
      </td>
    </tr>
  )
}
