import { isReadable } from '#model/access.ts'
import { evaluate } from '#model/predicate.ts'
import { type AnyResource, fieldOf, sectionFields } from '#model/resource.ts'
import type { WireRecord } from '#model/wire.ts'
import { usePerson } from '#src/console/person.ts'
import { Definitions } from '#src/fields/definitions.tsx'
import { usePageText } from '#src/fields/page-text.ts'
import { useWhoOnPage } from '#src/pages/history/who.tsx'

interface DetailsProps {
  readonly resource: AnyResource
  readonly record: WireRecord
}

/** The record's values, section by section, as the form has them. What does not apply to this record is left out. */
export function Details({ resource, record }: DetailsProps) {
  const { t } = usePageText()
  const person = usePerson()
  const { aside, dialog } = useWhoOnPage({ resource, record })
  const applies = (name: string) => {
    const when = resource.form?.[name]?.visibleWhen
    return fieldOf(resource, name).kind !== 'many' && isReadable(resource, person.role, name) && (!when || evaluate(when, record, person))
  }
  return (
    <div className="details">
      {Object.entries(resource.sections).map(([section, rows]) => {
        const names = sectionFields(rows).filter(applies)
        if (names.length === 0) return null
        return (
          <section key={section} className="sheet" aria-labelledby={`section-${section}`}>
            <h2 id={`section-${section}`} className="section-title">
              {t(`resources:${resource.name}.sections.${section}`)}
            </h2>
            <Definitions resource={resource} record={record} names={names} {...(aside && { aside })} />
          </section>
        )
      })}
      {dialog}
    </div>
  )
}
