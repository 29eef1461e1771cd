import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { useHttp } from '@matricola/console/app/console-context.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import { Dialog } from '@matricola/console/kit/dialog.tsx'
import { Input } from '@matricola/console/kit/inputs.tsx'
import { copyText } from '@matricola/console/screens/copy-text.ts'
import type { Http } from '@matricola/providers/http.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as timetableCalls from '#resources/calls/timetable.ts'
import { useTimetableText } from './use-timetable-text.ts'

/** Creates the secret URL of the user's calendar and shows it once. */
export function CalendarDialog({ onClose }: { readonly onClose: () => void }) {
  const http = useHttp()
  const { makeCall } = http
  const { t } = useTimetableText()
  const [copied, setCopied] = useState<boolean | null>(null)
  const creation = useMutation({
    mutationFn: async () =>
      apiUrlOf(http, (await makeCall(timetableCalls.createCalendarAddress)).data.address),
  })
  const address = creation.data
  return (
    <Dialog
      title={t('timetable:calendar.title')}
      onClose={onClose}
      footer={
        <>
          {address === undefined ? (
            <Button
              kind="primary"
              aria-disabled={creation.isPending}
              onClick={() => creation.isPending || creation.mutate()}
            >
              {t('timetable:calendar.make')}
            </Button>
          ) : (
            <Button kind="primary" onClick={() => void copyText(address).then(setCopied)}>
              {t('timetable:calendar.copy')}
            </Button>
          )}
          <Button onClick={onClose}>{t('timetable:calendar.close')}</Button>
        </>
      }
    >
      {address === undefined ? (
        <p>{t('timetable:calendar.what')}</p>
      ) : (
        <>
          <p>{t('timetable:calendar.once')}</p>
          <label className="calendar-address">
            <span>{t('timetable:calendar.address')}</span>
            <Input readOnly value={address} onFocus={(event) => event.target.select()} />
          </label>
        </>
      )}
      <LiveRegion>
        {copied === true
          ? t('timetable:calendar.copied')
          : copied === false
            ? t('timetable:calendar.notCopied')
            : ''}
      </LiveRegion>
      {creation.isError && (
        <p role="alert" className="message message-error">
          {creation.error.message}
        </p>
      )}
    </Dialog>
  )
}

/**
 * Replaces the origin if the API has its own: the server returns a URL at the origin of the pages.
 */
function apiUrlOf(http: Http, address: string): string {
  const { pathname, search } = new URL(address)
  return http.isApiCrossOrigin() ? http.apiUrl(`${pathname}${search}`) : address
}
