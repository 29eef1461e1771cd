/**
 * The application form in a frame of the console, for a person whose facts the console sends. It is
 * the form of the public page with a draft that exists in memory only.
 */
import { navigation } from '@matricola/console/navigation.ts'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { type Dispatch, type SetStateAction, useEffect, useMemo, useRef, useState } from 'react'
import { applyPath } from '#resources/paths.ts'
import type { ApplicationDraft } from '../apply/application-draft.ts'
import type { ApplicationStep } from '../apply/steps/steps.ts'
import type { DraftStore } from '../apply/use-application-draft.ts'
import type { PreviewReport, PreviewRequest } from './messages.ts'
import { notice, setNotice, startSandbox } from './sandbox.ts'

/**
 * Loaded through the code of the public page. An import of its parts would make the build split
 * them, so that applicants would load more files.
 */
async function loadApply() {
  const { useFormBundle } = await import('../apply/apply.tsx')
  return { useFormBundle }
}
type Apply = Awaited<ReturnType<typeof loadApply>>
type Form = typeof import('../apply/form-bundle.ts')

const isFramed = window.parent !== window
if (isFramed) startSandbox()

const report = (message: PreviewReport) =>
  window.parent.postMessage(message, window.location.origin)
const reportFailure = () => report({ type: 'failed' })

export function PreviewPage() {
  const [apply, setApply] = useState<Apply | null>(null)
  useEffect(() => {
    if (isFramed) loadApply().then((loaded) => setApply(loaded), reportFailure)
    else navigation.replace(applyPath)
  }, [])
  return apply && <Preview apply={apply} />
}

function Preview({ apply }: { readonly apply: Apply }) {
  const form = apply.useFormBundle(true)
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    if (form === null) return
    if (form === 'failed') return reportFailure()
    const receive = async ({ source, origin, data }: MessageEvent<PreviewRequest>) => {
      if (source !== window.parent || origin !== window.location.origin) return
      setNotice(data.notice)
      form.setPublicConfig(data.intake)
      await form.loadRest().catch(reportFailure)
      const { person, values } = data
      setShown((current) =>
        current?.person === person
          ? withDraft(current, { values: { ...current.draft.values, ...values } })
          : { person, draft: newDraft(person, { ...form.emptyAnswers, ...values }) },
      )
      if (data.step) form.goTo(data.step)
    }
    window.addEventListener('message', receive)
    report({ type: 'ready' })
    return () => window.removeEventListener('message', receive)
  }, [form])
  return form && form !== 'failed' && shown ? <PreviewForm {...{ form, shown, setShown }} /> : null
}

/** The application of an example person. */
interface Shown {
  readonly person: string
  readonly draft: ApplicationDraft
}

const newDraft = (key: string, values: ApplicationDraft['values']): ApplicationDraft => ({
  key,
  savedAt: '',
  step: 'identity',
  values,
  filled: [],
  isShared: false,
})

const withDraft = (shown: Shown, patch: Partial<ApplicationDraft>): Shown => ({
  ...shown,
  draft: { ...shown.draft, ...patch },
})

interface PreviewFormProps {
  readonly form: Form
  readonly shown: Shown
  readonly setShown: Dispatch<SetStateAction<Shown | null>>
}

function PreviewForm({ form, shown, setShown }: PreviewFormProps) {
  const { person, draft } = shown
  const { publicConfig } = form.usePublicConfig()
  const view = form.useApplyView()
  const lastStep = useRef<ApplicationStep>('identity')
  const viewedStep = form.applicationSteps.find((name) => name === view)
  if (viewedStep) lastStep.current = viewedStep
  const step = lastStep.current
  // Other views than steps would store the application on the server.
  useEffect(() => {
    if (viewedStep || view === 'start') return
    showToast({ severity: 'info', summary: notice() })
    form.replaceView(lastStep.current)
  }, [form, view, viewedStep])
  const latest = useRef(draft)
  latest.current = draft
  const draftStore: DraftStore = useMemo(() => {
    const nothing = async () => {}
    return {
      isLoaded: true,
      isKnown: true,
      draft,
      savedAt: null,
      isRefused: false,
      latest: () => latest.current,
      change: (patch) =>
        setShown(
          (current) =>
            current &&
            withDraft(current, typeof patch === 'function' ? patch(current.draft) : patch),
        ),
      startIfNone: async () => false,
      startOver: nothing,
      save: nothing,
      setShared: nothing,
      discard: nothing,
      replace: nothing,
    }
  }, [draft, setShown])
  const { values } = draft
  useEffect(() => {
    if (publicConfig)
      report({
        type: 'answered',
        person,
        values,
        step,
        steps: form.stepsOf(values, publicConfig),
        asked: form.itemsBundle()?.askedItemIds(values, publicConfig) ?? [],
      })
  }, [form, values, person, step, publicConfig])
  return publicConfig && <form.Form key={person} {...{ publicConfig, draftStore, draft, step }} />
}
