/**
 * Ant Design's modal. Changes: the page below is inert while the modal is open, and announcements
 * are made inside the modal. Focus starts on the first control and returns to where it was. The
 * unnamed focus guards around the content are not in the tab order. Escape works wherever focus is.
 */
import { Modal as AntdModal } from 'antd'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Announcer } from '../announcements/announcer.tsx'
import { getOverlayContainer } from './overlay-container.ts'
import {
  ModalContext,
  prepareFocus,
  useEscapeAnywhere,
  useModalOverlay,
  useReturnFocus,
} from './overlay-focus.ts'
import './modal.css'

interface ModalProps {
  readonly title: string
  readonly children: ReactNode
  /** The buttons. The one that confirms comes first. */
  readonly footer?: ReactNode
  /** Maximum width in pixels. */
  readonly width: number
  readonly isOpen?: boolean
  /** Also closes on a click outside. */
  readonly closesOnOutsideClick?: boolean
  /** Closes on Escape. Absent if the content handles the key itself. */
  readonly onClose?: (() => void) | undefined
  readonly className?: string
  /** Wraps the whole content. */
  readonly frame?: (content: ReactNode) => ReactNode
}

/** A modal in the overlays region. It can be closed by `isOpen` or by unmounting it. */
export function Modal({
  title,
  children,
  footer,
  width,
  isOpen = true,
  closesOnOutsideClick = false,
  onClose,
  className = '',
  frame,
}: ModalProps) {
  const dialogContent = useRef<HTMLDivElement>(null)
  const heading = useId()
  const modal = useModalOverlay(isOpen)
  useReturnFocus()
  useEscapeAnywhere(isOpen, onClose)
  // In a layout effect, so that keys typed right after opening are not lost. After being hidden,
  // focus is set in `afterOpenChange`.
  useLayoutEffect(() => {
    // In tests, the library gives all modals the same id.
    dialogContent.current?.closest('[role="dialog"]')?.setAttribute('aria-labelledby', heading)
    prepareFocus(dialogContent.current)
  }, [heading])
  return (
    <AntdModal
      open={isOpen}
      title={<h2 id={heading}>{title}</h2>}
      footer={footer ?? null}
      width={width}
      centered
      closable={false}
      maskClosable={closesOnOutsideClick}
      getContainer={getOverlayContainer}
      rootClassName="modal-layer"
      className={className}
      transitionName=""
      maskTransitionName=""
      focusTriggerAfterClose={false}
      keyboard={onClose !== undefined}
      {...(onClose && { onCancel: onClose })}
      afterOpenChange={(isNowOpen) => isNowOpen && prepareFocus(dialogContent.current)}
      modalRender={(content) => (frame ? frame(content) : content)}
    >
      <ModalContext value={modal}>
        <div ref={dialogContent} className="modal-content">
          {children}
        </div>
      </ModalContext>
      <Announcer />
    </AntdModal>
  )
}
