import { formatTitleDates } from '@matricola/console/fields/title-text.ts'
import { Checkbox } from '@matricola/console/kit/checks.tsx'
import { FormDialog } from '@matricola/console/pages/form/form-dialog.tsx'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { useEndpoint } from '@matricola/console/use-call.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { useId, useState } from 'react'
import { type FormContent, itemsOf } from '#resources/admission/form-content.ts'
import { getResource } from '#resources/index.ts'
import { contentOf } from './form-draft-store.ts'
import { useFormEditorText, useFormWords } from './use-form-editor-text.ts'

const versions = getResource('application-form-versions')
const { list, single } = endpointsOf(versions)
const maxVersions = 100

interface CopyDialogProps {
  /** The version that is edited. */
  readonly versionId: string
  /** Pages with the chosen questions only. */
  readonly onCopy: (chosen: FormContent) => void
  readonly onClose: () => void
}

/** Copies questions of another version, of this form or of another one. All are chosen at first. */
export function CopyDialog({ versionId, onCopy, onClose }: CopyDialogProps) {
  const { t } = useFormEditorText()
  const words = useFormWords()
  const id = useId()
  const [chosenVersion, setChosenVersion] = useState('')
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const { data, error, refetch } = useEndpoint<Page<WireRecord>>(list, {
    query: { pageNumber: '1', pageSize: String(maxVersions), sort: '-createdAt' },
  })
  const record = useEndpoint<WireRecord>(
    single,
    { params: { id: chosenVersion } },
    { enabled: chosenVersion !== '' },
  ).data
  const options = data?.list.filter((version) => version.id !== versionId) ?? []
  const content = contentOf(record?.id === chosenVersion ? record : undefined)
  const chosen: FormContent = {
    // The texts for fields of every application belong to the form as a whole.
    ...(leftOut.size === 0 && content.fixed && { fixed: content.fixed }),
    pages: content.pages.flatMap((page) => {
      const items = page.items.filter((item) => !leftOut.has(item.id))
      return items.length > 0 ? [{ ...page, items }] : []
    }),
  }
  const count = itemsOf(chosen).length
  return (
    <FormDialog
      title={t('copy.title')}
      submit={t('copy.submit')}
      isDisabled={count === 0}
      cancel={t('pages:form.cancel')}
      onSubmit={() => count > 0 && onCopy(chosen)}
      onClose={onClose}
    >
      {error && <LoadFailed message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <FieldsSkeleton rows={3} />}
      {data && options.length === 0 && <p>{t('copy.none')}</p>}
      {options.length > 0 && (
        <>
          <label className="field-label" htmlFor={id}>
            {t('copy.form')}
          </label>
          <select
            id={id}
            className="select"
            value={chosenVersion}
            onChange={(event) => {
              setChosenVersion(event.target.value)
              setLeftOut(new Set())
            }}
          >
            {chosenVersion === '' && <option value="">{t('copy.choose')}</option>}
            {options.map((version) => (
              <option key={version.id} value={version.id}>
                {t('copy.version', {
                  form: formatTitleDates(version._titles.formId ?? ''),
                  number: Number(version.number),
                })}
              </option>
            ))}
          </select>
        </>
      )}
      {record?.id === chosenVersion && content.pages.length === 0 && <p>{t('copy.empty')}</p>}
      {content.pages.map((page) => (
        <fieldset key={page.id} className="form-copy-page">
          <legend>{words(page.title) || t('outline.untitledPage')}</legend>
          {page.items.map((item) => (
            <Checkbox
              key={item.id}
              checked={!leftOut.has(item.id)}
              onChange={({ target }) =>
                setLeftOut(
                  target.checked
                    ? new Set([...leftOut].filter((one) => one !== item.id))
                    : new Set([...leftOut, item.id]),
                )
              }
            >
              {words(item.label) || item.key}
            </Checkbox>
          ))}
        </fieldset>
      ))}
      {leftOut.size > 0 && <p className="field-note">{t('copy.conditions')}</p>}
    </FormDialog>
  )
}
