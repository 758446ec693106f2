import sql from 'sql-template-tag'
import { isAtSchool } from '#modules/student/model/status.ts'
import { studentsOf, withStudents } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { type Appointment, orgAppointment } from '../model/appointment.ts'
import { ORG_MESSAGES } from '../model/messages.ts'
import { type StudentOrg, studentOrg } from '../model/org.ts'
import { type OrgPost, orgPost } from '../model/post.ts'
import { barredAmong } from './place.ts'

const aboutAppointment: MessageAbout<Appointment & { org: string; post: string }> = {
  bizType: orgAppointment.name,
  link: () => '/studentOrg/mine',
  values: ({ org, post }) => ({ org, post }),
}
interface Named {
  orgs: ReadonlyMap<string, StudentOrg>
  posts: ReadonlyMap<string, OrgPost>
}
async function namesOf(db: Db, rows: readonly Appointment[]): Promise<Named> {
  return {
    orgs: new Map((await db.unscoped(studentOrg).all({ id: [...new Set(rows.map(r => r.orgId))] })).map(o => [o.id, o])), // of these rows
    posts: new Map((await db.unscoped(orgPost).all({ id: [...new Set(rows.map(r => r.postId))] })).map(p => [p.id, p])), // as above
  }
}
type Event = keyof typeof ORG_MESSAGES
interface Telling {
  /** Others than the holder. */
  to?: (row: Appointment) => readonly string[]
  link?: (row: Appointment) => string
  more?: (row: Appointment) => Record<string, unknown>
}
/** Tells holders, or who is named in `to`, about their posts. */
export async function tellHolders(db: Db, event: Event, rows: readonly Appointment[], { to, link, more }: Telling = {}): Promise<void> {
  if (!rows.length) return
  const { orgs, posts } = await namesOf(db, rows)
  const people = await withStudents(db, rows)
  await notifyAbout(
    db,
    ORG_MESSAGES[event],
    aboutAppointment,
    people.map(({ row, who }) => ({
      row: { ...row, org: orgs.get(row.orgId)?.name ?? '', post: posts.get(row.postId)?.name ?? '' },
      who,
      more: { from: row.from, to: row.to, why: row.endReason ?? '', ...(more?.(row) as object | undefined) },
      ...(to ? { to: to(row), link: link?.(row) ?? `/studentOrg/appointments?orgId=${row.orgId}` } : {}),
    })),
  )
}
/** Says to other modules who holds which post, or no longer does. */
async function say(db: Db, event: 'studentOrg.postBegun' | 'studentOrg.postEnded', rows: readonly Appointment[]): Promise<void> {
  if (!rows.length) return
  const { orgs, posts } = await namesOf(db, rows)
  await db.emitMany(
    event,
    rows.map(({ id, orgId, postId, studentId }) => {
      const org = orgs.get(orgId)
      return {
        appointmentId: id,
        studentId,
        postKind: posts.get(postId)?.kind ?? '',
        orgType: org?.type ?? '',
        classId: org?.classId ?? null,
        branchId: org?.leagueBranchId ?? null,
      }
    }),
  )
}
/** Ends posts that are held, of any number in one statement; others hear of it. */
export async function endPosts(db: Db, ids: readonly string[], state: 'ended' | 'removed', endReason: string, on = today()): Promise<number> {
  if (!ids.length) return 0
  const gone = await db.updateWhere(orgAppointment, sql`t.id = any(${[...ids]}::uuid[]) and t.state = 'active'`, {
    state,
    endReason,
    postDoubt: null,
    to: sql`greatest(t."from", least(t."to", ${on}::date))`,
  })
  const rows = await db.unscoped(orgAppointment).all({ id: gone.map(g => g.id) }) // just ended
  await say(db, 'studentOrg.postEnded', rows)
  await tellHolders(db, 'ended', rows)
  return rows.length
}
/** What was to come and never will: it is no post that was held. */
export async function lapsePosts(db: Db, ids: readonly string[], endReason: string): Promise<number> {
  if (!ids.length) return 0
  const gone = await db.updateWhere(orgAppointment, sql`t.id = any(${[...ids]}::uuid[]) and t.state in ('approved', 'publicised')`, { state: 'lapsed', endReason })
  await tellHolders(db, 'lapsed', await db.unscoped(orgAppointment).all({ id: gone.map(g => g.id) })) // just lapsed
  return gone.length
}
/**
 * Posts whose day has come begin, of any number in a handful of statements. Students and organisations are looked at again: between approval and this day somebody may have left or
 * been punished, or the organisation may have ended.
 */
export async function beginPosts(db: Db, ids: readonly string[], on = today()): Promise<number> {
  const due = (await db.unscoped(orgAppointment).all({ id: ids, state: 'approved' })).filter(r => r.from <= on && r.to >= on) // their day has come
  if (!due.length) return 0
  const studentIds = due.map(r => r.studentId)
  const [people, barred, { orgs }] = [await studentsOf(db, studentIds), await barredAmong(db, studentIds), await namesOf(db, due)]
  const why = (r: Appointment): string | null => {
    const { status = null } = people.get(r.studentId) ?? {}
    if (!status || !isAtSchool(status)) return '不在校'
    if (barred.has(r.studentId)) return '在处分期内'
    return orgs.get(r.orgId)?.state === 'active' ? null : '组织已撤销'
  }
  const bad = Map.groupBy(
    due.filter(r => why(r)),
    why,
  )
  for (const [reason, rows] of bad)
    await lapsePosts(
      db,
      rows.map(r => r.id),
      reason ?? '',
    )
  const begun = await db.updateWhere(orgAppointment, { id: due.filter(r => !why(r)).map(r => r.id), state: 'approved' }, { state: 'active', begunOn: on })
  const rows = await db.unscoped(orgAppointment).all({ id: begun.map(b => b.id) }) // just begun
  await say(db, 'studentOrg.postBegun', rows)
  await tellHolders(db, 'begun', rows)
  return rows.length
}
