import sql from 'sql-template-tag'
import { DAY_MS } from '#model/days.ts'
import { phaseOf } from '#modules/workflow/rounds/model/round.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { checkSheet, myCheckTasks } from '../model/actions.ts'
import type { Grade } from '../model/items.ts'
import { checkTask } from '../model/record.ts'
import { checkScheme } from '../model/scheme.ts'
import type { Sheet } from '../model/score.ts'
import { type Resident, residentsOf } from './occupants.ts'
import { schemeOf, taskOfChecker } from './submit.ts'

const RECENT_MS = 7 * DAY_MS
/** The checker's tasks that are running, upcoming or recently ended. */
const mine = handle(myCheckTasks, async ({ db, me }) => {
  const rows = await db.query<{ id: string; rooms: number; done: number; mine: number }>(sql`select t.id, t.room_count as rooms, count(r.id)::int as done,
      count(r.id) filter (where r.checker_ids @> ${JSON.stringify([me.userId])}::jsonb)::int as mine
    from check_task t join round_member m on m.tenant_id = t.tenant_id and m.round_id = t.id and m.user_id = ${me.userId}
      left join check_record r on r.tenant_id = t.tenant_id and r.task_id = t.id
    where t.tenant_id = ${me.tenantId} and t.state in ('published', 'paused', 'closed') and t.end_time > ${new Date(Date.now() - RECENT_MS).toISOString()} group by t.id, t.room_count`)
  const tasks = rows.length ? await db.unscoped(checkTask).all({ id: rows.map(r => r.id) }, { sort: ['endTime'] }) : [] // the checker's own rows
  const schemes = await db.cached(checkScheme)
  const counts = new Map(rows.map(r => [r.id, r]))
  return tasks
    .map(t => ({
      id: t.id,
      name: t.name,
      kind: schemes.get(t.schemeId)?.kind ?? ('health' as const),
      phase: phaseOf(t),
      beginTime: t.beginTime,
      endTime: t.endTime,
      blind: t.blind,
      isRecheck: t.recheckOf !== null,
      rooms: t.roomCount,
      done: counts.get(t.id)?.done ?? 0,
      mine: counts.get(t.id)?.mine ?? 0,
    }))
    .sort((a, b) => Number(b.phase === 'open') - Number(a.phase === 'open'))
})
interface Room {
  id: string
  roomNo: string
  floor: string
  checkers: number
  roomScore: number | null
  grade: Grade | null
  mine: Sheet | null
}
const roomsOf = (db: Db, taskId: string, dormId: string): Promise<Room[]> =>
  db.query<Room>(sql`select r.id, r.room_no as "roomNo", f.name as floor, coalesce(jsonb_array_length(c.sheets), 0) as checkers, c.room_score::float8 as "roomScore", c.grade,
      (select s from jsonb_array_elements(c.sheets) s where s ->> 'by' = ${db.me.userId}) as mine
    from check_task_room x join dorm_room r on r.tenant_id = x.tenant_id and r.id = x.room_id join dorm_floor f on f.tenant_id = r.tenant_id and f.id = r.floor_id
      left join check_record c on c.tenant_id = x.tenant_id and c.task_id = x.task_id and c.room_id = x.room_id
    where x.tenant_id = ${db.me.tenantId} and x.task_id = ${taskId} and x.dorm_id = ${dormId} order by f.floor_no, r.room_no`)
const dormsOf = (db: Db, taskId: string) =>
  db.query<{ id: string; name: string; rooms: number; done: number }>(sql`select d.id, d.full_name as name, count(*)::int as rooms, count(c.id)::int as done
    from check_task_room x join dorm_building d on d.tenant_id = x.tenant_id and d.id = x.dorm_id
      left join check_record c on c.tenant_id = x.tenant_id and c.task_id = x.task_id and c.room_id = x.room_id
    where x.tenant_id = ${db.me.tenantId} and x.task_id = ${taskId} group by d.id, d.full_name order by d.full_name`)
const sheetOf = (mine: Sheet, residents: readonly Resident[]) => ({
  marks: mine.marks.map(m => ({ item: m.item, step: m.step, bedNo: residents.find(r => r.studentId === m.studentId)?.bedNo ?? null, times: m.times })),
  photos: [...mine.photos],
  note: mine.note,
  noOneIn: mine.noOneIn,
  refused: mine.refused,
})
/** 20-DI4: a blind sheet shows which beds are occupied, not by whom. */
const sheet = handle(checkSheet, async ({ db, me }, { id, dormId }) => {
  const task = await taskOfChecker(db, id)
  const [scheme, dorms] = [await schemeOf(db, task), await dormsOf(db, id)]
  const chosen = dorms.find(d => d.id === dormId) ?? dorms.find(d => d.done < d.rooms) ?? dorms[0]
  const rooms = chosen ? await roomsOf(db, id, chosen.id) : []
  const residents = Map.groupBy(
    await residentsOf(
      db,
      rooms.map(r => r.id),
      today(),
    ),
    r => r.roomId,
  )
  return {
    id,
    name: task.name,
    kind: scheme.kind,
    phase: phaseOf(task),
    endTime: task.endTime,
    blind: task.blind,
    items: scheme.items,
    dorms,
    dormId: chosen?.id ?? null,
    rooms: rooms.map(({ mine: own, ...room }) => {
      const people = residents.get(room.id) ?? []
      return {
        ...room,
        // hides colleagues' results, which would bias a blind check
        ...(task.blind && !own ? { roomScore: null, grade: null } : {}),
        isOwn: people.some(p => p.studentId === me.studentId),
        occupants: people.map(p => ({ bedNo: p.bedNo, name: task.blind ? null : p.name })),
        mine: own ? sheetOf(own, people) : null,
      }
    }),
  }
})
export default [mine, sheet]
