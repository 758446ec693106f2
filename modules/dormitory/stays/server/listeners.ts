import sql from 'sql-template-tag'
import { schoolInstant } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { officersOf } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, on, onMany } from '#server/context.ts'
import { closeTodos, openObjects, openTodos } from '#server/notifications/todos.ts'
import { dormBuilding } from '../../places/model/places.ts'
import { mayLive } from '../model/rules.ts'
import { dormStay } from '../model/stay.ts'
import { bedsOf } from './beds.ts'
import { managersOf } from './managers.ts'
import { settingsOf } from './settings.ts'
import { stayTodos } from './write.ts'

const texts = (payloads: ReadonlyArray<Record<string, unknown>>, key: string): string[] => payloads.flatMap(p => (typeof p[key] === 'string' ? [p[key] as string] : []))
/** 20-DR5: a former student or one living outside still has a bed: building managers get a todo to check them out; nothing happens automatically. */
export async function askToCheckOut(db: Db, studentIds: readonly string[], why: string): Promise<void> {
  const stays = await db.unscoped(dormStay).all({ studentId: [...studentIds], isOpen: true }) // the event names the students
  if (!stays.length) return
  const days = (await settingsOf(db)).checkOutDays
  const beds = await bedsOf(
    db,
    stays.map(s => s.bedId),
  )
  const managers = await managersOf(
    db,
    stays.map(s => s.dormId ?? ''),
  )
  const dueAt = schoolInstant(addDays(today(), days), '23:59')
  const asked = stays.map(row => ({
    row,
    who: { userId: null, name: row.name ?? '—' },
    to: managers.get(row.dormId ?? '') ?? [],
    more: { why },
    dueAt,
    summary: beds.get(row.bedId)?.fullName ?? null,
  }))
  const [living, coming] = [asked.filter(a => a.row.state === 'checkedIn'), asked.filter(a => a.row.state !== 'checkedIn')]
  await stayTodos.open(db, 'checkOut', living)
  await stayTodos.open(db, 'cancel', coming)
}
async function forget(db: Db, studentIds: readonly string[]): Promise<void> {
  const stays = await db.unscoped(dormStay).all({ studentId: [...studentIds], isOpen: true }) // see above
  await stayTodos.follow(
    db,
    stays.map(s => ({ ...s, mayStay: true as const })),
  )
}
/** Withdrawing the change closes the todo. */
const statusChanged = onMany('student.statusChanged', 'dormitory.checkOutTodo', async ({ db }, payloads) => {
  const last = new Map(payloads.map(p => [p.studentId, p]))
  const ended = [...last.values()].filter(p => typeof p.to === 'string' && !mayLive(p.to))
  const back = [...last.values()].filter(p => typeof p.to === 'string' && mayLive(p.to))
  if (ended.length) await askToCheckOut(db, texts(ended, 'studentId'), '学籍变动')
  if (back.length) await forget(db, texts(back, 'studentId'))
})
const offCampus = on('offCampus.begun', 'dormitory.offCampusTodo', async ({ db }, payload) => {
  if (typeof payload.studentId === 'string' && payload.keepBed !== true) await askToCheckOut(db, [payload.studentId], '在校外住宿')
})
/** Open stays follow their students to another class; past ones keep theirs. */
const moved = onMany(['student.classChanged', 'student.numberAssigned', 'student.infoChanged'], 'dormitory.follow', async ({ db }, payloads) => {
  await db.updateWhere(
    dormStay,
    sql`s.tenant_id = t.tenant_id and s.id = t.student_id and t.is_open and t.student_id = any(${texts(payloads, 'studentId')}::uuid[])`,
    {
      studentNo: sql`s.student_no`,
      name: sql`s.name`,
      genderCode: sql`s.gender_code`,
      departmentId: sql`s.department_id`,
      grade: sql`s.grade`,
      classId: sql`s.class_id`,
    },
    { from: sql`student s`, history: false }, // recorded in the student's history
  )
})
const CLOSED = 'dormClosed'
const EVER = '9999-12-31'
const livingIn = (db: Db, dormId: string): Promise<Array<{ studentId: string }>> =>
  db.query(sql`select distinct student_id as "studentId" from dorm_stay where tenant_id = ${db.me.tenantId} and dorm_id = ${dormId} and state = 'checkedIn'`)
/** 30-BO2: a building closed while people live in it. Its nights are judged anew, and the office has to offer them other beds. */
const closed = on('campus.venueClosed', 'dormitory.buildingClosed', async ({ db }, { buildingId, from, to }) => {
  const dorm = [...(await db.cached(dormBuilding)).values()].find(d => d.buildingId === buildingId)
  if (!dorm || typeof from !== 'string') return
  const residents = await livingIn(db, dorm.id)
  if (!residents.length) return
  const until = typeof to === 'string' ? to : EVER
  await db.emitMany(
    'dormitory.presenceChanged',
    residents.map(r => ({ ...r, from, to: until })),
  )
  const title = { text: '{dorm} {from} 起停用，还住着 {count} 人，请安排调宿', values: { dorm: dorm.name, from, count: residents.length } }
  const todo = { kind: 'task' as const, title, bizType: CLOSED, bizId: dorm.id, link: '/dormitory/mass-move', dueAt: schoolInstant(from, '12:00'), priority: 'high' as const }
  await openTodos(
    db,
    (await officersOf(db)).map(userId => ({ ...todo, userId })),
  )
})
const emptied = on('dormitory.stayEnded', 'dormitory.buildingEmptied', async ({ db }) => {
  for (const id of await openObjects(db, CLOSED)) if (!(await livingIn(db, id)).length) await closeTodos(db, { bizType: CLOSED, bizId: id }, 'done', '已搬空')
})
export default [statusChanged, offCampus, moved, closed, emptied]
