import { teacher } from '#modules/campus/model/people.ts'
import { selfStudent, studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { myOrgs, orgAppointment } from '../model/appointment.ts'
import { type OrgLevel, studentOrg } from '../model/org.ts'
import { orgPost, type PostRight } from '../model/post.ts'
import { belongs } from './place.ts'

export interface HeldPost {
  appointmentId: string
  orgId: string
  postId: string
  rights: readonly PostRight[]
}
/** 60-OG7: what a student's posts allow today. It follows the dates, not the stored state: a post that ended at midnight allows nothing a second later. */
export async function postsHeld(db: Db, studentId: string, on = today()): Promise<HeldPost[]> {
  const rows = (await db.unscoped(orgAppointment).all({ studentId, state: 'active' })).filter(r => r.from <= on && r.to >= on) // the student's own
  const posts = new Map((await db.unscoped(orgPost).all({ id: rows.map(r => r.postId) })).map(p => [p.id, p])) // as above
  return rows.map(r => ({ appointmentId: r.id, orgId: r.orgId, postId: r.postId, rights: (posts.get(r.postId)?.rights ?? []).flatMap(right => right ?? []) }))
}
const NEAREST: Readonly<Record<OrgLevel, number>> = { class: 0, grade: 1, college: 2, school: 3 }
const SHOWN = ['pending', 'returned', 'approved', 'publicised', 'active', 'ended', 'removed'] as const
export default handle(myOrgs, async ctx => {
  const { db } = ctx
  const who = await selfStudent(ctx)
  const places = [{ level: 'school' as const }, { departmentId: who.departmentId, level: ['college', 'grade'] as const }, { classId: who.classId, level: 'class' as const }]
  const found = await Promise.all(places.map(p => db.unscoped(studentOrg).all({ ...p, state: 'active' }, { sort: ['code'] }))) // those that stand for the caller
  const orgs = found
    .flat()
    .filter(o => belongs(who, o))
    .toSorted((a, b) => NEAREST[a.level] - NEAREST[b.level])
  const posts = await db.unscoped(orgPost).all({ orgId: orgs.map(o => o.id) }, { sort: ['sort', 'name'] }) // as above
  const day = today()
  const rows = (await db.unscoped(orgAppointment).all({ orgId: orgs.map(o => o.id), state: 'active' })).filter(r => r.from <= day && r.to >= day) // as above
  const people = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  const guides = new Map((await db.unscoped(teacher).all({ id: orgs.flatMap(o => o.guideId ?? []) })).map(t => [t.id, t.name])) // as above
  const own = await db.unscoped(orgAppointment).all({ studentId: who.id, state: SHOWN }, { sort: ['-from'] }) // the caller's own
  const ownOrgs = new Map((await db.unscoped(studentOrg).all({ id: own.map(r => r.orgId) })).map(o => [o.id, o.name])) // as above
  const ownPosts = new Map((await db.unscoped(orgPost).all({ id: own.map(r => r.postId) })).map(p => [p.id, p.name])) // as above
  const held = new Map((await postsHeld(db, who.id)).map(h => [h.appointmentId, [...h.rights]]))
  return {
    posts: own.map(({ id, orgId, postId, from, to, state, endReason }) => ({
      ...{ id, org: ownOrgs.get(orgId) ?? '', post: ownPosts.get(postId) ?? '', from, to, state, endReason, rights: held.get(id) ?? [] },
    })),
    orgs: orgs.map(({ id, name, type, level, guideId }) => ({
      ...{ id, name, type, level, guide: guides.get(guideId ?? '') ?? null },
      posts: posts.flatMap(p => {
        if (p.orgId !== id) return []
        const on = rows.filter(r => r.postId === p.id)
        return [{ id: p.id, name: p.name, kind: p.kind, seats: p.seats, holders: on.map(r => people.get(r.studentId)?.name ?? ''), isMine: on.some(r => r.studentId === who.id) }]
      }),
    })),
  }
})
