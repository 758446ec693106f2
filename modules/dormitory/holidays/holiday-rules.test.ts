import { describe, expect, it } from 'vitest'
import { isMinor } from '#modules/student/model/age.ts'
import { type CentralBed, placeStayers, type Stayer } from './model/place.ts'
import { type StayContext, stayProblems } from './model/rules.ts'
import { type House, simulateClosing } from './model/simulate.ts'

let n = 1
const next = (most: number): number => {
  n = (n * 1_103_515_245 + 12_345) % 2_147_483_648
  return n % most
}
const bedsOf = (floors: ReadonlyArray<readonly string[]>, perRoom = 4): CentralBed[] =>
  floors.flatMap((rooms, f) =>
    rooms.flatMap((genderCode, r) => Array.from({ length: perRoom }, (_, b) => ({ id: `${f}-${r}-${b}`, roomId: `${f}-${r}`, floorId: `f${f}`, genderCode }))),
  )
const stayersOf = (men: number, women: number): Stayer[] =>
  Array.from({ length: men + women }, (_, i) => ({ id: `s${i}`, genderCode: i < men ? '1' : '2', departmentId: `d${i % 3}`, classId: `c${i % 7}` }))

describe('beds for stayers', () => {
  it('20-DH2 never mixes genders on a floor, gives no bed twice, and puts nobody into a room of the other gender', () => {
    for (let round = 0; round < 300; round++) {
      const floors = Array.from({ length: 1 + next(6) }, () => Array.from({ length: 1 + next(5) }, () => (next(2) ? '1' : '2')))
      const beds = bedsOf(floors)
      const people = stayersOf(next(30), next(30))
      const sleeping = new Map(next(2) ? [['f0', new Set(['2'])]] : [])
      const { placed, left } = placeStayers(people, beds, sleeping)
      const bed = new Map(beds.map(b => [b.id, b]))
      const who = new Map(people.map(p => [p.id, p]))
      expect(new Set(placed.map(p => p.bedId)).size).toBe(placed.length)
      expect(new Set([...placed.map(p => p.stayerId), ...left]).size).toBe(people.length)
      const onFloor = Map.groupBy(placed, p => bed.get(p.bedId)?.floorId ?? '')
      for (const [floorId, those] of onFloor) expect(new Set([...those.map(p => who.get(p.stayerId)?.genderCode), ...(sleeping.get(floorId) ?? [])]).size).toBe(1)
      for (const p of placed) expect(bed.get(p.bedId)?.genderCode).toBe(who.get(p.stayerId)?.genderCode)
    }
  })
  it('20-DH2 leaves nobody without a bed while floors of their gender have one, and keeps a class together', () => {
    const { placed, left } = placeStayers(
      stayersOf(8, 8),
      bedsOf([
        ['1', '1'],
        ['2', '2'],
      ]),
    )
    expect([placed.length, left]).toEqual([16, []])
    const classmates = [...stayersOf(0, 3), ...stayersOf(0, 3).map(s => ({ ...s, id: `x${s.id}` }))]
    const rooms = new Map(placeStayers(classmates, bedsOf([['2', '2', '2']], 2)).placed.map(p => [p.stayerId, p.bedId.slice(0, 3)]))
    for (const s of classmates.slice(0, 3)) expect(rooms.get(s.id)).toBe(rooms.get(`x${s.id}`))
  })
  it('leaves a floor alone on which both sleep already', () => {
    expect(placeStayers(stayersOf(2, 0), bedsOf([['1']]), new Map([['f0', new Set(['1', '2'])]])).left).toHaveLength(2)
  })
})
describe('a closing simulation', () => {
  const house = (name: string, men: number, women: number, beds: CentralBed[] = []): House => ({
    id: name,
    name,
    staying: { 1: men, 2: women },
    beds: beds.map(b => ({ ...b, id: `${name}${b.id}`, roomId: `${name}${b.roomId}` })),
  })
  const houses = [
    house('甲', 3, 0),
    house('乙', 0, 5),
    house(
      '丙',
      40,
      40,
      bedsOf([
        ['1', '1'],
        ['2', '2'],
      ]),
    ),
  ]
  it('closes the houses with fewest stayers, as far as the rooms go', () => {
    expect(simulateClosing(houses, 3, 30)).toEqual({ rooms: 3, closable: ['甲', '乙'], kept: ['丙'], moved: 8, daysSaved: 60 })
    expect(simulateClosing(houses, 1, 30)).toMatchObject({ rooms: 1, closable: ['甲'], moved: 3 })
    expect(simulateClosing(houses, 0, 30)).toMatchObject({ closable: [], moved: 0, daysSaved: 0 })
  })
  it('closes empty houses without a room', () => {
    expect(simulateClosing([house('甲', 0, 0), house('乙', 1, 0)], 0, 7)).toMatchObject({ closable: ['甲'], rooms: 0, daysSaved: 7 })
  })
})
describe('asking to stay', () => {
  const plan = { name: '寒假', holidayFrom: '2027-01-20', holidayTo: '2027-02-20', stayAllowed: true, stayNeedsApproval: true, stayReasons: ['study'] }
  const known: StayContext = { plan, who: { name: '周雨桐', birthDate: '2006-01-01' }, reasonName: '路途远', plannedOut: null, hasBed: true }
  const form = { from: '2027-01-20', to: '2027-02-01', reason: 'study', guardianName: '周建国', guardianPhone: '13912345678' }
  const keys = (more: Partial<typeof form>, of: Partial<StayContext> = {}) => stayProblems({ ...form, ...more }, { ...known, ...of }).map(p => p.key)
  it('20-DH8 is not for whoever leaves for good: they check out', () => {
    expect(keys({}, { plannedOut: '2027-02-10' })).toEqual(['leavesForGood'])
    expect(keys({}, { plannedOut: '2027-06-30' })).toEqual([])
  })
  it('is refused outside the plan’s days, for reasons the plan does not take, and without a bed', () => {
    expect(keys({})).toEqual([])
    expect(keys({ from: '2027-01-19' })).toEqual(['outside'])
    expect(keys({ from: '2027-02-02' })).toEqual(['order'])
    expect(keys({ reason: 'far' })).toEqual(['reasonOff'])
    expect(keys({}, { hasBed: false })).toEqual(['noStay'])
    expect(keys({}, { plan: { ...plan, stayAllowed: false } })).toEqual(['stayOff'])
  })
  it('asks for the guardian of whoever is not eighteen on the first day', () => {
    expect([isMinor('2009-01-20', '2027-01-19'), isMinor('2009-01-20', '2027-01-20'), isMinor(null, '2027-01-20')]).toEqual([true, false, false])
    expect(keys({ guardianPhone: '' }, { who: { name: '周雨桐', birthDate: '2009-06-01' } })).toEqual(['whom'])
  })
})
