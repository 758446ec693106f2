import type { ThemeConfig } from 'antd'
import darkAlgorithm from 'antd/es/theme/themes/dark'
import defaultAlgorithm from 'antd/es/theme/themes/default'
import type { Language } from '#web/i18n/languages.ts'
import { derivePrimary, mix, readable } from './color.ts'
import { DEFAULT_PRIMARY, DEFAULTS, type ThemeConfiguration } from './config.ts'
import tokens from './tokens.json' with { type: 'json' }

const SEEDS = ['colorPrimary', 'colorInfo', 'colorSuccess', 'colorWarning', 'colorError', 'colorLink'] as const
type Algorithm = Extract<NonNullable<ThemeConfig['algorithm']>, readonly unknown[]>[number]

/** antd derives colours from seeds; our designed tokens override the result. */
const keepSeeds: Algorithm = (seed, map) => ({ ...(map ?? defaultAlgorithm(seed)), ...Object.fromEntries(SEEDS.map(key => [key, seed[key]])) })

/** antd theme of a configuration: the tokens, and for another primary everything derived from it. */
export function antdTheme(config: Pick<ThemeConfiguration, 'primary' | 'isIsDark'>): ThemeConfig {
  const dark = config.isIsDark
  const { token, components } = tokens.antd[dark ? 'dark' : 'light']
  const own = config.primary.toLowerCase() === DEFAULT_PRIMARY ? undefined : derivedTokens(config.primary, dark)
  return {
    algorithm: [dark ? darkAlgorithm : defaultAlgorithm, keepSeeds],
    token: { ...token, ...own?.token },
    components: Object.fromEntries(Object.entries(components).map(([name, values]) => [name, { ...values, ...own?.components[name] }])),
  }
}
function derivedTokens(color: string, dark: boolean): { token: Record<string, string>; components: Record<string, Record<string, string>> } {
  const p = derivePrimary(color, dark)
  return {
    token: {
      colorPrimary: p.primary,
      colorPrimaryHover: p.hover,
      colorPrimaryActive: p.active,
      colorPrimaryBg: p.bg,
      colorPrimaryBgHover: p.bgHover,
      colorPrimaryBorder: p.border,
      colorPrimaryBorderHover: p.borderHover,
      colorPrimaryText: p.text,
      colorInfo: p.primary,
      colorInfoBg: p.bg,
      colorInfoBorder: p.border,
      colorLink: p.text,
      colorLinkHover: p.active,
      colorLinkActive: p.active,
      controlItemBgActive: p.bg,
      controlOutline: p.outline,
    },
    components: {
      Button: { colorPrimary: p.fill, colorPrimaryHover: mix('#ffffff', p.fill, 0.08), colorPrimaryActive: mix('#000000', p.fill, 0.2) },
      Table: { rowSelectedBg: p.bg, rowSelectedHoverBg: p.bgHover },
      Select: { optionSelectedBg: p.bg, optionSelectedColor: p.text },
      Pagination: { itemActiveBg: p.bg, itemActiveColor: p.text },
      Tag: { colorInfo: p.text },
    },
  }
}
type Token = typeof tokens.antd.light.token
/** Fonts of a language; English uses its own quotation marks. */
export const fontFamily = (language: Language): string => (language === 'en' ? '"QL English",' : '') + tokens.antd.light.token.fontFamily
type Bars = Partial<Pick<ThemeConfiguration, 'topBar' | 'topBarColor' | 'menuBar' | 'menuBarColor'>>
/** Background and text of the bars. The defaults have a designed dark variant; custom colours stay, with readable text. */
function bars(
  { topBar = DEFAULTS.topBar, topBarColor = DEFAULTS.topBarColor, menuBar = DEFAULTS.menuBar, menuBarColor = DEFAULTS.menuBarColor }: Bars,
  dark: boolean,
  token: Token,
) {
  const top = topBar.toLowerCase() === DEFAULTS.topBar ? token.colorBgContainer : topBar
  const menu = menuBar.toLowerCase() === DEFAULTS.menuBar && dark ? '#0f1724' : menuBar
  const topInk = readable(topBarColor.toLowerCase() === DEFAULTS.topBarColor ? token.colorTextSecondary : topBarColor, top)
  const menuInk = readable(menuBarColor, menu)
  const own = top !== token.colorBgContainer
  return {
    '--ql-top': top,
    '--ql-top-ink1': own ? topInk : token.colorText,
    '--ql-top-ink2': topInk,
    '--ql-top-ink3': own ? topInk : token.colorTextTertiary,
    '--ql-top-fill': own ? mix(topInk, top, 0.12) : token.colorFillSecondary,
    '--ql-top-line': own ? mix(topInk, top, 0.16) : dark ? 'transparent' : token.colorBorderSecondary,
    '--ql-top-mark': own ? topInk : token.colorSuccess,
    '--ql-top-hot': own ? topInk : token.colorSuccessText,
    '--ql-menu': menu,
    '--ql-menu-ink': menuInk,
    '--ql-menu-fill': mix(menuInk, menu, 0.1),
    '--ql-menu-on': mix(menuInk, menu, 0.18),
    '--ql-menu-bright': readable('#ffffff', menu, 7),
  }
}
/** The same values as CSS custom properties on the root. */
export function cssVariables(config: Pick<ThemeConfiguration, 'primary' | 'isIsDark'> & Bars): Record<string, string> {
  const made = antdTheme(config)
  const token = made.token as Token
  const button = made.components?.Button as { colorPrimary: string; colorPrimaryHover: string }
  const dark = config.isIsDark
  return {
    ...bars(config, dark, token),
    '--ql-ground': token.colorBgLayout,
    '--ql-sheet': token.colorBgContainer,
    '--ql-raised': token.colorBgElevated,
    '--ql-strip': dark ? '#0a1019' : '#e6ebf1',
    '--ql-alter': token.colorFillAlter,
    '--ql-fill': token.colorFillSecondary,
    '--ql-fill2': token.colorFill,
    '--ql-ink1': token.colorText,
    '--ql-ink2': token.colorTextSecondary,
    '--ql-ink3': token.colorTextTertiary,
    '--ql-ink4': token.colorTextPlaceholder,
    '--ql-ink5': token.colorTextDisabled,
    '--ql-border': token.colorBorder,
    '--ql-hairline': token.colorBorderSecondary,
    // Flat sheets with a hairline; in dark mode their own shade suffices.
    '--ql-outline-sheet': dark ? 'transparent' : token.colorBorderSecondary,
    '--ql-blue': token.colorPrimary,
    '--ql-blue-fill': button.colorPrimary,
    '--ql-blue-fill-hover': button.colorPrimaryHover,
    '--ql-blue-text': token.colorPrimaryText,
    '--ql-blue-bg': token.colorPrimaryBg,
    '--ql-blue-bg2': token.colorPrimaryBgHover,
    '--ql-blue-border': token.colorPrimaryBorder,
    '--ql-link': token.colorLink,
    '--ql-outline': token.controlOutline,
    '--ql-qing': token.colorSuccess,
    '--ql-qing-text': token.colorSuccessText,
    '--ql-qing-bg': token.colorSuccessBg,
    '--ql-qing-border': token.colorSuccessBorder,
    '--ql-ochre': token.colorWarning,
    '--ql-ochre-text': token.colorWarningText,
    '--ql-ochre-bg': token.colorWarningBg,
    '--ql-ochre-border': token.colorWarningBorder,
    '--ql-red': dark ? '#e0654b' : '#cc472d',
    '--ql-red-text': token.colorErrorText,
    '--ql-red-bg': token.colorErrorBg,
    '--ql-red-border': token.colorErrorBorder,
    '--ql-shadow': token.boxShadow,
    '--ql-shadow2': token.boxShadowSecondary,
    '--ql-photo': dark ? 'brightness(.86)' : 'none',
  }
}
/** Categorical, sequential and diverging chart colours. */
export const chartColors = (dark: boolean): readonly string[] => tokens.chart[dark ? 'dark' : 'light']
