import { createContext, type ReactNode, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { actionsOf, wayBackFrom } from '#model/actions.ts'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { useMay } from '#src/console/may.ts'
import { usePerson } from '#src/console/person.ts'
import { titleText } from '#src/fields/title-text.ts'
import { useRecordAction } from '#src/pages/form/use-record-action.ts'
import { ActionDialog } from '#src/pages/show/action-dialog-later.ts'
import { DependantsNote, setsAside } from '#src/pages/show/dependants.tsx'
import { byTone } from '#src/pages/show/tone.ts'
import { Confirm } from './confirm.tsx'

/** Additions of a screen to the actions on the rows of its list. */
export interface RowCare {
  /** A warning that makes each action ask for confirmation, for example that a colleague has the record open; null for none. */
  readonly warning: (record: WireRecord) => ReactNode
  /** Returns how to undo the action that was just taken, given the record as the server returned it; undefined if it cannot be undone. */
  readonly undo: (record: WireRecord) => (() => void) | undefined
}
export const RowCareOf = createContext<RowCare>({ warning: () => null, undo: () => undefined })

/** An action that needs input or confirmation, or that was rejected because another user was faster. */
interface Asked {
  readonly name: string
  /** Whether the user has confirmed the warning. */
  readonly isMeant?: boolean
  readonly refused?: { readonly seen: WireRecord; readonly message: string }
}

/** Returns the actions that the user may take on a row now, a function that starts one, and the dialogs it needs. */
export function useRowAction(resource: AnyResource, record: WireRecord) {
  const { t } = useTranslation(['shell', 'resources'])
  const person = usePerson()
  const may = useMay()
  const care = useContext(RowCareOf)
  const [asked, setAsked] = useState<Asked | null>(null)
  const { ask, run } = useRecordAction(resource, record, care.undo)
  const all = actionsOf(resource)
  const names = Object.keys(all)
    .filter((name) => may(name, resource, record))
    .sort((one, other) => byTone(all[one]?.tone, all[other]?.tone))
  const warning = care.warning(record)
  const needsMore = ({ name, isMeant }: Asked) => Boolean(all[name]?.input) || (isMeant !== true && all[name]?.tone === 'danger')
  const runNow = (name: string) => run({ action: name, input: {} }, (message) => setAsked({ name, refused: { seen: record, message } }))
  const begin = (asked: Asked) => {
    if ((warning !== null && !asked.isMeant) || needsMore(asked)) setAsked(asked)
    else runNow(asked.name)
  }
  const label = (name: string) => t(`resources:${resource.name}.actions.${name}`)
  const close = () => setAsked(null)
  const isDialog = asked !== null && (asked.refused || (all[asked.name]?.input && (warning === null || asked.isMeant)))
  const dialogs =
    asked === null ? null : isDialog ? (
      <ActionDialog resource={resource} record={record} action={asked.name} refused={asked.refused} run={ask} onClose={close} />
    ) : (
      <Confirm
        title={t('shell:list.confirm', { action: label(asked.name), name: titleText(resource, record, t) })}
        wayBack={warning === null ? wayBackFrom(resource, asked.name, record, person) : undefined}
        action={label(asked.name)}
        note={warning ?? (setsAside(resource, asked.name) && <DependantsNote resource={resource} ids={[record.id]} />)}
        onConfirm={() => begin({ name: asked.name, isMeant: true })}
        onClose={() => setAsked((now) => (now?.isMeant ? now : null))}
      />
    )
  return {
    names,
    /** The workflow transitions that the user may take from the record's state. */
    steps: names.filter((name) => resource.workflow?.transitions[name] && all[name]?.on.includes('row')),
    label,
    begin: (name: string) => begin({ name }),
    dialogs,
    isDanger: (name: string) => all[name]?.tone === 'danger',
  }
}
