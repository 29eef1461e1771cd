import { createIdempotencyKey, idempotencyHeader } from '@matricola/providers/idempotency-key.ts'
import { pasteCall } from '@matricola/schema/calls/bulk-and-import.ts'
import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { maxImportColumns } from '@matricola/schema/vocabulary.ts'
import type { PasteBlock } from '@matricola/schema/wire/jobs.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { LiveRegion } from '../../../announcements/live-region.tsx'
import { useHttp } from '../../../app/console-context.ts'
import { useUser } from '../../../app/user-context.ts'
import { titleText } from '../../../fields/title-text.ts'
import { Dialog } from '../../../kit/dialog.tsx'
import { cacheJob } from '../../jobs/job-calls.ts'
import { openJob, trackJob } from '../../jobs/job-tracking.ts'
import { blockWidth, parseClipboardCells } from './clipboard-cells.ts'
import '../exchange.css'
import { Button } from '../../../kit/button.tsx'
import { TextArea } from '../../../kit/inputs.tsx'
import { useExchangeText } from '../use-exchange-text.ts'
import { consecutiveFields, createPasteBlock, pasteFields } from './paste-block.ts'
import { PastePreview } from './paste-preview.tsx'

interface PasteDialogProps {
  readonly resource: AnyResource
  /** The rows on the current page of the list. */
  readonly rows: readonly WireRecord[]
  readonly columns: readonly string[]
  readonly text: string
  readonly first: string | null
  readonly onClose: () => void
}

/**
 * Asks in which row a pasted block starts and which field each of its columns fills. Nothing is
 * stored yet: the server checks the rows and returns a preview.
 */
export function PasteDialog({
  resource,
  rows,
  columns,
  text: pastedText,
  first: initialFirst,
  onClose,
}: PasteDialogProps) {
  const { makeCall } = useHttp()
  const { t } = useExchangeText()
  const { role } = useUser()
  const id = useId()
  const client = useQueryClient()
  const [text, setText] = useState(pastedText)
  const [first, setFirst] = useState(initialFirst ?? rows[0]?.id ?? '')
  const cells = parseClipboardCells(text)
  const width = blockWidth(cells)
  const fields = pasteFields(resource, role, columns)
  const [chosen, setChosen] = useState<readonly (string | null)[] | null>(null)
  const columnFields =
    chosen?.length === width ? chosen : consecutiveFields(fields, fields[0] ?? '', width)
  const targets = rows.slice(
    Math.max(
      0,
      rows.findIndex((row) => row.id === first),
    ),
  )
  const block = createPasteBlock(
    cells,
    columnFields,
    targets.map((row) => row.id),
  )
  const rowsLeftOut = Math.max(0, cells.length - targets.length)
  const isTooWide = width > maxImportColumns
  const isReady = block.rows.length > 0 && block.fields.length > 0 && !isTooWide

  // Retrying the same block after a lost response reuses the idempotency key, so only one job is
  // created.
  const lastRequest = useRef({ bodyText: '', key: '' })
  const pasting = useMutation({
    mutationFn: async (body: PasteBlock) => {
      const bodyText = JSON.stringify(body)
      if (lastRequest.current.bodyText !== bodyText)
        lastRequest.current = { bodyText, key: createIdempotencyKey() }
      return (
        await makeCall(pasteCall(resource), {
          input: body,
          headers: idempotencyHeader(lastRequest.current.key),
        })
      ).data
    },
    onSuccess: (job) => {
      cacheJob(client, job)
      trackJob(job)
      onClose()
      openJob(job.id)
    },
  })
  const setColumnField = (column: number, field: string | null) => {
    // The field of the first column sets where the block starts; the other columns take the fields
    // after it.
    if (column === 0 && field !== null) return setChosen(consecutiveFields(fields, field, width))
    setChosen(
      columnFields.map((mappedField, index) =>
        index === column ? field : field !== null && mappedField === field ? null : mappedField,
      ),
    )
  }
  return (
    <Dialog
      isWide
      title={t('paste.title', { name: t(`resources:${resource.name}.many`) })}
      onClose={onClose}
      footer={
        <>
          <Button
            kind="primary"
            aria-disabled={!isReady || pasting.isPending}
            onClick={() => isReady && !pasting.isPending && pasting.mutate(block)}
          >
            {isReady ? t('paste.check', { count: block.rows.length }) : t('paste.checkNone')}
          </Button>
          <Button onClick={onClose}>{t('cancel')}</Button>
        </>
      }
    >
      {pasting.isError && (
        <p className="message message-error" role="alert">
          {pasting.error.message}
        </p>
      )}
      {cells.length === 0 ? (
        <div>
          <label htmlFor={`${id}-text`}>{t('paste.here')}</label>
          <TextArea
            id={`${id}-text`}
            rows={4}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      ) : (
        <>
          <LiveRegion>
            {t('paste.rows', { count: cells.length })} {t('file.columns', { count: width })}
          </LiveRegion>
          {isTooWide && (
            <p className="message message-error" role="alert">
              {t('paste.tooWide', { max: maxImportColumns })}
            </p>
          )}
          <div className="import-choice">
            <label htmlFor={`${id}-first`}>{t('paste.firstRow')}</label>
            <select
              id={`${id}-first`}
              className="select"
              value={first}
              onChange={(event) => setFirst(event.target.value)}
            >
              {rows.map((row) => (
                <option key={row.id} value={row.id}>
                  {titleText(resource, row, t)}
                </option>
              ))}
            </select>
          </div>
          {!isTooWide && (
            <PastePreview
              cells={cells}
              columnFields={columnFields}
              titles={targets.map((row) => titleText(resource, row, t))}
              fields={fields}
              label={(field) => t(`resources:${fieldKey(resource, field)}`)}
              onFieldChange={setColumnField}
            />
          )}
          {rowsLeftOut > 0 && (
            <p className="message message-warn">{t('paste.left', { count: rowsLeftOut })}</p>
          )}
        </>
      )}
    </Dialog>
  )
}
