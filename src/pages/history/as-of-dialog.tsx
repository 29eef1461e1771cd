import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { daysAfter, isRealDate, today } from '#model/dates.ts'
import { Dialog } from '#src/pages/form/dialog.tsx'
import { useAsOf } from './as-of.tsx'

/** Asks for the day that the page is to show. */
export function AsOfDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['time', 'shell'])
  const id = useId()
  const [asOf, show] = useAsOf()
  const now = today(new Date())
  return (
    <Dialog
      title={t('time:asOf.panel')}
      onClose={onClose}
      footer={
        <>
          <button type="submit" form={`${id}-form`} className="button button-primary">
            {t('time:asOf.show')}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {t('shell:cancel')}
          </button>
        </>
      }
    >
      <form
        id={`${id}-form`}
        className="as-of-form"
        onSubmit={(event) => {
          event.preventDefault()
          const day = String(new FormData(event.currentTarget).get('day'))
          if (!isRealDate(day)) return
          onClose()
          show(day < now ? day : null)
        }}
      >
        <label htmlFor={id}>{t('time:asOf.day')}</label>
        <input id={id} name="day" type="date" className="input" required max={now} defaultValue={asOf ?? daysAfter(now, -1)} />
      </form>
    </Dialog>
  )
}
