import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Measure, MeasureOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { activity } from '#modules/activity/model/activity.ts'
import { activityEnrolment } from '#modules/activity/model/enrolment.ts'
import { type ActivitySchool, activitySchool, inHours, moved } from '#modules/activity/testing.ts'
import { evidence } from '#modules/evidence/model/evidence.ts'
import { growthEntry } from '#modules/growth/model/entry.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { GROWTH_SCREEN } from './model/big-screen.ts'
import { wallAchievements, wallActivities, wallCertificates, wallClassBoard, wallCompetitions, wallHours, wallReached, wallSettled } from './model/measures.ts'

let s: ActivitySchool
beforeAll(async () => {
  s = await activitySchool()
})
afterAll(() => s.close())
const shown = async (by: Actor) => {
  const { code, msg, data } = await by.get<{ measures: Array<{ code: string; data: unknown }> }>('screen/wall/read', { screen: GROWTH_SCREEN.code })
  if (code !== 200) throw new Error(msg)
  return <M extends Measure>(of: M) => data.measures.find(m => m.code === of.code)?.data as MeasureOf<M>
}
const year = { xn: '2026-2027', xqM: '1' } as const
const entry = (n: number, category: 'volunteer' | 'innovation') => ({
  ...{ entryNo: `W${n} ${category}`, studentId: s.pupil(n).id, category, title: '服务', hours: 4, countedHours: 4, points: 2, countedPoints: 2, bizDate: today(), ...year },
  ...{ sourceType: 'test', sourceId: `w${n}${category}`, sourceSeq: 1, departmentId: s.ids.info, classId: s.ids.s2301 },
})
const proof = (n: number, kind: string, more: object = {}) => ({
  ...{ studentId: s.pupil(n).id, occurredOn: today(), ...year, sourceType: 'test', sourceId: `${kind}${n}`, sourceSeq: 0, kind, level: 'national', title: '全国大赛' },
  ...{ departmentId: s.ids.info, classId: s.ids.s2301, ...more },
})
it('shows what students of the year did; names nobody, and nothing of few', async () => {
  await s.db.insertMany(growthEntry, [entry(0, 'volunteer'), entry(1, 'volunteer'), entry(1, 'innovation')] as never)
  const reversed = await s.db.unscoped(growthEntry).find({ entryNo: 'W0 volunteer' })
  const reversal = { entryNo: 'W0 back', sourceSeq: 2, hours: -4, countedHours: 0, points: -2, countedPoints: 0, reversesId: reversed?.id, reason: '记错了' }
  await s.db.insert(growthEntry, { ...entry(0, 'volunteer'), ...reversal } as never)
  await s.db.insertMany(evidence, [0, 1, 2, 3, 4].map(n => proof(n, 'competition')) as never)
  await s.db.insertMany(evidence, [proof(0, 'award', { title: '三好学生', level: 'school' }), proof(1, 'award', { title: '班级之星', level: 'class' })] as never)
  // one runs, one has ended and was settled late, one in time
  const [runs, late, inTime] = [await s.activity({ title: '正在进行' }), await s.activity({ title: '结得晚' }), await s.activity({ title: '按时' })]
  await moved(s, runs ?? '', inHours(-1))
  for (const [id, hours] of [
    [late, 80],
    [inTime, 2],
  ] as const) {
    await moved(s, id, inHours(-100))
    const { endAt } = await s.planned(id)
    await s.db.update(activity, id, { state: 'settled', settledAt: new Date(Date.parse(endAt) + hours * HOUR_MS).toISOString() })
    await s.db.insert(activityEnrolment, { activityId: id, studentId: s.pupil(0).id, seq: 1, state: 'present', enrolledAt: inHours(-120) } as never)
  }
  const of = await shown(s.officer)
  const { months } = of(wallHours)
  expect(months.at(-1)?.month).toBe(today().slice(0, 7))
  const reached = of(wallReached)
  // the reversed entry of the first pupil does not count
  expect([reached.reached, reached.colleges.reduce((sum, c) => sum + (c?.reached ?? 0), 0)]).toEqual([1, 1])
  const told = JSON.stringify(of(wallAchievements))
  expect(of(wallAchievements).achievements.map(a => a?.title)).toEqual(expect.arrayContaining(['全国大赛', '三好学生']))
  expect(told).not.toContain('班级之星')
  for (const { name } of s.pupils.slice(0, 5) as unknown as Array<{ name?: string }>) if (name) expect(told).not.toContain(name)
  expect(of(wallCompetitions).levels).toEqual([{ label: '国家级', count: 5 }])
  expect(of(wallCertificates).kinds).toEqual([])
  expect(of(wallClassBoard).classes).toEqual([])
  expect(of(wallActivities)).toMatchObject({ running: 1, stars: null })
  expect(of(wallSettled)).toEqual({ ended: 2, inTime: 1 })
  await expect(shown(s.fdy)).rejects.toThrow()
})
