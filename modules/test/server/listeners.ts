import { termOf } from '#modules/campus/model/calendar-rules.ts'
import { calendarOf } from '#modules/campus/server/api.ts'
import { postGrowth } from '#modules/growth/server/api.ts'
import { today } from '#server/base/today.ts'
import { onMany } from '#server/context.ts'
import { testCandidate } from '../model/attempt.ts'
import { testSchedule } from '../model/schedule.ts'

/** Hours for whoever passes a test that gives some, once for each candidate; none on a day that belongs to no term. */
export default onMany('test.passed', 'test.growth', async ({ db }, payloads) => {
  const { terms } = await calendarOf(db)
  if (!termOf(terms, today())) return
  const ids = [...new Set(payloads.map(p => String(p.scheduleId)))]
  const giving = (await db.unscoped(testSchedule).all({ id: ids })).filter(row => row.growthCategory && row.growthHours) // of results that were told
  const drafts = payloads.flatMap(({ scheduleId, studentId, candidateId }) => {
    const row = giving.find(one => one.id === scheduleId)
    if (!row?.growthCategory || !row.growthHours) return []
    const { growthCategory: category, growthHours: hours, name: title, ownerId: confirmerId } = row
    return [{ studentId: String(studentId), category, title, hours, bizDate: today(), sourceType: testCandidate.name, sourceId: String(candidateId), confirmerId }]
  })
  await postGrowth(db, drafts)
})
