/** Theme settings; property names are the customer's. */
export interface ThemeConfiguration {
  primary: string
  isIsDark: boolean
  isTagsview: boolean
  tagsStyle: (typeof TAGS_STYLES)[number]
  /** Single letters act as shortcuts (J and K enter the table). Speech input and some readers type letters by accident. */
  isLetterKeys: boolean
  topBar: string
  topBarColor: string
  menuBar: string
  menuBarColor: string
  isCollapse: boolean
  isShowLogo: boolean
  isLockScreen: boolean
  /** Idle seconds before the screen locks. */
  lockScreenTime: number
  isBreadcrumb: boolean
  isFooter: boolean
  isGrayscale: boolean
  animation: (typeof ANIMATIONS)[number]
  layout: (typeof LAYOUTS)[number]
  globalI18n: 'zh-cn' | 'zh-tw' | 'en'
  globalComponentSize: 'large' | 'default' | 'small'
  ssoType: string
  ssoLoginUrl: string
  ssoLogoutUrl: string
  isWartermark: boolean
  wartermarkText: string
  globalTitle: string
  globalViceTitle: string
  ureportUrl: string
  loginTips: string
  showLogin: number
}
export const LAYOUTS = ['transverse', 'defaults', 'classic', 'columns'] as const
export const TAGS_STYLES = ['tags-style-one', 'tags-style-two', 'tags-style-three', 'tags-style-four', 'tags-style-five'] as const
export const ANIMATIONS = ['slide-right', 'slide-left', 'opacitys'] as const
export const DEFAULT_PRIMARY = '#2063c4'

export const DEFAULTS: Readonly<ThemeConfiguration> = {
  primary: DEFAULT_PRIMARY,
  isIsDark: false,
  isTagsview: true,
  tagsStyle: 'tags-style-five',
  isLetterKeys: true,
  topBar: '#ffffff',
  topBarColor: '#3b4757',
  menuBar: '#13253f',
  menuBarColor: '#c6d3e4',
  isCollapse: false,
  isShowLogo: true,
  isLockScreen: false,
  lockScreenTime: 30,
  isBreadcrumb: false,
  isFooter: false,
  isGrayscale: false,
  animation: 'slide-right',
  layout: 'transverse',
  globalI18n: 'zh-cn',
  globalComponentSize: 'default',
  ssoType: '',
  ssoLoginUrl: '',
  ssoLogoutUrl: '',
  isWartermark: false,
  wartermarkText: '',
  globalTitle: '智慧校园综合服务平台',
  globalViceTitle: '',
  ureportUrl: '',
  loginTips: '',
  showLogin: 1,
}
/** Settings a user may override: colours, layout, language, size, tabs. */
export const OWN_KEYS = [
  'primary',
  'isIsDark',
  'topBar',
  'topBarColor',
  'menuBar',
  'menuBarColor',
  'layout',
  'isCollapse',
  'globalI18n',
  'globalComponentSize',
  'isTagsview',
  'tagsStyle',
  'isLetterKeys',
] as const satisfies ReadonlyArray<keyof ThemeConfiguration>
/** Settings of the school's default look; titles, sign-in page and watermark belong to the app info. */
export const LOOK_KEYS = [...OWN_KEYS, 'isShowLogo', 'isLockScreen', 'lockScreenTime', 'isBreadcrumb', 'isFooter', 'isGrayscale', 'animation'] as const
export type OwnKey = (typeof OWN_KEYS)[number]
export type LookKey = (typeof LOOK_KEYS)[number]
export type OwnChoice = Partial<Pick<ThemeConfiguration, OwnKey>>
export type Look = Partial<Pick<ThemeConfiguration, LookKey>>

const CHOICES: Partial<Record<keyof ThemeConfiguration, readonly unknown[]>> = {
  layout: LAYOUTS,
  tagsStyle: TAGS_STYLES,
  animation: ANIMATIONS,
  globalI18n: ['zh-cn', 'zh-tw', 'en'],
  globalComponentSize: ['large', 'default', 'small'],
}
const COLORS: ReadonlySet<string> = new Set(['primary', 'topBar', 'topBarColor', 'menuBar', 'menuBarColor'])

/** Whether a value is valid for a key. */
export function fitsTheme(key: string, value: unknown): boolean {
  if (!Object.hasOwn(DEFAULTS, key)) return false
  const choices = CHOICES[key as keyof ThemeConfiguration]
  if (choices) return choices.includes(value)
  if (COLORS.has(key)) return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)
  if (key === 'lockScreenTime') return Number.isInteger(value) && (value as number) >= 5 && (value as number) <= 86_400
  return typeof value === typeof DEFAULTS[key as keyof ThemeConfiguration]
}
/** Filters input to the given keys with valid values. */
export function themePart<K extends keyof ThemeConfiguration>(
  given: Readonly<Record<string, unknown>> | null | undefined,
  keys: readonly K[],
): Partial<Pick<ThemeConfiguration, K>> {
  return Object.fromEntries(keys.flatMap(key => (fitsTheme(key, given?.[key]) ? [[key, given?.[key]]] : []))) as Partial<Pick<ThemeConfiguration, K>>
}
