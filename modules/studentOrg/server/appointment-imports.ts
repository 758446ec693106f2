import { refusalOf } from '#model'
import { studentNumbers, studentOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, rules } from '#server/context.ts'
import { orgAppointment } from '../model/appointment.ts'
import { type AppointmentImport, appointmentImport } from '../model/appointment-import.ts'
import { type StudentOrg, studentOrg } from '../model/org.ts'
import { type OrgPost, orgPost, orgUnit } from '../model/post.ts'
import { beginPosts } from './office.ts'
import { faultsOf, freeSeat, lockForSeat, termOn } from './place.ts'

type Line = Pick<AppointmentImport, 'orgId' | 'unit' | 'post' | 'studentId' | 'from' | 'to'>
const refuse = (key: string, values: Record<string, unknown>, field?: string): never => {
  throw refusalOf(appointmentImport, key, values, field)
}
async function postOf(db: Db, org: StudentOrg, { unit, post }: Line): Promise<OrgPost> {
  const named = await db.unscoped(orgPost).all({ orgId: org.id, name: post }) // of the organisation that the line names
  const units = unit ? (await db.unscoped(orgUnit).all({ orgId: org.id, name: unit })).map(u => u.id) : [] // as above
  const [found, ...more] = unit ? named.filter(p => units.includes(p.unitId ?? '')) : named
  if (!found) return refuse('noPost', { org: org.name, post: unit ? `${unit}${post}` : post }, 'post')
  if (more.length) refuse('manyPosts', { org: org.name, post, n: more.length + 1 }, 'unit')
  return found
}
/** Posts of unions were given by the rules of their day: what OG2 asks of new ones is not asked again. */
const OF_UNIONS: readonly string[] = ['political', 'rank', 'rankUnknown', 'failed', 'failedUnknown']
/** A post that has ended is a record; one that goes on takes a seat, and its holder has to be somebody who may have it. */
async function carryOver(db: Db, line: Line): Promise<string> {
  const { orgId, studentId, from, to } = line
  if (to < from) refuse('reversed', { from, to }, 'to')
  if (from > today()) refuse('future', { from }, 'from')
  const { people, org } = await lockForSeat(db, [studentId], orgId)
  const post = await postOf(db, org, line)
  const term = await termOn(db, org, from)
  if (to > term.to) refuse('beyondTerm', { no: term.no, last: term.to, to }, 'to')
  const base = { orgId, termId: term.id, postId: post.id, studentId, from, to, basis: [], way: post.way, makerId: db.me.userId }
  if (to < today()) return (await db.insert(orgAppointment, { ...base, seatNo: 1, state: 'ended', begunOn: from })).id
  const who = people.get(studentId)
  const [fault] = who ? (await faultsOf(db, who, org, post, { from: today(), to })).filter(f => !OF_UNIONS.includes(f.key)) : []
  if (fault) refuse(fault.key, fault.values, fault.field)
  const row = await db.insert(orgAppointment, { ...base, seatNo: await freeSeat(db, post, { from, to }), state: 'approved' })
  await beginPosts(db, [row.id], from)
  return row.id
}
export default [
  ...studentNumbers(appointmentImport),
  rules(appointmentImport, {
    async add({ db }, draft) {
      Object.assign(draft, { appointmentId: await carryOver(db, draft as Line) })
    },
    async update({ db }, { orgId, post, studentId }) {
      const [org, who] = [await db.unscoped(studentOrg).one(orgId), await studentOf(db, studentId)] // of a line in scope
      refuse('imported', { name: who?.name ?? '', org: org.name, post })
    },
  }),
]
