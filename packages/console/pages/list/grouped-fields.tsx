import { findDynamicField } from '@matricola/schema/dynamic-fields.ts'
import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { sectionFields } from '@matricola/schema/resource-fields.ts'
import { fold } from '@matricola/schema/values/folding.ts'
import type { TFunction } from 'i18next'
import { Fragment, memo, type ReactNode, useDeferredValue, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LiveRegion } from '../../announcements/live-region.tsx'
import { Input } from '../../kit/inputs.tsx'

interface GroupedFieldsProps {
  readonly resource: AnyResource
  readonly names: readonly string[]
  readonly label: (name: string) => string
  readonly className?: string
  /** Fields shown before all others, under their own heading. */
  readonly first?: { readonly heading: string; readonly names: readonly string[] }
  /** Called with the first field found when the user presses Enter in the search box. */
  readonly onEnter?: (name: string) => void
  /** Renders the list entry of a field. */
  readonly children: (name: string) => ReactNode
}

/** A list of at least this many fields has a search box. */
const searchThreshold = 10

/**
 * Fields to choose from, under the headings of their sections. Fields that belong to no section,
 * such as the time at which personal data was erased, are maintained by the program and come last.
 */
export function GroupedFields({ onEnter, ...fields }: GroupedFieldsProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const [searchText, setSearchText] = useState('')
  return (
    <>
      {fields.names.length >= searchThreshold && (
        <Input
          type="search"
          className="field-search"
          aria-label={t('shell:list.findField')}
          placeholder={t('shell:list.findField')}
          value={searchText}
          onChange={(event) => setSearchText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              // Otherwise Enter would also click the control that receives focus next.
              event.preventDefault()
              const [top] = groupsOf(fields, searchText, t)[0]?.fieldNames ?? []
              if (top !== undefined && searchText !== '') onEnter?.(top)
            }
            if (event.key !== 'Escape' || searchText === '') return
            event.stopPropagation()
            setSearchText('')
          }}
        />
      )}
      {/* Render the typed character first, and the matching fields afterwards. */}
      <FieldGroups {...fields} searchText={useDeferredValue(searchText)} />
    </>
  )
}

type Fields = Omit<GroupedFieldsProps, 'onEnter'>

/** The declared field to which a dynamic one belongs: `answers` of `answers.years`. */
const parentOf = (name: string) => name.replace(/\..*/, '')

/**
 * Returns the fields whose label contains the search text, in their groups. Empty groups are left
 * out.
 */
function groupsOf(
  { resource, names, label, first }: Fields,
  searchText: string,
  t: TFunction<['shell', 'resources']>,
) {
  const found = names.filter((name) => fold(label(name)).includes(fold(searchText)))
  const firstGroups = first
    ? [
        {
          section: 'first',
          heading: first.heading,
          fieldNames: first.names.filter((name) => found.includes(name)),
        },
      ]
    : []
  const sectionGroups = Object.entries(resource.sections).map(([section, rows]) => {
    const sectionNames = sectionFields(rows).filter((name) => !first?.names.includes(name))
    return {
      section,
      heading: t(`resources:${resource.name}.sections.${section}`),
      fieldNames: found.filter((name) => sectionNames.includes(name)),
    }
  })
  const dynamic = found.filter((name) => findDynamicField(resource, name))
  const dynamicGroups = [...new Set(dynamic.map(parentOf))].map((parent) => ({
    section: parent,
    heading: t(`resources:${fieldKey(resource, parent)}`),
    fieldNames: dynamic.filter((name) => parentOf(name) === parent),
  }))
  const labelledGroups = [...firstGroups, ...sectionGroups, ...dynamicGroups]
  const remaining = found.filter((name) =>
    labelledGroups.every(({ fieldNames }) => !fieldNames.includes(name)),
  )
  return [
    ...labelledGroups,
    { section: '', heading: t('shell:list.bookkeeping'), fieldNames: remaining },
  ].filter(({ fieldNames }) => fieldNames.length > 0)
}

const FieldGroups = memo(function Found({
  searchText,
  ...fields
}: Fields & { readonly searchText: string }) {
  const { t } = useTranslation(['shell', 'resources'])
  const id = useId()
  const groups = groupsOf(fields, searchText, t)
  return (
    <>
      <LiveRegion className="caption">{groups.length === 0 ? t('shell:noItems') : ''}</LiveRegion>
      {groups.map(({ section, heading, fieldNames }) => (
        // biome-ignore lint/a11y/useSemanticElements: nested fieldsets are announced twice for each checkbox
        <div
          key={section}
          role="group"
          aria-labelledby={`${id}-${section}`}
          className="field-group"
        >
          <p className="field-group-heading" id={`${id}-${section}`}>
            {heading}
          </p>
          <div className={fields.className}>
            {fieldNames.map((name) => (
              <Fragment key={name}>{fields.children(name)}</Fragment>
            ))}
          </div>
        </div>
      ))}
    </>
  )
})
