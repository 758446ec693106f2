import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MeasureOf, OutputOf } from '#model'
import { type Newcomer, YEAR } from '#modules/admission/testing.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { arrivalSlot } from '../arrivals/model/slot.ts'
import type { board } from '../desk/model/actions.ts'
import type { reportStatistics } from '../desk/model/report-statistics.ts'
import { welcomePoint } from '../steps/model/point.ts'
import { inHours, ok, type WelcomeSchool, welcomeSchool } from '../testing.ts'
import { WELCOME_SCREEN } from './model/big-screen.ts'
import type { wallArrived, wallColleges, wallFees, wallFlow, wallLatest, wallOrigins, wallPeople, wallPoints, wallSteps } from './model/measures.ts'
import { cellsOf } from './server/cells.ts'

const NAME = '欧阳清岚'
let s: WelcomeSchool
let batchId: string
let people: Newcomer[]
beforeAll(async () => {
  s = await welcomeSchool()
  people = []
  for (let n = 0; n < 4; n++) people.push(await s.newcomer(n ? {} : { name: NAME }))
  const site = { phase: 'site', kind: 'staff' }
  batchId = await s.published([
    { code: 'fee' },
    { code: 'gate', name: '进校签到', ...site },
    { code: 'key', name: '领钥匙', ...site, dependsOn: ['gate'] },
    { code: 'card', name: '领校园卡', ...site, required: false },
  ])
  await s.db.query(sql`update welcome_step set auto_source = 'fee', kind = 'auto' where batch_id = ${batchId}::uuid and code = 'fee'`)
  await s.db.query(sql`update welcome_step_state set state = 'waived' where batch_id = ${batchId}::uuid and step_code = 'fee' and student_id = ${people[3]?.id}::uuid`)
  const point = async (name: string, stepCodes: string[]) => (await s.db.insert(welcomePoint, { batchId, name, campusId: s.campusId, stepCodes, staff: [s.admissions.userId] })).id
  const [gate, hall] = [await point('东门', ['gate']), await point('大厅', ['key'])]
  const scan = async (who: Newcomer, pointId: string, stepCode: string) => {
    const { code } = ok(await who.actor.get<{ code: string }>('welcome/welcomeScan/code'))
    ok(await s.admissions.post('welcome/welcomeScan/scan', { pointId, code, stepCode }))
  }
  for (const who of people.slice(0, 2)) await scan(who, gate, 'gate')
  await scan(people[0] as Newcomer, hall, 'key')
  await s.db.insert(arrivalSlot, { batchId, campusId: s.campusId, from: inHours(-1), to: inHours(0), capacity: 20, taken: 12 } as never)
  // the roll hears of arrivals by events
  await s.server.settle()
})
afterAll(() => s.close())
const wall = async () => ok(await s.officer.get<{ measures: Array<{ code: string; data: never }> }>('screen/wall/read', { screen: WELCOME_SCREEN.code })).measures
const tile = <M>(of: Awaited<ReturnType<typeof wall>>, code: string): MeasureOf<M> => of.find(m => m.code === `welcome.${code}`)?.data as unknown as MeasureOf<M>

