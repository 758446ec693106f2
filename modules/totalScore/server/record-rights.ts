import sql from 'sql-template-tag'
import type { Row } from '#model'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { student } from '#modules/student/model/student.ts'
import { bedOfStudents, type StudentOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Ctx, Db } from '#server/context.ts'
import { tsItem, tsRecorder } from '../model/item.ts'
import { byStaff } from '../model/record-actions.ts'
import { tsScheme } from '../model/scheme.ts'
import type { Item } from './post-points.ts'

const MOST = 1000
type Appointment = Row<typeof tsRecorder>
export type Asking = Pick<Ctx, 'db' | 'me'>
interface Named {
  id: string
  name: string
}
/** What the caller may record, for whom (50-TS7). */
export interface Rights {
  items: readonly Item[]
  classes(): Promise<Named[]>
  /** Of these students, those the item may be recorded for; without one, any item. */
  among(students: readonly StudentOf[], itemId?: string): Promise<ReadonlySet<string>>
}
/** Items of schemes in use. */
export async function openItems(db: Db, source: Item['source']): Promise<Item[]> {
  const schemes = await db.cached(tsScheme)
  return [...(await db.cached(tsItem)).values()]
    .filter(i => i.isEnabled && i.source === source && schemes.get(i.schemeId)?.state === 'active')
    .sort((a, b) => a.code.localeCompare(b.code))
}
/** Staff record every item for the students of their scope. */
export async function staffRights({ db }: Asking): Promise<Rights> {
  const seen = db.visibleFor(student, byStaff.record.permission)
  return {
    items: await openItems(db, 'recorder'),
    classes: () =>
      db.query<Named>(sql`select c.id, c.name from stu_class c
        where c.tenant_id = ${db.me.tenantId} and c.state = 'active' and exists (select from ${seen.rows()} s where s.class_id = c.id) order by c.name limit ${MOST}`),
    among: async students => new Set((await seen.all({ id: students.map(s => s.id) })).map(s => s.id)),
  }
}
/** Recorders record what they were appointed to, in their days. */
export async function recorderRights({ db, me }: Asking): Promise<Rights> {
  const day = today()
  const appointments = (await db.unscoped(tsRecorder).all({ userId: me.userId })).filter(a => a.from <= day && day <= a.to) // one's own
  const named = new Set(appointments.flatMap(a => a.itemIds))
  const idsIn = (of: 'classIds' | 'buildingIds'): string[] => [...new Set(appointments.flatMap(a => a[of]?.flatMap(id => id ?? []) ?? []))]
  return {
    items: (await openItems(db, 'recorder')).filter(i => named.has(i.id)),
    async classes() {
      const rows = await db.unscoped(stuClass).all({ id: idsIn('classIds') }, { sort: ['name'] }) // those one was appointed to
      return rows.map(({ id, name }) => ({ id, name }))
    },
    async among(students, itemId) {
      const own = appointments.filter(a => itemId === undefined || a.itemIds.includes(itemId))
      const ids = students.map(s => s.id)
      const beds = idsIn('buildingIds').length ? await bedOfStudents(db, ids) : new Map<string, never>()
      const isOf = (a: Appointment, { id, classId }: StudentOf): boolean =>
        Boolean((classId && a.classIds?.includes(classId)) || a.buildingIds?.some(buildingId => buildingId === beds.get(id)?.buildingId))
      return new Set(students.filter(s => own.some(a => isOf(a, s))).map(s => s.id))
    },
  }
}
