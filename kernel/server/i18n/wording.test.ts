import { beforeAll, describe, expect, it } from 'vitest'
import { addTextsOf, formatWording } from './translate.ts'
import { firstOf, firstPeople, phraseOf, phraseValues, readPhrase, withNote } from './wording.ts'

beforeAll(() => addTextsOf([]))
const PEOPLE = ['张三', '李四', '王五']

describe('words that are kept and told', () => {
  it('stand side by side as the reader’s language joins them, and say how many there are where they are not all', () => {
    expect([formatWording('zh-cn', firstPeople(PEOPLE, 3)), formatWording('en', firstPeople(PEOPLE, 3))]).toEqual(['张三、李四、王五', '张三, 李四, 王五'])
    expect([formatWording('zh-cn', firstPeople(PEOPLE, 2)), formatWording('zh-tw', firstOf(PEOPLE, 2)), formatWording('en', firstPeople(PEOPLE, 2))]).toEqual([
      '张三、李四等 3 人',
      '张三、李四等 3 項',
      '张三, 李四 and others, 3 in all',
    ])
  })
  it('set a note beside a name in the brackets of the language', () => {
    const all = firstPeople([withNote('张三', '软件2301'), withNote('李四', null)], 5)
    expect([formatWording('zh-cn', all), formatWording('en', all)]).toEqual(['张三（软件2301）、李四', '张三 (软件2301), 李四'])
  })
  it('keep several reasons as one sentence', () => {
    const issues = ['甲', '乙'].map(text => ({ rule: 'x', text: '{a}且{b}', values: { a: text, b: '1 天' } }))
    const reason = phraseOf(issues)
    expect(formatWording('zh-cn', reason)).toBe('甲且1 天；乙且1 天')
    expect(formatWording('en', reason)).toBe('甲 and 1 day; 乙 and 1 day')
    expect(formatWording('zh-cn', phraseOf([]))).toBe('')
  })
  it('keep the Chinese in the field, cut to its length, and say what it is made of to everybody else', () => {
    const row = phraseValues({ wording: { other: '别的' } }, 'problem', { text: '{names}等 {count} 人', values: { names: '张三', count: 3 } }, 5)
    expect(row).toMatchObject({ problem: '张三等 3', wording: { other: '别的', problem: { text: '{names}等 {count} 人' } } })
    expect(readPhrase('en', row.problem, row.wording.problem)).toBe('张三 and others, 3 in all')
    expect([readPhrase('en', '1 天', undefined), readPhrase('en', '我自己写的', undefined), readPhrase('en', null, '曾经')]).toEqual(['1 day', '我自己写的', null])
  })
})
