/** The editor of a version of an application form. */
import { announceText } from '@matricola/console/announcements/announcer.tsx'
import { usePageTitle } from '@matricola/console/app/page-title.ts'
import { usePermission } from '@matricola/console/app/use-permission.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { FieldValue } from '@matricola/console/fields/field-value.tsx'
import { formatTitleDates } from '@matricola/console/fields/title-text.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { Button } from '@matricola/console/kit/button.tsx'
import { Empty } from '@matricola/console/kit/empty.tsx'
import { LeaveGuard } from '@matricola/console/pages/form/leave-guard.tsx'
import { PageHeader } from '@matricola/console/pages/form/page-header.tsx'
import { useRecordAction } from '@matricola/console/pages/form/use-record-action.ts'
import { RecordActions } from '@matricola/console/pages/show/record-actions.tsx'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { useCall, useEndpoint } from '@matricola/console/use-call.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { isFixedItem } from '#resources/admission/fixed-items.ts'
import { type FormContent, type FormItem, itemsOf } from '#resources/admission/form-content.ts'
import { formPreviewPath } from '#resources/admission/form-preview-path.ts'
import { usualForm } from '#resources/admission/usual-form.ts'
import { formUsage } from '#resources/calls/application-forms.ts'
import { getResource } from '#resources/index.ts'
import type { SentQuestions } from '../ask-sent-dialog.tsx'
import * as edits from './content-edits.ts'
import { CopyDialog } from './copy-dialog.tsx'
import { contentOf } from './form-draft-store.ts'
import { FixedItemInspector, ItemInspector, PageInspector } from './inspector.tsx'
import { ItemPreview } from './item-preview.tsx'
import { createItem } from './item-types.ts'
import { Outline } from './outline.tsx'
import { PublishFormDialog } from './publish-form-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { SaveNotice, SaveState } from './save-notice.tsx'
import { useFormEditing } from './use-form-editing.ts'
import { FormDegree, useFormEditorText, useFormWords } from './use-form-editor-text.ts'
import { withNewIds, withoutUnknownConditions } from './version-differences.ts'
import './form-editor.css'
import '@matricola/console/pages/form/form.css'

const panes = ['outline', 'preview', 'inspector'] as const
type Pane = (typeof panes)[number]

interface FormEditorProps {
  readonly resource: AnyResource
  readonly record: WireRecord
  /** Asks the applicants who sent an earlier version, after a publication. */
  readonly onAskSent: (questions: SentQuestions) => void
}

