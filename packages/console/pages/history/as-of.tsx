import { grantOf } from '@matricola/schema/access.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { endOfDay } from '@matricola/schema/values/dates.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LiveRegion } from '../../announcements/live-region.tsx'
import { lazyOverlay } from '../../app/lazy-overlay.tsx'
import { longDateTime } from '../../fields/date-text.ts'
import { useLanguage } from '../../i18n.ts'
import { Icon } from '../../icons/icon.tsx'
import './history.css'
import { Button } from '../../kit/button.tsx'

/**
 * Whether a role may see a resource as of an earlier day, which requires reading all records and
 * their history.
 */
export const canViewAsOf = (resource: AnyResource, role: Role) =>
  grantOf(resource, role, 'history') === true && grantOf(resource, role, 'read') === true

/** Asks for an earlier day, and shows the page as of that day. Loaded on demand. */
export const LazyAsOfDialog = lazyOverlay(
  async () => (await import('./as-of-dialog.tsx')).AsOfDialog,
)

/** A button that asks for an earlier day, for pages that have no other control for it. */
export function AsOfButton({ label }: { readonly label: string }) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setDialogOpen(true)}>
        <Icon name="history" />
        {label}
      </Button>
      {isDialogOpen && <LazyAsOfDialog onClose={() => setDialogOpen(false)} />}
    </>
  )
}

export function AsOfLine({ asOf }: { readonly asOf: string }) {
  const { t } = useTranslation('time')
  const language = useLanguage()
  return (
    <strong>
      {t('asOf.band', { time: longDateTime(endOfDay(asOf).toISOString(), language) })}
    </strong>
  )
}

/** A band that names the earlier day shown, with buttons for another day and for today. */
export function AsOfBand({
  asOf,
  onToday,
}: {
  readonly asOf: string
  readonly onToday: () => void
}) {
  const { t } = useTranslation('time')
  return (
    <div className="as-of-band">
      <Icon name="history" />
      <LiveRegion>
        <AsOfLine asOf={asOf} />
        <span>{t('asOf.note')}</span>
      </LiveRegion>
      <div className="button-row">
        <AsOfButton label={t('asOf.another')} />
        <Button onClick={onToday}>{t('asOf.today')}</Button>
      </div>
    </div>
  )
}
