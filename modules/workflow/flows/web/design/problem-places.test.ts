import { expect, it } from 'vitest'
import type { FlowProblem } from '../../model/process-design.ts'
import { placeOf, problemsBy } from './problem-places.ts'

const wrong = (text: string, at: Pick<FlowProblem, 'node' | 'way'>): FlowProblem => ({ level: 'error', rule: 'flow.condition', text, ...at })

it('a problem of a branch is marked and put right at the branch, and told at its condition', () => {
  const problems = [wrong('空的', { node: 'c', way: 1 }), wrong('没有默认分支', { node: 'c', way: null }), wrong('没有开始', { node: null })]
  expect(problems.map(placeOf)).toEqual([{ of: 'c', way: 1 }, { node: 'c' }, undefined])
  const texts = [...problemsBy(problems)].map(([key, of]) => [key, of.map(p => p.text)])
  expect(Object.fromEntries(texts)).toEqual({ c: ['空的', '没有默认分支'], 'c 1': ['空的'] })
})
