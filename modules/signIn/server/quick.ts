import { refusalOf } from '#model'
import { schoolClock } from '#model/school-time.ts'
import { parseAudience } from '#modules/system/model/audience.ts'
import { publishRound } from '#modules/workflow/server/api.ts'
import { type Ctx, handle } from '#server/context.ts'
import { quickStart } from '../model/actions.ts'
import { signOccurrence, signTask, taskActions } from '../model/sign-task.ts'
import { isWay } from '../model/ways.ts'

const later = (from: number, minutes: number): string => new Date(from + minutes * 60_000).toISOString()
/** A class meeting in one request: created, published and opened. */
export default handle(quickStart, async (ctx: Ctx, { name, kind, minutes, lateMinutes, ways, wayRule, audience }) => {
  const { db, me } = ctx
  if (ways.includes('location')) throw refusalOf(quickStart, 'needsFence', {}, 'ways')
  if (lateMinutes && lateMinutes >= minutes) throw refusalOf(quickStart, 'lateOver', { late: lateMinutes, minutes }, 'lateMinutes')
  const now = Date.now()
  const task = await db.insert(signTask, {
    name,
    kind,
    processType: 'signTask',
    repeat: 'once',
    beginTime: new Date(now).toISOString(),
    endTime: later(now, minutes),
    lateTime: lateMinutes ? schoolClock(later(now, lateMinutes)) : null,
    ways: [...new Set(ways)].filter(isWay),
    wayRule,
    photoRule: ways.includes('photo') ? 'live' : 'none',
    audience: parseAudience(audience),
    ownerId: me.userId,
    teacherId: me.teacherId,
    ownerDepartmentId: me.departmentId,
    state: 'draft',
  })
  const count = await publishRound(ctx, signTask, taskActions, task.id)
  const [date] = await db.visible(signOccurrence).all({ taskId: task.id }, { limit: 1 })
  return { id: task.id, occurrenceId: date?.id ?? '', count }
})
