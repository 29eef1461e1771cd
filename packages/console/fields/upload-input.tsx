import { stageFileEndpoint } from '@matricola/schema/calls/endpoints.ts'
import type { stageFile } from '@matricola/schema/calls/files.ts'
import {
  acceptAttribute,
  detectFileKind,
  type FileKind,
  headBytes,
} from '@matricola/schema/values/file-kind.ts'
import { maxUploadBytes } from '@matricola/schema/vocabulary.ts'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { LiveRegion } from '../announcements/live-region.tsx'
import { useHttp } from '../app/console-context.ts'
import { Button } from '../kit/button.tsx'
import { ApiImage } from './api-image.tsx'
import { ApiLink } from './api-link.tsx'
import type { InputProps } from './input.ts'
import { numberDisplay } from './number-text.ts'
import { usePageText } from './page-text.ts'

/**
 * Returns the reason why a file cannot be uploaded, or null if it can. Its type is detected from
 * its content; the server checks whether it is intact.
 */
async function findFileIssue(
  file: File,
  accept: readonly FileKind[],
): Promise<'tooLarge' | 'empty' | 'wrongType' | null> {
  if (file.size > maxUploadBytes) return 'tooLarge'
  if (file.size === 0) return 'empty'
  const kind = detectFileKind(new Uint8Array(await file.slice(0, 2 * headBytes).arrayBuffer()))
  return kind && accept.includes(kind) ? null : 'wrongType'
}

/**
 * Returns a function that explains why a file cannot be uploaded and what to do; null if it can.
 */
export function useFileRefusal(
  accept: readonly FileKind[],
): (file: File) => Promise<string[] | null> {
  const { t, language } = usePageText()
  return async (file) => {
    const issue = await findFileIssue(file, accept)
    if (issue !== 'tooLarge') return issue && [t(`fields.${issue}`)]
    const size = numberDisplay(file.size / 1024 / 1024, language, 1)
    return [t('fields.tooLarge'), t('fields.tooLargeDetail'), t('fields.tooLargeHelp', { size })]
  }
}

/**
 * Input for a file or image. It is uploaded immediately and attached to the record when the form is
 * saved.
 */
export function UploadInput(props: InputProps<'file' | 'image'>) {
  const { makeCall } = useHttp()
  const { t } = usePageText()
  const fileInput = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string[] | null>(null)
  const [uploaded, setUploaded] = useState<{ name: string; url: string } | null>(null)
  const value = typeof props.value === 'string' && props.value !== '' ? props.value : null
  const { accept } = props.spec.options
  const refusalOf = useFileRefusal(accept)

  const upload = useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData()
      form.append('file', file)
      return (await makeCall<typeof stageFile>(stageFileEndpoint, { form })).data
    },
    onSuccess: ({ id }, file) => {
      setUploaded({ name: file.name, url: URL.createObjectURL(file) })
      props.onChange(id)
    },
    onError: (error) => setRefusal([t('fields.notSent'), error.message]),
  })

  const onFileChosen = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (!file) return
    const newRefusal = await refusalOf(file)
    setRefusal(newRefusal)
    if (!newRefusal) upload.mutate(file)
  }

  const url = uploaded?.url ?? value
  const isImage = !accept.includes('pdf')
  return (
    <div className="upload" aria-busy={upload.isPending}>
      {url && value && isImage && (
        <ApiImage className="upload-preview" path={url} alt={t('fields.preview')} />
      )}
      <div className="upload-body">
        <LiveRegion className="upload-state" isKnown>
          {upload.isPending
            ? t('fields.sending')
            : value
              ? (uploaded?.name ?? t('fields.stored'))
              : t('fields.noFile')}
        </LiveRegion>
        {upload.isPending && (
          <div className="progress" role="progressbar" aria-labelledby={props.labelId} />
        )}
        {refusal && (
          <div className="field-error" role="alert">
            {refusal.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        )}
        <div className="button-row">
          <Button
            id={props.id}
            disabled={props.disabled || upload.isPending}
            aria-describedby={props.describedBy}
            onClick={() => fileInput.current?.click()}
          >
            {t(value ? 'fields.replace' : 'fields.chooseFile')}
          </Button>
          {url && value && !isImage && (
            <ApiLink className="button" path={url} target="_blank" rel="noreferrer">
              {t('fields.view')}
            </ApiLink>
          )}
          {value && !props.disabled && (
            <Button
              aria-describedby={props.labelId}
              onClick={() => {
                setUploaded(null)
                props.onChange(null)
                document.getElementById(props.id)?.focus()
              }}
            >
              {t('fields.remove')}
            </Button>
          )}
        </div>
      </div>
      <input
        ref={fileInput}
        hidden
        type="file"
        aria-labelledby={props.labelId}
        accept={acceptAttribute(accept)}
        onChange={onFileChosen}
      />
    </div>
  )
}
