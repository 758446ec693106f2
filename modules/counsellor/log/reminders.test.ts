import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#model/days.ts'
import { today } from '#server/base/today.ts'
import { pagesOfPdf, wordsOfPdf } from '#server/print/fixture.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { counsellorFile } from '../file/model/counsellor-file.ts'
import { workLog } from './model/work-log.ts'
import { workQuota } from './model/work-quota.ts'
import { periodsOf } from './server/periods.ts'
import { tellFollowUps, tellGaps } from './server/reminders.ts'
import { type LogSchool, logSchool, ok } from './testing.ts'

let s: LogSchool
beforeAll(async () => {
  s = await logSchool()
})
afterAll(() => s.close())

it('tells an author once of all follow-ups that are due, and anew when the day is moved', async () => {
  const told = captureNotifications(s.server)
  const { id } = ok(await s.log({ followUpOn: today() }))
  ok(await s.log({ followUpOn: today(), studentIds: [s.pupils[1] as string] }))
  ok(await s.log({ followUpOn: addDays(today(), 1) }))
  expect(await tellFollowUps(s.db)).toBe(2)
  expect(await tellFollowUps(s.db)).toBe(0)
  const heard = await told('workLog.followUp')
  expect(heard.map(n => [n.to, n.values?.count])).toEqual([[[s.fdy.userId], 2]])
  const { version } = await s.db.unscoped(workLog).one(id)
  ok(await s.fdy.post('counsellor/workLog/update', { id, version, followUpOn: addDays(today(), -1) }))
  expect(await tellFollowUps(s.db)).toBe(1)
  // done, nothing is due any more
  ok(await s.fdy.post('counsellor/workLog/followedUp', { id }))
  expect(await tellFollowUps(s.db)).toBe(0)
})
it('tells who has done less than half of a quota once its period is half over, once', async () => {
  await s.db.query(sql`delete from work_quota`)
  await s.db.insert(workQuota, { kind: 'lesson', period: 'month', minCount: 3, coverage: 'none' })
  await s.db.insert(workQuota, { kind: 'talk', period: 'year', minCount: 1, coverage: 'everyStudent' })
  const { month } = await periodsOf(s.db)
  expect(await tellGaps(s.db, '2000-01-01')).toBe(0)
  await s.db.query(sql`delete from work_log`)
  for (let n = 0; n < 2; n++) ok(await s.log({ kind: 'lesson', studentIds: [], words: '听课' }))
  for (const one of s.pupils) ok(await s.log({ studentIds: [one] }))
  const told = captureNotifications(s.server)
  // 林知夏 has done more than half of both, 何文博 nothing of either
  expect(await tellGaps(s.db, addDays(month.until, 400))).toBe(1)
  expect((await told('workLog.gap')).map(n => [n.to, n.values?.count])).toEqual([[[s.he.userId], 2]])
  expect(await tellGaps(s.db, addDays(month.until, 400))).toBe(0)
})
it('the log book of the term holds confirmed work, and of talks no words', async () => {
  await s.db.query(sql`delete from work_log`)
  ok(await s.log({ words: '只有本人看得到的话' }))
  ok(await s.log({ kind: 'duty', studentIds: [], words: '夜间值班' }))
  const file = await s.db.unscoped(counsellorFile).find({ teacherId: s.ids.lin })
  for (const who of [s.officer, s.fdy]) {
    const { raw, code } = await who.post('sheet/print/issue', { code: 'workLogBook', ids: [file?.id] })
    expect([code, pagesOfPdf(raw)]).toEqual([200, 1])
    expect([wordsOfPdf(raw).includes('夜间值班'), wordsOfPdf(raw).includes('只有本人看得到的话')]).toEqual([true, false])
  }
})
