import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { combinationOf, type KeptStrata, keptStrata, type Member, STRATA, type Stratum } from '../model/strata.ts'
import type { Survey } from './versions.ts'

const NAMES = Object.keys(STRATA) as Stratum[]
const columns = sql`d.name as college, s.grade::text as grade, s.gender_code as gender, s.level`
const joined = sql`student s left join department d on d.tenant_id = s.tenant_id and d.id = s.department_id`

/** The strata that the answers of a survey keep, by the audience at its publication (60-SV4). */
export async function strataToKeep(db: Db, { strata }: Pick<Survey, 'strata'>, people: Sql, least: number): Promise<KeptStrata> {
  if (!strata?.length) return { by: [], combinations: [] }
  const counted = await db.query<Member & { n: number }>(
    sql`select ${columns}, count(*)::int as n from ${people} p left join (${joined}) on s.tenant_id = ${db.me.tenantId} and s.id = p.student_id group by 1, 2, 3, 4`,
  )
  return keptStrata(
    NAMES.filter(name => strata.includes(name)),
    counted,
    least,
  )
}
/** The kept strata of a student; none where their combination was not in the audience, as after a change of college. */
export async function strataOf(db: Db, kept: KeptStrata | null, studentId: string | null): Promise<Record<string, string> | null> {
  if (!kept?.by.length) return null
  const [found] = await db.query<Member>(sql`select ${columns} from ${joined} where s.tenant_id = ${db.me.tenantId} and s.id = ${studentId}::uuid`)
  const member = found ?? { college: null, grade: null, gender: null, level: null }
  if (!kept.combinations.includes(combinationOf(member, kept.by))) return null
  return Object.fromEntries(kept.by.map(name => [name, member[name] ?? '—']))
}
