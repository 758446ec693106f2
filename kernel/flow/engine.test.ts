import { describe, expect, it } from 'vitest'
import { ask, either, flow, fork, type Part, TestCase, world } from '#testing/flow.ts'
import { advance } from './engine.ts'

const two = flow(ask('a'), ask('b'))
const twoPeople = { people: { a: ['fdy'], b: ['dean'] } }
const many = (multi: Parameters<typeof ask>[1]) => new TestCase(flow(ask('a', multi)), { people: { a: ['p1', 'p2', 'p3', 'p4', 'p5'] } }).submit()

describe('a case on its way', () => {
  it('asks for the people it has to know, of all ways at once', () => {
    const graph = flow(fork('f', [ask('a')], [ask('b')]))
    expect(advance(graph, undefined, { kind: 'submit' }, world())).toEqual({ ok: 'needs', steps: ['a', 'b'] })
  })
  it('goes from step to step to its end', () => {
    const c = new TestCase(two, twoPeople).submit()
    expect(c.todo()).toEqual(['a:fdy'])
    expect(c.approve('fdy').todo()).toEqual(['b:dean'])
    expect(c.approve('dean').state).toMatchObject({ state: 'approved', places: [] })
    expect(c.effects.at(-1)).toEqual({ kind: 'ended', as: 'approved' })
  })
  it('ends rejected at once and closes what is open elsewhere', () => {
    const c = new TestCase(flow(fork('f', [ask('a')], [ask('b')])), twoPeople).submit().reject('fdy')
    expect(c.state?.state).toBe('rejected')
    expect(c.stateOf('dean')).toBe('cancelled')
  })
  it('waits at a join for every way, also for one with a condition that ends at the join', () => {
    const graph = flow(fork('f', [either('c', { fact: 'days', op: 'gt', value: 3 }, [ask('a')], [])], [ask('b')]), ask('z'))
    const c = new TestCase(graph, { people: { a: ['p1'], b: ['p2'], z: ['p3'] }, facts: { days: 2 } }).submit()
    expect(c.todo()).toEqual(['b:p2'])
    expect(c.approve('p2').todo()).toEqual(['z:p3'])
    const long = new TestCase(graph, { people: { a: ['p1'], b: ['p2'], z: ['p3'] }, facts: { days: 5 } }).submit().approve('p2')
    expect(long.todo()).toEqual(['a:p1'])
    expect(long.approve('p1').todo()).toEqual(['z:p3'])
  })
  it('10-W2 takes the first branch whose condition holds, else the default', () => {
    const graph = flow(
      either(
        'c',
        {
          all: [
            { fact: 'days', op: 'gt', value: 3 },
            { fact: 'leaveType', op: 'in', value: ['sick'] },
          ],
        },
        [ask('a')],
        [ask('b')],
      ),
    )
    const at = (facts: Record<string, string | number>) => new TestCase(graph, { ...twoPeople, facts }).submit().places()
    expect(at({ days: 4, leaveType: 'sick' })).toEqual(['a'])
    expect(at({ days: 3, leaveType: 'sick' })).toEqual(['b'])
    expect(at({ leaveType: 'sick' })).toEqual(['b'])
  })
  it('waits for time, the module and another flow, whose refusal refuses it', () => {
    const graph = flow(
      { id: 'w', type: 'wait', name: '公示', hours: 120 },
      { id: 'x', type: 'auto', name: '登记', does: 'book' },
      { id: 's', type: 'sub', name: '附加流程', defCode: 'extra' },
    )
    const c = new TestCase(graph).submit()
    expect(c.effects).toEqual([{ kind: 'wait', node: 'w' }])
    expect(c.tell({ kind: 'waited', node: 'w' }).effects).toEqual([{ kind: 'auto', node: 'x', does: 'book' }])
    expect(c.refused({ kind: 'waited', node: 'w' }).key).toBe('notWaiting')
    expect(c.refused({ kind: 'waited', node: 'x' }).key).toBe('notWaiting')
    expect(c.tell({ kind: 'autoDone', node: 'x' }).effects).toEqual([{ kind: 'sub', node: 's', defCode: 'extra' }])
    expect(c.tell({ kind: 'subEnded', node: 's', approved: false }).state?.state).toBe('rejected')
  })
  it('10-W14 copying somebody in changes neither state nor tasks', () => {
    const c = new TestCase(flow({ id: 'k', type: 'cc', name: '抄送', approvers: { by: 'people', userIds: ['x'] } }, ask('a')), twoPeople).submit()
    expect(c.effects).toEqual([
      { kind: 'cc', node: 'k' },
      { kind: 'opened', task: 1 },
    ])
    expect(c.todo()).toEqual(['a:fdy'])
  })
  it('says where it is stuck: no way on, nobody to ask', () => {
    const noWay = { ...two, edges: two.edges.filter(e => e.from !== 'a') }
    const c = new TestCase(noWay, twoPeople).submit()
    expect(c.refused({ kind: 'approve', task: 1, by: 'fdy' })).toMatchObject({ key: 'stuck', values: { id: 'a' } })
    expect(new TestCase(two, { people: { a: [], b: [] }, owners: [] }).refused({ kind: 'submit' })).toMatchObject({ key: 'stuck', values: { node: '环节a', id: 'a' } })
  })
})

