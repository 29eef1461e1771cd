import { useText } from '@matricola/console/i18n.ts'
import { saveBlob } from '@matricola/console/save-file.ts'
import { HttpError } from '@matricola/providers/http.ts'
import { useState } from 'react'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type * as admissionCalls from '#resources/calls/admission.ts'
import { downloadCallFile } from '../../../http.ts'
import { ErrorBox } from '../../error-box.tsx'
import type { SubmittedApplication } from './submitted-application.ts'

/** Downloads the receipt, on request with the access code. */
export function SaveReceipt({
  submitted: { reference, accessCode },
}: {
  submitted: SubmittedApplication
}) {
  const t = useText('apply')
  const tPublic = useText('public')
  const [includeAccessCode, setIncludeAccessCode] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const save = async () => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      const { blob } = await downloadCallFile<typeof admissionCalls.receipt>(
        admissionEndpoints.receipt,
        {
          input: { reference, accessCode, includeAccessCode },
        },
      )
      saveBlob(blob, `${t('receipt.fileName')}-${reference}.pdf`)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      setFailure(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <label className="apply-check">
        <input
          type="checkbox"
          checked={includeAccessCode}
          onChange={(event) => setIncludeAccessCode(event.target.checked)}
        />
        <span>{t('sent.withCode')}</span>
      </label>
      <p>
        <button
          type="button"
          className="button button-primary"
          aria-disabled={isBusy}
          onClick={save}
        >
          {t('sent.save')}
        </button>
      </p>
      {failure ? <ErrorBox title={tPublic('failed.title')}>{failure}</ErrorBox> : null}
    </>
  )
}
