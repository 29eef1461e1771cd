import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '#providers/ask.ts'
import { apiAddress, isApiElsewhere } from '#providers/http.ts'
import * as timetableCalls from '#resources/calls/timetable.ts'
import { Button } from '#src/kit/button.tsx'
import { Dialog } from '#src/kit/dialog.tsx'
import { Input } from '#src/kit/inputs.tsx'
import { Status } from '#src/spoken/status.tsx'
import { copyText } from '../copy.ts'
import { useTimetableText } from './use-timetable-text.ts'

/** Creates the secret URL of the user's calendar and shows it once. */
export function CalendarDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTimetableText()
  const [copied, setCopied] = useState<boolean | null>(null)
  const made = useMutation({
    mutationFn: async () => whereItIs((await ask(timetableCalls.makeAddress)).data.address),
  })
  const address = made.data
  return (
    <Dialog
      title={t('timetable:calendar.title')}
      onClose={onClose}
      footer={
        <>
          {address === undefined ? (
            <Button kind="primary" aria-disabled={made.isPending} onClick={() => made.isPending || made.mutate()}>
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
      <Status>{copied === true ? t('timetable:calendar.copied') : copied === false ? t('timetable:calendar.notCopied') : ''}</Status>
      {made.isError && (
        <p role="alert" className="message message-error">
          {made.error.message}
        </p>
      )}
    </Dialog>
  )
}

/** Replaces the origin if the API has its own: the server returns a URL at the origin of the pages. */
function whereItIs(address: string): string {
  const { pathname, search } = new URL(address)
  return isApiElsewhere() ? apiAddress(`${pathname}${search}`) : address
}
