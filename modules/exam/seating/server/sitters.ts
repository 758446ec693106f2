import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { type ApplicationState, COMPLETE_STATES } from '../../entry/model/application.ts'
import { examSubject } from '../../entry/model/dictionaries.ts'
import { sittings } from '../../entry/server/api.ts'
import type { Sitter } from '../model/arrange.ts'

export interface Applicant extends Sitter {
  subjects: string[]
  isSpecial: boolean
}
interface Sitters {
  sitters: Applicant[]
  exempt: number
}
interface Registered {
  id: string
  ksh: string
  school: string | null
  subjects: string[]
  isSpecial: boolean
}
const ORDER = examSubject.items.map(i => i.key)
/** Whose registration is complete and has no number yet. */
export const sittersOf = (db: Db, batchId: string): Promise<Sitters> => sittersIn(db, batchId, ['paid'])
/** Everybody whose registration is complete, seated or not. */
export const completeOf = (db: Db, batchId: string): Promise<Sitters> => sittersIn(db, batchId, COMPLETE_STATES)
/** With the subjects they sit: those of all their plans, but what they are exempt from. */
async function sittersIn(db: Db, batchId: string, states: readonly ApplicationState[]): Promise<Sitters> {
  const rows =
    await db.query<Registered>(sql`select a.id, a.ksh, p.school, a.special is not null as "isSpecial", coalesce(array_agg(x.subject) filter (where not x.is_exempt), '{}') as subjects
    from ${sittings(db.me.tenantId, batchId)} x join exam_application a on a.tenant_id = ${db.me.tenantId} and a.id = x.id
    join exam_applicant p on p.tenant_id = a.tenant_id and p.id = a.exam_applicant_id where x.state = any(${[...states]}::text[]) group by 1, 2, 3, 4 order by a.ksh`)
  const all = rows.map(({ id, ksh, school, isSpecial, ...row }): Applicant => {
    const subjects = row.subjects.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))
    return { id, key: ksh, school: school ?? '', subjects, group: subjects.join(), isSpecial }
  })
  const sitters = all.filter(one => one.subjects.length)
  return { sitters, exempt: all.length - sitters.length }
}
