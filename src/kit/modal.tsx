/**
 * Ant Design's modal. Mended: the page below cannot be reached while one is open, the two nameless stops around its content are
 * none for the keyboard, focus begins on the first control and goes back to where it came from, Escape is heard wherever the focus
 * is, and words spoken meanwhile are spoken inside it.
 */
import { Modal as AntdModal } from 'antd'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { overlays } from '#src/kit/overlays.ts'
import { Announcer } from '#src/spoken/announcer.tsx'
import { begin, Layer, useEscapeAnywhere, useFocusBack, useLayer } from './layer.ts'
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
  useLayoutEffect(() => {
    // Where tests run, the library gives all modals the same id.
    inside.current?.closest('[role="dialog"]')?.setAttribute('aria-labelledby', heading)
    begin(inside.current)
  }, [heading])
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
      afterOpenChange={(isThere) => isThere && begin(inside.current)}
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
