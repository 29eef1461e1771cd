import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { filledFilters } from '#model/list-query.ts'
import type { AnyResource } from '#model/resource.ts'
import { FilterControl } from '#src/fields/filters.tsx'
import type { Facets } from './use-facets.ts'

type Values = { readonly [field: string]: string }

interface FilterPanelProps {
  readonly resource: AnyResource
  readonly names: readonly string[]
  readonly values: Values
  readonly onApply: (values: Values) => void
  readonly facets: Facets | null
}

/** Every filter that the list has, applied together. */
export function FilterPanel({ resource, names, values, onApply, facets }: FilterPanelProps) {
  const { t } = useTranslation('shell')
  const [draft, setDraft] = useState(values)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // Text that could not be read stays where it is, with the reason, and nothing is applied without it.
        const unread = event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')
        if (unread) return unread.focus()
        onApply(filledFilters(draft))
      }}
    >
      <div className="filter-grid">
        {names.map((name) => (
          <FilterControl
            key={name}
            resource={resource}
            name={name}
            value={draft[name] ?? ''}
            counts={facets?.counts[name]}
            isStale={facets?.isStale}
            onChange={(value) => setDraft((old) => ({ ...old, [name]: value }))}
          />
        ))}
      </div>
      <div className="filter-buttons">
        <button type="submit" className="button button-primary">
          {t('list.apply')}
        </button>
        <button type="button" className="button" onClick={() => onApply({})}>
          {t('list.clearAll')}
        </button>
      </div>
    </form>
  )
}
