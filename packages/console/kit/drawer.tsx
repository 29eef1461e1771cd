/**
 * Ant Design's drawer, with the same changes as the modal: the page below is inert, the unnamed
 * focus guards around the content are not in the tab order, and focus starts on the first control
 * and returns to where it was.
 */
import { Drawer as AntdDrawer } from 'antd'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Announcer } from '../announcements/announcer.tsx'
import { getOverlayContainer } from './overlay-container.ts'
import {
  ModalContext,
  prepareFocus,
  useEscapeAnywhere,
  useModalOverlay,
  useReturnFocus,
} from './overlay-focus.ts'
import './drawer.css'

interface DrawerProps {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A panel at the left edge, open while mounted. */
export function Drawer({ label, onClose, children }: DrawerProps) {
  const drawerContent = useRef<HTMLDivElement>(null)
  const modal = useModalOverlay(true)
  useReturnFocus()
  useEscapeAnywhere(true, onClose)
  useLayoutEffect(() => prepareFocus(drawerContent.current), [])
  return (
    <AntdDrawer
      open
      placement="left"
      width="min(17.5rem, 85vw)"
      closable={false}
      title={null}
      aria-label={label}
      rootClassName="drawer"
      getContainer={getOverlayContainer}
      push={false}
      onClose={onClose}
      afterOpenChange={(isNowOpen) => isNowOpen && prepareFocus(drawerContent.current)}
    >
      <ModalContext value={modal}>
        <div ref={drawerContent} className="drawer-content">
          {children}
        </div>
      </ModalContext>
      <Announcer />
    </AntdDrawer>
  )
}
