import sql, { type Sql } from 'sql-template-tag'
import type { Row } from '#model'
import { DAY_MS } from '#model/days.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { handleAnswers, publishRound, task } from '#modules/workflow/server/api.ts'
import { type Ctx, compute, type Db, handle } from '#server/context.ts'
import { areaNotice, areaNoticeActions, areaReply, areaTask, askArea, ownAreas, studentsInArea, whereNow } from '../model/area.ts'
import { goingOut } from '../model/going-out.ts'
import { holidayDestination } from '../model/holiday.ts'
import { HOLIDAY_MESSAGES } from '../model/messages.ts'
import { LINK } from './notify-trip.ts'
import { cityOf, mustKnow, prefixOf, provinceOf, regionNames } from './regions.ts'

const ASK = askArea.permission
interface Traveller {
  studentId: string
  cantonCode: string
  why: 'goingOut' | 'holiday'
}
/** Students in a region now, on a trip or away for a holiday, within the caller's scope; without duplicates. */
function inArea(db: Db, code: string): Sql {
  const inside = (column: Sql): Sql => sql`${column} like ${`${prefixOf(code)}%`}`
  return sql`select distinct on (student_id) student_id as "studentId", canton_code as "cantonCode", why from (
      select student_id, canton_code, 'goingOut' as why from ${db.visibleFor(goingOut, ASK).rows()} g where g.state in ('out', 'overdue') and ${inside(sql`g.canton_code`)}
      union all select student_id, canton_code, 'holiday' from ${db.visibleFor(holidayDestination, ASK).rows()} d
        where d.choice <> 'stay' and d.leave_at <= now() and d.back_at is null and d.back_planned > now() and ${inside(sql`d.canton_code`)}) x order by student_id, why`
}
const students = handle(studentsInArea, async ({ db }, { cantonCode }) => {
  const found = await db.query<Traveller>(inArea(db, cantonCode))
  const people = await studentsOf(
    db,
    found.map(f => f.studentId),
  )
  const { full } = await regionNames(db)
  return found.map(f => ({
    studentId: f.studentId,
    name: people.get(f.studentId)?.name ?? '—',
    className: people.get(f.studentId)?.className ?? null,
    region: full(f.cantonCode),
    why: f.why,
  }))
})
const ANSWER_MS = 14 * DAY_MS
/** 20-G7: one message to all of them; each answers with one tap. */
const ask = handle(askArea, async (ctx, { cantonCode, question }) => {
  const { db, me } = ctx
  await mustKnow(db, askArea, cantonCode)
  const region = (await regionNames(db)).full(cantonCode) ?? cantonCode
  if (!(await db.query(sql`select 1 from (${inArea(db, cantonCode)}) x limit 1`)).length) ctx.refuse('nobody', { region })
  const now = Date.now()
  const { id } = await db.insert(areaNotice, {
    ...{ processType: 'areaNotice', name: question.slice(0, 100), cantonCode, question, region, audience: { roles: ['student'] }, state: 'draft' },
    ...{ beginTime: new Date(now).toISOString(), endTime: new Date(now + ANSWER_MS).toISOString() },
    ...{ askerId: me.userId, teacherId: me.teacherId, ownerDepartmentId: me.departmentId },
  })
  return { id, count: await publishRound(ctx, areaNotice, areaNoticeActions, id) }
})
const about = ({ region, question }: Row<typeof areaNotice>) => ({ region: region ?? '', question })
/** Those who are in the region when the question is asked, by trips and holiday answers. */
const questions = task(areaNotice, areaNoticeActions, areaTask, {
  processType: 'areaNotice',
  isSafety: true,
  audience: 'frozen',
  among: async (db, row) => sql`select x."studentId" from (${inArea(db, row.cantonCode)}) x`,
  announces: (row, me) => ({ event: HOLIDAY_MESSAGES.areaAsked, values: { ...about(row), by: me.nickName } }),
  // a copy belongs to its creator and asks about the same region
  copied: async ({ db, me }, { region }, to) =>
    void (await db.update(areaNotice, to.id, { region, askerId: me.userId, teacherId: me.teacherId, ownerDepartmentId: me.departmentId })),
  answers: { entity: areaReply, round: 'noticeId', isAnswered: sql`a.replied_at is not null` },
  asks: {
    todo: ({ region }) => ({ text: '你在{region}安全吗？请回复', values: { region: region ?? '' } }),
    about: ({ question }) => ({ priority: 'urgent', summary: question }),
    done: '已回复',
    link: LINK,
    staffLink: '/outing/tracking?tab=asks',
    remind: row => ({ event: HOLIDAY_MESSAGES.areaRemind, values: about(row) }),
    remindHours: async () => '',
  },
  counts: { safe: sql`count(*) filter (where a.reply = 'safe')::int`, help: sql`count(*) filter (where a.reply = 'help')::int` },
})
const replies = handleAnswers(areaNotice, areaReply, ownAreas, { columns: () => ({ repliedAt: new Date().toISOString() }) })
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
export default [students, ask, ...questions, ...replies, counts, track]
