/**
 * Ant Design's button in our four variants. Navigation uses links that look the same
 * (`packages/console/theme/controls.css`).
 */
import { Button as AntdButton } from 'antd'
import type { ButtonHTMLAttributes, Ref } from 'react'
import './button.css'

/**
 * `destructive` starts an action that cannot be undone immediately; `destructiveSolid` performs it
 * without another confirmation.
 */
export type ButtonKind = 'plain' | 'primary' | 'destructive' | 'destructiveSolid'

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'color'> {
  readonly kind?: ButtonKind
  readonly type?: 'button' | 'submit'
  readonly ref?: Ref<HTMLButtonElement>
  readonly [name: `data-${string}`]: unknown
}

const variantProps = {
  plain: {},
  primary: { type: 'primary' },
  destructive: { danger: true },
  destructiveSolid: { type: 'primary', danger: true },
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
