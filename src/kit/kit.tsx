/** Wrapping around Ant Design's components so that they look and behave as ours. */
import '@ant-design/v5-patch-for-react-19'
import { px2remTransformer, StyleProvider } from '@ant-design/cssinjs'
import { ConfigProvider } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { cspNonce } from '#src/config.ts'
import { useTheme } from '#src/theme/theme.ts'
import { useAntdLocale } from './antd-locale.ts'
import { overlays } from './overlays.ts'
import { antdTheme } from './theme.ts'

/** Its pixels as a share of the root's letters, so that its text grows with them as ours does. */
const transformers = [px2remTransformer()]

const plainButton = { autoInsertSpace: false }
const noWave = { disabled: true }

/**
 * Our tokens, the person's language and the page's nonce. In a layer, whatever we say wins: Ant Design's rule for links would
 * take away every link's focus ring and underline.
 */
export function Kit({ children }: { readonly children: ReactNode }) {
  const theme = useTheme()
  const config = useMemo(() => antdTheme(theme), [theme])
  return (
    <StyleProvider layer transformers={transformers}>
      <ConfigProvider
        button={plainButton}
        wave={noWave}
        theme={config}
        locale={useAntdLocale()}
        csp={{ nonce: cspNonce() }}
        getPopupContainer={overlays}
      >
        {children}
      </ConfigProvider>
    </StyleProvider>
  )
}
