import { useId, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldSpec } from '#model/field.ts'
import { filterFault } from '#model/filter-value.ts'
import type { ListQuery } from '#model/list-query.ts'
import { fieldKey } from '#model/message-keys.ts'
import { type AnyResource, fieldEntries, fieldOf } from '#model/resource.ts'
import type { Issue } from '#model/wire.ts'
import { useFilterText } from '#src/fields/filter-text.ts'
import { useIssueText } from '#src/fields/issue-text.ts'
import { Icon } from '#src/icons/icon.tsx'
import type { ChangeQuery } from './use-list-query.ts'

interface ChipsProps {
  readonly resource: AnyResource
  readonly query: ListQuery
  readonly onChange: ChangeQuery
}

/** Conditions on a list, in words, each with a way to take it away. Who takes one away goes on at the next, or at the filters. */
export function Chips({ resource, query, onChange }: ChipsProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const known = new Set(fieldEntries(resource).map(([name]) => name))
  const names = Object.keys(query.filters)
  const list = useRef<HTMLUListElement>(null)
  const left = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when a chip has gone
  useLayoutEffect(() => {
    if (left.current === null) return
    const removers = list.current?.querySelectorAll<HTMLElement>('.chip button') ?? []
    const next = removers[Math.min(left.current, removers.length - 1)] ?? document.querySelector<HTMLElement>('main [data-key="filter"]')
    left.current = null
    next?.focus()
  }, [names.length])
  const change = (place: number, part: Partial<ListQuery>) => {
    left.current = place
    onChange(part)
  }
  if (names.length === 0) return null
  const without = (name: string) => Object.fromEntries(Object.entries(query.filters).filter(([each]) => each !== name))
  return (
    <ul ref={list} className="chips" aria-label={t('shell:list.filters')}>
      {names.map((name, place) => (
        <li key={name}>
          {known.has(name) ? (
            <FieldChip
              resource={resource}
              name={name}
              value={query.filters[name] ?? ''}
              onRemove={() => change(place, { filters: without(name) })}
            />
          ) : (
            <Chip text={`${name}: ${query.filters[name]}`} onRemove={() => change(place, { filters: without(name) })} />
          )}
        </li>
      ))}
      <li>
        <button type="button" className="button-link" onClick={() => change(0, { filters: {}, search: '' })}>
          {t('shell:list.clearAll')}
        </button>
      </li>
    </ul>
  )
}

function FieldChip({ resource, name, value, onRemove }: { resource: AnyResource; name: string; value: string; onRemove: () => void }) {
  const { t } = useTranslation(['shell', 'resources'])
  const shown = useFilterText(resource, name, value)
  const text = t('shell:list.chip', { field: t(`resources:${fieldKey(resource, name)}`), value: shown })
  const fault = filterFault(resource, name, value)
  if (fault) return <FaultyChip text={text} fault={fault} spec={fieldOf(resource, name)} onRemove={onRemove} />
  return <Chip text={text} onRemove={onRemove} />
}

/** A filter that narrows nothing, because its value says nothing: why, and the way out. */
function FaultyChip({ text, fault, spec, onRemove }: { text: string; fault: Issue; spec: FieldSpec; onRemove: () => void }) {
  const { t } = useTranslation('shell')
  const issueText = useIssueText()
  const id = useId()
  return (
    <span className="chip chip-faulty">
      <Icon name="warning" />
      <span id={id} role="alert">
        {t('list.notApplied', { filter: text, why: issueText(fault, spec) })}
      </span>
      <button type="button" className="button-link" aria-describedby={id} onClick={onRemove}>
        {t('list.removeFilter')}
      </button>
    </span>
  )
}

function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <span className="chip">
      {text}
      <button type="button" className="chip-remove" aria-label={t('list.remove', { filter: text })} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </span>
  )
}
