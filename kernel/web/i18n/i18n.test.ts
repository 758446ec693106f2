import i18next from 'i18next'
import { afterEach, expect, test } from 'vitest'
import { fill } from '#model'
import { language, manyOf, oneOf, setLanguage, t } from './index.ts'

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
test('an act and a state that share a Chinese word differ in English only', async () => {
  expect([t('停用'), t('停用#verb')]).toEqual(['停用', '停用'])
  i18next.addResourceBundle('zh-tw', 'translation', { '停用#verb': '停用#verb' })
  i18next.addResourceBundle('en', 'translation', { 停用: 'Disabled', '停用#verb': 'Disable' })
  await setLanguage('zh-tw')
  expect(t('停用#verb')).toBe('停用')
  await setLanguage('en')
  expect([t('停用'), t('停用#verb')]).toEqual(['Disabled', 'Disable'])
})
test('an entity has an English name for one and for many, in Chinese one word; without them its label', async () => {
  const notice = { label: '通知公告' }
  expect([oneOf(notice), manyOf(notice)]).toEqual(['通知公告', '通知公告'])
  i18next.addResourceBundle('zh-tw', 'translation', { '通知公告#one': '通知公告#one' })
  i18next.addResourceBundle('en', 'translation', { 通知公告: 'Notices', '通知公告#one': 'Notice', '通知公告#many': 'Notices', 朴素: 'Plain' })
  await setLanguage('zh-tw')
  expect(oneOf(notice)).toBe('通知公告')
  await setLanguage('en')
  expect([oneOf(notice), manyOf(notice), oneOf({ label: '朴素' })]).toEqual(['Notice', 'Notices', 'Plain'])
})
test('an English text says one thing and several things', async () => {
  i18next.addResourceBundle('en', 'translation', { '{{n}} 天': '{{n}} {{n|day|days}}' })
  await setLanguage('en')
  expect([1, 2, 0, '1,001', 1.5].map(n => t('{{n}} 天', { n }))).toEqual(['1 day', '2 days', '0 days', '1,001 days', '1.5 days'])
  expect([1, 11].map(n => fill('{n} {n|person has|people have} no class', { n }))).toEqual(['1 person has no class', '11 people have no class'])
})
