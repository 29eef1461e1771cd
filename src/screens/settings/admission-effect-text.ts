import { longDateTime } from '@matricola/console/fields/date-text.ts'
import type { WireIntake } from '#resources/admission/wire.ts'

type Texts = (key: string, params?: { readonly [name: string]: string }) => string

interface AdmissionEffectOptions {
  readonly language: string
  /** The public configuration; undefined if it is not known. */
  readonly publicConfig?: WireIntake | undefined
  /** Whether the settings select another admission session. The dates of that session are not known here. */
  readonly isOtherSession?: boolean
}

/** Says whether applicants can submit with these settings, and why not. Uses the dates of the current admission session. */
export function admissionEffectText(
  t: Texts,
  values: { readonly [field: string]: unknown },
  { publicConfig, language, isOtherSession = false }: AdmissionEffectOptions,
): string {
  if (values.stopApplicationRequests === true) return t('settings.effect.stopped')
  if (values.registrationOpen !== true) return t('settings.effect.closed')
  if (isOtherSession) return t('settings.effect.otherDates')
  const { opensAt, closesAt, now } = publicConfig ?? {}
  if (opensAt && now && now < opensAt) return t('settings.effect.early', { date: longDateTime(opensAt, language) })
  if (closesAt && now && now > closesAt) return t('settings.effect.late', { date: longDateTime(closesAt, language) })
  if (values.disableUpdates === true) return t('settings.effect.openNoUpdates')
  return closesAt ? t('settings.effect.openUntil', { date: longDateTime(closesAt, language) }) : t('settings.effect.open')
}
