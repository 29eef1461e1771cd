import type { WireRegistration } from '#model/admission/wire.ts'
import { useMay } from '#src/console/may.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { useRecordAction } from '#src/pages/form/use-record-action.ts'
import { registrations } from './registration.ts'

const offered = ['checkGrades', 'confirmPlace'] as const

/** Actions on an application whose places go by merit: grades that agree with the diploma, and the place of who comes in person. */
export function MeritActions({ record }: { readonly record: WireRegistration }) {
  const { t } = usePageText()
  const may = useMay()
  const { isPending, run } = useRecordAction(registrations, record)
  if (!record.isRanked) return null
  return offered
    .filter((action) => may(action, registrations, record))
    .map((action) => (
      <button
        key={action}
        type="button"
        className="button"
        aria-disabled={isPending}
        onClick={() => !isPending && run({ action, input: {} })}
      >
        {t(`resources:${registrations.name}.actions.${action}`)}
      </button>
    ))
}
