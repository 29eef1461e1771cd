/**
 * Ant Design's checkbox, radio and switch. Changes: they remain visible in forced-colours mode.
 * Checkbox and radio are memoized, because a panel with a text input can contain a page of them.
 */
import { Checkbox as AntdCheckbox, Radio as AntdRadio, Switch as AntdSwitch } from 'antd'
import {
  type InputHTMLAttributes,
  memo,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import './checks.css'

interface CheckChangeEvent {
  readonly target: { readonly checked: boolean }
}

interface CheckProps
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    | 'name'
    | 'checked'
    | 'disabled'
    | 'className'
    | 'aria-label'
    | 'aria-describedby'
    | 'aria-invalid'
  > {
  readonly onChange?: (event: CheckChangeEvent) => void
  /** The label next to the control. */
  readonly children?: ReactNode
  readonly 'data-autofocus'?: boolean | undefined
}

const Box = memo(AntdCheckbox)
const Circle = memo(AntdRadio)

export function Checkbox(props: CheckProps) {
  return <Box {...props} onChange={useStableCallback(props.onChange)} />
}

export function Radio(props: CheckProps) {
  return <Circle {...props} onChange={useStableCallback(props.onChange)} />
}

interface SwitchProps {
  readonly id: string
  readonly checked: boolean
  readonly onChange: (isOn: boolean) => void
  readonly disabled?: boolean | undefined
  readonly 'aria-describedby'?: string | undefined
}

/** A switch, labelled by the element whose `for` is its id. */
export const Switch = (props: SwitchProps) => <AntdSwitch {...props} />

/** Returns a stable function that calls the latest `onChange`. */
function useStableCallback(onChange: CheckProps['onChange']): (event: CheckChangeEvent) => void {
  const newest = useRef(onChange)
  useLayoutEffect(() => {
    newest.current = onChange
  })
  const [stableHandler] = useState(() => (event: CheckChangeEvent) => newest.current?.(event))
  return stableHandler
}
