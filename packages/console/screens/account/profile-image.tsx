import { HttpError } from '@matricola/providers/http.ts'
import * as fileCalls from '@matricola/schema/calls/files.ts'
import { acceptAttribute } from '@matricola/schema/values/file-kind.ts'
import { maxUploadBytes } from '@matricola/schema/vocabulary.ts'
import type { WireUser } from '@matricola/schema/wire/wire.ts'
import { useInvalidate } from '@refinedev/core'
import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useAnnounce } from '../../announcements/announcer.tsx'
import { useHttp, useProviders } from '../../app/console-context.ts'
import { ApiImage } from '../../fields/api-image.tsx'
import { usePageText } from '../../fields/page-text.ts'
import { useFileRefusal } from '../../fields/upload-input.tsx'
import { Icon } from '../../icons/icon.tsx'
import { Button } from '../../kit/button.tsx'
import { shrinkToFit } from '../../pictures/shrink-to-fit.ts'
import { showToast } from '../../toasts/toast-store.ts'

const accept = ['jpeg', 'png', 'webp'] as const

/** The user's picture. A new one appears immediately, here and in the top bar. */
export function ProfileImage({ user }: { readonly user: WireUser }) {
  const { session } = useProviders()
  const { makeCall } = useHttp()
  const { t } = usePageText()
  const refusalOf = useFileRefusal(accept)
  const id = useId()
  const fileInput = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<readonly string[] | null>(null)
  const invalidate = useInvalidate()
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData()
      form.append('image', file)
      return makeCall(fileCalls.uploadImage, { params: { id: user.applicationUserId }, form })
    },
    onSuccess: ({ data, message }) => {
      session.updateUser({ imagePath: data.imagePath })
      showToast({ severity: 'success', summary: message })
      return invalidate({ resource: 'users', id: user.id, invalidates: ['detail', 'list'] })
    },
    onError: (error) =>
      setRefusal([
        error instanceof HttpError ? (error.errors.image?.[0] ?? error.message) : error.message,
      ]),
  })
  const [isShrinking, setShrinking] = useState(false)
  const isBusy = isShrinking || upload.isPending
  useAnnounce(isBusy ? t('fields.sending') : '')
  const chooseFile = async (chosen: File | undefined) => {
    if (!chosen) return
    setShrinking(true)
    const file = await shrinkToFit(chosen)
    setShrinking(false)
    const newRefusal = await refusalOf(file)
    setRefusal(newRefusal)
    if (!newRefusal) upload.mutate(file)
    else if (file.size > maxUploadBytes)
      showToast({
        severity: 'error',
        summary: t('fields.tooLarge'),
        detail: t('fields.tooLargeDetail'),
      })
  }
  return (
    <section className="form-section panel" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="section-title">
        {t('account:image')}
      </h2>
      <div className="upload" aria-busy={isBusy}>
        {user.imagePath ? (
          <ApiImage
            className="upload-preview"
            path={user.imagePath}
            alt={t('account:imageOf', { name: user.name })}
          />
        ) : (
          <span className="upload-preview no-image">
            <Icon name="user" />
          </span>
        )}
        <div className="upload-body">
          <p className="field-help" id={`${id}-help`}>
            {t('account:imageHelp')}
          </p>
          {isBusy && (
            <>
              <p>{t('fields.sending')}</p>
              <div className="progress" role="progressbar" aria-labelledby={`${id}-title`} />
            </>
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
              aria-describedby={`${id}-help`}
              disabled={isBusy}
              onClick={() => fileInput.current?.click()}
            >
              {t(user.imagePath ? 'account:replaceImage' : 'fields.chooseFile')}
            </Button>
          </div>
        </div>
        <input
          ref={fileInput}
          hidden
          type="file"
          aria-labelledby={`${id}-title`}
          accept={acceptAttribute(accept)}
          onChange={(event) => {
            void chooseFile(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </div>
    </section>
  )
}
