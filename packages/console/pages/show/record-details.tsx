import { isReadable } from '@matricola/schema/access.ts'
import { hasTrait } from '@matricola/schema/field.ts'
import { evaluate } from '@matricola/schema/predicate.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf, sectionFields } from '@matricola/schema/resource-fields.ts'
import { localizedValue } from '@matricola/schema/translations.ts'
import type { WireRecord, WireUser } from '@matricola/schema/wire/wire.ts'
import type { ReactNode } from 'react'
import { useUser } from '../../app/user-context.ts'
import { Definitions } from '../../fields/definitions.tsx'
import { usePageText } from '../../fields/page-text.ts'
import { currentLanguage } from '../../i18n.ts'
import { useValueHistoryButtons } from '../history/use-value-history.tsx'
import { findStateField } from './record-state-badge.tsx'
import './show.css'

interface RecordDetailsProps {
  readonly resource: AnyResource
  readonly record: WireRecord
}

/** The record's values for pages without a summary, with a history button for each. */
export function RecordDetails(props: RecordDetailsProps) {
  const { aside, dialog } = useValueHistoryButtons(props)
  return (
    <>
      <RecordValues {...props} excludedFields={[]} {...(aside && { aside })} />
      {dialog}
    </>
  )
}

interface RecordValuesProps extends RecordDetailsProps {
  /** Fields that the page already shows above. */
  readonly excludedFields: readonly string[]
  readonly aside?: (name: string) => ReactNode
}

/**
 * The record's values in the sections of its form. Empty fields are in a collapsed section. Fields
 * that do not apply are omitted.
 */
export function RecordValues({ resource, record, excludedFields, aside }: RecordValuesProps) {
  const { t } = usePageText()
  const user = useUser()
  const sections = Object.entries(resource.sections).map(([section, rows]) => ({
    section,
    names: sectionFields(rows).filter(
      (name) => !excludedFields.includes(name) && applies(resource, record, name, user),
    ),
  }))
  const empty = sections.flatMap(({ names }) =>
    names.filter((name) => isEmpty(resource, record, name)),
  )
  return (
    <div className="details">
      <div className="details-columns">
        {sections.map(({ section, names: all }) => {
          const names = all.filter((name) => !empty.includes(name))
          if (names.length === 0) return null
          return (
            <section key={section} className="panel" aria-labelledby={`section-${section}`}>
              <h2 id={`section-${section}`} className="section-title">
                {t(`resources:${resource.name}.sections.${section}`)}
              </h2>
              <Definitions
                resource={resource}
                record={record}
                names={names}
                {...(aside && { aside })}
              />
            </section>
          )
        })}
      </div>
      {empty.length > 0 && (
        <details className="details-empty">
          <summary>{t('show.empty', { count: empty.length })}</summary>
          <div className="panel">
            <Definitions
              resource={resource}
              record={record}
              names={empty}
              {...(aside && { aside })}
            />
          </div>
        </details>
      )}
    </div>
  )
}

interface RecordSummaryProps extends RecordDetailsProps {
  readonly names: readonly string[]
  readonly aside?: (name: string) => ReactNode
}

/** A strip below the title with the few values that distinguish this record from similar ones. */
export function RecordSummary({ resource, record, names, aside }: RecordSummaryProps) {
  if (names.length === 0) return null
  return (
    <div className="summary">
      <Definitions resource={resource} record={record} names={names} {...(aside && { aside })} />
    </div>
  )
}

const maxSummaryFields = 6

/**
 * Returns the fields of the summary that have a value: those declared in `summary`, otherwise the
 * list's columns. Empty if the sections below would contain no other fields.
 */
export function summaryFields(resource: AnyResource, record: WireRecord, user: WireUser): string[] {
  const inHeader = headerFields(resource, user)
  const hasVisibleValue = (name: string) =>
    applies(resource, record, name, user) && !isEmpty(resource, record, name)
  const facts = (resource.summary ?? resource.list.columns)
    .filter(
      (name) => !inHeader.includes(name) && !isLong(resource, name) && !isNamePart(resource, name),
    )
    .filter(hasVisibleValue)
    .slice(0, maxSummaryFields)
  const all = Object.values(resource.sections).flatMap(sectionFields)
  return all.some(
    (name) => !inHeader.includes(name) && !facts.includes(name) && hasVisibleValue(name),
  )
    ? facts
    : []
}

/**
 * Returns the fields that the head of the page shows: the state, and the title if it is a single
 * field.
 */
export function headerFields(resource: AnyResource, { role }: WireUser): string[] {
  const stateField = findStateField(resource, role)
  const [name, ...more] = resource.title
  return [
    ...(stateField ? [stateField] : []),
    ...(name && more.length === 0 && isNamePart(resource, name) ? [name] : []),
  ]
}

const isNamePart = (resource: AnyResource, name: string) =>
  resource.title.includes(name) && fieldOf(resource, name).type !== 'reference'

const isLong = (resource: AnyResource, name: string) =>
  hasTrait(fieldOf(resource, name), 'wideDisplay')

function applies(resource: AnyResource, record: WireRecord, name: string, user: WireUser): boolean {
  const { type } = fieldOf(resource, name)
  const when = resource.form?.[name]?.visibleWhen
  // The user may not read the title of the referenced record, and an id is not useful to them.
  const isUntitled =
    type === 'reference' && typeof record[name] === 'string' && record._titles[name] === undefined
  return (
    type !== 'many' &&
    !isUntitled &&
    isReadable(resource, user.role, name) &&
    (!when || evaluate(when, record, user))
  )
}

function isEmpty(resource: AnyResource, record: WireRecord, name: string): boolean {
  const { value } = localizedValue(resource, record, name, currentLanguage())
  const spec = fieldOf(resource, name)
  if (spec.type === 'boolean' && spec.options.hideFalse) return value !== true
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  )
}
