import sql, { empty, type Sql } from 'sql-template-tag'
import { type Action, isDatetime, isUuid, refusalOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { subjectsOf } from '#server/audit/subjects.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import type { KernelCtx } from '#server/data/core.ts'
import { translate } from '#server/i18n/translate.ts'
import { audit } from '#server/records/verbs.ts'
import { sheetAnswer } from '#server/spreadsheets/answer.ts'
import { accessEvent, DIRECTIONS, passageWay } from '../model/access-event.ts'
import { exportPassages, myPassages, passages } from '../model/device-actions.ts'
import { accessSettings } from './settings.ts'

const LEAST_PURPOSE = 4
const MOST_DAYS = 31
const SIZE = 50
const MOST_ROWS = 20_000
const LATE_DAYS = 30

export interface PassageQuery {
  studentId?: string | null
  dormId?: string | null
  direction?: 'in' | 'out' | null
  from: string
  to: string
  purpose?: string | null
}
interface Read {
  id: string
  studentId: string
  studentNo: string | null
  name: string
  className: string | null
  direction: 'in' | 'out'
  at: string
  deviceName: string | null
  dormName: string | null
  way: string | null
  source: string | null
}
const COLUMNS = sql`e.id, e.student_id as "studentId", s.student_no as "studentNo", s.name, c.name as "className", e.direction, e.event_at as at, d.name as "deviceName", b.full_name as "dormName", e.way, e.source`
const PLACES = sql`left join access_device d on d.tenant_id = s.tenant_id and d.id = e.device_id left join dorm_building b on b.tenant_id = s.tenant_id and b.id = e.dorm_id
  left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id`
/** Keyset cursor: moment and id of the last row of the previous page. */
const keyset = (before: string | null | undefined): Sql => {
  const [at = '', id = ''] = (before ?? '').split('|')
  return before && isDatetime(at) && isUuid(id) ? sql`and (e.event_at, e.id) < (${at}::timestamptz, ${id}::uuid)` : empty
}
const nextOf = (items: ReadonlyArray<{ at: string; id: string }>, size: number): string | null => {
  const last = items.at(-1)
  return last && items.length === size ? `${last.at}|${last.id}` : null
}
function check(of: Action, { from, to, studentId, purpose }: PassageQuery): void {
  const days = Math.ceil((Date.parse(to) - Date.parse(from)) / DAY_MS)
  if (days > MOST_DAYS || days < 0) throw refusalOf(of, 'span', { most: MOST_DAYS, days }, 'to')
  if (studentId && [...(purpose?.trim() ?? '')].length < LEAST_PURPOSE) throw refusalOf(of, 'purpose', { least: LEAST_PURPOSE }, 'purpose')
}
const read = (db: Db, { studentId, dormId, direction, from, to }: PassageQuery, before: string | null | undefined, size: number): Promise<Read[]> =>
  db.query<Read>(sql`select ${COLUMNS} from ${db.visible(accessEvent).rows()} e join student s on s.tenant_id = e.tenant_id and s.id = e.student_id ${PLACES}
    where e.quarantine is null and e.event_at >= ${from} and e.event_at < ${to} ${studentId ? sql`and e.student_id = ${studentId}` : empty} ${dormId ? sql`and e.dorm_id = ${dormId}` : empty}
      ${direction ? sql`and e.direction = ${direction}` : empty} ${keyset(before)}
    order by e.event_at desc, e.id desc limit ${size}`)
/** Audit entry: reader, students, span and purpose; without it nothing is returned. */
async function note(ctx: Ctx, action: 'reveal' | 'export', asked: PassageQuery, rows: readonly Read[]): Promise<void> {
  const { studentId = null, dormId = null, direction = null, from, to, purpose = null } = asked
  const id = await audit(ctx, action, accessEvent.name, studentId, { from, to, dormId, direction, reason: purpose, count: rows.length })
  await subjectsOf(
    (ctx as KernelCtx).db,
    accessEvent,
    id,
    rows.map(({ studentId }) => ({ studentId })),
  )
}
const listed = handle(passages, async (ctx, { before, size, ...asked }) => {
  check(passages, asked)
  const many = size ?? SIZE
  const items = await read(ctx.db, asked, before, many)
  await note(ctx, 'reveal', asked, items)
  return { items, next: nextOf(items, many) }
})
const exported = handle(exportPassages, async (ctx, asked) => {
  check(exportPassages, asked)
  const { db, lang, refuse } = ctx
  const rows = await read(db, asked, null, MOST_ROWS + 1)
  if (!rows.length) refuse('none')
  if (rows.length > MOST_ROWS) refuse('many', { most: MOST_ROWS })
  await note(ctx, 'export', asked, rows)
  const ways = new Map(passageWay.items.map(i => [i.key, i.value]))
  const title = (label: string, width: number) => ({ title: translate(lang, label), width })
  return sheetAnswer({
    name: translate(lang, '通行记录'),
    columns: [title('学号', 16), title('姓名', 14), title('班级', 20), title('方向', 8), title('时间', 18), title('设备', 20), title('宿舍楼', 24), title('通行方式', 12)],
    rows: [
      rows.map(r => [
        r.studentNo,
        r.name,
        r.className,
        translate(lang, DIRECTIONS[r.direction]),
        schoolTimeText(r.at),
        r.deviceName,
        r.dormName,
        translate(lang, ways.get(r.way ?? '') ?? ''),
      ]),
    ],
  })
})
const mine = handle(myPassages, async ({ db, me }, { before }) => {
  const { accessKeepDays } = await accessSettings(db)
  const lateSince = addDays(today(), -LATE_DAYS)
  const own = { items: [], next: null, lates: [], lateSince, isHoused: false, keepDays: accessKeepDays }
  if (!me.studentId) return own
  const items = await db.query<
    Omit<Read, 'studentId' | 'studentNo' | 'name' | 'className' | 'source'>
  >(sql`select e.id, e.direction, e.event_at as at, d.name as "deviceName", b.full_name as "dormName", e.way
    from access_event e join student s on s.tenant_id = e.tenant_id and s.id = e.student_id ${PLACES}
    where e.tenant_id = ${me.tenantId} and e.student_id = ${me.studentId} and e.quarantine is null ${keyset(before)} order by e.event_at desc, e.id desc limit ${SIZE}`)
  const lates = await db.query<{
    nightDate: string
    at: string
  }>(sql`select night_date::text as "nightDate", at from access_alert where tenant_id = ${me.tenantId} and student_id = ${me.studentId}
    and type = 'lateReturn' and state <> 'autoClosed' and result is distinct from 'wrong' and night_date >= ${lateSince}::date order by night_date desc`)
  const [stay] = await db.query(sql`select 1 from dorm_stay where tenant_id = ${me.tenantId} and student_id = ${me.studentId} and state = 'checkedIn' limit 1`)
  return { ...own, items, next: nextOf(items, SIZE), lates, isHoused: Boolean(stay) }
})
export default [listed, exported, mine]
