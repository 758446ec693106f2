import { describe, expect, it } from 'vitest'
import { action } from './action.ts'
import { entity } from './entity.ts'
import { ref, text } from './field.ts'
import { fill, type Refusal } from './refusal.ts'
import { mustAllow, notAllowed, stateAllows, states } from './states.ts'

const loanStates = states(
  { open: { label: '借出', tone: 'going' }, late: { label: '逾期', tone: 'refused' }, back: { label: '已归还', tone: 'over' } },
  { giveBack: ['open', 'late'], remind: ['late'], remove: ['back'] },
)
const loan = entity('stateTest.stateLoan', '借阅', { name: text('书名'), state: loanStates.field('状态', { sortable: true }) }, { title: 'name', scope: {} })
const anonymous = entity('stateTest.stateVisit', '来访', { hostId: ref('user', '被访人'), state: loanStates.field('状态') }, { title: 'hostId', scope: {} })
const id = text('编号', { required: true, max: 36 })
action('stateTest.stateLoan.giveBack', '归还', { input: { id }, output: 'none' })
action('stateTest.stateVisit.giveBack', '结束', { input: { id }, output: 'none' })
const said = (work: () => unknown): string => {
  try {
    work()
    return 'allowed'
  } catch (error) {
    const [issue] = (error as Refusal).issues
    return `${issue?.rule} ${fill(issue?.text ?? '', issue?.values)}`
  }
}

describe('states', () => {
  it('give the field, its labels and its colours', () => {
    expect(loan.fields.state).toMatchObject({
      kind: 'choice',
      options: { required: true, readonly: true, sortable: true, choices: { open: '借出', late: '逾期', back: '已归还' } },
    })
    expect(loan.fields.state.options.states.tones).toEqual({ open: 'going', late: 'refused', back: 'over' })
    expect(loanStates.field('状态', { required: false, readonly: false }).options).toMatchObject({ required: false, readonly: false })
  })
  it('say which verbs a row allows, and nothing of verbs they do not name', () => {
    expect((['open', 'late', 'back'] as const).map(state => [loanStates.allows({ state }, 'giveBack'), loanStates.allows({ state }, 'remind')])).toEqual([
      [true, false],
      [true, true],
      [false, false],
    ])
    expect([stateAllows(loan, { state: 'back' }, 'giveBack'), stateAllows(loan, { state: 'back' }, 'update'), stateAllows(loan, {}, 'giveBack')]).toEqual([false, true, true])
  })
  it('refuse with what the row is called, the state it is in and the verb', () => {
    expect(said(() => mustAllow(loan, { name: '红楼梦', state: 'open' }, 'giveBack'))).toBe('allowed')
    expect(said(() => mustAllow(loan, { name: '红楼梦', state: 'back' }, 'giveBack'))).toBe('stateTest.stateLoan.state “红楼梦”已归还，不能归还')
    expect(said(() => mustAllow(loan, { name: '红楼梦', state: 'open' }, 'remove'))).toBe('stateTest.stateLoan.state “红楼梦”借出，不能删除')
  })
  it('refuse by the name of the entity where the title of a row is a reference', () => {
    expect(said(() => mustAllow(anonymous, { hostId: '1', state: 'back' }, 'giveBack'))).toBe('stateTest.stateVisit.state “来访”已归还，不能结束')
  })
  it('refuse a verb only that is an action of the entity', () => {
    expect(() => notAllowed(loan, { name: '红楼梦', state: 'open' }, 'remind')).toThrow('stateTest.stateLoan has no verb remind')
  })
})
