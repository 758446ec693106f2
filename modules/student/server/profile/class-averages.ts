import sql from 'sql-template-tag'
import type { Row } from '#model'
import { today } from '#server/base/today.ts'
import type { Ctx, Db } from '#server/context.ts'
import type { ProfilePart } from '#server/extensions/profile-parts.ts'
import { type StudentFact, type StudentFactSource, studentFactSources } from '#server/extensions/student-facts.ts'
import { translate } from '#server/i18n/translate.ts'
import { minCell } from '#server/statistics/grouped.ts'
import { student } from '../../model/student.ts'

type Student = Row<typeof student>
/** A number known of a student, and the average of their class; without one, the class is too small to tell. */
export interface Compared {
  label: string
  value: number
  unit: string | null
  average: number | null
}
interface AveragedFacts {
  source: StudentFactSource
  facts: ReadonlyArray<readonly [name: string, fact: StudentFact]>
}
function asked(db: Db, part: ProfilePart): AveragedFacts[] {
  const names = part.facts ?? []
  return db.registered(studentFactSources).flatMap(source => {
    const facts = Object.entries(source.facts).filter(([name, f]) => names.includes(`${source.code}.${name}`) && f.type === 'number' && !f.sensitivity)
    return facts.length && db.me.permissions.has(source.permission) ? [{ source, facts }] : []
  })
}
/** The part's numbers for a student beside the average of the class: one statement for each source. A student outside the scope of the source's permission has none. */
export async function comparedWithClass(ctx: Ctx, part: ProfilePart, who: Student): Promise<Compared[]> {
  const found = await Promise.all(asked(ctx.db, part).map(one => comparedBy(ctx, one, who)))
  return found.flat()
}
async function comparedBy(ctx: Ctx, { source, facts }: AveragedFacts, who: Student): Promise<Compared[]> {
  const { db, lang } = ctx
  if (!(await db.visibleFor(student, source.permission).find({ id: who.id }))) return []
  const mates = sql`select x.id from student x where x.tenant_id = ${db.me.tenantId} and x.deleted_at is null and (x.id = ${who.id} or (x.class_id = ${who.classId} and x.is_at_school))`
  const statement = await source.values(db, mates, today())
  if (!statement) return []
  const rows = new Map((await db.query<Record<string, unknown>>(statement)).map(row => [String(row.id), row]))
  const ids = (await db.query<{ id: string }>(mates)).map(r => r.id)
  const isTold = ids.length >= (await minCell(ctx))
  return facts.map(([name, { label, unit, otherwise }]) => {
    const of = (id: string) => Number(rows.get(id)?.[name] ?? otherwise ?? 0)
    const average = Math.round((ids.reduce((sum, id) => sum + of(id), 0) / Math.max(ids.length, 1)) * 10) / 10
    return { label: translate(lang, label), value: of(who.id), unit: unit ? translate(lang, unit) : null, average: isTold ? average : null }
  })
}
