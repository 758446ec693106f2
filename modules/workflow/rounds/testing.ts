import { afterEach, expect, it, vi } from 'vitest'
import { roleWithEverything } from '#testing/grants.ts'
import type { Actor, Answer, School } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import type { RoundEntity, RoundPhase } from './model/round.ts'

interface Window {
  name: string
  beginTime: string
  endTime: string
}
/** A school with one kind of round, for its standard tests. */
export interface RoundTrial {
  school: School
  publisher: Actor
  /** A valid draft with this name and window. */
  draft(window: Window): object | Promise<object>
  /** What a draft needs before it is published, beyond its own fields. */
  prepare?(id: string): Promise<unknown>
  /** Where publishing waits for an approval: everybody who decides agrees. */
  approve?(id: string): Promise<unknown>
  /** Takes part, as somebody of the audience; none where people do so in other rows. */
  take?(id: string): Promise<Answer<unknown>>
  /** State of an application that taking part has made, where the round says what becomes of open ones. */
  stateOf?(id: string): Promise<string>
}
interface Shown {
  id: string
  version: number
  phase: RoundPhase
  stateNote: string | null
  beginTime: string
  endTime: string
}
const MINUTE = 60_000
const DAY = 24 * 60
/** An attendance of one date lasts a day at most. */
const SOON = 22 * 60
const HAN = /[\u4e00-\u9fff]/
const ruleOf = (answer: Answer<unknown>): string | undefined => answer.errors[0]?.rule.split('.').at(-1)
function well<T>(answer: Answer<T>): T {
  expect([answer.code, answer.msg]).toEqual([200, '成功'])
  return answer.data
}
/** A kind of round under test. */
interface TestedRound {
  of: RoundEntity
  /** Address of its actions: `outing/holidayPlan`. */
  path: string
  /** Refusals of which one answers who takes part outside its window. */
  shut?: readonly string[]
}
/** Tests that hold for every kind of round, through its own addresses. */
export function expectRound({ of, path, shut = ['notOpen'] }: TestedRound, trial: () => RoundTrial): void {
  const inMinutes = (n: number): string => new Date(Date.now() + n * MINUTE).toISOString()
  const windowOf = (from: number, to: number): Window => ({ name: `轮次${serial('round')}`, beginTime: inMinutes(from), endTime: inMinutes(to) })
  const act = <T>(verb: string, body: object, who = trial().publisher, headers = {}): Promise<Answer<T>> => who.post<T>(`${path}/${verb}`, body, headers)
  async function drafted(from = -60, to = SOON, more = {}): Promise<string> {
    const { id } = well(await act<{ id: string }>('add', { ...(await trial().draft(windowOf(from, to))), ...more }))
    await trial().prepare?.(id)
    return id
  }
  async function published(from = -60, to = SOON, more = {}): Promise<string> {
    const id = await drafted(from, to, more)
    well(await act('publish', { id, confirmGaps: true }))
    await trial().approve?.(id)
    return id
  }
  const shown = async (id: string): Promise<Shown | undefined> =>
    (await trial().publisher.get<{ result: Shown[] }>(`${path}/list`, { size: 100 })).data.result.find(row => row.id === id)
  const phase = async (id: string) => (await shown(id))?.phase
  const expectClosed = async (id: string, as: RoundPhase): Promise<void> => {
    expect(await phase(id)).toBe(as)
    const answer = await trial().take?.(id)
    // a draft need not be found by those whom it will ask
    if (answer) expect(as === 'draft' ? ['notFound', ...shut] : shut, as).toContain(ruleOf(answer))
  }
  afterEach(() => void vi.useRealTimers())

  it('10-W21 takes nothing as a draft, and something from its first moment to the one before its end', async () => {
    await expectClosed(await drafted(), 'draft')
    const id = await published(10, 20)
    await expectClosed(id, 'upcoming')
    const { beginTime = '', endTime = '' } = (await shown(id)) ?? {}
    const phases: unknown[] = []
    for (const at of [Date.parse(beginTime) - 1, Date.parse(beginTime), Date.parse(endTime) - 1, Date.parse(endTime)]) {
      vi.useFakeTimers({ toFake: ['Date'], now: at })
      phases.push(await phase(id))
    }
    expect(phases).toEqual(['upcoming', 'open', 'open', 'closed'])
    await expectClosed(id, 'closed')
  })
  it('is published once, and what was announced changes only with a reason', async () => {
    const id = await drafted()
    const answers = await Promise.all([1, 2, 3].map(() => act('publish', { id, confirmGaps: true })))
    expect(answers.map(a => a.code).sort()).toEqual([200, 422, 422])
    const { approve } = trial()
    if (approve) {
      await expectClosed(id, 'pending')
      await approve(id)
    }
    expect(await phase(id)).toBe('open')
    await trial().school.server.settle() // what publishing has begun may change the row
    const before = await shown(id)
    const later = await act('update', { id, version: before?.version, endTime: inMinutes(3 * DAY) })
    expect([later.code, later.errors[0]?.rule.startsWith(`${of.module}.${of.name}.`)]).toEqual([422, true])
    for (const verb of ['extend', 'pause', 'close', 'cancel']) {
      const answer = await act(verb, { id, ...(verb === 'extend' ? { endTime: inMinutes(2 * DAY) } : {}), reason: '' })
      expect([verb, answer.code === 200, answer.errors[0]?.field]).toEqual([verb, false, 'reason'])
    }
    expect(await shown(id)).toEqual(before)
  })
  it('is paused and resumed, closed and extended, each with its reason', async () => {
    const id = await published()
    well(await act('pause', { id, reason: '系统维护' }))
    expect((await shown(id))?.stateNote).toBe('系统维护')
    await expectClosed(id, 'paused')
    well(await act('resume', { id }))
    expect(await phase(id)).toBe('open')
    const answer = await trial().take?.(id)
    if (answer) well(answer)
    const early = await act('extend', { id, endTime: inMinutes(60), reason: '多开几天' })
    expect([early.code, ruleOf(early)]).toEqual([422, 'earlier'])
    well(await act('close', { id, reason: '提前结束' }))
    await expectClosed(id, 'closed')
    well(await act('extend', { id, endTime: inMinutes(2 * DAY), reason: '还有人没有完成' }))
    expect(await phase(id)).toBe('open')
    expect((await shown(id))?.stateNote).toBe('还有人没有完成')
  })
  it('is cancelled for good', async () => {
    const id = await published()
    well(await act('cancel', { id, reason: '不办了' }))
    await expectClosed(id, 'cancelled')
    const more = {
      publish: {},
      extend: { endTime: inMinutes(2 * DAY), reason: '再来一次' },
      pause: { reason: '再来一次' },
      close: { reason: '再来一次' },
      cancel: { reason: '再来一次' },
    }
    for (const [verb, given] of Object.entries(more)) expect([verb, ruleOf(await act(verb, { id, ...given }))]).toEqual([verb, 'state'])
  })
  if ('atEnd' in of.fields)
    it('10-W18 refuses what nobody has decided when it is closed or cancelled, or lets it go on, as it says itself', async () => {
      const { take, stateOf } = trial()
      if (!take || !stateOf) return
      const ends: string[] = []
      for (const [atEnd, verb] of [
        ['refuse', 'close'],
        ['refuse', 'cancel'],
        ['stay', 'close'],
      ] as const) {
        const id = await published(-60, SOON, { atEnd })
        const made = well(await take(id)) as { id: string }
        well(await act(verb, { id, reason: '名额已满' }))
        ends.push(await stateOf(made.id))
      }
      expect(ends).toEqual(['rejected', 'rejected', 'pending'])
    })
  it('is refused in the reader’s language', async () => {
    const id = await drafted()
    const [chinese, traditional, english] = await Promise.all(
      ['zh-cn', 'zh-tw', 'en'].map(async lang => (await act('resume', { id }, trial().publisher, { 'accept-language': lang })).msg),
    )
    expect([chinese, traditional]).toEqual([expect.stringContaining('不能恢复'), expect.stringContaining('不能恢復')])
    expect(english?.replace(/“.*”/, '')).not.toMatch(HAN) // but for its name
  })
  it('is copied as a draft with another window', async () => {
    const id = await published()
    const { name, beginTime, endTime } = windowOf(2 * DAY, 3 * DAY)
    const copy = well(await act<{ id: string }>('copy', { id, name, beginTime, endTime }))
    const made = await shown(copy.id)
    expect(made).toMatchObject({ name, phase: 'draft', stateNote: null })
    expect([made?.beginTime, made?.endTime].map(at => Date.parse(at ?? ''))).toEqual([beginTime, endTime].map(at => Date.parse(at)))
    expect(await phase(id)).toBe('open')
  })
  it.runIf(!('everyone' in (of.options.scope ?? {})))('of somebody else’s scope is not found, whatever is done with it', async () => {
    const role = `stranger${serial('stranger')}`
    await roleWithEverything(trial().school, role, 'self')
    const stranger = await trial().school.as({ roles: [role] })
    const [draft, open] = [await drafted(), await published()]
    await trial().school.server.settle() // what publishing has begun may change the row
    const before = [await shown(draft), await shown(open)]
    const [id, reason] = [open, '不办了']
    const deeds: Array<[verb: string, body: object]> = [
      ['publish', { id: draft, confirmGaps: true }],
      ['update', { id: draft, version: before[0]?.version, name: '别人的' }],
      ['remove', { id: draft, ids: [draft] }],
      ['extend', { id, endTime: inMinutes(2 * DAY), reason }],
      ['copy', { id, ...windowOf(2 * DAY, 3 * DAY) }],
      ...['pause', 'close', 'cancel'].map((verb): [string, object] => [verb, { id, reason }]),
    ]
    for (const [verb, body] of deeds) expect([verb, (await act(verb, body, stranger)).code]).toEqual([verb, 404])
    expect([await shown(draft), await shown(open)]).toEqual(before)
  })
}