describe('several people at one step', () => {
  it('10-W7 or-sign: the first decides, the others are skipped naming the winner and hear so', () => {
    const c = many({ multi: { kind: 'any' } }).approve('p2')
    expect(c.state?.state).toBe('approved')
    expect(c.state?.tasks.filter(t => t.state === 'skipped').map(t => t.actedBy)).toEqual(['p2', 'p2', 'p2', 'p2'])
    const graph = flow(ask('a'), ask('b'))
    const running = new TestCase(graph, { people: { a: ['p1', 'p2', 'p3'], b: ['q'] } }).submit().approve('p1')
    for (const by of ['p2', 'p3'])
      expect(running.refused({ kind: 'approve', task: by === 'p2' ? 2 : 3, by })).toMatchObject({ key: 'notTodo', values: { userId: 'p1', state: 'skipped' } })
    expect(running.todo()).toEqual(['b:q'])
  })
  it('10-W7 or-sign: a first rejection decides, too', () => expect(many({ multi: { kind: 'any' } }).reject('p4').state?.state).toBe('rejected'))
  it('10-W8 counter-sign: all must agree; the last two votes go on exactly once', () => {
    const c = new TestCase(flow(ask('a', { multi: { kind: 'all' } }), ask('b')), { people: { a: ['p1', 'p2', 'p3', 'p4', 'p5'], b: ['q'] } }).submit()
    c.approve('p1', 'p2', 'p3', 'p4')
    expect(c.todo()).toEqual(['a:p5'])
    c.approve('p5')
    expect(c.state?.tasks.filter(t => t.node === 'b')).toHaveLength(1)
    expect(c.refused({ kind: 'approve', task: 5, by: 'p5' }).key).toBe('notTodo')
  })
  it('10-W8 counter-sign: a rejection ends it at once', () => {
    const c = many({ multi: { kind: 'all' } })
      .approve('p1')
      .reject('p2')
    expect(c.state?.state).toBe('rejected')
    expect(c.stateOf('p3')).toBe('skipped')
  })
  it('10-W8 counter-sign: with "after everybody voted" a rejection waits for the others', () => {
    const c = many({ multi: { kind: 'all', untilEverybodyVoted: true } })
      .reject('p1')
      .approve('p2', 'p3', 'p4')
    expect(c.state?.state).toBe('pending')
    expect(c.approve('p5').state?.state).toBe('rejected')
  })
  it('10-W8 counter-sign: a share is enough, at once or after everybody voted', () => {
    expect(many({ multi: { kind: 'all', percent: 60 } }).approve('p1', 'p2').state?.state).toBe('pending')
    expect(many({ multi: { kind: 'all', percent: 60 } }).approve('p1', 'p2', 'p3').state?.state).toBe('approved')
    const late = many({ multi: { kind: 'all', percent: 60, untilEverybodyVoted: true } })
      .approve('p1', 'p2', 'p3')
      .reject('p4')
    expect(late.state?.state).toBe('pending')
    expect(late.reject('p5').state?.state).toBe('approved')
    const few = many({ multi: { kind: 'all', percent: 60, untilEverybodyVoted: true } })
      .approve('p1', 'p2')
      .reject('p3')
      .reject('p4')
    expect(few.reject('p5').state?.state).toBe('rejected')
  })
  it('asks one after another in a sequence; one rejection ends it', () => {
    const c = many({ multi: { kind: 'sequence' } })
    expect(c.todo()).toEqual(['a:p1'])
    expect(c.refused({ kind: 'approve', task: 2, by: 'p2' })).toMatchObject({ key: 'notTodo', values: { state: 'waiting' } })
    expect(c.approve('p1').todo()).toEqual(['a:p2'])
    expect(c.reject('p2').state?.state).toBe('rejected')
    expect(many({ multi: { kind: 'sequence' } }).approve('p1', 'p2', 'p3', 'p4', 'p5').state?.state).toBe('approved')
  })
})

