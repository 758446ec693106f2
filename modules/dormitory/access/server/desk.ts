import sql, { empty, join, type Sql } from 'sql-template-tag'
import { type InputOf, isDate, isUuid, type OutputOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { termToday } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle, type Reach } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { likePattern } from '#server/data/where.ts'
import { translate } from '#server/i18n/translate.ts'
import { itemsOf } from '#server/params/dictionaries.ts'
import { sheetAnswer } from '#server/spreadsheets/answer.ts'
import { ALERT_TYPES, type AlertTrace, type AlertType, accessAlert, accessAlertResult, alertStates, EVERYBODYS_TYPES, OPEN_STATES } from '../model/access-alert.ts'
import { alertCard, alertCounts, alertDesk, exportAlerts, LOOK_IN, NIGHTS } from '../model/alert-actions.ts'
import { latesAndOuts } from './night-history.ts'

const SIZE = 50
const MOST_ROWS = 10_000
export type DeskItem = NonNullable<OutputOf<typeof alertDesk>['items'][number]>
type DeskFilters = Omit<InputOf<typeof alertDesk>, 'after'>

/** Roles other than the administrator's that grant 长时间未出楼: the administrator holds every permission, but this one is not meant for them. */
const lookIn = (db: Db): Reach[] => (db.me.permissions.get(LOOK_IN) ?? []).filter(r => r.roleCode !== 'admin')
/** 20-DA5: alerts of the reader's students; 长时间未出楼 only for their counsellor and the counselling centre. */
export async function readable(db: Db): Promise<Sql> {
  const nights = sql`select * from ${db.visibleFor(accessAlert, NIGHTS).rows()} v where v.type = any(${[...EVERYBODYS_TYPES]}::text[])`
  const reaches = lookIn(db)
  if (!reaches.length) return sql`(${nights})`
  const own = await db.reachOf(accessAlert, db.me, reaches) // narrower than the scope of the permission
  return sql`(${nights} union all select * from ${own.rows()} v where v.type = 'notLeft')`
}
const shownTypes = (db: Db): AlertType[] => [...(db.me.permissions.has(NIGHTS) ? EVERYBODYS_TYPES : []), ...(lookIn(db).length ? (['notLeft'] as const) : [])]

const COLUMNS = sql`a.id, a.type, a.student_id as "studentId", s.student_no as "studentNo", s.name, c.name as "className", s.phone, r.full_name as bed, b.full_name as "dormName", a.night_date::text as "nightDate", a.at,
  (a.facts ->> 'hours')::int as hours, a.is_final as "isFinal", a.is_uncertain as "isUncertain", a.state, a.opened_at as "openedAt", u.nick_name as "handledByName", a.result, a.note, a.explained_by as "explainedBy", a.closed_at as "closedAt", a.version`
const from = async (
  db: Db,
): Promise<Sql> => sql`from ${await readable(db)} a join student s on s.tenant_id = a.tenant_id and s.id = a.student_id left join stu_class c on c.tenant_id = a.tenant_id and c.id = a.class_id
  left join dorm_building b on b.tenant_id = a.tenant_id and b.id = a.dorm_id left join dorm_room r on r.tenant_id = a.tenant_id and r.id = a.room_id left join sys_user u on u.tenant_id = a.tenant_id and u.id = a.handled_by`
function conditions({ type, states, night, from: since, to, dormId, classId, q, id }: DeskFilters): Sql {
  const all = [
    id ? sql`a.id = ${id}` : empty,
    type ? sql`a.type = ${type}` : empty,
    states?.length ? sql`a.state = any(${[...states]}::text[])` : empty,
    night ? sql`a.night_date = ${night}::date` : empty,
    since ? sql`a.night_date >= ${since}::date` : empty,
    to ? sql`a.night_date <= ${to}::date` : empty,
    dormId ? sql`a.dorm_id = ${dormId}` : empty,
    classId ? sql`a.class_id = ${classId}` : empty,
    q ? sql`(s.name like ${likePattern(q)} or s.student_no = ${q})` : empty,
  ].filter(c => c !== empty)
  return all.length ? sql`where ${join(all, ' and ')}` : sql`where true`
}
const keyset = (after: string | null | undefined): Sql => {
  const [night = '', id = ''] = (after ?? '').split('|')
  return after && isDate(night) && isUuid(id) ? sql`and (a.night_date, a.id) < (${night}::date, ${id}::uuid)` : empty
}
const read = async (db: Db, asked: DeskFilters, after: string | null | undefined, size: number): Promise<DeskItem[]> =>
  db.query<DeskItem>(sql`select ${COLUMNS} ${await from(db)} ${conditions(asked)} ${keyset(after)} order by a.night_date desc, a.id desc limit ${size}`)

