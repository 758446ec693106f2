import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import type { Db } from '#server/context.ts'
import { firstPeople } from '#server/i18n/wording.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { counsellorsOf } from '../../stays/server/api.ts'
import { NIGHT_MESSAGES } from '../model/messages.ts'
import { nightLine } from '../model/night-line.ts'
import { byRisk } from '../model/risk.ts'
import { attentionOf } from './attention.ts'
import { CASES_TODO, casesLink, openCases } from './case-todos.ts'
import { namedIn, namesOf } from './people.ts'

const MOST_NAMES = 30
const LATELY = 30
interface Missing {
  id: string
  studentId: string
  classId: string | null
  departmentId: string | null
  bedId: string
  openedAt: string
  before: number
}
const missingIn = (db: Db, night: string): Promise<Missing[]> =>
  db.query<Missing>(sql`select l.id, l.student_id as "studentId", l.class_id as "classId", l.department_id as "departmentId", l.bed_id as "bedId", l.opened_at as "openedAt",
      (select count(*)::int from night_line o where o.tenant_id = l.tenant_id and o.student_id = l.student_id and o.night_date >= ${addDays(night, -LATELY)}::date and o.night_date < l.night_date
        and o.result = 'absent') as before
    from night_line l where l.tenant_id = ${db.me.tenantId} and l.night_date = ${night}::date and l.handled_state = 'open' and l.told_at is null for update of l`)
/** Classes with pending students in a building before its cut-off. */
const waitingIn = (db: Db, night: string): Promise<Array<Pick<Missing, 'classId' | 'departmentId'>>> =>
  db.query(sql`select distinct l.class_id as "classId", l.department_id as "departmentId" from dorm_night n join night_line l on l.tenant_id = n.tenant_id and l.night_date = n.night_date and l.dorm_id = n.dorm_id
    where n.tenant_id = ${db.me.tenantId} and n.night_date = ${night}::date and n.closed_at is null and l.expected = 'expected'`)
/** Counsellors who got the night's digest are not notified again; their todo's count is updated. */
const toldBefore = async (db: Db, night: string): Promise<Set<string>> =>
  new Set(
    (await db.query<{ id: string }>(sql`select distinct user_id as id from todo where tenant_id = ${db.me.tenantId} and biz_type = ${CASES_TODO} and biz_id = ${night}`)).map(
      r => r.id,
    ),
  )

/** 20-DN4: one digest per counsellor with all missing students, once the last of their students' buildings has reached its cut-off. */
export async function sendDigests(db: Db, night: string, now = Date.now()): Promise<number> {
  const missing = await missingIn(db, night)
  if (!missing.length) return 0
  const waiting = await waitingIn(db, night)
  const [people, late] = [await counsellorsOf(db, missing), await counsellorsOf(db, waiting)]
  const waits = new Set(waiting.flatMap(w => late(w)))
  const byReader = new Map<string, Missing[]>()
  for (const one of missing) for (const userId of people(one)) if (!waits.has(userId)) byReader.set(userId, [...(byReader.get(userId) ?? []), one])
  await tellReaders(db, night, byReader)
  const told = [...new Set([...byReader.values()].flat().map(m => m.id))]
  await db.updateWhere(nightLine, { id: told }, { toldAt: new Date(now).toISOString() }, { bookkeeping: true })
  return byReader.size
}
async function tellReaders(db: Db, night: string, byReader: ReadonlyMap<string, readonly Missing[]>): Promise<void> {
  const readers = [...byReader].map(([userId, those]) => ({ userId, those }))
  const named = await attentionOf(
    db,
    readers.map(({ userId, those }) => ({ userId, studentIds: those.map(m => m.studentId) })),
  )
  const names = await namesOf(db, [...new Map(readers.flatMap(r => r.those).map(m => [m.studentId, m])).values()])
  const before = await toldBefore(db, night)
  const link = casesLink(night)
  const digest = ({ userId, those }: (typeof readers)[number]) => {
    const ordered = those.map(m => ({ ...m, isNamed: named.get(userId)?.has(m.studentId) ?? false })).sort(byRisk)
    return {
      night,
      count: those.length,
      repeated: those.filter(m => m.before > 0).length,
      names: firstPeople(
        ordered.map(m => namedIn(names, m)),
        MOST_NAMES,
      ),
    }
  }
  await notifyEach(
    db,
    NIGHT_MESSAGES.nightDigest,
    readers.filter(r => !before.has(r.userId)).map(r => ({ to: [r.userId], values: digest(r), bizType: CASES_TODO, bizId: night, link, mobileLink: link })),
  )
  await openCases(
    db,
    readers.map(r => ({ userId: r.userId, night })),
  )
}
