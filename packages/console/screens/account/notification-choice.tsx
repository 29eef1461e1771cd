import { HttpError } from '@matricola/providers/http.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { type FormEvent, useId, useState } from 'react'
import { useRegistry } from '../../app/console-context.ts'
import { useSaveInPlace } from '../../pages/form/use-save-in-place.ts'
import { showToast } from '../../toasts/toast-store.ts'
import '../screens.css'
import { Button } from '../../kit/button.tsx'
import { Checkbox } from '../../kit/checks.tsx'
import { useNotificationText } from '../use-notification-text.ts'

const toNameList = (value: unknown): readonly string[] => (Array.isArray(value) ? value : [])

/** Shows when the connection was lost. Other errors are shown where the call is made. */
const showConnectionError = (error: unknown) => {
  if (error instanceof HttpError && error.statusCode === 0)
    showToast({ severity: 'error', summary: error.message })
}

/**
 * Lets the user choose which notifications the bell shows and which are also sent by email.
 * Security notifications cannot be switched off.
 */
export function NotificationChoice({
  resource,
  record,
}: {
  readonly resource: AnyResource
  readonly record: WireRecord
}) {
  const { t } = useNotificationText()
  const id = useId()
  const kinds = Object.keys(useRegistry().notificationKinds)
  const [mutedNotifications, setMutedNotifications] = useState(
    toNameList(record.mutedNotifications),
  )
  const [mailed, setMailed] = useState(toNameList(record.mailCopies))
  const { save: send, isSaving } = useSaveInPlace(resource, record.id)
  const isChanged =
    kinds.some(
      (kind) =>
        mutedNotifications.includes(kind) !== toNameList(record.mutedNotifications).includes(kind),
    ) ||
    kinds.some((kind) => mailed.includes(kind) !== toNameList(record.mailCopies).includes(kind))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    const { record: saved } = await send({ mutedNotifications, mailCopies: mailed })
    setMutedNotifications(toNameList(saved.mutedNotifications))
    setMailed(toNameList(saved.mailCopies))
  }
  const withToggled = (list: readonly string[], kind: string, isIncluded: boolean) =>
    kinds.filter((other) => (other === kind ? isIncluded : list.includes(other)))
  return (
    <section className="form-section panel" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="section-title">
        {t('settings.title')}
      </h2>
      <form className="stack" onSubmit={(event) => void save(event).catch(showConnectionError)}>
        <p className="caption">{t('settings.about')}</p>
        <table className="notification-grid" aria-labelledby={`${id}-title`}>
          <thead>
            <tr>
              <th scope="col">{t('settings.topic')}</th>
              <th scope="col">{t('settings.inApp')}</th>
              <th scope="col">{t('settings.email')}</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map((kind) => {
              const name = t(`resources:users.choices.mailCopies.${kind}`)
              const isEnabled = !mutedNotifications.includes(kind)
              return (
                <tr key={kind}>
                  <th scope="row">{name}</th>
                  <td>
                    <HiddenLabelCheckbox
                      label={t('settings.inAppFor', { kind: name })}
                      isChecked={isEnabled}
                      onChange={(isIncluded) =>
                        setMutedNotifications(withToggled(mutedNotifications, kind, !isIncluded))
                      }
                    />
                  </td>
                  <td>
                    <HiddenLabelCheckbox
                      label={t('settings.emailFor', { kind: name })}
                      isChecked={isEnabled && mailed.includes(kind)}
                      isDisabled={!isEnabled}
                      onChange={(isIncluded) => setMailed(withToggled(mailed, kind, isIncluded))}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
        <div className="button-row">
          <Button type="submit" kind="primary" disabled={!isChanged} aria-disabled={isSaving}>
            {t('settings.save')}
          </Button>
        </div>
      </form>
    </section>
  )
}

interface HiddenLabelCheckboxProps {
  readonly label: string
  readonly isChecked: boolean
  readonly isDisabled?: boolean
  readonly onChange: (isChecked: boolean) => void
}

const HiddenLabelCheckbox = ({
  label,
  isChecked,
  isDisabled = false,
  onChange,
}: HiddenLabelCheckboxProps) => (
  <Checkbox
    checked={isChecked}
    disabled={isDisabled}
    onChange={(event) => onChange(event.target.checked)}
  >
    <span className="visually-hidden">{label}</span>
  </Checkbox>
)
