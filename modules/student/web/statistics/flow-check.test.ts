import { describe, expect, it } from 'vitest'
import { differenceOf, flowSentence } from './flow-check.ts'

describe('the flow table adds up', () => {
  const line = { opening: 551, joined: 212, restored: 1, movedIn: 0, movedOut: 2, graduated: 159, completed: 4, withdrawn: 3, transferredOut: 1, lost: 0, closing: 595 }
  it('is even when entries and exits explain the closing figure', () => expect(differenceOf(line)).toBe(0))
  it('names what is not explained', () => expect(differenceOf({ ...line, closing: 594 })).toBe(-1))
  it('says only what happened', () => expect(flowSentence(line)).toBe('期初 551 + 新增学籍 212 + 恢复学籍 1 − 毕业 159 − 结业肄业 4 − 退学 3 − 转学 1 − 调出 2 = 期末 595'))
})
