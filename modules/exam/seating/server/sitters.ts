import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { CULTURE, examSubject } from '../../entry/model/dictionaries.ts'
import { examPlan } from '../../entry/model/plan.ts'
import type { Sitter } from '../model/arrange.ts'

export interface Applicant extends Sitter {
  subjects: string[]
  isSpecial: boolean
}
interface Registered {
  id: string
  ksh: string
  school: string | null
  choices: string[]
  exempt: 'none' | 'culture' | 'all'
  isGranted: boolean
  isSpecial: boolean
}
const ORDER = examSubject.items.map(i => i.key)
/** Whose registration is complete, with the subjects they sit: those of all their plans, but what they are exempt from. */
export async function sittersOf(db: Db, batchId: string): Promise<{ sitters: Applicant[]; exempt: number }> {
  const plans = new Map((await db.unscoped(examPlan).all({ batchId })).map(p => [p.id, p.subjects.flatMap(s => s ?? [])])) // published
  const rows =
    await db.query<Registered>(sql`select a.id, a.ksh, p.school, a.choices, a.exempt, a.exempt_state is not distinct from 'granted' as "isGranted", a.special is not null as "isSpecial"
    from exam_application a join exam_applicant p on p.tenant_id = a.tenant_id and p.id = a.exam_applicant_id
    where a.tenant_id = ${db.me.tenantId} and a.batch_id = ${batchId}::uuid and a.state = 'paid' order by a.ksh`)
  const all = rows.map((row): Applicant => {
    const chosen = new Set(row.choices.flatMap(id => plans.get(id) ?? []))
    const left = row.isGranted && row.exempt === 'culture' ? CULTURE : row.isGranted && row.exempt === 'all' ? ORDER : []
    const subjects = ORDER.filter(s => chosen.has(s) && !left.includes(s))
    return { id: row.id, key: row.ksh, school: row.school ?? '', subjects, group: subjects.join(), isSpecial: row.isSpecial }
  })
  const sitters = all.filter(one => one.subjects.length)
  return { sitters, exempt: all.length - sitters.length }
}
