import i18next from 'i18next'
import { afterEach, expect, test } from 'vitest'
import { language, setLanguage, t } from './index.ts'

afterEach(() => setLanguage('zh-cn'))

test('Chinese needs no pack: the text is its own key, whatever it contains', () => {
  expect(t('共 {{n}} 条。a:b', { n: 3 })).toBe('共 3 条。a:b')
  expect(t('值为 {{v}}', { v: '<b>&"' })).toBe('值为 <b>&"')
})
test.each(['en', 'zh-tw'] as const)('%s takes its own pack and keeps the wire’s spelling; a missing text shows the Chinese', async code => {
  i18next.addResourceBundle(code, 'translation', { '共 {{n}} 条': 'x{{n}}' })
  await setLanguage(code)
  expect(language()).toBe(code)
  expect(t('共 {{n}} 条', { n: 3 })).toBe('x3')
  expect(t('没有译文')).toBe('没有译文')
})
