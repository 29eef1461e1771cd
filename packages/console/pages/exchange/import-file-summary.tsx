import { importEncodings, importSeparators } from '@matricola/schema/wire/job-states.ts'
import type { ImportFileOptions, WireImport } from '@matricola/schema/wire/jobs.ts'
import { useId } from 'react'
import { useAnnounce } from '../../announcements/announcer.tsx'
import { Button } from '../../kit/button.tsx'
import { useExchangeText } from './use-exchange-text.ts'

/** Names of the separators, used as keys of texts. */
const separatorNames = { ';': 'semicolon', ',': 'comma', '\t': 'tab', '|': 'bar' } as const

interface ImportFileSummaryProps {
  readonly current: WireImport
  readonly isBusy: boolean
  /** Reads the file again with other settings. Null if the page no longer has the file. */
  readonly onRead: ((reading: ImportFileOptions) => void) | null
  readonly onContinue: () => void
}

/** Shows how the file was read, its first cells, and the settings to read it differently. */
export function ImportFileSummary({ current, isBusy, onRead, onContinue }: ImportFileSummaryProps) {
  const { t } = useExchangeText()
  const { file, columns, firstRows, job } = current
  const counts = `${t('file.rows', { count: job.total })} ${t('file.columns', { count: columns.length })}`
  useAnnounce(counts)
  const read = {
    ...(file.encoding && { encoding: file.encoding }),
    ...(file.separator && { separator: file.separator }),
    ...(file.sheet !== null && { sheet: file.sheet }),
  }
  // Rows further down can be chosen only through the API.
  const rowOptions = [
    ...new Set([...firstRows.map(({ position }) => String(position)), String(file.headingRow)]),
  ]
  return (
    <section
      className="panel import-section"
      aria-labelledby="import-read-title"
      aria-busy={isBusy}
    >
      <h2 id="import-read-title" className="section-title" tabIndex={-1} data-step-title>
        {file.name}
      </h2>
      <p>{counts}</p>
      <div className="import-choices">
        {file.format === 'csv' && (
          <>
            <SettingSelect
              label={t('file.encoding')}
              value={file.encoding}
              options={importEncodings}
              name={(encoding) => t(`encodings.${encoding}`)}
              onChange={onRead && ((encoding) => onRead({ ...read, encoding }))}
            />
            <SettingSelect
              label={t('file.separator')}
              value={file.separator}
              options={importSeparators}
              name={(separator) => t(`separators.${separatorNames[separator]}`)}
              onChange={onRead && ((separator) => onRead({ ...read, separator }))}
            />
          </>
        )}
        {file.format === 'xlsx' && file.sheets.length > 1 && (
          <SettingSelect
            label={t('file.sheet')}
            value={file.sheet}
            options={file.sheets}
            name={(sheet) => sheet}
            onChange={onRead && ((sheet) => onRead({ sheet }))}
          />
        )}
        {firstRows.length > 1 && (
          <SettingSelect
            label={t('file.headingRow')}
            value={String(file.headingRow)}
            options={rowOptions}
            name={(row) =>
              t('file.rowAs', {
                row,
                text: firstRows.find(({ position }) => String(position) === row)?.text ?? '',
              })
            }
            onChange={onRead && ((row) => onRead({ ...read, headingRow: Number(row) }))}
          />
        )}
      </div>
      {file.rowsAbove > 0 && <p>{t('file.above', { count: file.rowsAbove })}</p>}
      {file.leftOut > 0 && <p>{t('file.leftOut', { count: file.leftOut })}</p>}
      {!onRead && <p className="caption">{t('file.notHeld')}</p>}
      <Samples current={current} />
      {job.total === 0 && (
        <p className="message message-warn" role="alert">
          {t('file.noRows')}
        </p>
      )}
      <div className="button-row">
        <Button
          kind="primary"
          aria-disabled={isBusy || job.total === 0}
          onClick={() => !isBusy && job.total > 0 && onContinue()}
        >
          {t('file.continue')}
        </Button>
      </div>
    </section>
  )
}

interface SettingSelectProps<O extends string> {
  readonly label: string
  readonly value: O | null
  readonly options: readonly O[]
  readonly name: (option: O) => string
  /** Null if the setting is read-only. */
  readonly onChange: ((option: O) => void) | null
}

/** A detected setting and its alternatives. */
function SettingSelect<O extends string>({
  label,
  value,
  options,
  name,
  onChange,
}: SettingSelectProps<O>) {
  const id = useId()
  return (
    <div className="import-choice">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="select"
        value={value ?? ''}
        disabled={onChange === null}
        onChange={(event) => onChange?.(event.target.value as O)} // one of the options below
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {name(option)}
          </option>
        ))}
      </select>
    </div>
  )
}

function Samples({ current: { columns, file } }: { readonly current: WireImport }) {
  const { t } = useExchangeText()
  const rows = Math.max(0, ...columns.map(({ samples }) => samples.length))
  if (columns.length === 0) return null
  return (
    <section
      className="table-box import-samples"
      aria-label={t('file.samples', { name: file.name })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
    >
      <table className="plain-table">
        <thead>
          <tr>
            {columns.map(({ heading }, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns of one file, which may have equal headings
              <th key={column} scope="col">
                {heading || t('columns.number', { number: column + 1 })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one file
            <tr key={row}>
              {columns.map(({ samples }, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={column}>{samples[row]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
