import { choiceKey, fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useTranslation } from 'react-i18next'
import { FieldValue } from '../../fields/field-value.tsx'
import { titleText } from '../../fields/title-text.ts'
import { Icon } from '../../icons/icon.tsx'
import { Popup } from '../../kit/popup.tsx'
import { useRowAction } from './use-row-action.tsx'

interface StateCellProps {
  readonly resource: AnyResource
  /** The field that stores the state of the workflow. */
  readonly name: string
  readonly record: WireRecord
}

/** The state of a record, with a menu of the transitions that the user may make. */
export function StateCell({ resource, name, record }: StateCellProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const { transitions, label, begin, dialogs, isDanger } = useRowAction(resource, record)
  const value = <FieldValue resource={resource} name={name} record={record} />
  const state = record[name]
  if (transitions.length === 0 || typeof state !== 'string') return value
  const [field, stateLabel] = [fieldKey(resource, name), choiceKey(resource, name, state)].map(
    (key) => t(`resources:${key}`),
  )
  return (
    <>
      <Popup
        className="state-button"
        label={t('shell:list.state', {
          value: stateLabel,
          field,
          name: titleText(resource, record, t),
        })}
        button={
          <>
            {value}
            <Icon name="chevron-down" className="state-mark" />
          </>
        }
        panelLabel={t('shell:list.steps', { name: titleText(resource, record, t) })}
      >
        {(close) => (
          <ul className="bare-list popup-list">
            {transitions.map((transition) => (
              <li key={transition}>
                <button
                  type="button"
                  className={isDanger(transition) ? 'popup-item popup-item-danger' : 'popup-item'}
                  onClick={() => {
                    close()
                    begin(transition)
                  }}
                >
                  {label(transition)}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Popup>
      {dialogs}
    </>
  )
}