it('60-BS5 the screen of arrivals counts what the board counts; who gave up is not expected', async () => {
  const read = async () => {
    const [of, by] = [await wall(), ok(await s.admissions.get<OutputOf<typeof board>>('welcome/welcomeMember/board', { batchId }))]
    return { arrived: tile<typeof wallArrived>(of, 'arrived'), by, of }
  }
  const { arrived, by, of } = await read()
  expect(arrived).toMatchObject({ expected: 4, arrived: 2, today: 2 })
  expect([by.total, by.arrived, by.information]).toEqual([4, 2, 0])
  expect(tile<typeof wallColleges>(of, 'colleges').colleges).toEqual([{ name: '信息工程学院', expected: 4, arrived: 2 }])
  expect(tile<typeof wallFees>(of, 'fees')).toEqual({ expected: 4, covered: 1, green: 0 })
  expect(tile<typeof wallSteps>(of, 'steps').steps.map(x => [x?.name, x?.expected, x?.done])).toEqual([
    ['fee', 4, 1],
    ['进校签到', 4, 2],
    ['领钥匙', 4, 1],
  ])
  // one has come and waits for the key; nobody who is not here waits at the gate
  expect(tile<typeof wallPoints>(of, 'points').points).toEqual([
    { name: '大厅', waiting: 1, minutes: 0 },
    { name: '东门', waiting: 0, minutes: null },
  ])
  const flow = tile<typeof wallFlow>(of, 'flow')
  expect(flow.arrived.reduce((a, n) => (a ?? 0) + (n ?? 0), 0)).toBe(2)
  expect(flow.planned).toHaveLength(flow.arrived.length)
})
it('30-WS statistics compare with the two years before, and find the slowest point', async () => {
  const of = ok(await s.admissions.get<OutputOf<typeof reportStatistics>>('welcome/welcomeMember/reportStatistics', { batchId }))
  expect(of.years).toEqual([YEAR, YEAR - 1, YEAR - 2].map(year => ({ year, admitted: year === YEAR ? 4 : 0, arrived: year === YEAR ? 2 : 0 })))
  // the year before, all had come
  await s.db.query(sql`update admitted_student set year = ${YEAR - 1}, state = 'enrolled', enrolled_on = current_date where id = ${people[2]?.id}::uuid`)
  const then = ok(await s.college.get<OutputOf<typeof reportStatistics>>('welcome/welcomeMember/reportStatistics'))
  const rates = (by: string) => then.groups.filter(g => g?.by === by).map(g => [g?.label, ...(g?.years ?? []).map(y => `${y?.arrived}/${y?.admitted}`)])
  expect([rates('college'), rates('major'), rates('origin').length]).toEqual([[['信息工程学院', '2/3', '1/1', '0/0']], [['软件技术', '2/3', '1/1', '0/0']], 1])
  // one has done all that is required on site
  expect([then.finished, then.minutes]).toEqual([1, 0])
  expect(then.points).toEqual([
    { name: '大厅', scans: 1, minutes: 0 },
    { name: '东门', scans: 2, minutes: null },
  ])
  expect(then.hours.reduce((n, h) => n + (h?.scans ?? 0), 0)).toBe(3)
  const other = ok(await (await s.as({ roles: ['college'], departmentId: s.ids.art })).get<OutputOf<typeof reportStatistics>>('welcome/welcomeMember/reportStatistics'))
  expect([other.groups, other.points, other.finished]).toEqual([[], [], 0])
})
it('60-BS4 shows no small group, and of who came last no name unless the key of the screen allows it', async () => {
  const of = await wall()
  expect(tile<typeof wallOrigins>(of, 'origins')).toEqual({ least: 5, provinces: [{ label: '其他省份', count: null }] })
  expect(tile<typeof wallPeople>(of, 'people').genders).toEqual([{ label: '其他', count: null }])
  const { latest } = tile<typeof wallLatest>(of, 'latest')
  expect(latest.map(x => x?.name)).toEqual([null, null])
  expect(JSON.stringify(of)).not.toContain(NAME)
  // a key that allows rooms allows no names
  const names = async (name: string, more: object) => {
    const { code, secret } = ok(await s.anonymous.post<{ code: string; secret: string }>('screen/screenDevice/openPairing', {}))
    ok(await s.officer.post('screen/screenDevice/pair', { code, name, place: '大厅', screens: [WELCOME_SCREEN.code], expiresAt: addDays(today(), 9), ...more }))
    const { key } = ok(await s.anonymous.post<{ key: string }>('screen/screenDevice/collect', { secret }))
    const read = ok(await s.anonymous.get<{ measures: Array<{ code: string; data: never }> }>('screen/wall/read', { screen: WELCOME_SCREEN.code }, { 'screen-key': key })).measures
    return tile<typeof wallLatest>(read, 'latest').latest.map(x => x?.name ?? null)
  }
  expect(await names('一', { showRooms: true, showMaskedNames: false })).toEqual([null, null])
  const allowed = await names('二', { showRooms: false, showMaskedNames: true })
  expect([allowed.length, allowed.includes('欧**'), allowed.every(n => /^.\*\*$/u.test(n ?? ''))]).toEqual([2, true, true])
  const counted = [
    { label: '湖北省', count: 30 },
    { label: '湖南省', count: 6 },
    { label: '青海省', count: 2 },
  ]
  const shown = { least: 5, others: '其他省份' }
  expect(cellsOf(counted, { ...shown, most: 9 })).toEqual([
    { label: '湖北省', count: 30 },
    { label: '其他省份', count: 8 },
  ])
  expect(cellsOf(counted.slice(0, 2), { ...shown, most: 9 })).toEqual(counted.slice(0, 2))
  expect(cellsOf(counted, { ...shown, most: 1 }).at(-1)).toEqual({ label: '其他省份', count: 8 })
})
