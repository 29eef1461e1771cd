/** Ant Design's button in our four variants. Navigation uses links that look the same (`src/theme/controls.css`). */
import { Button as AntdButton } from 'antd'
import type { ButtonHTMLAttributes, Ref } from 'react'
import './button.css'

/** `grave` starts an action that cannot be undone immediately; `graveAtOnce` performs it without further questions. */
export type ButtonKind = 'plain' | 'primary' | 'grave' | 'graveAtOnce'

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'color'> {
  readonly kind?: ButtonKind
  readonly type?: 'button' | 'submit'
  readonly ref?: Ref<HTMLButtonElement>
  readonly [name: `data-${string}`]: unknown
}

const variantProps = {
  plain: {},
  primary: { type: 'primary' },
  grave: { danger: true },
  graveAtOnce: { type: 'primary', danger: true },
} as const

export function Button({ kind = 'plain', type = 'button', ref, ...props }: ButtonProps) {
  return (
    <AntdButton
      {...props}
      {...variantProps[kind]}
      htmlType={type}
      {...(ref && { ref: ref as Ref<HTMLButtonElement & HTMLAnchorElement> })}
    />
  )
}
