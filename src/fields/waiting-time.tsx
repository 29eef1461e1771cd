import { dateTimeText } from '@matricola/console/fields/date-text.ts'
import type { ValueProps } from '@matricola/console/fields/field-type-components.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { useEndpoint } from '@matricola/console/use-call.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { durationText } from '#resources/admission/duration-text.ts'
import { type OfficeWeek, waitingMinutes } from '#resources/admission/office-week.ts'
import { getResource } from '#resources/index.ts'

/** The time since an instant, in the hours of the office, as in the conversation of an application. */
export function WaitingTime({ value }: ValueProps) {
  const { language } = usePageText()
  // One request for all rows.
  const { data: week } = useEndpoint<OfficeWeek>(
    endpointsOf(getResource('settings')).single,
    {},
    { key: ['office-week'], staleTime: 60_000 },
  )
  const since = String(value)
  if (!week) return <span aria-busy="true" />
  return (
    <time dateTime={since} title={dateTimeText(since, language)}>
      {durationText(waitingMinutes(week, new Date(since), new Date()), language)}
    </time>
  )
}
