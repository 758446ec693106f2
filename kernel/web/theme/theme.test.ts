import { describe, expect, test } from 'vitest'
import { antdTheme, cssVariables } from './antd.ts'
import { contrast, derivePrimary, mix, readable } from './color.ts'
import { DEFAULT_PRIMARY, DEFAULTS, effective } from './config.ts'

describe('a primary other than ours', () => {
  test.each(['#409eff', '#ffd400', '#7a3f8f', '#000000', '#ffffff'])('%s gives a fill on which white reads, and text that reads on the sheet', color => {
    for (const dark of [false, true]) {
      const made = derivePrimary(color, dark)
      expect(contrast('#ffffff', made.fill)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(made.text, dark ? '#151e2b' : '#ffffff')).toBeGreaterThanOrEqual(4.5)
    }
  })
  test('tints are mixed into the sheet', () => {
    expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
    expect(derivePrimary('#2063c4', false).bg).toBe('#edf3fa')
  })
  test('青 and the semantic colours stay', () => {
    const tokens = antdTheme({ primary: '#7a3f8f', isIsDark: false }).token
    expect(tokens).toMatchObject({ colorSuccess: '#119389', colorError: '#bf3a22' })
    expect(tokens?.colorPrimary).not.toBe(DEFAULT_PRIMARY)
    expect(cssVariables({ primary: DEFAULT_PRIMARY, isIsDark: true })).toMatchObject({ '--ql-blue': '#5c96ee', '--ql-blue-fill': '#3070d6' })
  })
})
describe('10-H14 the configuration', () => {
  test('default < the school < the person; only what is a person’s own counts of theirs', () => {
    expect(effective({}, {})).toEqual(DEFAULTS)
    const made = effective({ globalTitle: '某校平台', primary: '#7a3f8f', loginTips: '' }, { primary: '#0f6f8f' })
    expect(made).toMatchObject({ globalTitle: '某校平台', primary: '#0f6f8f', loginTips: '' })
  })
  test('the customer’s defaults and the one for letter keys', () => {
    expect(DEFAULTS).toEqual({
      primary: '#2063c4',
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
    })
  })
  test('what the school has published lies below a person’s own choice; 10-H7 the watermark is no person’s to choose', () => {
    const school = { isWartermark: true, theme: { layout: 'classic', isFooter: true, primary: '#7a3f8f' } } as const
    const own = JSON.parse('{"primary":"#0f6f8f","isWartermark":false,"isFooter":false}')
    expect(effective(school, own)).toMatchObject({ layout: 'classic', isFooter: true, primary: '#0f6f8f', isWartermark: true })
    expect(effective({ theme: null }, {})).toEqual(DEFAULTS)
  })
  test('text on a bar of one’s own colour reads', () => {
    for (const ground of ['#ffffff', '#13253f', '#ffd400', '#808080'])
      for (const ink of ['#3b4757', '#c6d3e4', '#ffd400']) expect(contrast(readable(ink, ground), ground)).toBeGreaterThanOrEqual(4.5)
    const dark = cssVariables({ primary: DEFAULT_PRIMARY, isIsDark: true, menuBar: '#13253f' })
    expect(dark['--ql-menu']).not.toBe('#13253f')
    expect(cssVariables({ primary: DEFAULT_PRIMARY, isIsDark: true, topBar: '#ffd400' })['--ql-top']).toBe('#ffd400')
  })
  test('what is no colour, language or size falls back', () => {
    expect(effective(JSON.parse('{"primary":"red","globalI18n":"fr","globalComponentSize":"huge"}'), {})).toMatchObject({
      primary: DEFAULT_PRIMARY,
      globalI18n: 'zh-cn',
      globalComponentSize: 'default',
    })
  })
})
