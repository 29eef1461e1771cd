import type { Http } from '@matricola/providers/http.ts'
import { HttpError } from '@matricola/providers/http.ts'
import { isEncrypted } from '@matricola/schema/field.ts'
import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { isTranslationInto } from '@matricola/schema/translations.ts'
import { maxExportRows } from '@matricola/schema/vocabulary.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import {
  type ExportForm,
  type ExportFormat,
  exportFields,
} from '@matricola/schema/wire/exchange.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { LiveRegion } from '../../../announcements/live-region.tsx'
import { useHttp } from '../../../app/console-context.ts'
import { downloadAfterReauthentication } from '../../../app/reauthenticated-download.ts'
import { useUser } from '../../../app/user-context.ts'
import { Dialog } from '../../../kit/dialog.tsx'
import { AsOfLine } from '../../history/as-of.tsx'
import { GroupedFields } from '../../list/grouped-fields.tsx'
import { type ExportSource, exportPath, listRequestParams } from './export-path.ts'
import '../exchange.css'
import { Button } from '../../../kit/button.tsx'
import { Checkbox, Radio } from '../../../kit/checks.tsx'
import { useExchangeText } from '../use-exchange-text.ts'

export interface ExportDialogProps {
  readonly resource: AnyResource
  /** Columns as the list shows them. */
  readonly columns: readonly string[]
  /** Number of records to export; null until they are counted. */
  readonly total: number | null
  readonly source: ExportSource
  readonly onClose: () => void
}

/**
 * Asks for the format and the columns, then lets the browser download the file. The server is asked
 * first whether it will accept the export, because a download cannot show an error.
 */
export function ExportDialog({
  resource,
  columns: visibleColumns,
  total: initialTotal,
  source,
  onClose,
}: ExportDialogProps) {
  const http = useHttp()
  const { t, number } = useExchangeText()
  const { role, universityLanguage } = useUser()
  const id = useId()
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const [form, setForm] = useState<ExportForm>('people')
  const exportable = exportFields(resource, role).filter(
    (name) => !isTranslationInto(resource, name, universityLanguage),
  )
  const ordered = [
    ...visibleColumns.filter((name) => exportable.includes(name)),
    ...exportable.filter((name) => !visibleColumns.includes(name)),
  ]
  const [chosen, setChosen] = useState<readonly string[]>(
    ordered.filter((name) => visibleColumns.includes(name)),
  )
  const exporting = useMutation({
    mutationFn: async () => {
      const set = await prepareExport(http, resource, source, initialTotal)
      if ((set.total ?? 0) > maxExportRows) return { ...set, isTooLarge: true }
      if (set.total !== 0)
        await downloadAfterReauthentication(
          http,
          resource,
          exportPath({
            resource,
            source: set.source,
            format,
            form,
            columns: ordered.filter((name) => chosen.includes(name)),
          }),
        )
      return { ...set, isTooLarge: false }
    },
  })
  const label = (name: string) => t(`resources:${fieldKey(resource, name)}`)
  const result = exporting.data
  const total = result?.total ?? initialTotal
  const hasStarted = result !== undefined && !result.isTooLarge && result.total !== 0
  const canExport = chosen.length > 0 && !exporting.isPending
  return (
    <Dialog
      title={t('export.title', { name: t(`resources:${resource.name}.many`) })}
      onClose={onClose}
      footer={
        <>
          <Button
            kind={hasStarted ? 'plain' : 'primary'}
            aria-disabled={!canExport}
            onClick={() => canExport && exporting.mutate()}
          >
            {exporting.isPending
              ? t('export.preparing')
              : hasStarted
                ? t('export.again')
                : total === null
                  ? t('shell:list.export')
                  : t('export.download', { count: total })}
          </Button>
          <Button kind={hasStarted ? 'primary' : 'plain'} onClick={onClose}>
            {t(hasStarted ? 'close' : 'cancel')}
          </Button>
        </>
      }
    >
      {'asOf' in source && source.asOf !== null && <AsOfLine asOf={source.asOf} />}
      <LiveRegion as="div">
        {hasStarted && total !== null && (
          <p className="message message-success">{t('export.begun', { count: total })}</p>
        )}
      </LiveRegion>
      {exporting.isError && <ExportError error={exporting.error} />}
      {result?.isTooLarge && total !== null && (
        <p className="message message-error" role="alert">
          {t('export.tooLarge', { max: number(maxExportRows), number: total })}
        </p>
      )}
      {total === 0 && <p className="message message-warn">{t('export.none')}</p>}
      <fieldset className="panel-group">
        <legend>{t('export.format')}</legend>
        {formats.map((option) => (
          <Radio
            key={option}
            name={`${id}-format`}
            checked={format === option}
            onChange={() => setFormat(option)}
          >
            {t(`export.formats.${option}`)}
          </Radio>
        ))}
      </fieldset>
      {format !== 'json' && (
        <fieldset className="panel-group">
          <legend>{t('export.form')}</legend>
          {(['people', 'import'] as const).map((option) => (
            <Radio
              key={option}
              name={`${id}-form`}
              checked={form === option}
              onChange={() => setForm(option)}
            >
              {t(`export.forms.${option}`)}
            </Radio>
          ))}
        </fieldset>
      )}
      <fieldset className="panel-group">
        <legend>{t('export.columns', { number: chosen.length })}</legend>
        <GroupedFields resource={resource} names={ordered} label={label} className="export-columns">
          {(name) => (
            <Checkbox
              checked={chosen.includes(name)}
              onChange={() =>
                setChosen(
                  chosen.includes(name)
                    ? chosen.filter((selected) => selected !== name)
                    : [...chosen, name],
                )
              }
            >
              {label(name)}
            </Checkbox>
          )}
        </GroupedFields>
      </fieldset>
      <div className="button-row">
        <button type="button" className="button-link" onClick={() => setChosen(ordered)}>
          {t('export.allColumns')}
        </button>
        <button
          type="button"
          className="button-link"
          onClick={() => setChosen(ordered.filter((name) => visibleColumns.includes(name)))}
        >
          {t('export.shownColumns')}
        </button>
      </div>
      <p className="caption">
        {t('export.noted')}{' '}
        {chosen.some((name) => isEncrypted(fieldOf(resource, name))) && t('export.masked')}
      </p>
    </Dialog>
  )
}

/** The most common format comes first. */
const formats = ['xlsx', 'csv', 'json'] as const satisfies readonly ExportFormat[]

/**
 * Prepares the export and counts its records. The call also renews the session, which a download
 * cannot do.
 */
async function prepareExport(
  http: Http,
  resource: AnyResource,
  source: ExportSource,
  knownTotal: number | null,
) {
  if ('select' in source) return { source: { selection: await source.select() }, total: knownTotal }
  const params = listRequestParams({
    ...source,
    query: { ...source.query, pageNumber: 1, pageSize: 1 },
  })
  const { data } = await http.request<Page<WireRecord>>(endpointsOf(resource).list, { params })
  return { source: source, total: data.totalCount }
}

function ExportError({ error }: { readonly error: Error }) {
  const { t } = useExchangeText()
  const reference = error instanceof HttpError ? error.requestId : undefined
  return (
    <div className="message message-error" role="alert">
      <div>
        <p>{error.message}</p>
        {reference && <p className="caption">{t('reference', { reference })}</p>}
      </div>
    </div>
  )
}
