import { useReducer } from 'react'
import type { Block, Layout, Numbering, PaperSize } from '#model/print-layout.ts'

/** Unsaved state of the designer. */
export interface Draft {
  name: string
  paper: PaperSize
  layout: Layout
  seal: string | null
  numbering: Numbering
}
export interface Steps {
  past: readonly Draft[]
  now: Draft
  future: readonly Draft[]
  /** Location of the last change: typing in one place is a single undo step. */
  place: string
}
export type Step = { kind: 'change'; to: Partial<Draft>; place: string } | { kind: 'undo' } | { kind: 'redo' } | { kind: 'begin'; with: Draft }
const MOST_STEPS = 100

export function stepped(steps: Steps, step: Step): Steps {
  const { past, now, future, place } = steps
  if (step.kind === 'begin') return begun(step.with)
  if (step.kind === 'undo') return past.length ? { past: past.slice(0, -1), now: past.at(-1) as Draft, future: [now, ...future], place: '' } : steps
  if (step.kind === 'redo') return future.length ? { past: [...past, now], now: future[0] as Draft, future: future.slice(1), place: '' } : steps
  const isTypingOn = step.place !== '' && step.place === place
  return { past: isTypingOn ? past : [...past, now].slice(-MOST_STEPS), now: { ...now, ...step.to }, future: [], place: step.place }
}
export const begun = (now: Draft): Steps => ({ past: [], now, future: [], place: '' })
export const useSteps = (first: Draft) => useReducer(stepped, first, begun)

export const moved = <T>(list: readonly T[], from: number, to: number): T[] => {
  const one = list[from]
  return one === undefined || to < 0 || to >= list.length ? [...list] : list.toSpliced(from, 1).toSpliced(to, 0, one)
}
export const KINDS: Readonly<Record<Block['kind'], string>> = { grid: '字段表', table: '下级记录表', text: '文字', seal: '签章处', signed: '签署内容', sections: '汇总内容' }
