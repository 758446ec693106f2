import { describe, expect, it } from 'vitest'
import { ask, either, flow, fork, TestCase, world } from '#testing/flow.ts'
import type { CaseEvent } from './case.ts'
import { BUTTONS } from './graph.ts'
import { returnTargets } from './returns.ts'

const three = flow(ask('a'), ask('b'), ask('z'))
const people = { a: ['p'], b: ['q'], z: ['r'] }
const open = () => new TestCase(three, { people }).submit()
/** A fork with two branches: two steps in the first, one in the second; a step after the join. */
const ways = flow(ask('a'), fork('f', [ask('b1'), ask('b2')], [ask('c')]), ask('z'))
const inWays = () => new TestCase(ways, { people: { a: ['p'], b1: ['q1'], b2: ['q2'], c: ['s'], z: ['r'] } }).submit().approve('p')

describe('approve and reject', () => {
  it('are refused to others and when the task is not to be done', () => {
    const c = open()
    expect(c.refused({ kind: 'approve', task: 1, by: 'q' })).toMatchObject({ key: 'notYours' })
    expect(c.refused({ kind: 'approve', task: 9, by: 'p' })).toMatchObject({ key: 'notTodo' })
    c.approve('p')
    expect(c.refused({ kind: 'reject', task: 1, by: 'p' })).toMatchObject({ key: 'notTodo', values: { userId: 'p', action: 'approve' } })
  })
  it('a handling step is completed by approving and cannot be turned down', () => {
    const c = new TestCase(flow(ask('a', { type: 'handle' })), { people }).submit()
    expect(c.refused({ kind: 'reject', task: 1, by: 'p' })).toMatchObject({ key: 'mayNot' })
    expect(c.approve('p').state?.state).toBe('approved')
  })
  it('buttons a step does not offer are refused', () => {
    const c = new TestCase(flow(ask('a', { buttons: [] })), { people }).submit()
    const events: CaseEvent[] = [
      { kind: 'reject', task: 1, by: 'p' },
      { kind: 'return', task: 1, by: 'p', to: 'applicant' },
      { kind: 'transfer', task: 1, by: 'p', to: 'x' },
      { kind: 'delegate', task: 1, by: 'p', to: 'x' },
      { kind: 'addSign', task: 1, by: 'p', to: ['x'], as: 'before' },
    ]
    for (const event of events) expect(c.refused(event)).toEqual({ key: 'button', values: { action: event.kind } })
    expect(events.map(e => e.kind).sort()).toEqual(
      Object.keys(BUTTONS)
        .filter(b => b !== 'cc')
        .sort(),
    )
  })
})

