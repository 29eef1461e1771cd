import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { problemOutcomes } from '@matricola/schema/wire/job-states.ts'
import type { WireImport, WireJobItem } from '@matricola/schema/wire/jobs.ts'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { LiveRegion } from '../../announcements/live-region.tsx'
import { useHttp } from '../../app/console-context.ts'
import { useIssueText } from '../../fields/issue-text.ts'
import { formatTitleDates } from '../../fields/title-text.ts'
import { withLabel } from '../../i18n.ts'
import { Icon } from '../../icons/icon.tsx'
import { submitRowCorrection } from './import-calls.ts'
import { ProblemCell } from './problem-cell.tsx'
import { useExchangeText } from './use-exchange-text.ts'

interface ProblemRowProps {
  readonly resource: AnyResource
  readonly current: WireImport
  readonly item: WireJobItem
  readonly columns: readonly { readonly field: string; readonly column: number }[]
  readonly onCorrected: (item: WireJobItem) => void
}

/**
 * A rejected row. Its wrong cells are inputs, and a button turns the whole row into inputs. A cell
 * is checked on blur.
 */
export function ProblemRow({
  resource,
  current,
  item: first,
  columns,
  onCorrected,
}: ProblemRowProps) {
  const http = useHttp()
  const { t } = useExchangeText()
  const id = useId()
  const { job } = current
  const [item, setItem] = useState(first)
  const [drafts, setDrafts] = useState(() => loadCellDrafts(job.id, first.position))
  const [isExpanded, setExpanded] = useState(false)
  // A corrected cell remains an input, because it may still have focus.
  const [wrong, setWrong] = useState(() => wrongFields(first))
  const changeDrafts = (next: typeof drafts) => {
    setDrafts(next)
    saveCellDrafts(job.id, first.position, next)
  }
  const correction = useMutation({
    mutationFn: (cells: readonly string[]) =>
      submitRowCorrection(http, job.id, first.position, cells),
    scope: { id: `import-${job.id}-${first.position}` },
    onSuccess: (corrected, variables) => {
      setItem(corrected)
      setWrong([...new Set([...wrong, ...wrongFields(corrected)])])
      // Keep text that was typed while the request was running; it has not been sent.
      changeDrafts(
        Object.fromEntries(
          Object.entries(drafts).filter(([column, text]) => variables[Number(column)] !== text),
        ),
      )
      onCorrected(corrected)
    },
  })
  const cells = item.cells ?? []
  const cellText = (column: number) => drafts[column] ?? cells[column] ?? ''
  const send = () => {
    const isChanged = Object.entries(drafts).some(
      ([column, text]) => text !== (cells[Number(column)] ?? ''),
    )
    if (isChanged) correction.mutate(cells.map((_, column) => cellText(column)))
    else if (Object.keys(drafts).length > 0) changeDrafts({})
  }
  const isCorrected = !problemOutcomes.includes(item.outcome)
  return (
    <tr data-right={isCorrected || undefined} aria-busy={correction.isPending}>
      <th scope="row" className="import-problem-head">
        <span>{t('problems.number', { number: item.position })}</span>
        {item.title && <span className="caption">{formatTitleDates(item.title)}</span>}
        <LiveRegion as="span">
          {isCorrected && (
            <span className="import-right">
              <Icon name="success" />{' '}
              {t(item.outcome === 'same' ? 'problems.same' : 'problems.right')}
            </span>
          )}
        </LiveRegion>
        <RowMessages
          resource={resource}
          item={item}
          visibleFields={columns.map(({ field }) => field)}
        />
        {correction.isError && (
          <span className="field-error" role="alert">
            {correction.error.message}{' '}
            <button type="button" className="button-link" onClick={send}>
              {t('again')}
            </button>
          </span>
        )}
        {!isExpanded && (
          <button
            type="button"
            className="button-link"
            onClick={() => setExpanded(true)}
            aria-describedby={`${id}-row`}
          >
            {t('problems.whole')}
            <span id={`${id}-row`} hidden>
              {t('problems.number', { number: item.position })}
            </span>
          </button>
        )}
      </th>
      {columns.map(({ field, column }) => (
        <td key={column}>
          {isExpanded || wrong.includes(field) ? (
            <ProblemCell
              field={t(`resources:${fieldKey(resource, field)}`)}
              label={t('problems.cell', {
                field: t(`resources:${fieldKey(resource, field)}`),
                number: item.position,
              })}
              spec={fieldOf(resource, field)}
              text={cellText(column)}
              issue={item.issues[field]?.[0]}
              onChange={(text) => changeDrafts({ ...drafts, [column]: text })}
              onLeave={send}
              onEnter={focusNextCell}
            />
          ) : (
            cellText(column)
          )}
        </td>
      ))}
    </tr>
  )
}

const wrongFields = (item: WireJobItem) => Object.keys(item.issues).filter((field) => field !== '_')

/** Enter moves to the next wrong cell, as in a spreadsheet; leaving the cell sends it. */
function focusNextCell(event: KeyboardEvent<HTMLInputElement>) {
  const currentInput = event.currentTarget
  const all = [
    ...(currentInput.closest('table')?.querySelectorAll<HTMLInputElement>('input') ?? []),
  ]
  const rest = all.slice(all.indexOf(currentInput) + 1)
  const next = rest.find((input) => input.getAttribute('aria-invalid') === 'true') ?? rest[0]
  if (next) next.focus()
  else currentInput.blur()
}

interface RowMessagesProps {
  readonly resource: AnyResource
  readonly item: WireJobItem
  readonly visibleFields: readonly string[]
}

/** Issues with the row as a whole, or with a field that has no column. */
function RowMessages({ resource, item, visibleFields }: RowMessagesProps) {
  const { t } = useExchangeText()
  const issueText = useIssueText()
  const found = Object.entries(item.issues).flatMap(([field, [issue]]) =>
    issue && !visibleFields.includes(field) ? [{ field, issue }] : [],
  )
  const isUnexplained =
    problemOutcomes.includes(item.outcome) && Object.keys(item.issues).length === 0
  if (isUnexplained)
    return <span className="field-error">{t(`problems.outcomes.${item.outcome}`)}</span>
  return found.map(({ field, issue }) => (
    <span key={field} className="field-error">
      {field === '_'
        ? issueText(issue)
        : withLabel(
            t(`resources:${fieldKey(resource, field)}`),
            issueText(issue, fieldOf(resource, field)),
          )}
    </span>
  ))
}

/**
 * Typed cells that the server has not accepted yet. They are kept in the tab's storage to survive a
 * reload.
 */

type CellDrafts = { readonly [column: number]: string }

const keyOf = (importId: string, position: number) => `matricola.import.${importId}.${position}`

function loadCellDrafts(importId: string, position: number): CellDrafts {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(importId, position)) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(Object.entries(stored).filter(([, text]) => typeof text === 'string'))
  } catch {
    return {}
  }
}

function saveCellDrafts(importId: string, position: number, drafts: CellDrafts) {
  try {
    if (Object.keys(drafts).length === 0) sessionStorage.removeItem(keyOf(importId, position))
    else sessionStorage.setItem(keyOf(importId, position), JSON.stringify(drafts))
  } catch {
    // Storage is not available, so the text is kept only until the page is left.
  }
}
