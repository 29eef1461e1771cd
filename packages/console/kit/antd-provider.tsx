/** Configures Ant Design's components to look and behave like ours. */
import '@ant-design/v5-patch-for-react-19'
import { px2remTransformer, StyleProvider } from '@ant-design/cssinjs'
import { ConfigProvider } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { cspNonce } from '../config.ts'
import { useTheme } from '../theme/theme.ts'
import { useAntdLocale } from './antd-locale.ts'
import { antdTheme } from './antd-theme.ts'
import { getOverlayContainer } from './overlay-container.ts'

/** Converts pixels to rem, so that the components scale with the font size as ours do. */
const transformers = [px2remTransformer()]

const plainButton = { autoInsertSpace: false }
const noWave = { disabled: true }

/**
 * Provides our tokens, the user's language and the page's nonce. Ant Design's styles are in a CSS
 * layer, so that ours always win. Its rule for links would otherwise remove focus rings and
 * underlines.
 */
export function AntdProvider({ children }: { readonly children: ReactNode }) {
  const theme = useTheme()
  const config = useMemo(() => antdTheme(theme), [theme])
  // A new object would rerender every Ant Design component below.
  const csp = useMemo(() => ({ nonce: cspNonce() }), [])
  return (
    <StyleProvider layer transformers={transformers}>
      <ConfigProvider
        button={plainButton}
        wave={noWave}
        theme={config}
        locale={useAntdLocale()}
        csp={csp}
        getPopupContainer={getOverlayContainer}
      >
        {children}
      </ConfigProvider>
    </StyleProvider>
  )
}
