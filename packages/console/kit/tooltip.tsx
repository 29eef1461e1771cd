/**
 * Ant Design's tooltip, with the accessible name of its button. Unlike the original, it opens on
 * keyboard focus and closes on Escape (WCAG 1.4.13) and on a click. It is not used as
 * `aria-describedby`, because it repeats the name.
 */
import { Tooltip as AntdTooltip } from 'antd'
import { cloneElement, type ReactElement, type Ref, useEffect, useRef, useState } from 'react'

interface TooltipProps {
  /** Absent: no tooltip. */
  readonly text: string | undefined
  readonly side?: 'bottom' | 'right'
  readonly children: ReactElement<Handlers>
}

type Handlers = { readonly [name: string]: unknown; readonly ref?: Ref<HTMLElement> }

export function Tooltip({ text, side = 'bottom', children }: TooltipProps) {
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [isOpen])
  // A click also moves focus to the button, but should not open the tooltip.
  const isHoveredOrFocused = () => anchor.current?.matches(':hover, :focus-visible') ?? false
  return (
    <AntdTooltip
      title={text}
      placement={side}
      trigger={['hover', 'focus']}
      mouseEnterDelay={0.3}
      open={isOpen && text !== undefined}
      onOpenChange={(opens) => setOpen(opens && isHoveredOrFocused())}
    >
      <Anchor anchor={anchor} onPress={() => setOpen(false)}>
        {children}
      </Anchor>
    </AntdTooltip>
  )
}

interface AnchorProps {
  readonly anchor: { current: HTMLElement | null }
  readonly onPress: () => void
  readonly children: ReactElement<Handlers>
  readonly ref?: Ref<HTMLElement>
  /**
   * Class that Ant Design sets while the tooltip is open. Ignored, because it would replace the
   * class of the button.
   */
  readonly className?: string
  readonly 'aria-describedby'?: string
}

/** Merges the listeners of the tooltip with those of the button. */
function Anchor({
  anchor,
  onPress,
  children,
  ref,
  className: _,
  'aria-describedby': __,
  ...listeners
}: AnchorProps) {
  const childProps = children.props
  const mergedHandlers = Object.entries({ ...listeners, onClick: onPress } as Handlers).map(
    ([name, listen]) => {
      const other = childProps[name]
      if (typeof listen !== 'function' || typeof other !== 'function')
        return [name, listen ?? other]
      return [
        name,
        (...parameters: unknown[]) => {
          listen(...parameters)
          other(...parameters)
        },
      ]
    },
  )
  const assignRefs = (element: HTMLElement | null) => {
    anchor.current = element
    for (const targetRef of [ref, childProps.ref]) {
      if (typeof targetRef === 'function') targetRef(element)
      else if (targetRef) targetRef.current = element
    }
  }
  return cloneElement(children, { ...Object.fromEntries(mergedHandlers), ref: assignRefs })
}
