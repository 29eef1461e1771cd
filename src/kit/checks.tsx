/**
 * Ant Design's checkbox, radio and switch. Mended: in forced colours the browser's own box shows, or lines drawn for it; and one
 * is drawn again only where something of it has changed, as a page of them may stand in a panel that is typed in.
 */
import { Checkbox as AntdCheckbox, Radio as AntdRadio, Switch as AntdSwitch } from 'antd'
import { type InputHTMLAttributes, memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import './checks.css'

interface Changed {
  readonly target: { readonly checked: boolean }
}

interface CheckProps
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'name' | 'checked' | 'disabled' | 'className' | 'aria-label' | 'aria-describedby' | 'aria-invalid'
  > {
  readonly onChange?: (event: Changed) => void
  /** Words beside it, which are its label. */
  readonly children?: ReactNode
  readonly 'data-autofocus'?: boolean | undefined
}

const Box = memo(AntdCheckbox)
const Circle = memo(AntdRadio)

export function Checkbox(props: CheckProps) {
  return <Box {...props} onChange={useSame(props.onChange)} />
}

export function Radio(props: CheckProps) {
  return <Circle {...props} onChange={useSame(props.onChange)} />
}

interface SwitchProps {
  readonly id: string
  readonly checked: boolean
  readonly onChange: (isOn: boolean) => void
  readonly disabled?: boolean | undefined
  readonly 'aria-describedby'?: string | undefined
}

/** A switch, named by the label that points at its id. */
export const Switch = (props: SwitchProps) => <AntdSwitch {...props} />

/** One function that always calls the newest. */
function useSame(onChange: CheckProps['onChange']): (event: Changed) => void {
  const newest = useRef(onChange)
  useLayoutEffect(() => {
    newest.current = onChange
  })
  const [same] = useState(() => (event: Changed) => newest.current?.(event))
  return same
}
