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
import { labelled } from '#src/i18n.ts'
import { Icon } from '#src/icons/icon.tsx'
import { Popup } from '#src/kit/popup.tsx'
import type { Facets } from './use-facets.ts'
import type { ChangeQuery } from './use-list-query.ts'

interface ChipsProps {
  readonly resource: AnyResource
  readonly query: ListQuery
  readonly onChange: ChangeQuery
  /** Fields whose condition is already shown by a filter next to the search box. */
  readonly shownBeside: readonly string[]
  /** The field for which a condition is being added. It may not have a value yet. */
  readonly made: string | null
  readonly onMade: () => void
  readonly facets: Facets | null
}

/**
 * The conditions of a list as chips that can be changed or removed. After a removal, focus moves to the next chip, or to the
 * filter button if none is left.
 */
export function Chips({ resource, query, onChange, shownBeside, made, onMade, facets }: ChipsProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const known = new Set(fieldEntries(resource).map(([name]) => name))
  const shown = Object.keys(query.filters).filter((name) => name === made || !shownBeside.includes(name))
  const names = made === null || shown.includes(made) ? shown : [...shown, made]
  const list = useRef<HTMLUListElement>(null)
  const left = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after a chip was removed
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
        if (!known.has(name)) return <UnknownChip key={name} text={labelled(name, value)} onRemove={remove} />
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
                    // The chip of a condition without a value is removed, together with the focus.
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
  /** Renders the text of the chip as a control that edits the condition. */
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

/** A filter that is not applied because its value is invalid. Shows why, with buttons to change or remove it. */
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

/** A filter by a field that the list does not have. */
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
