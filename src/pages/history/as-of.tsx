import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { grantOf } from '#model/access.ts'
import { daysAfter, endOfDay, isRealDate, today } from '#model/dates.ts'
import type { AnyResource } from '#model/resource.ts'
import { usePerson } from '#src/console/person.ts'
import { Popup } from '#src/console/shell/popup.tsx'
import { longDateTime } from '#src/fields/date-text.ts'
import { useLanguage } from '#src/i18n.ts'
import { Icon } from '#src/icons/icon.tsx'
import './history.css'

/** The day that the page shows, by its address; null: now. */
export function useAsOf(): readonly [asOf: string | null, show: (day: string | null) => void] {
  const [params, setParams] = useSearchParams()
  const day = params.get('asOf') ?? ''
  const show = (next: string | null) =>
    setParams((now) => {
      const changed = new URLSearchParams(now)
      if (next === null) changed.delete('asOf')
      else changed.set('asOf', next)
      if (changed.has('pageNumber')) changed.set('pageNumber', '1')
      return changed
    })
  return [isRealDate(day) ? day : null, show]
}

/** Leads to the list as it was on an earlier day, for who may read all of its history. */
export function AsOfButton({ resource }: { readonly resource: AnyResource }) {
  const { t } = useTranslation('time')
  const { role } = usePerson()
  const id = useId()
  const [asOf, show] = useAsOf()
  if (grantOf(resource, role, 'history') !== true || grantOf(resource, role, 'read') !== true) return null
  const now = today(new Date())
  return (
    <Popup
      className="button"
      button={<Icon name="history" />}
      label={t('asOf.button')}
      title={t('asOf.button')}
      panelLabel={t('asOf.panel')}
    >
      {(close) => (
        <form
          className="as-of-form"
          onSubmit={(event) => {
            event.preventDefault()
            const day = String(new FormData(event.currentTarget).get('day'))
            if (!isRealDate(day)) return
            show(day < now ? day : null)
            close()
          }}
        >
          <label htmlFor={id}>{t('asOf.day')}</label>
          <input id={id} name="day" type="date" className="input" required max={now} defaultValue={asOf ?? daysAfter(now, -1)} />
          <button type="submit" className="button button-primary">
            {t('asOf.show')}
          </button>
        </form>
      )}
    </Popup>
  )
}

/** Says that what is shown is past, and leads back. */
export function AsOfBand({ asOf, onToday }: { readonly asOf: string; readonly onToday: () => void }) {
  const { t } = useTranslation('time')
  const language = useLanguage()
  return (
    <div className="as-of-band" role="status">
      <Icon name="history" />
      <strong>{t('asOf.band', { time: longDateTime(endOfDay(asOf).toISOString(), language) })}</strong>
      <span>{t('asOf.note')}</span>
      <button type="button" className="button" onClick={onToday}>
        {t('asOf.today')}
      </button>
    </div>
  )
}
