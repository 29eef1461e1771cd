import { actionInput } from '@matricola/schema/actions.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import { useCallback, useContext, useEffect, useState } from 'react'
import { LiveRegion } from '../../announcements/live-region.tsx'
import { useHttp, useRegistry } from '../../app/console-context.ts'
import { lazyOverlay } from '../../app/lazy-overlay.tsx'
import { lazyPanel } from '../../app/lazy-panel.tsx'
import { usePermission } from '../../app/use-permission.ts'
import { useUser } from '../../app/user-context.ts'
import { Icon } from '../../icons/icon.tsx'
import { Popup } from '../../kit/popup.tsx'
import { narrowScreen, useMedia } from '../../media.ts'
import { isExportAllowed } from '../exchange/access.ts'
import { LazyExportDialog } from '../exchange/export/lazy-export-dialog.ts'
import { type BulkOperation, fetchFrozenSelection, showErrorToast } from '../jobs/job-calls.ts'
import { isDestructiveJob } from '../jobs/job-start.tsx'
import { openJob, whileCreatingJob } from '../jobs/job-tracking.ts'
import { LazyActionDialog } from '../show/lazy-action-dialog.ts'
import { toneButtonKind } from '../show/tone.ts'
import { bulkActions, canEditFields } from './bulk-actions.ts'
import { BulkDialogContext, type BulkDialogProps } from './bulk-dialogs.ts'
import { type BulkText, useBulkText } from './bulk-text.ts'
import { useCreateJob } from './use-create-job.ts'
import { type Selectable, type SelectionState, useSelection } from './use-selection.ts'
import { maxInlineRows } from './use-undo-job.ts'
import './bulk.css'
import { Button } from '../../kit/button.tsx'

// Loaded on demand: the dialog needs the inputs of every field type, which a list does not.
const BulkEditDialog = lazyOverlay(
  async () => (await import('./bulk-edit-dialog.tsx')).BulkEditDialog,
)

const LazyPreviewLine = lazyPanel(async () => (await import('./preview-line.tsx')).PreviewLine)

interface SelectionBarProps {
  readonly resource: AnyResource
  readonly selectable: Selectable
  /** Columns as the list shows them. */
  readonly columns: readonly string[]
}

/** The open dialog: the fields to edit, or the input of an action. */
type Question = 'edit' | { readonly action: string } | null

/**
 * Shows the selection and its actions: in place of the toolbar, or at the bottom of the screen on a
 * phone.
 */
export function SelectionBar({ resource, selectable, columns }: SelectionBarProps) {
  const http = useHttp()
  const registry = useRegistry()
  const selecting = useSelection(selectable)
  const text = useBulkText()
  const { chosen } = selecting.selection
  const [question, setQuestion] = useState<Question>(null)
  const [line, setLine] = useState<string | null>(null)
  const [isExporting, setExporting] = useState(false)
  const { createJob, isBusy } = useCreateJob(resource)
  const closePreview = useCallback(() => setLine(null), [])
  useFocusPageCheckboxOnRemoval()

  const show = (job: WireJob) => {
    if (job.total > maxInlineRows || isDestructiveJob(job, registry)) openJob(job.id)
    else setLine(job.id)
  }
  const createAndShow = async (operation: BulkOperation) => show(await createJob(chosen, operation))
  const dialogs = useContext(BulkDialogContext)
  const startAction = (name: string, hasInput: boolean) => {
    if (isBusy) return
    if (hasInput || dialogs[name]) setQuestion({ action: name })
    else whileCreatingJob(createJob(chosen, { action: name }), show).catch(showErrorToast)
  }
  return (
    <section
      className="inline-group selection-bar"
      aria-label={text.t('select.bar')}
      aria-busy={isBusy}
    >
      <LiveRegion className="selection-count">{countText(selecting, text)}</LiveRegion>
      {line === null && (
        <button
          type="button"
          className="button-icon"
          aria-label={text.t('select.clear')}
          title={text.t('select.clear')}
          onClick={selecting.clear}
        >
          <Icon name="close" />
        </button>
      )}
      {line === null ? (
        <>
          {selecting.page === 'all' && selecting.selectAll && (
            <button type="button" className="button-link" onClick={selecting.selectAll.select}>
              {text.t('select.all', { number: selecting.selectAll.total })}
            </button>
          )}
          <Actions
            resource={resource}
            isBusy={isBusy}
            onEdit={() => setQuestion('edit')}
            onAction={startAction}
            onExport={() => setExporting(true)}
          />
        </>
      ) : (
        <LazyPreviewLine id={line} onClosed={closePreview} />
      )}
      {isExporting && (
        <LazyExportDialog
          resource={resource}
          columns={columns}
          total={selecting.count}
          source={{ select: async () => (await fetchFrozenSelection(http, resource, chosen)).id }}
          onClose={() => setExporting(false)}
        />
      )}
      {question === 'edit' && (
        <BulkEditDialog
          resource={resource}
          count={selecting.count}
          onPreview={(edit) => createAndShow({ edit })}
          onClose={() => setQuestion(null)}
        />
      )}
      {question !== null && question !== 'edit' && (
        <ActionQuestion
          title={text.t('form.title', {
            count: selecting.count,
            action: actionName(resource, question.action, text),
          })}
          resource={resource}
          action={question.action}
          freeze={() => fetchFrozenSelection(http, resource, chosen)}
          onPreview={(input) => createAndShow({ action: question.action, input })}
          onClose={() => setQuestion(null)}
        />
      )}
    </section>
  )
}

