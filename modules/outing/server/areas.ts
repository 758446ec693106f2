import sql, { type Sql } from 'sql-template-tag'
import { accountsOf } from '#modules/student/server/api.ts'
import { type Ctx, compute, type Db, handle } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { closeTodos, openTodos } from '#server/notifications/todos.ts'
import { areaNotice, areaReply, askArea, myAreaNotices, replyArea, studentsInArea, whereNow } from '../model/area.ts'
import { goingOut } from '../model/going-out.ts'
import { holidayDestination } from '../model/holiday.ts'
import { HOLIDAY_MESSAGES } from '../model/messages.ts'
import { LINK } from './notify-trip.ts'
import { cityOf, mustKnow, prefixOf, provinceOf, regionNames } from './regions.ts'

const ASK = 'outing:areaNotice:ask'
interface Found {
  studentId: string
  cantonCode: string
  why: 'goingOut' | 'holiday'
}
/** Students in a region now, on a trip or away for a holiday, within the caller's scope; without duplicates. */
function inArea(db: Db, code: string): Promise<Found[]> {
  const inside = (column: Sql): Sql => sql`${column} like ${`${prefixOf(code)}%`}`
  return db.query<Found>(sql`select distinct on (student_id) student_id as "studentId", canton_code as "cantonCode", why from (
      select student_id, canton_code, 'goingOut' as why from ${db.visibleFor(goingOut, ASK).rows()} g where g.state in ('out', 'overdue') and ${inside(sql`g.canton_code`)}
      union all select student_id, canton_code, 'holiday' from ${db.visibleFor(holidayDestination, ASK).rows()} d
        where d.choice <> 'stay' and d.leave_at <= now() and d.back_at is null and d.back_planned > now() and ${inside(sql`d.canton_code`)}) x order by student_id, why`)
}
const students = handle(studentsInArea, async ({ db }, { cantonCode }) => {
  const found = await inArea(db, cantonCode)
  const people = await db.query<{ id: string; name: string; className: string | null }>(sql`select s.id, s.name, c.name as "className" from student s
    left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id where s.tenant_id = ${db.me.tenantId} and s.id = any(${found.map(f => f.studentId)}::uuid[])`)
  const { full } = await regionNames(db)
  const byId = new Map(people.map(p => [p.id, p]))
  return found.map(f => ({
    studentId: f.studentId,
    name: byId.get(f.studentId)?.name ?? '—',
    className: byId.get(f.studentId)?.className ?? null,
    region: full(f.cantonCode),
    why: f.why,
  }))
})
/** 20-G7: one message to all of them; each answers with one tap. */
const ask = handle(askArea, async ({ db, me, refuse }, { cantonCode, question }) => {
  await mustKnow(db, askArea, cantonCode)
  const region = (await regionNames(db)).full(cantonCode) ?? cantonCode
  const ids = (await inArea(db, cantonCode)).map(f => f.studentId)
  if (!ids.length) refuse('nobody', { region })
  const made = await db.insert(areaNotice, { cantonCode, question, region, askerId: me.userId, teacherId: me.teacherId, departmentId: me.departmentId, askedCount: ids.length })
  await db.insertMany(
    areaReply,
    ids.map(studentId => ({ noticeId: made.id, studentId, reply: 'none' as const })),
  )
  const link = `${LINK}?ask=${made.id}`
  const to = [...(await accountsOf(db, ids)).values()]
  await notify(db, HOLIDAY_MESSAGES.areaAsked, { to, values: { region, question, by: me.nickName }, bizType: 'areaNotice', bizId: made.id, link, mobileLink: link })
  await openTodos(
    db,
    to.map(userId => ({
      userId,
      kind: 'task' as const,
      title: { text: '你在{region}安全吗？请回复', values: { region } },
      bizType: 'areaNotice',
      bizId: made.id,
      link,
      mobileLink: link,
      priority: 'urgent' as const,
      summary: question,
    })),
  )
  return { id: made.id, count: ids.length }
})
const reply = handle(replyArea, async ({ db, me, refuse }, { id, isSafe, note }) => {
  const row = me.studentId ? await db.unscoped(areaReply).find({ noticeId: id, studentId: me.studentId }) : undefined // restricted to the caller's own rows
  if (!row) return refuse('notAsked')
  await db.update(areaReply, row.id, { reply: isSafe ? 'safe' : 'help', note: note ?? null, repliedAt: new Date().toISOString() })
  await closeTodos(db, { bizType: 'areaNotice', bizId: id, userIds: [me.userId] }, 'done', isSafe ? '平安' : '需要帮助')
})
const RECENT_MS = 14 * 86_400_000
const mine = handle(myAreaNotices, async ({ db, me }) => {
  if (!me.studentId) return []
  const replies = await db.unscoped(areaReply).all({ studentId: me.studentId }, { sort: ['-repliedAt'], limit: 50 }) // restricted to the caller's own rows
  const notices = await db.unscoped(areaNotice).all({ id: replies.map(r => r.noticeId) }) // the question the student received
  return notices
    .filter(n => Date.now() - Date.parse(n.createdAt) < RECENT_MS)
    .map(n => ({ id: n.id, region: n.region, question: n.question, reply: replies.find(r => r.noticeId === n.id)?.reply ?? ('none' as const), askedAt: n.createdAt }))
})
const counts = compute(areaNotice, ['safeCount', 'helpCount'], async ({ db }: Ctx, rows) => {
  const found = await db.query<{
    id: string
    safe: number
    help: number
  }>(sql`select notice_id as id, count(*) filter (where reply = 'safe')::int as safe, count(*) filter (where reply = 'help')::int as help
    from area_reply where tenant_id = ${db.me.tenantId} and notice_id = any(${rows.map(r => r.id)}::uuid[]) group by 1`)
  for (const row of rows) {
    const one = found.find(f => f.id === row.id)
    Object.assign(row, { safeCount: one?.safe ?? 0, helpCount: one?.help ?? 0 })
  }
})
const track = handle(whereNow, async ({ db }) => {
  const rows = await db.query<{
    code: string
    out: number
    overdue: number
    today: number
  }>(sql`select g.canton_code as code, count(*)::int as out, count(*) filter (where g.state = 'overdue')::int as overdue,
      count(*) filter (where (g.back_planned at time zone 'Asia/Shanghai')::date = (now() at time zone 'Asia/Shanghai')::date)::int as today
    from ${db.visible(goingOut).rows()} g where g.state in ('out', 'overdue') group by 1`)
  const { short } = await regionNames(db)
  const sum = (key: 'out' | 'overdue' | 'today', of: readonly (typeof rows)[number][] = rows): number => of.reduce((n, r) => n + r[key], 0)
  const line = (code: string, of: readonly (typeof rows)[number][]) => ({ code, label: short(code), count: sum('out', of) })
  const byCount = (a: { count: number }, b: { count: number }): number => b.count - a.count
  const places = [...Map.groupBy(rows, r => provinceOf(r.code))].map(([code, of]) => ({
    ...line(code, of),
    cities: [...Map.groupBy(of, r => cityOf(r.code))].map(([city, some]) => line(city, some)).sort(byCount),
  }))
  return { out: sum('out'), overdue: sum('overdue'), today: sum('today'), places: places.sort(byCount) }
})
export default [students, ask, reply, mine, counts, track]
