import { ApiLink } from '@matricola/console/fields/api-link.tsx'
import { dateTimeText } from '@matricola/console/fields/date-text.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { Button } from '@matricola/console/kit/button.tsx'
import { Popup } from '@matricola/console/kit/popup.tsx'
import { Tooltip } from '@matricola/console/kit/tooltip.tsx'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { type ReactNode, useState } from 'react'
import type { WireDocument, WireRegistration } from '#resources/admission/wire-review.ts'
import { FlagButton, FlagNote } from '../flag.tsx'
import { documentLabel } from '../labels.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { ReviewIcon } from '../review-icon.tsx'
import { toggleFullScreen } from './full-screen.ts'
import type { DocumentView } from './use-document-view.ts'
import type { MarkDocument } from './use-mark-document.ts'

interface ViewerToolsProps {
  readonly record: WireRegistration
  readonly view: DocumentView
  readonly container: { readonly current: HTMLElement | null }
  readonly document: WireDocument
  readonly file: { readonly url: string; readonly name: string }
  /** Whether the document can be shown. */
  readonly isReady: boolean
  readonly flags: { readonly [field: string]: string }
  readonly canFlag: boolean
  readonly canMark: boolean
  readonly onFlag: (field: string) => void
  readonly onNote: (field: string, note: string) => void
  readonly onMark: MarkDocument
}

/** Tools for the current document: zoom and rotate, download, verify or reject. */
export function ViewerTools({
  record,
  view,
  container,
  document,
  file,
  isReady,
  flags,
  canFlag,
  canMark,
  onFlag,
  onNote,
  onMark,
}: ViewerToolsProps) {
  const { t, language } = usePageText()
  const label = documentLabel(t, document.document, record)
  const note = flags[document.document]
  return (
    <>
      <div
        className="inline-group viewer-tools"
        role="toolbar"
        aria-label={t('review:viewer.tools')}
      >
        <Tool
          icon={<Icon name="minus" />}
          label={t('review:keys.zoomOut')}
          keys="-"
          onClick={() => view.zoomBy(-1)}
        />
        <Tool
          icon={<Icon name="plus" />}
          label={t('review:keys.zoomIn')}
          keys="+"
          onClick={() => view.zoomBy(1)}
        />
        <Tool
          icon={<ReviewIcon name="fit-page" />}
          label={t('review:keys.fitPage')}
          keys="0"
          isOn={view.zoom === 'page'}
          onClick={() => view.setZoom('page')}
        />
        <Tool
          icon={<ReviewIcon name="fit-width" />}
          label={t('review:viewer.fitWidth')}
          isOn={view.zoom === 'width'}
          onClick={() => view.setZoom('width')}
        />
        <Tool
          icon={<ReviewIcon name="rotate" />}
          label={t('review:keys.rotate')}
          keys="o"
          onClick={view.rotate}
        />
        <Tool
          icon={<ReviewIcon name="full-screen" />}
          label={t('review:keys.fullScreen')}
          keys="m"
          onClick={() => toggleFullScreen(container.current)}
        />
        {isReady && (
          <>
            <ApiLink
              className="button-icon"
              path={file.url}
              download={file.name}
              title={t('review:viewer.download')}
            >
              <Icon name="download" />
            </ApiLink>
            <ApiLink
              className="button-icon"
              path={file.url}
              target="_blank"
              rel="noreferrer"
              title={t('review:viewer.newTab')}
            >
              <ReviewIcon name="external" />
            </ApiLink>
          </>
        )}
        {document.older.length > 0 && (
          <Popup
            className="button viewer-older"
            button={t('review:viewer.older', { count: document.older.length })}
            panelLabel={t('review:viewer.olderLabel')}
          >
            {(close) => (
              <ul className="bare-list popup-list">
                {document.older.map(({ url, name, replacedAt }) => (
                  <li key={url}>
                    <button
                      type="button"
                      className="popup-item"
                      onClick={() => {
                        view.chooseOlder(url)
                        close()
                      }}
                    >
                      {t('review:viewer.olderEntry', {
                        name,
                        date: dateTimeText(replacedAt, language),
                      })}
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </Popup>
        )}
        <span className="viewer-marks">
          {canMark && isReady && (
            <MarkButtons document={document} label={label} note={note} onMark={onMark} />
          )}
          {canFlag && (
            <FlagButton
              label={label}
              isOn={note !== undefined}
              onClick={() => onFlag(document.document)}
            />
          )}
        </span>
      </div>
      {note !== undefined && canFlag && (
        <FlagNote label={label} note={note} onChange={(text) => onNote(document.document, text)} />
      )}
      {document.mark && (
        <p className="caption viewer-mark-note">
          {document.mark.isUnreadable
            ? t('review:viewer.markedUnreadable', {
                date: dateTimeText(document.mark.at, language),
              })
            : t('review:viewer.markedBy', {
                mark: t(`review:viewer.${document.mark.mark}`),
                name: document.mark.by,
                date: dateTimeText(document.mark.at, language),
              })}
          {document.mark.reason ? ` – ${document.mark.reason}` : ''}
        </p>
      )}
    </>
  )
}

interface ToolProps {
  readonly icon: ReactNode
  readonly label: string
  readonly keys?: string
  readonly isOn?: boolean
  readonly onClick: () => void
}

function Tool({ icon, label, keys, isOn, onClick }: ToolProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        className="button-icon"
        aria-label={label}
        aria-keyshortcuts={keys}
        aria-pressed={isOn}
        onClick={onClick}
      >
        {icon}
      </button>
    </Tooltip>
  )
}

interface MarkButtonsProps {
  readonly document: WireDocument
  readonly label: string
  /** Note of the flag, which is suggested as the reason for a rejection. */
  readonly note: string | undefined
  readonly onMark: MarkDocument
}

const marks = ['verified', 'rejected'] as const

/**
 * Marks the document as verified, or rejected with a reason. Pressing an active button again
 * removes the mark.
 */
function MarkButtons({
  document: { document, mark: currentMark },
  label,
  note,
  onMark,
}: MarkButtonsProps) {
  const { t } = usePageText()
  const [isRejecting, setRejecting] = useState(false)
  const set = (mark: 'verified' | null) =>
    onMark(document, mark).catch((error: Error) =>
      showToast({ severity: 'error', summary: error.message }),
    )
  const press = (mark: (typeof marks)[number]) => {
    if (currentMark?.mark === mark) void set(null)
    else if (mark === 'verified') void set(mark)
    else setRejecting(true)
  }
  return (
    <>
      {marks.map((mark) => (
        <Button
          key={mark}
          className="viewer-mark"
          aria-pressed={currentMark?.mark === mark}
          onClick={() => press(mark)}
        >
          <Icon name={mark === 'verified' ? 'check' : 'cross'} />
          {t(`review:viewer.${mark}`)}
        </Button>
      ))}
      {isRejecting && (
        <ReasonDialog
          title={t('review:viewer.rejectTitle', { document: label })}
          action={t('review:viewer.reject')}
          {...(note && { initialReason: note })}
          onSend={(reason) => onMark(document, 'rejected', reason)}
          onClose={() => setRejecting(false)}
        />
      )}
    </>
  )
}
