import { describe, expect, it } from 'vitest'
import { ask, flow, fork, TestCase } from '#testing/flow.ts'

const three = flow(ask('a'), ask('b'), ask('z'))
const people = { a: ['p'], b: ['q'], z: ['r'] }
const open = () => new TestCase(three, { people }).submit()
/** A fork with two branches: two steps in the first, one in the second; a step after the join. */
const ways = flow(ask('a'), fork('f', [ask('b1'), ask('b2')], [ask('c')]), ask('z'))
const inWays = () => new TestCase(ways, { people: { a: ['p'], b1: ['q1'], b2: ['q2'], c: ['s'], z: ['r'] } }).submit().approve('p')

describe('take back and withdraw', () => {
  it('takes my own approval back before the next acted', () => {
    const c = open().approve('p').tell({ kind: 'takeBack', task: 1, by: 'p' })
    expect(c.todo()).toEqual(['a:p'])
    expect(c.stateOf('q')).toBe('cancelled')
    expect(c.approve('p').todo()).toEqual(['b:q'])
  })
  it('is refused once the next acted, naming them, and when the case has ended', () => {
    const c = open().approve('p', 'q')
    expect(c.refused({ kind: 'takeBack', task: 1, by: 'p' })).toMatchObject({ key: 'nothingToTakeBack', values: { userId: 'q', task: 2 } })
    expect(c.refused({ kind: 'takeBack', task: 2, by: 'p' }).key).toBe('notYours')
    c.approve('r')
    expect(c.refused({ kind: 'takeBack', task: 3, by: 'r' }).key).toBe('ended')
  })
  it('takes one vote of a counter-sign back, also after it was decided; the other votes stand', () => {
    const c = new TestCase(flow(ask('a', { multi: { kind: 'all' } }), ask('b')), { people: { a: ['p1', 'p2'], b: ['q'] } }).submit()
    c.approve('p1').tell({ kind: 'takeBack', task: 1, by: 'p1' })
    expect(c.todo()).toEqual(['a:p2', 'a:p1'])
    c.approve('p1', 'p2').tell({ kind: 'takeBack', task: c.state?.tasks.find(t => t.userId === 'p2')?.no ?? 0, by: 'p2' })
    expect(c.todo()).toEqual(['a:p2'])
    expect(c.approve('p2').todo()).toEqual(['b:q'])
  })
  it('asks those again whom an or-sign had spared', () => {
    const c = new TestCase(flow(ask('a'), ask('b')), { people: { a: ['p1', 'p2'], b: ['q'] } }).submit().approve('p1')
    expect(c.tell({ kind: 'takeBack', task: 1, by: 'p1' }).todo().sort()).toEqual(['a:p1', 'a:p2'])
    const again = c.approve('p1').state?.tasks.findLast(t => t.userId === 'p1')?.no ?? 0
    expect(c.tell({ kind: 'takeBack', task: again, by: 'p1' }).todo().sort()).toEqual(['a:p1', 'a:p2'])
  })
  it('is refused where the step passed by the approval of another, naming them', () => {
    const c = new TestCase(flow(ask('a'), ask('b')), { people: { a: ['p1', 'p2'], b: ['q'] } }).submit()
    c.tell({ kind: 'addSign', task: 2, by: 'p2', to: ['x', 'y'], as: 'before' }).approve('y', 'p1')
    const own = c.state?.tasks.find(t => t.userId === 'y')?.no ?? 0
    expect(c.refused({ kind: 'takeBack', task: own, by: 'y' })).toMatchObject({ key: 'passedByOthers', values: { userId: 'p1' } })
    expect(c.approve('q').state?.state).toBe('approved')
  })
  it('in a sequence the next waits again, or it is too late', () => {
    const c = new TestCase(flow(ask('a', { multi: { kind: 'sequence' } })), { people: { a: ['p1', 'p2', 'p3'] } }).submit().approve('p1')
    expect(c.tell({ kind: 'takeBack', task: 1, by: 'p1' }).todo()).toEqual(['a:p1'])
    expect(c.approve('p1').todo()).toEqual(['a:p2'])
    c.approve('p2')
    expect(c.refused({ kind: 'takeBack', task: 4, by: 'p1' })).toMatchObject({ key: 'nothingToTakeBack', values: { userId: 'p2' } })
  })
  it('takes a vote of one way back from behind the join', () => {
    const c = inWays().approve('s', 'q1', 'q2')
    expect(c.todo()).toEqual(['z:r'])
    expect(c.tell({ kind: 'takeBack', task: c.state?.tasks.find(t => t.userId === 'q2')?.no ?? 0, by: 'q2' }).todo()).toEqual(['b2:q2'])
    expect(c.approve('q2').todo()).toEqual(['z:r'])
  })
  it('is refused when something happened by itself behind it', () => {
    const graph = flow(ask('a'), { id: 'x', type: 'auto', name: '登记', does: 'book' }, ask('b'))
    const c = new TestCase(graph, { people }).submit().approve('p')
    expect(c.refused({ kind: 'takeBack', task: 1, by: 'p' })).toMatchObject({ key: 'nothingToTakeBack', values: { node: '登记' } })
  })
  it('is refused after somebody with power forced the case to another step', () => {
    const jumped = open().approve('p').tell({ kind: 'jump', by: 'admin', to: 'z' })
    expect(jumped.refused({ kind: 'takeBack', task: 1, by: 'p' }).key).toBe('mayNot')
  })
  it('is refused while what it led to waits for a step before both', () => {
    const c = inWays().approve('s').return('q1', 'a')
    expect(c.refused({ kind: 'takeBack', task: c.state?.tasks.find(t => t.userId === 's')?.no ?? 0, by: 's' }).key).toBe('mayNot')
  })
  it('withdraw: before anybody acted, refused naming who', () => {
    expect(open().refused({ kind: 'withdraw', by: 'p' }).key).toBe('notYours')
    expect(open().tell({ kind: 'withdraw', by: 'student' }).state?.state).toBe('withdrawn')
    expect(open().approve('p').refused({ kind: 'withdraw', by: 'student' })).toMatchObject({ key: 'acted', values: { userId: 'p', task: 1 } })
    const returned = open().approve('p').return('q')
    expect(returned.tell({ kind: 'withdraw', by: 'student' }).state?.state).toBe('withdrawn')
    const again = open().approve('p').return('q').tell({ kind: 'resubmit' })
    expect(again.tell({ kind: 'withdraw', by: 'student' }).state?.state).toBe('withdrawn')
  })
})

