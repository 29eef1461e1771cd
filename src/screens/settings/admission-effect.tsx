import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { longDateTime } from '@matricola/console/fields/date-text.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { useCall } from '@matricola/console/use-call.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import * as admissionCalls from '#resources/calls/admission.ts'

interface AdmissionEffectProps {
  readonly record: WireRecord
  /** The settings as they would be saved. */
  readonly values: { readonly [field: string]: unknown }
}

/**
 * Shows whether applicants can submit now, according to the public configuration, and whether they
 * can submit after the settings are saved.
 */
export function AdmissionEffect({ record, values }: AdmissionEffectProps) {
  const { t, language } = usePageText()
  const { data, isPending } = useCall(
    admissionCalls.publicConfig,
    {},
    { key: ['intake', record.version] },
  )
  const currentText = admissionEffectText(t, record, { publicConfig: data, language })
  const saved = admissionEffectText(t, values, {
    publicConfig: data,
    language,
    isOtherSession: values.admissionSessionId !== record.admissionSessionId,
  })
  return (
    <LiveRegion as="div" className="effect">
      {!isPending && <p>{t('settings:effect.now', { answer: currentText })}</p>}
      {data?.concurrentAdmissions.map((period) => (
        <p key={period.degree}>
          {t('settings:effect.alongside', {
            session: period.session ?? period.degree,
            answer: admissionEffectText(t, record, {
              publicConfig: { ...data, ...period },
              language,
            }),
          })}
        </p>
      ))}
      {!isPending && saved !== currentText && (
        <p className="effect-saved">{t('settings:effect.saved', { answer: saved })}</p>
      )}
    </LiveRegion>
  )
}

type Texts = (key: string, params?: { readonly [name: string]: string }) => string

interface AdmissionEffectOptions {
  readonly language: string
  /** The public configuration; undefined if it is not known. */
  readonly publicConfig?: WireIntake | undefined
  /**
   * Whether the settings select another admission session. The dates of that session are not known
   * here.
   */
  readonly isOtherSession?: boolean
}

/**
 * Says whether applicants can submit with these settings, and why not. Uses the dates of the
 * current admission session.
 */
function admissionEffectText(
  t: Texts,
  values: { readonly [field: string]: unknown },
  { publicConfig, language, isOtherSession = false }: AdmissionEffectOptions,
): string {
  if (values.stopApplicationRequests === true) return t('settings:effect.stopped')
  if (values.registrationOpen !== true) return t('settings:effect.closed')
  if (isOtherSession) return t('settings:effect.otherDates')
  const { opensAt, closesAt, now } = publicConfig ?? {}
  if (opensAt && now && now < opensAt)
    return t('settings:effect.early', { date: longDateTime(opensAt, language) })
  if (closesAt && now && now > closesAt)
    return t('settings:effect.late', { date: longDateTime(closesAt, language) })
  if (values.disableUpdates === true) return t('settings:effect.openNoUpdates')
  return closesAt
    ? t('settings:effect.openUntil', { date: longDateTime(closesAt, language) })
    : t('settings:effect.open')
}