describe('return', () => {
  it('goes to the applicant and comes straight back on resubmission', () => {
    const c = open().approve('p').return('q')
    expect(c.state).toMatchObject({ state: 'returned', places: [] })
    expect(c.effects).toContainEqual({ kind: 'returned', to: 'applicant', from: 'b' })
    expect(c.tell({ kind: 'resubmit' }).todo()).toEqual(['b:q'])
    expect(c.state).toMatchObject({ state: 'pending', round: 2 })
    expect(c.approve('q', 'r').state?.state).toBe('approved')
  })
  it('walks every step again when asked to', () => {
    const c = open().approve('p').return('q').tell({ kind: 'resubmit', walkAgain: true })
    expect(c.todo()).toEqual(['a:p'])
    expect(returnTargets(three, c.approve('p').state as never, 'b')).toEqual(['a'])
    expect(c.approve('q', 'r').state?.state).toBe('approved')
  })
  it('goes to the step before or any passed one, and comes straight back', () => {
    const c = open().approve('p', 'q').return('r', 'a')
    expect(c.todo()).toEqual(['a:p'])
    expect(c.state?.state).toBe('pending')
    expect(c.approve('p').todo()).toEqual(['z:r'])
    expect(c.return('r', 'b').approve('q').todo()).toEqual(['z:r'])
  })
  it('walks the steps between again when asked to', () => {
    const c = open().approve('p', 'q').return('r', 'a', true)
    expect(c.approve('p').todo()).toEqual(['b:q'])
    expect(c.approve('q').todo()).toEqual(['z:r'])
  })
  it('is refused to a step that was not passed, naming it', () => {
    expect(open().refused({ kind: 'return', task: 1, by: 'p', to: 'b' })).toEqual({ key: 'notPassed', values: { node: '环节b', id: 'b' } })
    const branch = flow(either('c', { fact: 'days', op: 'gt', value: 3 }, [ask('a')], [ask('b')]), ask('z'))
    const c = new TestCase(branch, { people, facts: { days: 1 } }).submit().approve('q')
    expect(c.refused({ kind: 'return', task: 2, by: 'r', to: 'a' }).key).toBe('notPassed')
  })
  it('is refused into another way, and into a branch of an earlier walk', () => {
    const c = inWays().approve('s')
    expect(c.refused({ kind: 'return', task: c.task('q1'), by: 'q1', to: 'c' }).key).toBe('notPassed')
    const branch = flow(either('c', { fact: 'days', op: 'gt', value: 3 }, [ask('a')], [ask('b')]), ask('z'))
    const again = new TestCase(branch, { people, facts: { days: 5 } }).submit().approve('p').return('r')
    again.around = world({ people, facts: { days: 1 } })
    again.tell({ kind: 'resubmit', walkAgain: true }).approve('q')
    expect(again.refused({ kind: 'return', task: again.task('r'), by: 'r', to: 'a' }).key).toBe('notPassed')
    expect(again.return('r', 'b').todo()).toEqual(['b:q'])
  })
  it('a return of a return finds its way back through both', () => {
    const c = open().approve('p', 'q').return('r', 'b').return('q', 'a')
    expect(c.approve('p').todo()).toEqual(['b:q'])
    expect(c.approve('q').todo()).toEqual(['z:r'])
  })
  it('to the applicant from one way of several closes the others; straight back opens all that stood', () => {
    const c = inWays().approve('q1').return('q2')
    expect(c.todo()).toEqual([])
    expect(c.stateOf('s')).toBe('cancelled')
    expect(c.tell({ kind: 'resubmit' }).todo()).toEqual(['c:s', 'b2:q2'])
    expect(c.approve('s', 'q2').todo()).toEqual(['z:r'])
  })
  it('inside one way leaves the other as it is', () => {
    const c = inWays().approve('q1').return('q2', 'b1')
    expect(c.todo()).toEqual(['c:s', 'b1:q1'])
    expect(c.approve('s', 'q1').todo()).toEqual(['b2:q2'])
    expect(c.approve('q2').todo()).toEqual(['z:r'])
  })
  it('to before the fork takes all ways back, and straight back restores them', () => {
    const c = inWays().approve('s').return('q1', 'a')
    expect(c.todo()).toEqual(['a:p'])
    expect(c.approve('p').todo()).toEqual(['b1:q1'])
    expect(c.approve('q1', 'q2').todo()).toEqual(['z:r'])
  })
  it('from behind the join into one way does not wait for the other again', () => {
    const c = inWays().approve('q1', 'q2', 's').return('r', 'b1', true)
    expect(c.approve('q1').todo()).toEqual(['b2:q2'])
    expect(c.approve('q2').todo()).toEqual(['z:r'])
  })
  it('what was waited for meanwhile is not lost', () => {
    const graph = flow(fork('f', [ask('a')], [{ id: 'w', type: 'wait', name: '公示', hours: 1 }]), ask('z'))
    const c = new TestCase(graph, { people }).submit().return('p')
    c.tell({ kind: 'waited', node: 'w' }).tell({ kind: 'resubmit' })
    expect(c.approve('p').todo()).toEqual(['z:r'])
    const again = new TestCase(graph, { people }).submit().return('p').tell({ kind: 'resubmit', walkAgain: true })
    expect(again.effects.slice(0, 1)).toEqual([{ kind: 'left', node: 'w' }])
  })
})

describe('transfer and delegate', () => {
  it('transfer leaves for good', () => {
    const c = open().tell({ kind: 'transfer', task: 1, by: 'p', to: 'x' })
    expect(c.state?.tasks[0]).toMatchObject({ state: 'done', action: 'transfer' })
    expect(c.state?.tasks[1]).toMatchObject({ userId: 'x', originalUserId: 'p', instead: 1 })
    expect(c.approve('x').todo()).toEqual(['b:q'])
  })
  it('the receiver may be neither disabled nor the applicant nor already in the step', () => {
    const c = new TestCase(flow(ask('a', { multi: { kind: 'all' } })), { people: { a: ['p', 'p2'] }, disabled: ['gone'] }).submit()
    for (const kind of ['transfer', 'delegate'] as const)
      for (const to of ['gone', 'student', 'p2', 'p']) expect(c.refused({ kind, task: 1, by: 'p', to })).toMatchObject({ key: 'receiver', values: { userId: to } })
    expect(c.refused({ kind: 'addSign', task: 1, by: 'p', to: ['x', 'p2'], as: 'before' })).toMatchObject({ key: 'receiver', values: { userId: 'p2' } })
  })
  it('delegate asks for an opinion; the task returns and I decide', () => {
    const c = open().tell({ kind: 'delegate', task: 1, by: 'p', to: 'x' })
    expect(c.effects).toEqual([
      { kind: 'held', task: 1 },
      { kind: 'opened', task: 2 },
    ])
    expect(c.refused({ kind: 'approve', task: 1, by: 'p' })).toMatchObject({ key: 'notTodo', values: { state: 'delegated' } })
    expect(c.refused({ kind: 'approve', task: 2, by: 'x' }).key).toBe('mayNot')
    expect(c.tell({ kind: 'answer', task: 2, by: 'x' }).todo()).toEqual(['a:p'])
    expect(c.approve('p').todo()).toEqual(['b:q'])
  })
  it('a delegation is taken back while there is no opinion yet', () => {
    const c = open().tell({ kind: 'delegate', task: 1, by: 'p', to: 'x' }).tell({ kind: 'removeSign', task: 2, by: 'p' })
    expect(c.todo()).toEqual(['a:p'])
    expect(c.stateOf('x')).toBe('cancelled')
  })
})

