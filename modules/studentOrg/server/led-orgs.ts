import sql from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import type { Ctx } from '#server/context.ts'
import { type StudentOrg, studentOrg } from '../model/org.ts'
import type { PostKind } from '../model/post.ts'

const LEADING: readonly PostKind[] = ['chair', 'viceChair', 'unitHead', 'secretary', 'monitor']
/** Published organisations that the caller leads by a post held today, or guides. */
export async function ledOrgs({ db, me }: Pick<Ctx, 'db' | 'me'>): Promise<StudentOrg[]> {
  const day = today()
  const found = await db.query<{ id: string }>(sql`select o.id from student_org o where o.tenant_id = ${db.me.tenantId} and o.state = 'active' and (
      o.guide_id = ${me.teacherId}::uuid or o.other_guide_ids ? ${me.teacherId ?? ''}
      or exists (select from org_appointment a join org_post p on p.tenant_id = a.tenant_id and p.id = a.post_id where a.tenant_id = o.tenant_id and a.org_id = o.id
        and a.student_id = ${me.studentId}::uuid and a.state = 'active' and ${day}::date between a."from" and a."to" and p.kind = any(${[...LEADING]}::text[])))`)
  return db.unscoped(studentOrg).all({ id: found.map(f => f.id) }, { sort: ['code'] }) // the caller's own
}
