import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import type { Db } from '#server/context.ts'
import { labourEnrolment } from '../model/enrolment.ts'
import { labourDuty } from '../model/week.ts'
import type { Project } from './sessions.ts'

export type Post = Pick<Row<typeof labourDuty>, 'place' | 'work' | 'tools'>
export const cleanPost = ({ place, work, tools }: { place: string; work: string; tools?: string | null }): Post => ({
  place: place.trim(),
  work: work.trim(),
  tools: tools?.trim() || null,
})
export function mustBeWeek({ name, kind }: Project): void {
  if (kind !== 'week') throw refusalOf(labourDuty, 'notWeek', { name }, 'projectId')
}
/** Serialises whatever gives out places of labour weeks of the school, so that two plans do not take one place. */
export const lockPlaces = (db: Db): Promise<unknown> => db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`labour places ${db.me.tenantId}`}, 0))`)
/** A place is with one group at a time, of all labour weeks; those of the project that is planned anew, or the duty that is changed, do not count. */
export async function mustHavePlaces(db: Db, sessionIds: readonly string[], places: readonly string[], but: { projectId?: string; dutyId?: string }): Promise<void> {
  const [taken] = await db.query<{
    place: string
    from: string
    to: string
    name: string
    group: number
  }>(sql`select d.place, s.starts_at as "from", s.ends_at as "to", p.name, d.group_no as "group"
    from labour_duty d join labour_session s on s.tenant_id = d.tenant_id and s.id = d.session_id join labour_project p on p.tenant_id = d.tenant_id and p.id = d.project_id
      join labour_session o on o.tenant_id = d.tenant_id and o.id = any(${[...sessionIds]}::uuid[]) and s.starts_at < o.ends_at and s.ends_at > o.starts_at
    where d.tenant_id = ${db.me.tenantId} and d.place = any(${[...places]}::text[])
      and d.project_id is distinct from ${but.projectId ?? null}::uuid and d.id is distinct from ${but.dutyId ?? null}::uuid limit 1`)
  if (taken) throw refusalOf(labourDuty, 'taken', { ...taken, from: schoolTimeText(taken.from), to: schoolTimeText(taken.to) }, 'place')
}
/** Who came after the groups of a labour week were made joins the smallest one. Called under the lock of the project. */
export async function joinGroups(db: Db, { id: projectId, kind }: Pick<Project, 'id' | 'kind'>): Promise<void> {
  if (kind !== 'week') return
  const sizes = await db.query<{ no: number; size: number }>(sql`select d.no, count(e.id)::int as size
    from (select distinct group_no as no from labour_duty where tenant_id = ${db.me.tenantId} and project_id = ${projectId}) d
    left join labour_enrolment e on e.tenant_id = ${db.me.tenantId} and e.project_id = ${projectId} and e.state = 'enrolled' and e.group_no = d.no group by 1 order by 1`)
  if (!sizes.length) return
  const late = await db.unscoped(labourEnrolment).all({ projectId, state: 'enrolled', 'groupNo.isNull': true }, { sort: ['arrival'] }) // of the project that is held
  const joined = late.map(({ id }) => {
    const smallest = sizes.reduce((a, b) => (b.size < a.size ? b : a))
    smallest.size++
    return { id, groupNo: smallest.no }
  })
  await db.updateMany(labourEnrolment, joined)
}
