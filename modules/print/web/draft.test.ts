import { describe, expect, it } from 'vitest'
import { NUMBERING } from '#model/print-layout.ts'
import { begun, type Draft, moved, type Step, stepped } from './draft.ts'
import { shownText, storedText } from './places.ts'

const first: Draft = { name: '卡', paper: 'A4', layout: { title: '卡', blocks: [] }, seal: null, numbering: NUMBERING }
const stepping = (...steps: Step[]) => steps.reduce(stepped, begun(first))
const name = (to: string, place = 'name'): Step => ({ kind: 'change', to: { name: to }, place })

describe('10-E8 designing', () => {
  it('goes back and forth; typing on in one place is one step', () => {
    const typed = stepping(name('卡1'), name('卡12'), { kind: 'change', to: { paper: 'A5' }, place: '' }, name('卡3'))
    expect(typed.past).toHaveLength(3)
    const back = stepped(stepped(typed, { kind: 'undo' }), { kind: 'undo' })
    expect(back.now).toMatchObject({ name: '卡12', paper: 'A4' })
    expect(stepped(back, { kind: 'redo' }).now).toMatchObject({ name: '卡12', paper: 'A5' })
    expect(stepped(back, name('另')).future).toEqual([])
    expect(stepping({ kind: 'undo' }, { kind: 'redo' }).now).toBe(first)
  })
  it('moves blocks inside the list only', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
    expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b'])
    expect(moved(['a', 'b'], 5, 0)).toEqual(['a', 'b'])
  })
  it('shows places of a text by the names of their fields, and stores them by their codes', () => {
    const fields = [
      { name: 'studentNo', label: '学号', kind: 'text', isClosed: false },
      { name: 'phone', label: '电话', kind: 'text', isClosed: false },
      { name: 'otherPhone', label: '电话', kind: 'text', isClosed: false },
    ]
    const stored = '{studentNo}在{school}，{phone}或{otherPhone}，{nothing}'
    expect(shownText(stored, fields)).toBe('{学号}在{学校名称}，{phone}或{otherPhone}，{nothing}')
    expect(storedText(shownText(stored, fields), fields)).toBe(stored)
  })
})
