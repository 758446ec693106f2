import { describe, expect, it } from 'vitest'
import { parsePool, poolSays } from '../places/model/pool.ts'
import { type Offer, placeLeft } from './model/place.ts'
import { againstBed, type Claimant, type ClaimBed } from './model/rules.ts'
import { parseWaves, strayWave, turnOf, type Wave } from './model/waves.ts'
import { batched } from './server/batch-loader.ts'
import { MOST_KNOWN, mayPress } from './server/claim-limit.ts'

const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const at = (clock: string): string => `2026-08-20T${clock}:00+08:00`
const who = (more: Partial<Claimant> = {}): Claimant => ({
  id: id(1),
  name: '周雨桐',
  genderCode: '2',
  departmentId: id(10),
  grade: 2026,
  classId: id(20),
  status: 'preEnrolled',
  ...more,
})
const bed = (more: Partial<ClaimBed> = {}): ClaimBed => ({
  id: id(30),
  fullName: '7号楼101-1',
  bedNo: 1,
  roomId: id(40),
  roomNo: '101',
  room: '7号楼101',
  floorId: id(50),
  dormId: id(60),
  departmentId: null,
  isEnabled: true,
  isLocked: false,
  why: null,
  genderCode: '2',
  isTaken: false,
  ...more,
})
const round = { name: '2026级新生', beginTime: at('08:00'), endTime: at('22:00'), pool: { dormIds: [id(60)], grants: [] } }
const names = { classOf: (of: string | null) => `班${of?.slice(-2)}`, collegeOf: (of: string | null) => `学院${of?.slice(-2)}` }
const wave = (name: string, opensAt: string, closesAt: string, group: Wave['group'] = {}): Wave => ({ name, opensAt: at(opensAt), closesAt: at(closesAt), group })

