import { useState } from 'react'
import { Link } from 'react-router'
import { actionsOf } from '#model/actions.ts'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire.ts'
import { usePerson } from '#src/console/person.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { useRecordAction } from '#src/pages/form/use-record-action.ts'
import { recordLink } from '#src/screens/record-links.ts'
import { ActionDialog } from './action-dialog.tsx'
import { toneClass } from './tone-class.ts'

interface RecordActionsProps {
  readonly resource: AnyResource
  readonly record: WireRecord
  /** Absent where there is nothing to edit, or editing happens elsewhere. */
  readonly editPath?: string
}

/** Everything that the person may do to this record now: edit it, take a step of its workflow, run an action. */
export function RecordActions({ resource, record, editPath }: RecordActionsProps) {
  const { t } = usePageText()
  const person = usePerson()
  const [asked, setAsked] = useState<string | null>(null)
  const { isPending, ask, run } = useRecordAction(resource, record)
  const actions = Object.entries(actionsOf(resource)).filter(([name]) => record._can.includes(name))
  const link = recordLink(resource.name, record, person)
  return (
    <>
      {link && (
        <Link className="button button-primary" to={link.to}>
          {t(link.words)}
        </Link>
      )}
      {editPath && (
        <Link className="button" to={editPath}>
          {t('show.edit')}
        </Link>
      )}
      {actions.map(([name, action]) => (
        <button
          key={name}
          type="button"
          className={`button ${toneClass[action.tone ?? 'neutral']}`}
          aria-disabled={isPending}
          onClick={() =>
            action.input || action.asks || action.tone === 'danger' ? setAsked(name) : !isPending && run({ action: name, input: {} })
          }
        >
          {t(`resources:${resource.name}.actions.${name}`)}
        </button>
      ))}
      {asked && <ActionDialog resource={resource} record={record} action={asked} run={ask} onClose={() => setAsked(null)} />}
    </>
  )
}
