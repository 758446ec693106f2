import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, weekdayOf } from '#modules/campus/model/days.ts'
import { inNight } from '../places/model/night.ts'
import { type Evidence, merged, type NightClock, type NightWay, nightResult, type Says } from './model/evidence.ts'
import { habitsOf } from './model/habit.ts'
import { escalationOf } from './model/handling.ts'
import { type LineState, nextLine } from './model/next.ts'
import { byRisk } from './model/risk.ts'
import { addedTicks, lastTicks } from './model/ticks.ts'
import { incidentText, lacksNextStep } from './server/handling.ts'

const NIGHT = '2026-03-05'
const clock: NightClock = { curfew: inNight(NIGHT, '23:00'), cutOff: inNight(NIGHT, '00:30'), gateOpening: inNight(NIGHT, '06:00') }
const at = (time: string): string => inNight(NIGHT, time)
const seen = (way: NightWay, says: Says, time: string, by: string | null = null): Evidence => ({ way, says, at: at(time), by })
const LATE = Date.parse(at('02:00'))
const EARLY = Date.parse(at('22:00'))
const judged = (evidence: readonly Evidence[], now = LATE) => nightResult('expected', evidence, clock, now)

const STRENGTH: readonly NightWay[] = ['correction', 'patrol', 'gate', 'self', 'head']
const some = fc.record({
  way: fc.constantFrom(...STRENGTH),
  says: fc.constantFrom<Says>('in', 'late', 'out'),
  at: fc.integer({ min: 0, max: 11 * 60 }).map(n => new Date(Date.parse(at('18:30')) + n * 60_000).toISOString()),
  by: fc.constantFrom('a', 'b'),
})
const several = fc.array(some, { maxLength: 8 })

