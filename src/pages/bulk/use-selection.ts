import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListQuery } from '#model/list-query.ts'
import type { AnyResource } from '#model/resource.ts'
import { maxBulkRows, maxPickedRows } from '#model/vocabulary.ts'
import type { WireRecord } from '#model/wire.ts'
import { type May, useMay } from '#src/console/may.ts'
import { numberDisplay } from '#src/fields/number-text.ts'
import { useLanguage } from '#src/i18n.ts'
import { showToast } from '#src/toasts/toast-store.ts'
import { clearSelection, countOf, isChosen, noSelection, rangeOf, type Selection, select, useSelectionIn, withRows } from './selection.ts'

/** The list as it is shown: its rows, and how many match in all under which token. */
interface Shown {
  readonly rows: readonly WireRecord[]
  readonly total: number
  /** Null while the rows on the screen are those of an older query. */
  readonly token: string | null
}

/** Parts that a table or its cards need to let rows be selected. */
export interface Selecting {
  readonly selection: Selection
  readonly count: number
  /** Share of the page that is selected. */
  readonly page: 'none' | 'some' | 'all'
  readonly isSelected: (id: string) => boolean
  /** Ticks or unticks a row; `asRange`: with all rows since the one before. */
  readonly toggle: (id: string, asRange: boolean) => void
  readonly togglePage: () => void
  /** Selects everything that matches; null where that is what is selected, or would be more than one job takes. */
  readonly selectAll: (() => void) | null
  readonly total: number
  readonly clear: () => void
}

/** Conditions of a list, as one text: two lists with the same one hold the same rows. */
const narrowingOf = ({ filters, search, view }: ListQuery): string =>
  JSON.stringify([Object.entries(filters).toSorted(([one], [other]) => one.localeCompare(other)), search, view])

/** Tells whether the person may do anything with many records of the resource at once. */
const canSelect = (resource: AnyResource, may: May) => !resource.single && (may('bulk', resource) || may('export', resource))

/** The selection of a list and what can be done to it; null where the role has nothing to do with many records. */
export function useSelection(resource: AnyResource, query: ListQuery, { rows, total, token }: Shown): Selecting | null {
  const { t } = useTranslation('bulk')
  const language = useLanguage()
  const may = useMay()
  const stored = useSelectionIn(resource.name)
  const anchor = useRef<string | null>(null)
  const narrowing = narrowingOf(query)
  const isOfAnother = stored.of !== null && stored.of !== narrowing
  const lost = isOfAnother ? countOf(stored.chosen) : 0

  useEffect(() => {
    if (!isOfAnother) return
    clearSelection(resource.name)
    if (lost > 0)
      showToast({ severity: 'info', summary: t('select.cleared', { count: lost, replace: { count: numberDisplay(lost, language, 0) } }) })
  }, [isOfAnother, lost, resource.name, t, language])

  if (!canSelect(resource, may)) return null
  const selection = isOfAnother ? noSelection : stored
  const { chosen } = selection
  const ids = rows.map((row) => row.id)
  const chosenHere = ids.filter((id) => isChosen(chosen, id)).length
  const page = chosenHere === 0 ? 'none' : chosenHere === ids.length ? 'all' : 'some'

  const mark = (changed: readonly string[], isOn: boolean) => {
    const next = withRows(chosen, changed, isOn)
    if (next) select(resource.name, { ...selection, chosen: next, of: narrowing })
    else showToast({ severity: 'warn', summary: t('select.tooMany', { number: numberDisplay(maxPickedRows, language, 0) }) })
  }
  const canSelectAll = token !== null && chosen.kind === 'picked' && total > ids.length && total <= maxBulkRows
  return {
    selection,
    count: countOf(chosen),
    page,
    total,
    isSelected: (id) => isChosen(chosen, id),
    toggle: (id, asRange) => {
      mark(asRange ? rangeOf(ids, anchor.current, id) : [id], !isChosen(chosen, id))
      anchor.current = id
    },
    togglePage: () => mark(ids, page !== 'all'),
    selectAll: canSelectAll
      ? () => select(resource.name, { chosen: { kind: 'all', except: new Set(), total, token }, of: narrowing, reasons: new Map() })
      : null,
    clear: () => clearSelection(resource.name),
  }
}
