import { stuClass } from '#modules/campus/model/organisation.ts'
import { leagueBranch } from '#modules/league/model/branch.ts'
import { demoPupils } from '#modules/student/server/demo-people.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { day } from '#server/demo/days.ts'
import { orgAppointment } from '../model/appointment.ts'
import { studentOrg } from '../model/org.ts'
import { orgPost, type PostKind } from '../model/post.ts'
import { orgTerm } from '../model/term.ts'

const [BEGAN, ENDS, EMPTY_EACH] = [-90, 240, 40]
/** A running term of each organisation and holders of nearly all seats; monitors and secretaries are those that class and branch already name. */
export async function makeHolders(db: Db): Promise<void> {
  const orgs = await db.unscoped(studentOrg).all({ state: 'active' }, { sort: ['code'] }) // demo data
  const terms = orgs.map(o => ({ id: uuidv7(), orgId: o.id, no: 1, from: day(BEGAN), to: day(ENDS), state: 'running' as const }))
  await db.insertMany(orgTerm, terms, { history: false })
  const [pupils, classes] = [await demoPupils(db), await db.cached(stuClass)]
  const branches = new Map((await db.unscoped(leagueBranch).all({ level: 'branch' })).map(b => [b.id, b.secretaryId])) // as above
  const [byClass, byCollege] = [Map.groupBy(pupils, p => p.classId ?? ''), Map.groupBy(pupils, p => p.departmentId ?? '')]
  const posts = Map.groupBy(await db.unscoped(orgPost).all({}, { sort: ['orgId', 'sort', 'name'] }), p => p.orgId) // as above
  const termOf = new Map(terms.map(t => [t.orgId, t.id]))
  const taken = new Set<string>([...classes.values()].flatMap(c => c.monitorId ?? []).concat([...branches.values()].flatMap(id => id ?? [])))
  const current = new Set(pupils.map(p => p.id))
  let seats = 0
  const rows = orgs.flatMap(o => {
    const around = (o.level === 'class' ? byClass.get(o.classId ?? '') : o.departmentId ? byCollege.get(o.departmentId) : pupils) ?? []
    const free = around[Symbol.iterator]()
    const named: Partial<Record<PostKind, string | null | undefined>> = { monitor: classes.get(o.classId ?? '')?.monitorId, secretary: branches.get(o.leagueBranchId ?? '') }
    const next = (): string | undefined => {
      for (const p of free) if (!taken.has(p.id)) return p.id
    }
    return (posts.get(o.id) ?? []).flatMap(p =>
      Array.from({ length: p.seats }, (_, n) => n + 1).flatMap(seatNo => {
        seats++
        const known = named[p.kind]
        const studentId = p.kind in named ? (known && current.has(known) ? known : undefined) : seats % EMPTY_EACH ? next() : undefined
        if (!studentId) return []
        taken.add(studentId)
        return [
          {
            orgId: o.id,
            termId: termOf.get(o.id) ?? '',
            postId: p.id,
            seatNo,
            studentId,
            from: day(BEGAN),
            to: day(ENDS),
            way: p.way,
            state: 'active' as const,
            begunOn: day(BEGAN),
          },
        ]
      }),
    )
  })
  await db.insertMany(orgAppointment, rows, { history: false })
}