const desk = handle(alertDesk, async (ctx, { after, ...asked }) => {
  const items = await read(ctx.db, asked, after, SIZE)
  const last = items.at(-1)
  return { items, next: last && items.length === SIZE ? `${last.nightDate}|${last.id}` : null }
})
const counts = handle(alertCounts, async ({ db }) => {
  const rows = await db.query<OutputOf<typeof alertCounts>>(sql`select a.type, count(*) filter (where a.opened_at > now() - interval '12 hours')::int as today,
      count(*) filter (where a.opened_at between now() - interval '36 hours' and now() - interval '12 hours')::int as day, count(*) filter (where a.opened_at < now() - interval '36 hours')::int as older,
      count(*) filter (where a.is_uncertain)::int as uncertain
    from ${await readable(db)} a where a.state = any(${[...OPEN_STATES]}::text[]) group by 1`)
  const known = new Map(rows.map(r => [r.type, r]))
  return shownTypes(db).map(type => known.get(type) ?? { type, today: 0, day: 0, older: 0, uncertain: 0 })
})
type Detail = DeskItem & { facts: { curfew?: string; gateOpening?: string }; trace: AlertTrace[] }
const card = handle(alertCard, async (ctx, { id }) => {
  const { db, me } = ctx
  const [found] = await db.query<Detail>(sql`select ${COLUMNS}, a.facts, a.trace ${await from(db)} where a.id = ${id}`)
  if (!found) throw notFound()
  const { facts, trace, ...item } = found
  const passages = await db.query<{
    at: string
    direction: 'in' | 'out'
    deviceName: string | null
  }>(sql`(select e.event_at as at, e.direction, d.name as "deviceName" from access_event e
      left join access_device d on d.tenant_id = e.tenant_id and d.id = e.device_id
      where e.tenant_id = ${me.tenantId} and e.student_id = ${found.studentId} and e.quarantine is null and e.event_at <= coalesce(${facts.gateOpening ?? null}::timestamptz, now()) order by e.event_at desc limit 3)
    union all (select e.event_at, e.direction, d.name from access_event e left join access_device d on d.tenant_id = e.tenant_id and d.id = e.device_id
      where e.tenant_id = ${me.tenantId} and e.student_id = ${found.studentId} and e.quarantine is null and e.event_at > ${facts.gateOpening ?? null}::timestamptz order by e.event_at limit 1) order by at desc`)
  const term = await termToday(db)
  const { lates, outs } = await latesAndOuts(db, found.studentId, term?.startDate ?? addDays(today(), -120))
  const month = addDays(today(), -30)
  return {
    ...item,
    curfew: facts.curfew ?? null,
    gateOpening: facts.gateOpening ?? null,
    trace: trace.map(({ by, note, ...t }) => ({ ...t, by: by ?? null, note: note ?? null })),
    passages,
    lates: lates.filter(n => n.nightDate >= month).length,
    outs: outs.length,
  }
})
const exported = handle(exportAlerts, async ({ db, lang, refuse }, asked) => {
  const rows = await read(db, asked, null, MOST_ROWS + 1)
  if (!rows.length) refuse('none')
  if (rows.length > MOST_ROWS) refuse('many', { most: MOST_ROWS })
  const results = await itemsOf(db, accessAlertResult.code)
  const title = (label: string, width: number) => ({ title: translate(lang, label), width })
  return sheetAnswer({
    name: translate(lang, '门禁提醒'),
    columns: [
      title('夜晚', 12),
      title('类型', 10),
      title('学号', 16),
      title('姓名', 14),
      title('班级', 20),
      title('宿舍楼', 24),
      title('时间', 18),
      title('状态', 10),
      title('处理结果', 16),
      title('处理说明', 30),
    ],
    rows: [
      rows.map(r => [
        r.nightDate,
        translate(lang, ALERT_TYPES[r.type]),
        r.studentNo,
        r.name,
        r.className,
        r.dormName,
        schoolTimeText(r.at),
        translate(lang, alertStates.labels[r.state]),
        translate(lang, results.get(r.result ?? '')?.dictionaryValue ?? ''),
        r.note,
      ]),
    ],
  })
})
export default [desk, counts, card, exported]