describe('what a night was', () => {
  it('20-DN2 is decided by patrol before gate before the student before the room head, in whatever order it was told', () => {
    fc.assert(
      fc.property(several, fc.integer({ min: 0, max: 1000 }), (evidence, seed) => {
        const shuffled = [...evidence].sort((a, b) => ((a.at.length + seed) % 7) - ((b.at.length * seed) % 5) || (a.by < b.by ? 1 : -1))
        expect(judged(shuffled)).toEqual(judged(evidence))
        const strongest = STRENGTH.find(way => evidence.some(e => e.way === way)) ?? null
        expect(judged(evidence).way).toBe(strongest)
        const last = evidence.filter(e => e.way === strongest).sort((a, b) => Date.parse(b.at) - Date.parse(a.at))[0]
        if (last && evidence.filter(e => e.way === strongest && e.at === last.at).length === 1) expect(judged(evidence).result === 'absent').toBe(last.says === 'out')
      }),
    )
    expect(judged([seen('self', 'in', '22:10'), seen('gate', 'out', '22:31')])).toMatchObject({ result: 'absent', way: 'gate', conflict: true })
    expect(judged([seen('self', 'in', '22:10'), seen('gate', 'out', '22:31'), seen('patrol', 'in', '23:05')])).toMatchObject({ result: 'present', way: 'patrol', conflict: true })
    expect(judged([seen('head', 'in', '22:10'), seen('self', 'in', '22:12')])).toMatchObject({ way: 'self', conflict: false })
  })
  it('20-DN2 is late where the gate or a patroller says so, and absent only from the cut-off on', () => {
    expect(judged([seen('gate', 'in', '23:40')]).result).toBe('late')
    expect(judged([seen('gate', 'in', '23:40'), seen('patrol', 'in', '23:50')]).result).toBe('late')
    expect(judged([seen('patrol', 'late', '23:50')]).result).toBe('late')
    expect(judged([seen('patrol', 'out', '22:00')], EARLY).result).toBe('pending')
    expect(judged([], EARLY).result).toBe('pending')
    expect(judged([], Date.parse(clock.cutOff) - 1).result).toBe('pending')
    expect(judged([], Date.parse(clock.cutOff)).result).toBe('absent')
    expect(judged([seen('gate', 'in', '23:40'), seen('correction', 'in', '01:00')]).result).toBe('present')
  })
  it('20-DN2 is excused for whoever need not be in, whatever was seen', () => {
    fc.assert(fc.property(several, evidence => nightResult('excused', evidence, clock, LATE).result === 'excused'))
  })
  it('20-DN3 keeps what everybody said, once however often it is sent, and of the gate its last record', () => {
    fc.assert(
      fc.property(several, several, (a, b) => {
        const together = merged(merged(null, a), b)
        expect(merged(together, [...a.filter(e => e.way !== 'gate'), ...b])).toEqual(together)
        expect(together.filter(e => e.way === 'gate').length).toBeLessThanOrEqual(1)
        for (const e of [...a, ...b].filter(x => x.way !== 'gate')) expect(together.some(t => t.way === e.way && t.at === e.at && t.by === e.by)).toBe(true)
      }),
    )
  })
  it('20-DN3 takes of two patrollers the later tick, and a repeat adds nothing', () => {
    const tick = (roomId: string, time: string, out: string[] = []) => ({ roomId, at: at(time), out, late: [] })
    const first = [tick('101', '22:40', ['x']), tick('102', '22:41')]
    expect(addedTicks(first, [tick('101', '22:40', ['x']), tick('101', '22:50'), tick('101', '22:50')])).toEqual([tick('101', '22:50')])
    expect(lastTicks([...first, tick('101', '22:50')]).get('101')).toEqual(tick('101', '22:50'))
    expect(lastTicks([tick('101', '22:50'), ...first]).get('101')).toEqual(tick('101', '22:50'))
  })
})
describe('a case', () => {
  const line: LineState = {
    ...{ expected: 'expected', source: null, reason: null, bedId: 'b', result: 'pending', way: null, seenAt: null, evidence: null, conflict: false },
    ...{ isAfterwards: false, openedAt: null, handledState: null, handledAt: null, escalation: 0, toldAt: null },
  }
  it('20-DN5 begins with the cut-off, closes itself when something explains it, and opens again when that no longer holds', () => {
    const missing = nextLine(line, {}, clock, LATE)
    expect(missing).toMatchObject({ result: 'absent', handledState: 'open', openedAt: new Date(LATE).toISOString() })
    const back = nextLine(missing, { evidence: [seen('gate', 'in', '02:10')] }, clock, LATE + 900_000)
    expect(back).toMatchObject({ result: 'late', handledState: 'explained', isAfterwards: false })
    const excused = nextLine(missing, { presence: { expected: 'excused', source: 'leave', note: 'QJ-1', bedId: 'b' } }, clock, LATE + 900_000)
    expect(excused).toMatchObject({ result: 'excused', handledState: 'explained', isAfterwards: true, reason: 'QJ-1' })
    const again = nextLine({ ...excused, escalation: 2 }, { presence: { expected: 'expected', source: null, note: null, bedId: 'b' } }, clock, LATE + 1_800_000)
    expect(again).toMatchObject({ result: 'absent', handledState: 'open', escalation: 0, toldAt: null, isAfterwards: false })
  })
  it('20-DN5 that somebody has handled stays as they left it', () => {
    const handled: LineState = { ...line, result: 'absent', openedAt: at('00:30'), handledState: 'hospital' }
    expect(nextLine(handled, {}, clock, LATE).handledState).toBe('hospital')
    expect(nextLine(handled, { presence: { expected: 'excused', source: 'leave', note: null, bedId: 'b' } }, clock, LATE)).toMatchObject({
      handledState: 'hospital',
      isAfterwards: true,
    })
  })
  it('20-DN5 goes to the college after an hour and to the officer after two', () => {
    const stage = (minutes: number) => escalationOf(at('00:30'), Date.parse(at('00:30')) + minutes * 60_000, { college: 60, officer: 120 })
    expect([stage(59), stage(60), stage(119), stage(120)]).toEqual([0, 1, 1, 2])
  })
  it('20-DN6 of somebody who is not found has a next step, which the duty log reads', () => {
    expect([lacksNextStep({ state: 'notFound', nextStep: ' ' }), lacksNextStep({ state: 'notFound', nextStep: '联系派出所' }), lacksNextStep({ state: 'reached' })]).toEqual([
      true,
      false,
      false,
    ])
    expect(incidentText('陈思远', '7号楼101-1', { state: 'notFound', note: '手机关机', nextStep: '联系派出所' })).toBe('7号楼101-1 陈思远未找到；手机关机；下一步：联系派出所')
  })
  it('20-DN4 stands in a digest behind those named to the reader, and before first times where it was not the first', () => {
    const one = (name: string, isNamed: boolean, before: number, time: string) => ({ name, isNamed, before, openedAt: at(time) })
    const all = [one('first', false, 0, '00:30'), one('often', false, 3, '00:31'), one('named', true, 0, '00:32'), one('twice', false, 1, '00:30')]
    expect(all.sort(byRisk).map(o => o.name)).toEqual(['named', 'often', 'twice', 'first'])
  })
})
it('a habit is a weekday somebody is late on more often than not, three times at least, in their own last eight weeks', () => {
  const until = '2026-05-01'
  const nights = Array.from({ length: 70 }, (_, n) => addDays(until, -1 - n)).map(nightDate => ({
    nightDate,
    result: weekdayOf(nightDate) === 4 ? ('late' as const) : ('present' as const),
  }))
  expect(habitsOf(nights, until)).toEqual([{ weekday: 4, times: 8, of: 8 }])
  expect(
    habitsOf(
      nights.map(n => ({ ...n, result: n.nightDate > '2026-04-10' ? n.result : ('present' as const) })),
      until,
    ),
  ).toEqual([])
  expect(
    habitsOf(
      nights.map(n => ({ ...n, result: weekdayOf(n.nightDate) === 4 && n.nightDate < '2026-04-10' ? ('excused' as const) : n.result })),
      until,
    ),
  ).toEqual([{ weekday: 4, times: 3, of: 3 }])
})