describe('10-W10 the clock', () => {
  it('approves, rejects, transfers and escalates', () => {
    expect(open().tell({ kind: 'timeout', task: 1, action: 'approve' }).todo()).toEqual(['b:q'])
    expect(open().tell({ kind: 'timeout', task: 1, action: 'reject' }).state?.state).toBe('rejected')
    expect(open().tell({ kind: 'timeout', task: 1, action: 'transfer', to: 'x' }).todo()).toEqual(['a:x'])
    expect(open().tell({ kind: 'timeout', task: 1, action: 'escalate' }).todo()).toEqual(['a:owner'])
    const above = new TestCase(three, { people, superiors: { a: ['boss'] } }).submit()
    expect(above.tell({ kind: 'timeout', task: 1, action: 'escalate' }).todo()).toEqual(['a:boss'])
  })
  it('says so when nobody is there to escalate or transfer to', () => {
    const c = new TestCase(three, { people, owners: [] }).submit()
    expect(c.refused({ kind: 'timeout', task: 1, action: 'escalate' }).key).toBe('stuck')
    expect(c.refused({ kind: 'timeout', task: 1, action: 'transfer', to: 'student' }).key).toBe('receiver')
  })
  it('decides a delegated task without the opinion, and gives up an opinion that does not come', () => {
    const c = () => open().tell({ kind: 'delegate', task: 1, by: 'p', to: 'x' })
    const decided = c().tell({ kind: 'timeout', task: 1, action: 'approve' })
    expect(decided.todo()).toEqual(['b:q'])
    expect(decided.stateOf('x')).toBe('skipped')
    expect(c().tell({ kind: 'timeout', task: 2, action: 'approve' }).todo()).toEqual(['a:p'])
  })
  it('an approval by the clock makes nobody pass the next step by themselves', () => {
    const c = new TestCase(flow(ask('a'), ask('b', { samePolicy: 'pass' })), { people: { a: ['p'], b: ['p'] } }).submit()
    expect(c.tell({ kind: 'timeout', task: 1, action: 'approve' }).todo()).toEqual(['b:p'])
  })
})

