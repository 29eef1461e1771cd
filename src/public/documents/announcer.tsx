import { useEffect, useRef, useState } from 'react'
import { useText } from '../../i18n.ts'
import { Status } from '../../spoken/status.tsx'
import type { DocumentState } from './document-state.ts'
import { useFaultText } from './fault.tsx'

/** Tells a screen reader when a file starts, is there, fails or is removed; never every per cent. */
export function Announcer({ state, document }: { state: DocumentState; document: string }) {
  const t = useText('apply')
  const faultText = useFaultText()
  const [said, setSaid] = useState('')
  const stage = stageOf(state)
  const last = useRef(stage)
  // biome-ignore lint/correctness/useExhaustiveDependencies: words are said when the stage changes, and once
  useEffect(() => {
    if (last.current === stage) return
    const isRemoved = stage === 'empty'
    last.current = stage
    if (state.step === 'failed') setSaid(t('documents.said.failed', { document, name: state.file.name, fault: faultText(state).join(' ') }))
    else setSaid(t(`documents.said.${isRemoved ? 'removed' : stage}`, { document }))
  }, [stage])
  return <Status className="visually-hidden">{said}</Status>
}

const stageOf = ({ step }: DocumentState) => (step === 'empty' || step === 'done' || step === 'failed' ? step : 'started')