interface ActionQuestionProps extends BulkDialogProps {
  readonly resource: AnyResource
  readonly action: string
}

/** The dialog that a screen sets for the action, or the one for its declared input. */
function ActionQuestion({ resource, action, ...dialog }: ActionQuestionProps) {
  const { t } = useBulkText()
  const ScreenDialog = useContext(BulkDialogContext)[action]
  if (ScreenDialog) return <ScreenDialog {...dialog} />
  return (
    <LazyActionDialog
      resource={resource}
      title={dialog.title}
      submit={t('form.preview')}
      action={action}
      run={({ input }) => dialog.onPreview(input)}
      onClose={dialog.onClose}
    />
  )
}

const actionName = (resource: AnyResource, name: string, { t }: BulkText) =>
  t(`resources:${resource.name}.actions.${name}`)

interface ActionsProps {
  readonly resource: AnyResource
  readonly isBusy: boolean
  readonly onEdit: () => void
  readonly onAction: (name: string, hasInput: boolean) => void
  readonly onExport: () => void
}

/** Number of buttons shown; the others move to a menu. Removing records comes last. */
const maxInline = 3

function Actions({ resource, isBusy, onEdit, onAction, onExport }: ActionsProps) {
  const text = useBulkText()
  const { role } = useUser()
  const can = usePermission()
  const isNarrow = useMedia(narrowScreen)
  const all = [
    ...bulkActions(resource, can).map(({ name, action }) => ({
      name,
      label: actionName(resource, name, text),
      tone: action.tone ?? 'neutral',
      run: () => onAction(name, actionInput(resource, action).names.length > 0),
    })),
  ]
  const firstDestructiveIndex = () => {
    const index = all.findIndex(({ tone }) => tone === 'danger')
    return index < 0 ? all.length : index
  }
  const canExport = isExportAllowed(resource, can)
  const exporting = {
    name: 'export',
    label: text.t('shell:list.export'),
    tone: 'neutral',
    run: onExport,
  } as const
  if (canExport && isNarrow) all.splice(firstDestructiveIndex(), 0, exporting)
  // Comes before destructive actions and never moves into the menu.
  if (canEditFields(resource, role, can))
    all.splice(Math.min(firstDestructiveIndex(), maxInline - 1), 0, {
      name: '',
      label: text.t('edit.button'),
      tone: 'neutral',
      run: onEdit,
    })
  const inline = all.slice(0, isNarrow ? 1 : maxInline)
  const others = all.slice(inline.length)
  return (
    <div className="button-row">
      {inline.map(({ name, label, tone, run }, index) => (
        <Button
          key={name}
          kind={toneButtonKind[index > 0 && tone === 'primary' ? 'neutral' : tone]}
          aria-disabled={isBusy}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      {others.length > 0 && (
        <Popup
          className="button"
          title={text.t('select.more')}
          button={
            <>
              <span className="wide-text">{text.t('select.more')}</span>
              <Icon name={isNarrow ? 'more' : 'chevron-down'} />
            </>
          }
          panelLabel={text.t('select.more')}
        >
          {(close) => (
            <ul className="bare-list popup-list">
              {others.map(({ name, label, tone, run }) => (
                <li key={name}>
                  <button
                    type="button"
                    className={tone === 'danger' ? 'popup-item popup-item-danger' : 'popup-item'}
                    onClick={() => {
                      close()
                      run()
                    }}
                  >
                    {label}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Popup>
      )}
      {canExport && !isNarrow && (
        <Button aria-haspopup="dialog" onClick={onExport}>
          <Icon name="download" />
          {exporting.label}
        </Button>
      )}
    </div>
  )
}

/** Moves focus to the checkbox of the page if the bar is removed while it has focus. */
function useFocusPageCheckboxOnRemoval() {
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        const { activeElement } = document
        if (activeElement === null || activeElement === document.body)
          document.querySelector<HTMLElement>('[data-select-page]')?.focus()
      })
    },
    [],
  )
}

function countText({ selection: { chosen }, count }: SelectionState, { t }: BulkText): string {
  if (chosen.kind === 'frozen') return t('select.frozen', { count })
  if (chosen.kind === 'picked') return t('select.count', { count })
  if (chosen.except.size === 0) return t('select.everything', { total: chosen.total })
  return t('select.allBut', { count: chosen.except.size, total: chosen.total })
}