describe('when it is somebody’s turn', () => {
  const waves = [wave('第一批', '19:00', '20:00', { departmentIds: [id(10)] }), wave('第二批', '20:00', '21:00', { departmentIds: [id(11)] }), wave('补选', '21:00', '22:00')]
  const turn = (clock: string, of = who()) => turnOf({ ...round, waves }, of, Date.parse(at(clock)))
  it('20-DC2 the first moment counts, the last does not; who missed theirs gets the wave for all', () => {
    expect([turn('18:59')?.isOpen, turn('19:00')?.isOpen, turn('19:59')?.isOpen]).toEqual([false, true, true])
    expect([turn('20:00')?.name, turn('20:00')?.isOpen, turn('21:00')?.name, turn('21:00')?.isOpen]).toEqual(['补选', false, '补选', true])
    expect([turn('19:30', who({ departmentId: id(11) }))?.name, turn('19:30', who({ departmentId: id(99) }))?.name]).toEqual(['第二批', '补选'])
  })
  it('without waves the round is the turn; a student of no wave has none', () => {
    expect(turnOf({ ...round, waves: [] }, who(), Date.parse(at('08:00')))).toEqual({ name: round.name, opensAt: at('08:00'), closesAt: at('22:00'), isOpen: true })
    expect(turnOf({ ...round, waves: waves.slice(0, 2) }, who({ departmentId: id(99) }), 0)).toBeUndefined()
  })
  it('waves that are none, or lie outside their round, are found', () => {
    expect([parseWaves(null), parseWaves([{ name: '' }]), parseWaves('x'), parseWaves([{ ...waves[0], group: { roles: ['x'] } }])]).toEqual([[], undefined, undefined, undefined])
    expect(parseWaves(JSON.parse(JSON.stringify(waves)))).toEqual(waves)
    expect([strayWave(waves, round), strayWave([wave('早', '07:00', '09:00')], round)?.name, strayWave([wave('反', '20:00', '19:00')], round)?.name]).toEqual([
      undefined,
      '早',
      '反',
    ])
  })
})
describe('what speaks against a bed', () => {
  const grants = [{ roomIds: [id(40)], classIds: [id(21)] }]
  const says = (b: ClaimBed, of = who(), pool = round.pool as Parameters<typeof againstBed>[0]['pool']) => againstBed({ ...round, pool }, of, b, names)
  it('20-DC4 is named with its values: class, college, gender, state, and last whoever has it', () => {
    expect(says(bed())).toBeUndefined()
    expect(says(bed({ dormId: id(61) }))).toEqual({ rule: 'outside', values: { bed: '7号楼101-1', name: '2026级新生' } })
    expect(says(bed(), who(), { dormIds: [id(60)], grants })).toEqual({ rule: 'otherClass', values: { room: '7号楼101', holder: '班21', own: '班20' } })
    expect(says(bed({ departmentId: id(11) }))).toEqual({ rule: 'otherCollege', values: { room: '7号楼101', holder: '学院11', own: '学院10' } })
    expect(says(bed({ genderCode: '1' }))).toEqual({ rule: 'gender', values: { bed: '7号楼101-1', room: '男', student: '女' } })
    expect([says(bed({ why: 'repair' }))?.rule, says(bed({ isLocked: true }))?.rule, says(bed({ isEnabled: false }))?.rule, says(bed({ isTaken: true }))?.rule]).toEqual([
      'off',
      'off',
      'off',
      'taken',
    ])
  })
  it('a grant speaks before the college, the college before the house', () => {
    const place = { roomId: id(40), dormId: id(61), departmentId: id(11) }
    expect(poolSays({ dormIds: [], grants }, place, { classId: id(21), departmentId: id(10) })).toBe('ok')
    expect(poolSays({ dormIds: [id(61)], grants: [] }, place, { classId: id(21), departmentId: id(11) })).toBe('ok')
    expect(poolSays({ dormIds: [id(61)], grants: [] }, place, { classId: id(21), departmentId: id(10) })).toBe('otherCollege')
    expect([parsePool({}), parsePool({ dormIds: ['x'] }), parsePool({ dormIds: [id(1)], else: 1 }), parsePool({ dormIds: [id(1)] })]).toEqual([
      undefined,
      undefined,
      undefined,
      { dormIds: [id(1)], grants: [] },
    ])
  })
})
describe('who is left at the end', () => {
  it('20-DC9 gets a bed of the right gender, where the class lives already, the same every time, nobody two', () => {
    const offer = (n: number, roomId: string, genderCode: string, classes: string[] = []): Offer => ({
      bedId: `b${n}`,
      roomId,
      genderCode,
      mayUse: w => w.classId !== 'other',
      classIds: new Set(classes),
    })
    const offers = [offer(1, 'r1', '2'), offer(2, 'r2', '2', ['c1']), offer(3, 'r3', '1'), offer(4, 'r1', '2')]
    const seekers = [
      { studentId: 's1', classId: 'c1', genderCode: '2' },
      { studentId: 's2', classId: 'c2', genderCode: '2' },
      { studentId: 's3', classId: 'c2', genderCode: '1' },
      { studentId: 's4', classId: 'other', genderCode: '2' },
      { studentId: 's5', classId: 'c2', genderCode: '2' },
      { studentId: 's6', classId: 'c2', genderCode: '2' },
    ]
    const given = placeLeft(seekers, offers)
    expect(Object.fromEntries([...given].map(([who, place]) => [who, place.bedId]))).toEqual({ s1: 'b2', s2: 'b1', s3: 'b3', s5: 'b4' })
    expect([...placeLeft([...seekers].reverse(), offers)].sort()).toEqual([...given].sort())
  })
})
it('20-DC7 takes five presses within ten seconds, and the sixth when the first is over', () => {
  const now = 1_000_000
  const press = (ms: number) => mayPress('somebody', 5, now + ms)
  expect([0, 1, 2, 3, 4, 5].map(press)).toEqual([true, true, true, true, true, false])
  expect([press(9_999), press(10_001)]).toEqual([false, true])
})
it('20-DC7 counts the presses of those who pressed last, however many press', () => {
  const now = 2_000_000
  for (let n = 0; n < MOST_KNOWN; n++) mayPress(id(n), 5, now)
  const press = (ms: number) => mayPress('somebody else', 5, now + ms)
  expect([0, 1, 2, 3, 4].map(press)).toEqual([true, true, true, true, true])
  for (let n = 0; n < 1_000; n++) mayPress(`newcomer ${n}`, 5, now + 5)
  expect(press(6)).toBe(false)
})
describe('presses in the same moment', () => {
  it('are looked up together while one look is under way, none by a look that began before it; each hears of its own, and a look that fails fails only its own', async () => {
    const looks: Array<{ asks: readonly number[]; end: PromiseWithResolvers<readonly string[]> }> = []
    const ask = batched<number, string>()
    const press = (n: number, key = 'round'): Promise<string> =>
      ask(key, n, asks => {
        const end = Promise.withResolvers<readonly string[]>()
        looks.push({ asks, end })
        return end.promise
      })
    const settle = (): Promise<void> => new Promise(done => setImmediate(done))
    const [one, two, three, other] = [press(1), press(2), press(3), press(9, 'another round')]
    expect(looks.map(l => l.asks)).toEqual([[1], [9]])
    looks[0]?.end.resolve(['first'])
    looks[1]?.end.resolve(['other'])
    expect([await one, await other]).toEqual(['first', 'other'])
    await settle()
    const late = press(4)
    expect(looks.slice(2).map(l => l.asks)).toEqual([[2, 3]])
    looks[2]?.end.reject(new Error('the line broke'))
    expect(await Promise.allSettled([two, three])).toMatchObject([{ reason: { message: 'the line broke' } }, { reason: { message: 'the line broke' } }])
    await settle()
    looks[3]?.end.resolve(['late'])
    expect(await late).toBe('late')
    await settle()
    const after = press(5)
    looks[4]?.end.resolve(['after'])
    expect([await after, looks.map(l => l.asks.length)]).toEqual(['after', [1, 1, 2, 1, 1]])
  })
})
