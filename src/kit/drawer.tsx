/**
 * Ant Design's drawer. Mended as the modal is: the page below cannot be reached, the two nameless stops around its content are
 * none for the keyboard, and focus begins on the first control and goes back to where it came from.
 */
import { Drawer as AntdDrawer } from 'antd'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Announcer } from '#src/spoken/announcer.tsx'
import { begin, Layer, useEscapeAnywhere, useFocusBack, useLayer } from './layer.ts'
import { overlays } from './overlays.ts'
import './drawer.css'

interface DrawerProps {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A panel at the left edge for as long as it is mounted. */
export function Drawer({ label, onClose, children }: DrawerProps) {
  const inside = useRef<HTMLDivElement>(null)
  const layer = useLayer(true)
  useFocusBack()
  useEscapeAnywhere(true, onClose)
  useLayoutEffect(() => begin(inside.current), [])
  return (
    <AntdDrawer
      open
      placement="left"
      width="min(17.5rem, 85vw)"
      closable={false}
      title={null}
      aria-label={label}
      rootClassName="drawer"
      getContainer={overlays}
      push={false}
      onClose={onClose}
      afterOpenChange={(isThere) => isThere && begin(inside.current)}
    >
      <Layer value={layer}>
        <div ref={inside} className="drawer-inside">
          {children}
        </div>
      </Layer>
      <Announcer />
    </AntdDrawer>
  )
}