describe('who is asked', () => {
  const at = (more: Parameters<typeof ask>[1], around: ConstructorParameters<typeof TestCase>[1]) => new TestCase(flow(ask('a', more), ask('b')), around).submit()
  it('10-W4 nobody there: the owner by default, and it is said', () => {
    const c = at({}, { people: { a: [], b: ['dean'] } })
    expect(c.todo()).toEqual(['a:owner'])
    expect(c.effects).toContainEqual({ kind: 'nobody', node: 'a', policy: 'owner' })
  })
  it('10-W4 nobody there: one department up, the owner where nobody is there either', () => {
    expect(at({ emptyPolicy: 'upDepartment' }, { people: { a: [], b: ['dean'] }, superiors: { a: ['boss'] } }).todo()).toEqual(['a:boss'])
    const c = at({ emptyPolicy: 'upDepartment' }, { people: { a: [], b: ['dean'] } })
    expect(c.todo()).toEqual(['a:owner'])
    expect(c.effects).toContainEqual({ kind: 'nobody', node: 'a', policy: 'owner' })
  })
  it('10-W4 nobody there: skipped and said; the last approval is never skipped', () => {
    const c = at({ emptyPolicy: 'skip' }, { people: { a: [], b: ['dean'] } })
    expect(c.todo()).toEqual(['b:dean'])
    expect(c.effects).toContainEqual({ kind: 'skippedStep', node: 'a', why: 'empty' })
    const last = new TestCase(flow(ask('a', { emptyPolicy: 'skip' })), { people: { a: [] } }).submit()
    expect(last.todo()).toEqual(['a:owner'])
    const lastOnOneWay = flow(ask('a', { emptyPolicy: 'skip' }), either('c', { fact: 'days', op: 'gt', value: 3 }, [ask('b')], []))
    expect(new TestCase(lastOnOneWay, { people: { a: [] } }).submit().todo()).toEqual(['a:owner'])
  })
  it('10-W4 a disabled account is nobody', () => expect(at({}, { people: { a: ['gone'], b: ['dean'] }, disabled: ['gone'] }).todo()).toEqual(['a:owner']))
  it('10-W5 nobody approves what is their own: taken out, else the superior, else the owner', () => {
    const around = { applicant: 'teacher', people: { a: ['teacher', 'other'], b: ['dean'] } }
    expect(at({ multi: { kind: 'all' } }, around).todo()).toEqual(['a:other'])
    const alone = { ...around, people: { a: ['teacher'], b: ['dean'] } }
    expect(at({}, { ...alone, superiors: { a: ['teacher', 'boss'] } }).todo()).toEqual(['a:boss'])
    const c = at({ emptyPolicy: 'skip' }, alone)
    expect(c.todo()).toEqual(['a:owner'])
    expect(c.effects).toContainEqual({ kind: 'nobody', node: 'a', policy: 'owner' })
    expect(new TestCase(flow(ask('a')), { ...alone, owners: ['teacher'] }).refused({ kind: 'submit' }).key).toBe('stuck')
  })
  it('10-W5 a handling step may be the applicant’s own, an approval never', () => {
    const own = { approvers: { by: 'applicant' } } as const
    expect(at({ ...own, type: 'handle' }, { people: { b: ['dean'] } }).todo()).toEqual(['a:student'])
    expect(at(own, { people: { b: ['dean'] } }).todo()).toEqual(['a:owner'])
  })
  const same = (samePolicy: 'ask' | 'pass', ...between: readonly Part[]) =>
    new TestCase(flow(ask('a'), ...between, ask('b', { samePolicy }), ask('z')), { people: { a: ['p'], m: ['q'], b: ['p'], z: ['r'] } }).submit().approve('p')
  it('10-W6 the same person is asked again by default', () => expect(same('ask').todo()).toEqual(['b:p']))
  it('10-W6 passes by itself when directly following, and says so', () => {
    const c = same('pass')
    expect(c.todo()).toEqual(['z:r'])
    expect(c.state?.tasks.find(t => t.node === 'b')).toMatchObject({ state: 'done', action: 'passed' })
    expect(c.effects).toContainEqual({ kind: 'skippedStep', node: 'b', why: 'same' })
  })
  it('10-W6 does not pass when somebody else was asked between', () => expect(same('pass', ask('m')).approve('q').todo()).toEqual(['b:p']))
  it('10-W6 a copy sent between does not keep it from passing', () =>
    expect(same('pass', { id: 'k', type: 'cc', name: '抄送', approvers: { by: 'people', userIds: ['x'] } }).todo()).toEqual(['z:r']))
  it('10-W6 does not pass when something was waited for between', () =>
    expect(same('pass', { id: 'w', type: 'wait', name: '公示', hours: 1 }).tell({ kind: 'waited', node: 'w' }).todo()).toEqual(['b:p']))
  it('10-W6 passes only their own vote of a counter-sign', () => {
    const graph = flow(ask('a'), ask('b', { samePolicy: 'pass', multi: { kind: 'all' } }))
    const c = new TestCase(graph, { people: { a: ['p'], b: ['p', 'q'] } }).submit().approve('p')
    expect(c.todo()).toEqual(['b:q'])
  })
  it('10-W6 does not pass by itself what this person had sent back', () => {
    const c = same('ask')
    c.return('p').tell({ kind: 'resubmit' })
    expect(c.todo()).toEqual(['b:p'])
    const graph = flow(ask('a'), ask('b', { samePolicy: 'pass', multi: { kind: 'all' } }))
    const d = new TestCase(graph, { people: { a: ['p'], b: ['p', 'q'] } }).submit().approve('p').return('q').tell({ kind: 'resubmit' })
    expect(d.todo()).toEqual(['b:p', 'b:q'])
  })
  it('takes who was chosen, when applying or by who approved before', () => {
    const graph = flow(ask('a', { approvers: { by: 'chosen', chooser: 'applicant' } }), ask('b', { approvers: { by: 'chosen', chooser: 'previous' } }))
    const c = new TestCase(graph).tell({ kind: 'submit', chosen: { a: ['p'] } })
    expect(c.todo()).toEqual(['a:p'])
    c.tell({ kind: 'approve', task: 1, by: 'p', chosen: { b: ['q'] } })
    expect(c.todo()).toEqual(['b:q'])
    expect(c.refused({ kind: 'approve', task: 2, by: 'q', chosen: { nowhere: ['q'] } }).key).toBe('unknownStep')
  })
  it('takes who approved the step before', () => {
    const c = new TestCase(flow(ask('a'), ask('b', { approvers: { by: 'previous' } })), { people: { a: ['p', 'q'] } }).submit().approve('q')
    expect(c.todo()).toEqual(['b:q'])
    const far = flow(ask('a'), ask('e', { emptyPolicy: 'skip' }), { id: 'w', type: 'wait', name: '公示', hours: 1 }, ask('b', { approvers: { by: 'previous' } }))
    const waited = new TestCase(far, { people: { a: ['p'], e: [] } }).submit().approve('p').tell({ kind: 'waited', node: 'w' })
    expect(waited.todo()).toEqual(['b:p'])
  })
})
