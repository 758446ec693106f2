import { afterEach, expect, test } from 'vitest'
import { fill } from '#model'
import { addTexts, isTranslated, language, manyOf, oneOf, speak, t } from './index.ts'

afterEach(() => speak('zh-cn'))

test('Chinese needs no pack: the text is its own key, whatever it contains', () => {
  expect(t('共 {{n}} 条。a:b', { n: 3 })).toBe('共 3 条。a:b')
  expect(t('值为 {{v}}', { v: '<b>&"' })).toBe('值为 <b>&"')
})
test.each(['en', 'zh-tw'] as const)('%s takes its own pack and keeps the wire’s spelling; a missing text shows the Chinese', code => {
  addTexts(code, { '共 {{n}} 条': 'x{{n}}' })
  speak(code)
  expect(language()).toBe(code)
  expect(t('共 {{n}} 条', { n: 3 })).toBe('x3')
  expect(t('没有译文')).toBe('没有译文')
})
test('what a language has no text for is known, in Chinese nothing', () => {
  addTexts('en', { 法国: 'France' })
  expect(['法国', '冰岛'].map(isTranslated)).toEqual([true, true])
  speak('en')
  expect(['法国', '冰岛'].map(isTranslated)).toEqual([true, false])
})
test('an act and a state that share a Chinese word differ in English only', () => {
  expect([t('停用'), t('停用#verb')]).toEqual(['停用', '停用'])
  addTexts('zh-tw', { '停用#verb': '停用#verb' })
  addTexts('en', { 停用: 'Disabled', '停用#verb': 'Disable' })
  speak('zh-tw')
  expect(t('停用#verb')).toBe('停用')
  speak('en')
  expect([t('停用'), t('停用#verb')]).toEqual(['Disabled', 'Disable'])
})
test('an entity has an English name for one and for many, in Chinese one word; without them its label', () => {
  const notice = { label: '通知公告' }
  expect([oneOf(notice), manyOf(notice)]).toEqual(['通知公告', '通知公告'])
  addTexts('zh-tw', { '通知公告#one': '通知公告#one' })
  addTexts('en', { 通知公告: 'Notices', '通知公告#one': 'Notice', '通知公告#many': 'Notices', 朴素: 'Plain' })
  speak('zh-tw')
  expect(oneOf(notice)).toBe('通知公告')
  speak('en')
  expect([oneOf(notice), manyOf(notice), oneOf({ label: '朴素' })]).toEqual(['Notice', 'Notices', 'Plain'])
})
test('an English text says one thing and several things', () => {
  addTexts('en', { '{{n}} 天': '{{n}} {{n|day|days}}' })
  speak('en')
  expect([1, 2, 0, '1,001', 1.5].map(n => t('{{n}} 天', { n }))).toEqual(['1 day', '2 days', '0 days', '1,001 days', '1.5 days'])
  expect([1, 11].map(n => fill('{n} {n|person has|people have} no class', { n }))).toEqual(['1 person has no class', '11 people have no class'])
})
