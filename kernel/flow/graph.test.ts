import { expect, it } from 'vitest'
import { type FlowNode, type OptionalStep, onlyWhen, stepByStep, usualSteps } from './index.ts'

const { fdy, college, officer } = usualSteps()
const when = { fact: 'days', op: 'gt', value: 3 } as const
const ways = (...steps: Array<FlowNode | OptionalStep>): string[] => stepByStep(...steps).edges.map(e => [`${e.from}>${e.to}`, e.name, e.when && 'when'].filter(Boolean).join(' '))

it('goes through the steps in their order', () => {
  expect(ways(fdy(), college())).toEqual(['start>fdy', 'fdy>college', 'college>end'])
})
it('passes a step by where its condition does not hold, wherever it stands', () => {
  const long = onlyWhen({ id: 'long', name: '是否长假', when, yes: '长假', no: '其他' }, college())
  expect(ways(fdy(), long, officer())).toEqual(['start>fdy', 'fdy>long', 'long>college 长假 when', 'long>officer 其他', 'college>officer', 'officer>end'])
  expect(ways(long)).toEqual(['start>long', 'long>college 长假 when', 'long>end 其他', 'college>end'])
  const far = onlyWhen({ id: 'far', name: '是否离市', when, yes: '离市', no: '本市' }, officer())
  expect(ways(long, far)).toEqual(['start>long', 'long>college 长假 when', 'long>far 其他', 'college>far', 'far>officer 离市 when', 'far>end 本市', 'officer>end'])
  expect(stepByStep(long).nodes.map(n => [n.id, n.type, n.name])).toEqual([
    ['start', 'start', '提交'],
    ['long', 'condition', '是否长假'],
    ['college', 'approve', '学院'],
    ['end', 'end', '结束'],
  ])
})
