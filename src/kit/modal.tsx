/**
 * Ant Design's modal. Mended: the page below cannot be reached while one is open, the two nameless stops around its content are
 * none for the keyboard, focus begins on the first control and goes back to where it came from, Escape is heard wherever the focus
 * is, and words spoken meanwhile are spoken inside it.
 */
import { Modal as AntdModal } from 'antd'
import { createContext, type ReactNode, useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { overlays, overlaysId } from '#src/kit/overlays.ts'
import { Announcer } from '#src/spoken/announcer.tsx'
import './modal.css'

interface ModalProps {
  readonly title: string
  readonly children: ReactNode
  /** Buttons, the one that goes on first. */
  readonly footer?: ReactNode
  /** Pixels, where there are as many. */
  readonly width: number
  readonly isOpen?: boolean
  /** Left by a click beside it, too. */
  readonly isLight?: boolean
  /** Leaves it by Escape; absent where what is inside hears the key itself. */
  readonly onClose?: (() => void) | undefined
  readonly className?: string
  /** Stands around everything inside. */
  readonly frame?: (content: ReactNode) => ReactNode
}

/** A modal in the overlays region. Closing and unmounting are the same to it. */
export function Modal({ title, children, footer, width, isOpen = true, isLight = false, onClose, className = '', frame }: ModalProps) {
  const inside = useRef<HTMLDivElement>(null)
  const heading = useId()
  const layer = useLayer(isOpen)
  useFocusBack()
  useEscapeAnywhere(isOpen, onClose)
  // At once, so that nothing typed after the key that opened it is lost; one that was out of sight can take the focus only later.
  useLayoutEffect(() => begin(inside.current, heading), [heading])
  return (
    <AntdModal
      open={isOpen}
      title={<h2 id={heading}>{title}</h2>}
      footer={footer ?? null}
      width={width}
      centered
      closable={false}
      maskClosable={isLight}
      getContainer={overlays}
      rootClassName="modal-layer"
      className={className}
      transitionName=""
      maskTransitionName=""
      focusTriggerAfterClose={false}
      keyboard={onClose !== undefined}
      {...(onClose && { onCancel: onClose })}
      afterOpenChange={(isThere) => isThere && begin(inside.current, heading)}
      modalRender={(content) => (frame ? frame(content) : content)}
    >
      <Layer value={layer}>
        <div ref={inside} className="modal-inside">
          {children}
        </div>
      </Layer>
      <Announcer />
    </AntdModal>
  )
}

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

/** Names the dialog by its heading, takes the stops around the content from the keyboard, and begins on the first control unless one has asked for the focus. */
function begin(inside: HTMLElement | null, heading: string) {
  const dialog = inside?.closest('[role="dialog"]')
  if (!dialog) return
  dialog.setAttribute('aria-labelledby', heading) // where tests run, the library gives all modals the same id
  for (const stop of dialog.querySelectorAll<HTMLElement>(':scope > [tabindex]')) stop.tabIndex = -1
  if (inside?.contains(document.activeElement)) return
  dialog.querySelector<HTMLElement>(focusable)?.focus()
}

/** Focus returns to where it was before, when the modal goes. */
function useFocusBack() {
  const before = useRef(document.activeElement)
  useEffect(() => {
    const came = before.current
    return () => {
      if (came instanceof HTMLElement && came.isConnected) came.focus()
    }
  }, [])
}

/** Modals that are open, the one above the others last. */
const open: symbol[] = []

/** Sets a modal above the page, which neither focus nor pointer nor screen reader reaches for as long as any is open. */
function useLayer(isOpen: boolean): symbol {
  const [layer] = useState(() => Symbol('modal'))
  useEffect(() => {
    if (!isOpen) return
    const page = [...(document.getElementById(overlaysId)?.parentElement?.children ?? [])].filter(({ id }) => id !== overlaysId)
    open.push(layer)
    for (const part of page) part.toggleAttribute('inert', true)
    return () => {
      open.splice(open.indexOf(layer), 1)
      for (const part of page) part.toggleAttribute('inert', open.length > 0)
    }
  }, [isOpen, layer])
  return layer
}

const Layer = createContext<symbol | undefined>(undefined)

/** Answers a function that tells whether a modal stands over what asks; it may stand in one itself. */
export function useIsCovered(): () => boolean {
  const own = useContext(Layer)
  return () => open.at(-1) !== own
}

/** Hears Escape while the focus is nowhere, as after a button that has gone. */
function useEscapeAnywhere(isOpen: boolean, onClose?: () => void) {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (!isOpen) return
    const listen = (event: KeyboardEvent) => event.key === 'Escape' && event.target === document.body && close.current?.()
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOpen])
}