describe('add-sign', () => {
  const sign = (as: 'before' | 'after' | 'beside', ...to: readonly string[]) => open().tell({ kind: 'addSign', task: 1, by: 'p', to, as })
  it('before me: they decide first, then I', () => {
    const c = sign('before', 'x', 'y')
    expect(c.todo()).toEqual(['a:x', 'a:y'])
    expect(c.approve('x').todo()).toEqual(['a:y'])
    expect(c.approve('y').todo()).toEqual(['a:p'])
    expect(c.approve('p').todo()).toEqual(['b:q'])
    expect(sign('before', 'x').reject('x').state?.state).toBe('rejected')
  })
  it('after me: the step waits for them', () => {
    const c = sign('after', 'x')
    expect(c.todo()).toEqual(['a:p'])
    expect(c.approve('p').todo()).toEqual(['a:x'])
    expect(c.approve('x').todo()).toEqual(['b:q'])
    expect(sign('after', 'x').approve('p').reject('x').state?.state).toBe('rejected')
  })
  it('beside me: an opinion that nobody waits for', () => {
    const c = sign('beside', 'x', 'y')
    expect(c.todo()).toEqual(['a:p', 'a:x', 'a:y'])
    c.tell({ kind: 'answer', task: 2, by: 'x' }).approve('p')
    expect(c.todo()).toEqual(['b:q'])
    expect(c.stateOf('y')).toBe('skipped')
  })
  it('an opinion is not waited for by the others of a counter-sign either', () => {
    const c = new TestCase(flow(ask('a', { multi: { kind: 'all' } })), { people: { a: ['p1', 'p2'] } }).submit()
    c.tell({ kind: 'addSign', task: 1, by: 'p1', to: ['x'], as: 'beside' }).approve('p1')
    expect(c.stateOf('x')).toBe('skipped')
    expect(c.todo()).toEqual(['a:p2'])
  })
  it('counts as one vote with mine in a counter-sign', () => {
    const c = new TestCase(flow(ask('a', { multi: { kind: 'all', percent: 50 } })), { people: { a: ['p1', 'p2', 'p3', 'p4'] } }).submit()
    c.tell({ kind: 'addSign', task: 1, by: 'p1', to: ['x', 'y'], as: 'after' }).approve('p1', 'x', 'p2')
    expect(c.state?.state).toBe('pending')
    expect(c.approve('y').state?.state).toBe('approved')
  })
  it('is removed while they have not acted, by who added them', () => {
    const c = sign('before', 'x', 'y').approve('x')
    expect(c.refused({ kind: 'removeSign', task: 2, by: 'p' })).toMatchObject({ key: 'notWaiting', values: { userId: 'x' } })
    expect(c.refused({ kind: 'removeSign', task: 3, by: 'q' }).key).toBe('notYours')
    expect(c.tell({ kind: 'removeSign', task: 3, by: 'p' }).todo()).toEqual(['a:p'])
    const after = sign('after', 'x').approve('p').tell({ kind: 'removeSign', task: 2, by: 'p' })
    expect(after.todo()).toEqual(['b:q'])
  })
  it('adds ten people at most', () => {
    const names = [...'abcdefghij'].map(n => `x${n}`)
    const c = sign('beside', ...names)
    expect(c.refused({ kind: 'addSign', task: 1, by: 'p', to: ['x'], as: 'after' })).toEqual({ key: 'tooManySigns', values: { most: 10, count: 11 } })
  })
  it('is handed on with the task it was added to', () => {
    const c = sign('after', 'x').tell({ kind: 'transfer', task: 1, by: 'p', to: 'w' })
    expect(c.approve('w').todo()).toEqual(['a:x'])
  })
})
