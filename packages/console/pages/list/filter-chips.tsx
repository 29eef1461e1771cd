import type { FieldSpec } from '@matricola/schema/field.ts'
import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldEntries, fieldOf } from '@matricola/schema/resource-fields.ts'
import { findFilterIssue } from '@matricola/schema/wire/filter-value.ts'
import type { ListQuery } from '@matricola/schema/wire/list-query.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterEditor } from '../../fields/filter-editor.tsx'
import { useFilterText } from '../../fields/filter-text.ts'
import { useIssueText } from '../../fields/issue-text.ts'
import { withLabel } from '../../i18n.ts'
import { Icon } from '../../icons/icon.tsx'
import { Popup } from '../../kit/popup.tsx'
import type { Facets } from './use-facets.ts'
import type { ChangeQuery } from './use-list-query.ts'

interface FilterChipsProps {
  readonly resource: AnyResource
  readonly query: ListQuery
  readonly onChange: ChangeQuery
  /** Fields that already have a filter next to the search box, which shows their condition. */
  readonly quickFilterNames: readonly string[]
  /** The field for which a condition is being added. It may not have a value yet. */
  readonly added: string | null
  readonly onAdded: () => void
  readonly facets: Facets | null
}

/**
 * Shows the conditions of a list as chips, which can be changed or removed. After a removal, focus
 * moves to the next chip, or to the filter button if no chip is left.
 */
export function FilterChips({
  resource,
  query,
  onChange,
  quickFilterNames,
  added,
  onAdded,
  facets,
}: FilterChipsProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const known = new Set(fieldEntries(resource).map(([name]) => name))
  const visibleNames = Object.keys(query.filters).filter(
    (name) => name === added || !quickFilterNames.includes(name),
  )
  const names =
    added === null || visibleNames.includes(added) ? visibleNames : [...visibleNames, added]
  const list = useRef<HTMLUListElement>(null)
  const removedAt = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after a chip was removed
  useLayoutEffect(() => {
    if (removedAt.current === null) return
    const removers =
      list.current?.querySelectorAll<HTMLElement>('.chip-remove, .chip-invalid .button-link') ?? []
    const next = removers[Math.min(removedAt.current, removers.length - 1)] ?? filterButton()
    removedAt.current = null
    next?.focus()
  }, [names.length])
  const change = (index: number, patch: Partial<ListQuery>) => {
    removedAt.current = index
    onChange(patch)
  }
  if (names.length === 0) return null
  const withoutFilter = (name: string) =>
    Object.fromEntries(Object.entries(query.filters).filter(([filterName]) => filterName !== name))
  return (
    <ul ref={list} className="inline-group chips" aria-label={t('shell:list.filters')}>
      {names.map((name, index) => {
        const value = query.filters[name] ?? ''
        const remove = () => change(index, { filters: withoutFilter(name) })
        if (!known.has(name))
          return <UnknownChip key={name} text={withLabel(name, value)} onRemove={remove} />
        return (
          <li key={name}>
            <FieldChip resource={resource} name={name} value={value} onRemove={remove}>
              {(text) => (
                <Popup
                  className="chip-text"
                  button={text}
                  title={t('shell:list.change')}
                  panelLabel={t('shell:list.conditionOn', {
                    field: t(`resources:${fieldKey(resource, name)}`),
                  })}
                  panelClassName="condition-panel"
                  isInitiallyOpen={name === added}
                  onClosed={() => {
                    if (name !== added) return
                    // The chip of a condition without a value is removed, and the focus with it.
                    if (value === '' || quickFilterNames.includes(name)) filterButton()?.focus()
                    onAdded()
                  }}
                >
                  {(close) => (
                    <FilterEditor
                      resource={resource}
                      name={name}
                      value={value}
                      counts={facets?.counts[name]}
                      isStale={facets?.isStale}
                      onChange={(next) => onChange({ filters: { ...query.filters, [name]: next } })}
                      onDone={close}
                    />
                  )}
                </Popup>
              )}
            </FieldChip>
          </li>
        )
      })}
      {visibleNames.length > 0 && (
        <li>
          <button
            type="button"
            className="button-link"
            onClick={() => change(0, { filters: {}, search: '' })}
          >
            {t('shell:list.clearAll')}
          </button>
        </li>
      )}
    </ul>
  )
}

const filterButton = () => document.querySelector<HTMLElement>('main [data-key="filter"]')

interface FieldChipProps {
  readonly resource: AnyResource
  readonly name: string
  readonly value: string
  readonly onRemove: () => void
  /** Renders the text of the chip as a control that edits the condition. */
  readonly children: (text: string) => ReactNode
}

function FieldChip({ resource, name, value, onRemove, children }: FieldChipProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const field = t(`resources:${fieldKey(resource, name)}`)
  const valueText = useFilterText(resource, name, value)
  const text = t('shell:list.chip', { field, value: value === '' ? '…' : valueText })
  const issue = value === '' ? null : findFilterIssue(resource, name, value)
  if (issue) {
    return (
      <InvalidChip text={text} issue={issue} spec={fieldOf(resource, name)} onRemove={onRemove}>
        {children(t('shell:list.change'))}
      </InvalidChip>
    )
  }
  return (
    <span className="chip">
      {children(text)}
      <RemoveButton text={text} onRemove={onRemove} />
    </span>
  )
}

interface InvalidChipProps {
  readonly text: string
  readonly issue: Issue
  readonly spec: FieldSpec
  readonly onRemove: () => void
  readonly children: ReactNode
}

/**
 * A filter that is not applied because its value is invalid. Shows the reason, with buttons to
 * change or remove the filter.
 */
function InvalidChip({ text, issue, spec, onRemove, children }: InvalidChipProps) {
  const { t } = useTranslation('shell')
  const issueText = useIssueText()
  const id = useId()
  return (
    <span className="chip chip-invalid">
      <Icon name="warning" />
      <span id={id} role="alert">
        {t('list.notApplied', { filter: text, why: issueText(issue, spec) })}
      </span>
      {children}
      <button type="button" className="button-link" aria-describedby={id} onClick={onRemove}>
        {t('list.removeFilter')}
      </button>
    </span>
  )
}

/** A filter on a field that the list does not have. */
const UnknownChip = ({
  text,
  onRemove,
}: {
  readonly text: string
  readonly onRemove: () => void
}) => (
  <li>
    <span className="chip chip-unknown">
      {text}
      <RemoveButton text={text} onRemove={onRemove} />
    </span>
  </li>
)

function RemoveButton({
  text,
  onRemove,
}: {
  readonly text: string
  readonly onRemove: () => void
}) {
  const { t } = useTranslation('shell')
  return (
    <button
      type="button"
      className="chip-remove"
      aria-label={t('list.remove', { filter: text })}
      onClick={onRemove}
    >
      <Icon name="close" />
    </button>
  )
}
