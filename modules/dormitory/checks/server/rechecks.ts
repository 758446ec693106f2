import sql from 'sql-template-tag'
import { schoolInstant, schoolTimeText } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import { publishRound } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { CHECK_MESSAGES } from '../model/messages.ts'
import { checkRecord, checkTask, checkTaskActions } from '../model/record.ts'
import { residentsOf } from './occupants.ts'
import { putRooms, type Task } from './rooms.ts'
import { settingsOf } from './settings.ts'

const MINE = '/dormitory/check/mine'
interface Failed {
  id: string
  taskId: string
  roomId: string
  room: string
  score: number
}
/** Failed rooms without a recheck. */
const failedOf = (db: Db): Promise<Failed[]> =>
  db.query<Failed>(sql`select c.id, c.task_id as "taskId", c.room_id as "roomId", r.full_name as room, c.room_score::float8 as score from check_record c
    join dorm_room r on r.tenant_id = c.tenant_id and r.id = c.room_id
    where c.tenant_id = ${db.me.tenantId} and c.grade = 'fail' and c.recheck_task_id is null and c.checked_at > now() - interval '14 days' order by c.task_id, c.room_id for no key update of c`)
/** 20-DI5: one recheck per task for all its failed rooms, with the same checkers and a deadline in days. Returns the number of rooms. */
export async function recheck(db: Db, now = Date.now()): Promise<number> {
  const failed = await failedOf(db)
  if (!failed.length) return 0
  const byTask = Map.groupBy(failed, f => f.taskId)
  const tasks = await db.unscoped(checkTask).all({ id: [...byTask.keys()] }) // scheduled job without a user: no data scope applies
  const { checkRecheckDays } = await settingsOf(db)
  for (const task of tasks) await again(db, task, byTask.get(task.id) ?? [], addDays(today(new Date(now)), checkRecheckDays), now) // one or two a day
  return failed.length
}
/** Adds the date to the name where it would repeat. */
const nameOf = ({ name }: Task, now: number): string => `${name.replace(/ 复查.*$/, '').slice(0, 80)} 复查 ${schoolTimeText(new Date(now).toISOString()).slice(5, 10)}`
async function again(db: Db, task: Task, failed: readonly Failed[], until: string, now: number): Promise<void> {
  const endTime = schoolInstant(until, '22:00')
  const made = await db.insert(checkTask, {
    processType: 'checkTask',
    name: nameOf(task, now),
    xn: task.xn,
    xqM: task.xqM,
    beginTime: new Date(now).toISOString(),
    endTime,
    audience: task.audience,
    schemeId: task.schemeId,
    blind: task.blind,
    ownerDepartmentId: task.ownerDepartmentId,
    recheckOf: task.id,
    roomCount: failed.length,
  })
  await putRooms(
    db,
    made.id,
    failed.map(f => f.roomId),
  )
  await publishRound({ db, me: db.me, lang: 'zh-cn', ip: '', traceId: '' }, checkTask, checkTaskActions, made.id, true)
  await db.updateWhere(checkRecord, { id: failed.map(f => f.id) }, { recheckTaskId: made.id })
  await tellFailed(db, task, failed, until)
}
async function tellFailed(db: Db, task: Task, failed: readonly Failed[], until: string): Promise<void> {
  const residents = await residentsOf(
    db,
    failed.map(f => f.roomId),
    today(),
  )
  const accounts = await accountsOf(
    db,
    residents.map(r => r.studentId),
  )
  const byRoom = Map.groupBy(residents, r => r.roomId)
  await notifyEach(
    db,
    CHECK_MESSAGES.checkFailed,
    failed.map(({ id, roomId, room, score }) => ({
      to: (byRoom.get(roomId) ?? []).flatMap(r => accounts.get(r.studentId) ?? []),
      values: { room, task: task.name, score, until },
      bizType: 'checkRecord',
      bizId: id,
      link: MINE,
      mobileLink: MINE,
    })),
  )
}
export default scheduledJob('dormitory.recheck', '不合格房间复查', '20 7 * * *', db => recheck(db))
