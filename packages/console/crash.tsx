import { Component, type ReactNode } from 'react'
import { useText } from './i18n.ts'
import { navigation } from './navigation.ts'
import './crash.css'

/** Shows a last-resort error screen instead of an empty page if rendering fails. */
export class CrashBoundary extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false }
  static getDerivedStateFromError() {
    return { hasCrashed: true }
  }
  override render() {
    return this.state.hasCrashed ? <Crash /> : this.props.children
  }
}

export function Crash() {
  const t = useText('errors')
  return (
    <main className="crash" id="main">
      <h1>{t('crash.title')}</h1>
      <p>{t('crash.detail')}</p>
      <button type="button" className="button button-primary" onClick={() => navigation.reload()}>
        {t('crash.reload')}
      </button>
    </main>
  )
}