describe('suspend, resume, jump, reassign, void', () => {
  it('nothing is decided while suspended; what was waited for is remembered', () => {
    const graph = flow(fork('f', [ask('a')], [{ id: 'w', type: 'wait', name: '公示', hours: 1 }, ask('b')]))
    const c = new TestCase(graph, { people }).submit().tell({ kind: 'suspend', by: 'admin' })
    expect(c.refused({ kind: 'approve', task: 1, by: 'p' }).key).toBe('suspended')
    expect(c.refused({ kind: 'suspend', by: 'admin' }).key).toBe('suspended')
    c.tell({ kind: 'waited', node: 'w' })
    expect(c.todo()).toEqual(['a:p'])
    expect(c.tell({ kind: 'resume', by: 'admin' }).todo()).toEqual(['a:p', 'b:q'])
    expect(c.refused({ kind: 'resume', by: 'admin' }).key).toBe('notSuspended')
  })
  it('a returned case is still returned after suspending', () => {
    const c = open().return('p').tell({ kind: 'suspend', by: 'admin' }).tell({ kind: 'resume', by: 'admin' })
    expect(c.state?.state).toBe('returned')
    expect(c.tell({ kind: 'resubmit' }).todo()).toEqual(['a:p'])
  })
  it('jump ends what is open and goes on at the step, never to the end', () => {
    const c = inWays().tell({ kind: 'jump', by: 'admin', to: 'b2' })
    expect(c.todo()).toEqual(['b2:q2'])
    expect(c.approve('q2').todo()).toEqual(['z:r'])
    expect(c.tell({ kind: 'jump', by: 'admin', to: 'a' }).todo()).toEqual(['a:p'])
    expect(c.refused({ kind: 'jump', by: 'admin', to: 'end' }).key).toBe('mayNot')
    expect(c.refused({ kind: 'jump', by: 'admin', to: 'nowhere' }).key).toBe('unknownStep')
  })
  it('what is not waited for any more is told: clocks stop, flows inside end', () => {
    const graph = flow(ask('a'), fork('f', [ask('b')], [{ id: 'w', type: 'wait', name: '公示', hours: 1 }]))
    const waiting = () => new TestCase(graph, { people }).submit().approve('p')
    const left = { kind: 'left', node: 'w' }
    expect(waiting().tell({ kind: 'void', by: 'admin' }).effects).toContainEqual(left)
    expect(waiting().reject('q').effects).toContainEqual(left)
    expect(waiting().tell({ kind: 'jump', by: 'admin', to: 'a' }).effects).toContainEqual(left)
    expect(waiting().return('q', 'a', true).effects).toContainEqual(left)
    expect(waiting().return('q', 'a').effects).not.toContainEqual(left)
    expect(waiting().return('q').tell({ kind: 'withdraw', by: 'student' }).effects).toContainEqual(left)
  })
  it('reassign hands an open task to somebody else, keeping where they come from unless they stand in its place', () => {
    const c = open().tell({ kind: 'reassign', task: 1, by: 'admin', to: 'x' })
    expect(c.state?.tasks[1]).toMatchObject({ userId: 'x', originalUserId: 'p', role: 'p的岗位', state: 'todo' })
    expect(c.refused({ kind: 'reassign', task: 1, by: 'admin', to: 'y' }).key).toBe('notTodo')
    const inPlace = open().tell({ kind: 'reassign', task: 1, by: '', to: 'x', inPlace: true })
    expect(inPlace.state?.tasks[1]).toMatchObject({ userId: 'x', originalUserId: 'x', role: 'p的岗位', state: 'todo' })
    const delegated = open().tell({ kind: 'delegate', task: 1, by: 'p', to: 'x' }).tell({ kind: 'reassign', task: 1, by: 'admin', to: 'y' })
    expect(delegated.todo()).toEqual(['a:y'])
    expect(delegated.stateOf('x')).toBe('cancelled')
  })
  it('void cancels; everything is refused once a case has ended, and changes nothing', () => {
    const c = open().tell({ kind: 'void', by: 'admin' })
    expect(c.state).toMatchObject({ state: 'cancelled', places: [] })
    expect(c.stateOf('p')).toBe('cancelled')
    for (const kind of ['suspend', 'resume', 'void'] as const) expect(c.refused({ kind, by: 'admin' }).key).toBe('ended')
    expect(c.refused({ kind: 'reassign', task: 1, by: 'admin', to: 'x' }).key).toBe('ended')
  })
})
