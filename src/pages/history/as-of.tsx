import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { grantOf } from '#model/access.ts'
import type { AnyResource } from '#model/resource.ts'
import { endOfDay } from '#model/values/dates.ts'
import type { Role } from '#model/vocabulary.ts'
import { later } from '#src/console/later.tsx'
import { longDateTime } from '#src/fields/date-text.ts'
import { useLanguage } from '#src/i18n.ts'
import { Icon } from '#src/icons/icon.tsx'
import { Status } from '#src/spoken/status.tsx'
import './history.css'
import { Button } from '#src/kit/button.tsx'

/** Tells whether a role may look at a resource as it was: it reads all records, and the history of each. */
export const mayLookBack = (resource: AnyResource, role: Role) =>
  grantOf(resource, role, 'history') === true && grantOf(resource, role, 'read') === true

/** Asks for an earlier day, and shows what is on the page as it was then. */
export const AsOfDialog = later(async () => (await import('./as-of-dialog.tsx')).AsOfDialog)

/** The button that asks for an earlier day, where nothing else leads there. */
export function AsOfButton({ label }: { readonly label: string }) {
  const [isAsked, ask] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => ask(true)}>
        <Icon name="history" />
        {label}
      </Button>
      {isAsked && <AsOfDialog onClose={() => ask(false)} />}
    </>
  )
}

/** `As it was on …` */
export function AsOfLine({ asOf }: { readonly asOf: string }) {
  const { t } = useTranslation('time')
  const language = useLanguage()
  return <strong>{t('asOf.band', { time: longDateTime(endOfDay(asOf).toISOString(), language) })}</strong>
}

/** Says that what is shown is past, and leads to another day or back. */
export function AsOfBand({ asOf, onToday }: { readonly asOf: string; readonly onToday: () => void }) {
  const { t } = useTranslation('time')
  return (
    <div className="as-of-band">
      <Icon name="history" />
      <Status>
        <AsOfLine asOf={asOf} />
        <span>{t('asOf.note')}</span>
      </Status>
      <div className="button-row">
        <AsOfButton label={t('asOf.another')} />
        <Button onClick={onToday}>{t('asOf.today')}</Button>
      </div>
    </div>
  )
}
