import { ConfigProvider } from 'antd'
import type { Locale } from 'antd/es/locale'
import enUS from 'antd/es/locale/en_US'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useSignal } from '#web/base/signal.ts'
import { NoData } from '#web/feedback/NoData.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { useStill } from '#web/feedback/useStill.ts'
import { LANGUAGES, type Language } from '#web/i18n/languages.ts'
import { antdTheme, cssVariables, fontFamily } from './antd.ts'
import { theme } from './config.ts'
import { useNotices } from './useNotices.tsx'
import '../layout/tokens.css'
import './base.css'

/** antd's locales; English is antd's built-in fallback, Chinese is loaded by the shell or when selected. */
const ANTD_TEXTS: Record<Language, () => Promise<{ default: Locale }>> = {
  'zh-cn': () => import('antd/es/locale/zh_CN'),
  'zh-tw': () => import('antd/es/locale/zh_TW'),
  en: async () => ({ default: enUS }),
}
/** Placeholder until the locale is loaded: if a locale appeared only later, antd would remount everything below and lose typed input. */
const NO_TEXTS: Locale = { locale: '' }
const SIZES = { large: 'large', default: 'medium', small: 'small' } as const

/** Phones: controls a thumb can hit, inputs of 16 px, at which iOS does not zoom in. */
const TOUCH = { controlHeight: 44, controlHeightSM: 36, controlHeightLG: 44, fontSize: 15, fontSizeLG: 16 } as const

/** Applies the configuration: antd theme, CSS custom properties, language and size. */
export function ThemeProvider({ language, children }: { language: Language; children: ReactNode }) {
  const config = useSignal(theme)
  const isStill = useStill()
  const narrow = useNarrow()
  const antd = useMemo(() => {
    const made = antdTheme({ primary: config.primary, isIsDark: config.isIsDark })
    return { ...made, token: { ...made.token, fontFamily: fontFamily(language), motion: !isStill, ...(narrow ? TOUCH : {}) } }
  }, [config.primary, config.isIsDark, language, isStill, narrow])
  const texts = useAntdTexts(language)
  const notices = useNotices()
  useLayoutEffect(() => {
    const root = document.documentElement
    for (const [name, value] of Object.entries(cssVariables(config))) root.style.setProperty(name, value)
    root.style.setProperty('--ql-font', fontFamily(language))
    root.dataset.theme = config.isIsDark ? 'dark' : 'light'
    root.toggleAttribute('data-grayscale', config.isGrayscale)
  }, [config, language])
  useLayoutEffect(() => {
    document.documentElement.lang = LANGUAGES.find(l => l.code === language)?.html ?? 'zh-CN'
  }, [language])
  return (
    <ConfigProvider
      theme={antd}
      componentSize={narrow ? 'large' : SIZES[config.globalComponentSize]}
      button={{ autoInsertSpace: false }}
      renderEmpty={() => <NoData />}
      locale={texts}
    >
      {notices}
      {children}
    </ConfigProvider>
  )
}
function useAntdTexts(language: Language): Locale {
  const [texts, setTexts] = useState(NO_TEXTS)
  useEffect(() => {
    let stale = false
    void ANTD_TEXTS[language]().then(pack => stale || setTexts(pack.default))
    return () => {
      stale = true
    }
  }, [language])
  return texts
}
