import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { useCall } from '@matricola/console/use-call.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import * as admissionCalls from '#resources/calls/admission.ts'
import { admissionEffectText } from './admission-effect-text.ts'

interface AdmissionEffectProps {
  readonly record: WireRecord
  /** The settings as they would be saved. */
  readonly values: { readonly [field: string]: unknown }
}

/**
 * Shows whether applicants can submit now, according to the public configuration, and whether they can submit after the settings
 * are saved.
 */
export function AdmissionEffect({ record, values }: AdmissionEffectProps) {
  const { t, language } = usePageText()
  const { data, isPending } = useCall(admissionCalls.publicConfig, {}, { key: ['intake', record.version] })
  const currentText = admissionEffectText(t, record, { publicConfig: data, language })
  const saved = admissionEffectText(t, values, {
    publicConfig: data,
    language,
    isOtherSession: values.admissionSessionId !== record.admissionSessionId,
  })
  return (
    <LiveRegion as="div" className="effect">
      {!isPending && <p>{t('settings.effect.now', { answer: currentText })}</p>}
      {data?.concurrentAdmissions.map((period) => (
        <p key={period.degree}>
          {t('settings.effect.alongside', {
            session: period.session ?? period.degree,
            answer: admissionEffectText(t, record, { publicConfig: { ...data, ...period }, language }),
          })}
        </p>
      ))}
      {!isPending && saved !== currentText && <p className="effect-saved">{t('settings.effect.saved', { answer: saved })}</p>}
    </LiveRegion>
  )
}
