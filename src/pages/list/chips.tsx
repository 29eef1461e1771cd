import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldSpec } from '#model/field.ts'
import { fieldKey } from '#model/message-keys.ts'
import { type AnyResource, fieldEntries, fieldOf } from '#model/resource.ts'
import { filterFault } from '#model/wire/filter-value.ts'
import type { ListQuery } from '#model/wire/list-query.ts'
import type { Issue } from '#model/wire/wire.ts'
import { FilterEditor } from '#src/fields/filter-editor.tsx'
import { useFilterText } from '#src/fields/filter-text.ts'
import { useIssueText } from '#src/fields/issue-text.ts'
import { Icon } from '#src/icons/icon.tsx'
import { Popup } from '#src/kit/popup.tsx'
import type { Facets } from './use-facets.ts'
import type { ChangeQuery } from './use-list-query.ts'

interface ChipsProps {
  readonly resource: AnyResource
  readonly query: ListQuery
  readonly onChange: ChangeQuery
  /** Fields whose condition a filter beside the search box says already. */
  readonly shownBeside: readonly string[]
  /** The field whose condition is being made, which may not say anything yet. */
  readonly made: string | null
  readonly onMade: () => void
  readonly facets: Facets | null
}

/** Conditions on a list, in words, each to be changed or taken away. Who takes one away goes on at the next, or at the filters. */
export function Chips({ resource, query, onChange, shownBeside, made, onMade, facets }: ChipsProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const known = new Set(fieldEntries(resource).map(([name]) => name))
  const shown = Object.keys(query.filters).filter((name) => name === made || !shownBeside.includes(name))
  const names = made === null || shown.includes(made) ? shown : [...shown, made]
  const list = useRef<HTMLUListElement>(null)
  const left = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when a chip has gone
  useLayoutEffect(() => {
    if (left.current === null) return
    const removers = list.current?.querySelectorAll<HTMLElement>('.chip-remove, .chip-faulty .button-link') ?? []
    const next = removers[Math.min(left.current, removers.length - 1)] ?? filterButton()
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
    <ul ref={list} className="in-line chips" aria-label={t('shell:list.filters')}>
      {names.map((name, place) => {
        const value = query.filters[name] ?? ''
        const remove = () => change(place, { filters: without(name) })
        if (!known.has(name)) return <UnknownChip key={name} text={`${name}: ${value}`} onRemove={remove} />
        return (
          <li key={name}>
            <FieldChip resource={resource} name={name} value={value} onRemove={remove}>
              {(text) => (
                <Popup
                  className="chip-text"
                  button={text}
                  title={t('shell:list.change')}
                  panelLabel={t('shell:list.conditionOn', { field: t(`resources:${fieldKey(resource, name)}`) })}
                  panelClassName="condition-panel"
                  isOpenAtFirst={name === made}
                  onClosed={() => {
                    if (name !== made) return
                    // A condition that came to nothing takes its chip with it, and whatever has the focus.
                    if (value === '' || shownBeside.includes(name)) filterButton()?.focus()
                    onMade()
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
      {shown.length > 0 && (
        <li>
          <button type="button" className="button-link" onClick={() => change(0, { filters: {}, search: '' })}>
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
  /** The words as a way to change them. */
  readonly children: (text: string) => ReactNode
}

function FieldChip({ resource, name, value, onRemove, children }: FieldChipProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const field = t(`resources:${fieldKey(resource, name)}`)
  const said = useFilterText(resource, name, value)
  const text = t('shell:list.chip', { field, value: value === '' ? '…' : said })
  const fault = value === '' ? null : filterFault(resource, name, value)
  if (fault) {
    return (
      <FaultyChip text={text} fault={fault} spec={fieldOf(resource, name)} onRemove={onRemove}>
        {children(t('shell:list.change'))}
      </FaultyChip>
    )
  }
  return (
    <span className="chip">
      {children(text)}
      <Remover text={text} onRemove={onRemove} />
    </span>
  )
}

interface FaultyChipProps {
  readonly text: string
  readonly fault: Issue
  readonly spec: FieldSpec
  readonly onRemove: () => void
  readonly children: ReactNode
}

/** A filter that narrows nothing, because its value says nothing: why, and the ways out. */
function FaultyChip({ text, fault, spec, onRemove, children }: FaultyChipProps) {
  const { t } = useTranslation('shell')
  const issueText = useIssueText()
  const id = useId()
  return (
    <span className="chip chip-faulty">
      <Icon name="warning" />
      <span id={id} role="alert">
        {t('list.notApplied', { filter: text, why: issueText(fault, spec) })}
      </span>
      {children}
      <button type="button" className="button-link" aria-describedby={id} onClick={onRemove}>
        {t('list.removeFilter')}
      </button>
    </span>
  )
}

/** A filter by something that the list does not have. */
const UnknownChip = ({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) => (
  <li>
    <span className="chip chip-unknown">
      {text}
      <Remover text={text} onRemove={onRemove} />
    </span>
  </li>
)

function Remover({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <button type="button" className="chip-remove" aria-label={t('list.remove', { filter: text })} onClick={onRemove}>
      <Icon name="close" />
    </button>
  )
}
