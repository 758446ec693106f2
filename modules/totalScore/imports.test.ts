import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { student } from '#modules/student/model/student.ts'
import { today } from '#server/base/today.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { commit, type Job, settled, sheet, upload } from '#testing/roster.ts'
import { type PointSchool, pointSchool } from './testing.ts'

let s: PointSchool
let who: { id: string; no: string }
beforeAll(async () => {
  s = await pointSchool()
  const { id } = await s.newStudent(s.ids.s2301, '周雨桐')
  who = { id, no: (await s.db.unscoped(student).one(id)).studentNo ?? '' }
  await s.item({ name: '卫生检查', source: 'import', capPerPeriod: 10, pointsMax: 9 })
  await s.item({ name: '夜不归宿', source: 'import', direction: 'deduct', unit: 'time' })
})
afterAll(() => s.close())
const HEADER = ['流水号', '学生', '考核项目', '日期', '分值', '次数或小时', '原因']
interface Line {
  item?: string
  day?: string
  points?: number
  times?: number | null
  reason?: string
}
const line = (no: string, { item = '卫生检查', day = today(), points = 6, times = null, reason = '' }: Line = {}) => [no, who.no, item, day, points, times, reason]
async function imported(lines: ReadonlyArray<ReadonlyArray<string | number | null>>, by = s.officer): Promise<Job> {
  const sent = await upload<{ jobId: string }>(by, 'totalScore/pointImport/import', await sheet(HEADER, lines), '加减分.xlsx', { mode: 'upsert' })
  return settled(by, sent.data.jobId)
}
const rules = (job: Job) => job.errors.map(e => e.rule.split('.').at(-1))

it('50-TS2 a sheet imported twice counts once, within the caps; of deductions the student is told', async () => {
  const told = captureNotifications(s.server)
  const lines = [line('W1'), line('W2'), line('Y1', { item: '夜不归宿', points: 2, times: 2, reason: '查寝未归' })]
  await commit(s.officer, await imported(lines))
  const entries = (await s.entries(who.id)).map(e => [e.sourceId, e.kind, e.amount]).toSorted()
  expect(entries).toEqual([
    ['W1', 'counted', 600],
    ['W2', 'counted', 400],
    ['W2', 'over', 200],
    ['Y1', 'counted', -400],
  ])
  expect([(await told('totalScore.deducted')).length, (await told('totalScore.added')).length]).toEqual([1, 0])
  const again = await imported(lines)
  expect([again.errors, again.toAdd, again.unchanged]).toEqual([[], 0, 3])
  expect(rules(await imported([line('W1', { points: 5 })]))).toEqual(['imported'])
  expect(await s.entries(who.id)).toHaveLength(4)
  expect((await s.account(who.id))?.points).toBe(600)
})
it('50-TS4 refuses items that are not imported, points outside their range, and days that cannot be, each by its line', async () => {
  const job = await imported([
    line('F1', { item: '好人好事', points: 3 }),
    line('F2', { points: 9.5 }),
    line('F3', { item: '夜不归宿', points: 2, reason: '查寝未归' }),
    line('F4', { item: '夜不归宿', points: 2, times: 1 }),
    line('F5', { day: addDays(today(), 1) }),
    line('F6', { day: '2001-01-01' }),
  ])
  expect(rules(job)).toEqual(['notImported', 'range', 'quantity', 'noReason', 'future', 'early'])
  expect(job.errors[1]?.msg).toBe('“卫生检查”每项 1 到 9 分，填的是 9.5')
  expect(rules(await imported([line('F7')], await s.as({ roles: ['college'], departmentId: s.ids.art })))).toHaveLength(1)
})
