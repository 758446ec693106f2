import sql from 'sql-template-tag'
import type { Row } from '#model'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { student } from '#modules/student/model/student.ts'
import { bedOfStudents, type StudentOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Ctx, Db } from '#server/context.ts'
import { tsItem, tsRecorder } from '../model/item.ts'
import { byStaff, type Recording } from '../model/record-actions.ts'
import { tsScheme } from '../model/scheme.ts'
import type { Item } from './post-points.ts'

type Appointment = Row<typeof tsRecorder>
type Asking = Pick<Ctx, 'db' | 'me'>
/** What the caller may record, for whom: staff every item for the students of their scope, recorders what they were appointed to (50-TS7). */
export interface Rights {
  items: readonly Item[]
  classes: Array<{ id: string; name: string }>
  /** Of these students, those the item may be recorded for. */
  among(itemId: string, students: readonly StudentOf[]): Promise<ReadonlySet<string>>
}
/** Items of schemes in use that recorders write. */
async function openItems(db: Db): Promise<Item[]> {
  const schemes = await db.cached(tsScheme)
  return [...(await db.cached(tsItem)).values()].filter(i => i.isEnabled && schemes.get(i.schemeId)?.state === 'active').sort((a, b) => a.code.localeCompare(b.code))
}
const namesOf = (rows: ReadonlyArray<{ id: string; name: string }>) => rows.map(({ id, name }) => ({ id, name }))

export const rightsOf = (ctx: Asking, by: Recording): Promise<Rights> => (by.record.permission === byStaff.record.permission ? staffRights(ctx) : recorderRights(ctx))

async function staffRights({ db }: Asking): Promise<Rights> {
  const permission = byStaff.record.permission
  const seen = db.visibleFor(student, permission)
  const classes = await db.query<{ id: string; name: string }>(sql`select c.id, c.name from stu_class c
    where c.tenant_id = ${db.me.tenantId} and c.state = 'active' and exists (select from ${seen.rows()} s where s.class_id = c.id) order by c.name limit ${MOST}`)
  return {
    items: await openItems(db),
    classes,
    among: async (_itemId, students) => new Set((await seen.all({ id: students.map(s => s.id) })).map(s => s.id)),
  }
}
const MOST = 1000
async function recorderRights({ db, me }: Asking): Promise<Rights> {
  const day = today()
  const appointments = (await db.unscoped(tsRecorder).all({ userId: me.userId })).filter(a => a.from <= day && day <= a.to) // one's own
  const named = new Set(appointments.flatMap(a => a.itemIds))
  const classIds = [...new Set(appointments.flatMap(a => a.classIds ?? []))].filter(id => id !== null)
  const classes = classIds.length ? await db.unscoped(stuClass).all({ id: classIds }, { sort: ['name'] }) : [] // those one was appointed to
  return {
    items: (await openItems(db)).filter(i => named.has(i.id)),
    classes: namesOf(classes),
    async among(itemId, students) {
      const own = appointments.filter(a => a.itemIds.includes(itemId))
      const buildings = own.some(a => a.buildingIds?.length) ? await buildingsOf(db, students) : new Map<string, string>()
      const isOwn = (a: Appointment, { id, classId }: StudentOf): boolean =>
        Boolean((classId && a.classIds?.includes(classId)) || (buildings.has(id) && a.buildingIds?.includes(buildings.get(id) ?? '')))
      return new Set(students.filter(s => own.some(a => isOwn(a, s))).map(s => s.id))
    },
  }
}
/** The buildings students live in. */
async function buildingsOf(db: Db, students: readonly StudentOf[]): Promise<Map<string, string>> {
  const beds = await bedOfStudents(
    db,
    students.map(s => s.id),
  )
  const rooms = await db.query<{
    id: string
    buildingId: string
  }>(sql`select r.id, b.building_id as "buildingId" from dorm_room r join dorm_building b on b.tenant_id = r.tenant_id and b.id = r.dorm_id
    where r.tenant_id = ${db.me.tenantId} and r.id = any(${[...beds.values()].map(b => b.roomId)}::uuid[])`)
  const buildingOf = new Map(rooms.map(r => [r.id, r.buildingId]))
  return new Map([...beds].flatMap(([id, { roomId }]) => (buildingOf.has(roomId) ? [[id, buildingOf.get(roomId) as string] as const] : [])))
}
