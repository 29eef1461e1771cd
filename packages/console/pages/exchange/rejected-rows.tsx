import type { AnyResource } from '@matricola/schema/resource.ts'
import { problemOutcomes } from '@matricola/schema/wire/job-states.ts'
import type { WireImport, WireJob } from '@matricola/schema/wire/jobs.ts'
import { useRef } from 'react'
import { Icon } from '../../icons/icon.tsx'
import { Button } from '../../kit/button.tsx'
import { ItemsLink } from '../jobs/items-link.tsx'
import { FileChooser } from './file-chooser.tsx'
import { importCounts } from './import-calls.ts'
import { UploadStatus } from './upload-status.tsx'
import { useExchangeText } from './use-exchange-text.ts'
import { useUpload } from './use-upload.ts'

interface RejectedRowsProps {
  readonly resource: AnyResource
  readonly job: WireJob
  readonly onUploaded: (uploaded: WireImport) => void
}

/** Offers the rejected rows with the reasons as a file, and an upload for the corrected file. */
export function RejectedRows({ resource, job, onUploaded }: RejectedRowsProps) {
  const { t } = useExchangeText()
  const { state, send, sendAgain, cancel } = useUpload(resource, onUploaded)
  const fileInput = useRef<HTMLInputElement>(null)
  const count = importCounts(job).problems
  if (count === 0) return null
  return (
    <div className="message message-warn">
      <Icon name="warning" />
      <div className="import-rejected-body">
        <h3>{t('rejected.title', { count })}</h3>
        <p>{t('rejected.text')}</p>
        <UploadStatus state={state} onAgain={sendAgain} onCancel={cancel} />
        <div className="button-row">
          {(['xlsx', 'csv'] as const).map((format) => (
            <ItemsLink
              key={format}
              job={job}
              format={format}
              outcomes={problemOutcomes}
              label={t('rejected.download', { format: format.toUpperCase() })}
            />
          ))}
          <Button
            aria-disabled={state.step === 'sending'}
            onClick={() => fileInput.current?.click()}
          >
            <Icon name="upload" />
            {t('rejected.upload')}
          </Button>
        </div>
        <FileChooser
          inputRef={fileInput}
          label={t('rejected.upload')}
          onChosen={(file) => void send(file)}
        />
      </div>
    </div>
  )
}
