import { useQuery } from '@tanstack/react-query'
import type { WireIntake } from '#model/admission/wire.ts'
import { admissionEndpoints } from '#model/endpoints.ts'
import type { WireRecord } from '#model/wire.ts'
import { request } from '#providers/http.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { effectOf } from './effects.ts'

interface AdmissionEffectProps {
  readonly record: WireRecord
  /** As they would be saved. */
  readonly values: { readonly [field: string]: unknown }
}

/** Whether applicants can submit, as the public pages are told it, and as it would be with what has been changed here. */
export function AdmissionEffect({ record, values }: AdmissionEffectProps) {
  const { t, language } = usePageText()
  const { data } = useQuery({
    queryKey: ['intake', record.version],
    queryFn: async ({ signal }) => (await request<WireIntake>(admissionEndpoints.publicConfig, { signal })).data,
  })
  // Another admission has other dates, which count once it is saved.
  const intake = values.admissionSessionId === record.admissionSessionId ? data : undefined
  return (
    <p className="effect-line" role="status">
      {effectOf(t, values, { intake, language })}
    </p>
  )
}
