import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { useRef, useState } from 'react'

/**
 * A large, selectable value with a copy button. If copying is not allowed, the button selects the
 * value instead.
 */
export function CopyLine({
  label,
  text,
  isLong = false,
}: {
  label: string
  text: string
  isLong?: boolean
}) {
  const t = useText('apply')
  const [isCopied, setCopied] = useState(false)
  const value = useRef<HTMLElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      if (value.current) window.getSelection()?.selectAllChildren(value.current)
    }
  }
  return (
    <div className="inline-group apply-copy">
      <span className="apply-copy-label">{label}</span>
      <strong ref={value} className={isLong ? 'apply-copy-long' : undefined}>
        {text}
      </strong>
      <button type="button" className="button" onClick={copy}>
        <Icon name="copy" />
        {t('copy')} <span className="visually-hidden">{label}</span>
      </button>
      <LiveRegion as="span" className="apply-copied">
        {isCopied ? t('copied') : ''}
      </LiveRegion>
    </div>
  )
}
