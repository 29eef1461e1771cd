import { useTranslation } from 'react-i18next'
import { evaluate } from '#model/predicate.ts'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire.ts'
import { usePerson } from '#src/console/person.ts'

interface EmphasisProps {
  readonly resource: AnyResource
  readonly record: WireRecord
}

/** Tells whether a record stands out in its list: it belongs to the view that the declaration names. */
export function useIsEmphasised({ resource: { list }, record }: EmphasisProps): boolean {
  const person = usePerson()
  const view = list.emphasis === undefined ? undefined : list.views?.[list.emphasis]
  return view !== undefined && evaluate(view.where, record, person)
}

/** A dot before what stands out, which says the view's name. */
export function EmphasisMark({ resource, record }: EmphasisProps) {
  const { t } = useTranslation('resources')
  if (!useIsEmphasised({ resource, record })) return null
  return (
    <span className="emphasis-mark">
      <span className="visually-hidden">{t(`resources:${resource.name}.views.${resource.list.emphasis}`)}: </span>
    </span>
  )
}