export function FormEditor({ resource, record, onAskSent }: FormEditorProps) {
  const { t } = useFormEditorText()
  const words = useFormWords()
  const { role } = useUser()
  const editing = useFormEditing(resource, record)
  const { content, isReadOnly } = editing
  const [selectedId, setSelectedId] = useState<string | null>(
    () => itemsOf(content)[0]?.id ?? content.pages[0]?.id ?? null,
  )
  const [pane, setPane] = useState<Pane>('outline')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [removing, setRemoving] = useState<string | null>(null)
  const isLeaving = useRef(false)
  const formId = String(record.formId)
  const { data: form } = useEndpoint<WireRecord>(
    endpointsOf(getResource('application-forms')).single,
    { params: { id: formId } },
  )
  const { data: usage } = useCall(formUsage, { params: { id: formId } })
  const published = usePublishedVersion(resource, formId)
  const publishedIds = new Set(itemsOf(contentOf(published)).map(({ id }) => id))
  const can = usePermission()
  const navigate = useNavigate()
  const current = { ...record, version: editing.version }
  const action = useRecordAction(resource, current)
  const [dialog, setDialog] = useState<'publish' | 'copy' | null>(null)
  const title = formatTitleDates(record._titles.formId ?? '')
  usePageTitle(title)

  const change = (next: FormContent) => {
    setRefusal(null)
    editing.change(next)
  }
  const select = (id: string, nextPane: Pane = 'inspector') => {
    setSelectedId(id)
    setPane(nextPane)
  }
  /** Refuses an order in which a question comes before one whose answer it reads. */
  const reorder = (next: FormContent): string | null => {
    const conflict = edits.orderConflict(next)
    if (!conflict || edits.orderConflict(content)) {
      change(next)
      return null
    }
    const text = t('outline.refused', {
      reader: words(conflict.reader.label) || conflict.reader.key,
      read: words(conflict.read.label) || conflict.read.key,
    })
    setRefusal(text)
    return text
  }
  const insert = (item: FormItem) => {
    const page =
      (selectedId === null
        ? undefined
        : (edits.pageOfItem(content, selectedId) ??
          content.pages.find(({ id }) => id === selectedId))) ?? content.pages.at(-1)
    if (!page) return
    change(edits.addItem(content, item, { pageId: page.id, afterId: selectedId ?? undefined }))
    select(item.id)
    announceText(t('outline.added', { page: words(page.title) || t('outline.untitledPage') }))
  }
  const addPage = () => {
    const next = edits.addPage(content, {})
    change(next)
    select(next.pages.at(-1)?.id ?? '')
  }
  /** Adds pages with ids of their own. Titles of existing pages are kept apart. */
  const insertCopies = (chosen: FormContent) => {
    const copies = withNewIds(withoutUnknownConditions(chosen), edits.createPartId)
    let next = content
    for (const item of copies.fixed ?? [])
      if (!content.fixed?.some(({ field }) => field === item.field))
        next = edits.withFixedItem(next, item)
    for (const page of copies.pages) {
      next = { ...next, pages: [...next.pages, { ...page, items: [] }] }
      for (const item of page.items) {
        const isTaken = itemsOf(next).some(({ key }) => key === item.key)
        const key = isTaken ? edits.uniqueKey(next, edits.spacedKey(item.key)) : item.key
        next = edits.addItem(next, { ...edits.withFreeFact(next, item), key }, { pageId: page.id })
      }
    }
    change(next)
    setDialog(null)
    select(next.pages[content.pages.length]?.id ?? '', 'outline')
    announceText(t('copy.done', { count: itemsOf(chosen).length }))
  }
  const openPublication = async () => {
    // The dialog and the server check the same content.
    if (await editing.saveNow()) setDialog('publish')
  }
  const openPreview = async () => {
    // The preview reads what is stored.
    if (isReadOnly || (await editing.saveNow())) navigate(formPreviewPath(role, record.id))
  }
  const item = selectedId === null ? undefined : edits.findItem(content, selectedId)
  const page = content.pages.find(({ id }) => id === selectedId)
  const fixedField = selectedId !== null && isFixedItem(selectedId) ? selectedId : undefined
  const answersOf = (id: string) =>
    usage && (usage.items.find(({ itemId }) => itemId === id)?.applications ?? 0)
  const move = (step: 1 | -1) => {
    if (selectedId === null) return
    const next = page
      ? edits.shiftPage(content, selectedId, step)
      : edits.shiftItem(content, selectedId, step)
    if (next === content) return announceText(t('outline.atEdge'))
    if (reorder(next) === null) announceText(t('outline.movedOne'))
  }
  const remove = (id: string) => {
    const before = content
    const name = nameOf(id)
    const next = page?.id === id ? edits.removePage(content, id) : edits.removeItem(content, id)
    change(next)
    setRemoving(null)
    setSelectedId(itemsOf(next)[0]?.id ?? next.pages[0]?.id ?? null)
    setPane('outline')
    showToast({
      severity: 'success',
      summary: t('remove.done', { name }),
      action: {
        label: t('remove.undo'),
        run: () => editing.changeCurrent((current) => edits.restorePart(current, before, id)),
      },
    })
  }
  const nameOf = (id: string): string => {
    const found = edits.findItem(content, id)
    if (found) return words(found.label) || found.key
    const of = content.pages.find((one) => one.id === id)
    return (of && words(of.title)) || t('outline.untitledPage')
  }
  const sent = usage?.versions.reduce((sum, { applications }) => sum + applications, 0)
  const forms = getResource('application-forms')
  return (
    <FormDegree value={form && String(form.degree)}>
      <div className="form-editor" data-pane={pane}>
        <PageHeader
          title={title}
          back={{
            to: pagePaths(forms, role).show.replace(':id', formId),
            label: t('versions'),
          }}
          badge={<FieldValue resource={resource} name="state" record={record} />}
          note={
            <>
              {t('version', { number: Number(record.number) })}
              {sent !== undefined && sent > 0 && ` · ${t('sent', { count: sent })}`}
              {editing.canEdit && (
                <>
                  {' · '}
                  <SaveState editing={editing} />
                </>
              )}
            </>
          }
          actions={
            <>
              {itemsOf(content).length > 0 && (
                <Button onClick={() => void openPreview()}>
                  <Icon name="eye" /> {t('tryOut.open')}
                </Button>
              )}
              {editing.canEdit && can('publish', resource, record) ? (
                <Button kind="primary" disabled={isReadOnly} onClick={() => void openPublication()}>
                  {t('publish.open')}
                </Button>
              ) : (
                <RecordActions resource={resource} record={current} />
              )}
            </>
          }
        />
        <SaveNotice editing={editing} />
        {refusal && (
          <p className="message message-error" role="alert">
            {refusal}
          </p>
        )}
        <LeaveGuard
          resource={resource}
          changed={
            editing.hasUnsavedChanges &&
            editing.save.name !== 'unsaved' &&
            editing.save.name !== 'saving'
              ? ['content']
              : []
          }
          isLeaving={isLeaving}
        />
        {/* On narrow screens, one pane at a time is shown. */}
        <div className="button-row form-editor-panes">
          {panes.map((name) => (
            <Button key={name} aria-pressed={pane === name} onClick={() => setPane(name)}>
              {t(`panes.${name}`)}
            </Button>
          ))}
        </div>
        {content.pages.length === 0 && !isReadOnly && (
          <Empty icon="file" title={t('start.title')}>
            <p>{t('start.text')}</p>
            <div className="button-row form-editor-start">
              <Button kind="primary" onClick={() => insertCopies(usualForm)}>
                {t('start.usual')}
              </Button>
              <Button onClick={() => setDialog('copy')}>{t('start.copy')}</Button>
              <Button onClick={addPage}>
                <Icon name="plus" /> {t('outline.addPage')}
              </Button>
            </div>
          </Empty>
        )}
        <div className="form-editor-columns" hidden={content.pages.length === 0 && !isReadOnly}>
          <section className="panel form-editor-outline" aria-label={t('panes.outline')}>
            <Outline
              content={content}
              selectedId={selectedId}
              isReadOnly={isReadOnly}
              onSelect={select}
              onReorder={reorder}
              onAddItem={() => insert(createItem('text', edits.uniqueKey(content, '')))}
              onAddPage={addPage}
              onCopy={() => setDialog('copy')}
            />
          </section>
          <section className="panel form-editor-preview" aria-label={t('panes.preview')}>
            <ItemPreview
              content={content}
              selectedId={selectedId}
              onSelect={select}
              degree={form && String(form.degree)}
            />
          </section>
          <section className="panel form-editor-inspector" aria-label={t('panes.inspector')}>
            {item && (
              <ItemInspector
                key={item.id}
                content={content}
                item={item}
                isPublished={publishedIds.has(item.id)}
                isReadOnly={isReadOnly}
                answers={answersOf(item.id)}
                onChange={(changed) => change(edits.replaceItem(content, changed))}
                onCopy={() => insert(edits.copyItem(content, item))}
                onMove={move}
                onRemove={() => setRemoving(item.id)}
              />
            )}
            {page && (
              <PageInspector
                key={page.id}
                page={page}
                isReadOnly={isReadOnly}
                onChange={(changed) => change(edits.replacePage(content, changed))}
                onMove={move}
                onRemove={() => setRemoving(page.id)}
              />
            )}
            {fixedField && (
              <FixedItemInspector
                key={fixedField}
                content={content}
                field={fixedField}
                isReadOnly={isReadOnly}
                onChange={(changed) => change(edits.withFixedItem(content, changed))}
              />
            )}
            {!item && !page && !fixedField && <p>{t('inspector.nothing')}</p>}
          </section>
        </div>
        {dialog === 'copy' && (
          <CopyDialog versionId={record.id} onCopy={insertCopies} onClose={() => setDialog(null)} />
        )}
        {dialog === 'publish' && (
          <PublishFormDialog
            content={content}
            published={published ? contentOf(published) : null}
            sent={sent ?? 0}
            ruleReads={usage?.ruleReads ?? []}
            onSelect={(id) => {
              setDialog(null)
              select(id)
            }}
            publish={async (headers, askedIds) => {
              await action.send({ action: 'publish', input: {}, headers })
              const versionIds = (usage?.versions ?? []).map(({ versionId }) => versionId)
              if (askedIds.length > 0) onAskSent({ itemIds: askedIds, versionIds })
            }}
            onClose={() => setDialog(null)}
          />
        )}
        {removing !== null && (
          <RemoveDialog
            name={nameOf(removing)}
            items={page?.id === removing ? page.items : item ? [item] : []}
            content={content}
            isPage={page?.id === removing}
            answersOf={answersOf}
            ruleReads={usage?.ruleReads ?? []}
            onRemove={() => remove(removing)}
            onClose={() => setRemoving(null)}
          />
        )}
      </div>
    </FormDegree>
  )
}

/** The version that applicants see; undefined if there is none, or until it is loaded. */
function usePublishedVersion(resource: AnyResource, formId: string): WireRecord | undefined {
  const { list, single } = endpointsOf(resource)
  const { data } = useEndpoint<Page<WireRecord>>(list, {
    query: {
      'filters[formId]': formId,
      'filters[state]': 'published',
      pageNumber: '1',
      pageSize: '1',
    },
  })
  const id = data?.list[0]?.id ?? ''
  const published = useEndpoint<WireRecord>(single, { params: { id } }, { enabled: id !== '' }).data
  return published?.id === id ? published : undefined
}
