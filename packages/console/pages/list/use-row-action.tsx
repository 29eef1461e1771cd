import { actionsOf, reversibilityOf } from '@matricola/schema/actions.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../app/use-permission.ts'
import { useUser } from '../../app/user-context.ts'
import { titleText } from '../../fields/title-text.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { DependantsNote, isDeactivation } from '../show/dependants.tsx'
import { LazyActionDialog } from '../show/lazy-action-dialog.ts'
import { recordActionNames } from '../show/tone.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Options that a screen sets for the row actions of its list. */
export interface RowActionOptions {
  /**
   * A warning for which each action asks for confirmation, for example that a colleague has the
   * record open. Null if there is none.
   */
  readonly warning: (record: WireRecord) => ReactNode
  /**
   * Receives the record as the server returned it, and returns how to undo the action that was just
   * taken. Undefined if it cannot be undone.
   */
  readonly undo: (record: WireRecord) => (() => void) | undefined
}
export const RowActionContext = createContext<RowActionOptions>({
  warning: () => null,
  undo: () => undefined,
})

/**
 * An action that needs input or confirmation, or was rejected because another user changed the
 * record first.
 */
interface RequestedAction {
  readonly name: string
  /** Whether the user has confirmed the warning. */
  readonly isConfirmed?: boolean
  readonly refused?: { readonly seenRecord: WireRecord; readonly message: string }
}

/**
 * Returns the actions that the user may take on a row now, a function that starts an action, and
 * the dialogs that actions need.
 */
export function useRowAction(resource: AnyResource, record: WireRecord) {
  const { t } = useTranslation(['shell', 'resources'])
  const user = useUser()
  const can = usePermission()
  const options = useContext(RowActionContext)
  const [requested, setRequested] = useState<RequestedAction | null>(null)
  const { send, run } = useRecordAction(resource, record, options.undo)
  const all = actionsOf(resource)
  const names = recordActionNames(resource, record, can)
  const warning = options.warning(record)
  const needsMore = ({ name, isConfirmed }: RequestedAction) =>
    Boolean(all[name]?.input) || (isConfirmed !== true && all[name]?.tone === 'danger')
  const runNow = (name: string) =>
    run({ action: name, input: {} }, (message) =>
      setRequested({ name, refused: { seenRecord: record, message } }),
    )
  const begin = (action: RequestedAction) => {
    if ((warning !== null && !action.isConfirmed) || needsMore(action)) setRequested(action)
    else runNow(action.name)
  }
  const label = (name: string) => t(`resources:${resource.name}.actions.${name}`)
  const close = () => setRequested(null)
  const isDialog =
    requested !== null &&
    (requested.refused ||
      (all[requested.name]?.input && (warning === null || requested.isConfirmed)))
  const dialogs =
    requested === null ? null : isDialog ? (
      <LazyActionDialog
        resource={resource}
        record={record}
        action={requested.name}
        refused={requested.refused}
        run={send}
        onClose={close}
      />
    ) : (
      <ConfirmDialog
        title={t('shell:list.confirm', {
          action: label(requested.name),
          name: titleText(resource, record, t),
        })}
        reversibility={
          warning === null ? reversibilityOf(resource, requested.name, record, user) : undefined
        }
        action={label(requested.name)}
        note={
          warning ??
          (isDeactivation(resource, requested.name) && (
            <DependantsNote resource={resource} ids={[record.id]} />
          ))
        }
        onConfirm={() => begin({ name: requested.name, isConfirmed: true })}
        onClose={() => setRequested((current) => (current?.isConfirmed ? current : null))}
      />
    )
  return {
    names,
    /** The workflow transitions that the user may take from the record's state. */
    transitions: names.filter(
      (name) => resource.workflow?.transitions[name] && all[name]?.on.includes('row'),
    ),
    label,
    begin: (name: string) => begin({ name }),
    dialogs,
    isDanger: (name: string) => all[name]?.tone === 'danger',
  }
}
