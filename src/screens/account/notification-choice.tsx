import { type FormEvent, useId, useState } from 'react'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { HttpError } from '#providers/http.ts'
import { notificationKinds } from '#resources/notification-kinds.ts'
import { useSave } from '#src/pages/form/use-save-in-place.ts'
import { showToast } from '#src/toasts/toast-store.ts'
import '../screens.css'
import { Button } from '#src/kit/button.tsx'
import { Checkbox } from '#src/kit/checks.tsx'
import { usePostText } from '../use-post-text.ts'

const kinds = Object.keys(notificationKinds)
const chosenIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value : [])

/** Shows lost connections. Other errors are shown where the call is made. */
const showCut = (error: unknown) => {
  if (error instanceof HttpError && error.statusCode === 0) showToast({ severity: 'error', summary: error.message })
}

/** Chooses which notifications the bell shows and which are sent by email, too. Security notifications cannot be switched off. */
export function NotificationChoice({ resource, record }: { readonly resource: AnyResource; readonly record: WireRecord }) {
  const { t } = usePostText()
  const id = useId()
  const [silenced, setSilenced] = useState(chosenIn(record.silenced))
  const [mailed, setMailed] = useState(chosenIn(record.mailCopies))
  const { save: send, isSaving } = useSave(resource, record.id)
  const isChanged =
    kinds.some((kind) => silenced.includes(kind) !== chosenIn(record.silenced).includes(kind)) ||
    kinds.some((kind) => mailed.includes(kind) !== chosenIn(record.mailCopies).includes(kind))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    const { record: saved } = await send({ silenced, mailCopies: mailed })
    setSilenced(chosenIn(saved.silenced))
    setMailed(chosenIn(saved.mailCopies))
  }
  const toggled = (list: readonly string[], kind: string, isIn: boolean) =>
    kinds.filter((other) => (other === kind ? isIn : list.includes(other)))
  return (
    <section className="form-section sheet" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="section-title">
        {t('choice.title')}
      </h2>
      <form className="stack" onSubmit={(event) => void save(event).catch(showCut)}>
        <p className="caption">{t('choice.about')}</p>
        <table className="told-grid" aria-labelledby={`${id}-title`}>
          <thead>
            <tr>
              <th scope="col">{t('choice.kind')}</th>
              <th scope="col">{t('choice.bell')}</th>
              <th scope="col">{t('choice.mail')}</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map((kind) => {
              const name = t(`resources:users.choices.mailCopies.${kind}`)
              const isTold = !silenced.includes(kind)
              return (
                <tr key={kind}>
                  <th scope="row">{name}</th>
                  <td>
                    <Box
                      label={t('choice.bellOf', { kind: name })}
                      isChecked={isTold}
                      onChange={(isIn) => setSilenced(toggled(silenced, kind, !isIn))}
                    />
                  </td>
                  <td>
                    <Box
                      label={t('choice.mailOf', { kind: name })}
                      isChecked={isTold && mailed.includes(kind)}
                      isDisabled={!isTold}
                      onChange={(isIn) => setMailed(toggled(mailed, kind, isIn))}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
        <div className="button-row">
          <Button type="submit" kind="primary" disabled={!isChanged} aria-disabled={isSaving}>
            {t('choice.save')}
          </Button>
        </div>
      </form>
    </section>
  )
}

interface BoxProps {
  readonly label: string
  readonly isChecked: boolean
  readonly isDisabled?: boolean
  readonly onChange: (isChecked: boolean) => void
}

const Box = ({ label, isChecked, isDisabled = false, onChange }: BoxProps) => (
  <Checkbox checked={isChecked} disabled={isDisabled} onChange={(event) => onChange(event.target.checked)}>
    <span className="visually-hidden">{label}</span>
  </Checkbox>
)
