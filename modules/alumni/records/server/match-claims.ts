import sql from 'sql-template-tag'
import { person } from '#modules/campus/model/people.ts'
import { type Db, on } from '#server/context.ts'
import { type Alumnus, alumnus } from '../model/alumnus.ts'
import { type AlumniClaim, alumniClaim } from '../model/claim.ts'
import type { TAILS } from '../model/claim-actions.ts'
import { askOffice, openAccount } from './claim-account.ts'
import { isHeld } from './own-alumnus.ts'
import { areClassmates } from './visible.ts'

const MOST = 30
export interface Candidate {
  row: Alumnus
  /** One study has the year and the major that the claim names. */
  isSameStudy: boolean
  mates: number
  /** Null where the claim gives no digits. */
  tail: keyof typeof TAILS | null
  hasAccount: boolean
}
/** 软件技术 and 软件技术专业 are one. */
const majorOf = (text: string): string => text.replace(/[\s（）()]/g, '').replace(/专业$/, '')

/** Alumni of the name, those of the year first, with what else agrees. */
export async function candidatesOf(db: Db, claim: AlumniClaim): Promise<Candidate[]> {
  const found = await db.query<{ id: string; isHeld: boolean; studies: Array<{ year: number | null; major: string | null }> }>(sql`
    select a.id, ${isHeld} as "isHeld", jsonb_build_array(jsonb_build_object('year', a.leave_year, 'major', a.major_name)) || coalesce((
        select jsonb_agg(jsonb_build_object('year', y.leave_year, 'major', y.major_name)) from alumnus_study y where y.tenant_id = a.tenant_id and y.alumnus_id = a.id), '[]') as studies
    from alumnus a where a.tenant_id = ${db.me.tenantId} and a.name = ${claim.name} order by abs(a.leave_year - ${claim.leaveYear}) nulls last, a.code limit ${MOST}`)
  const rows = new Map((await db.unscoped(alumnus).all({ id: found.map(f => f.id) })).map(row => [row.id, row])) // compared by the program; shown to the office
  const people = [...rows.values()].flatMap(row => row.personId ?? [])
  const numbers = new Map(claim.idTail ? (await db.unscoped(person).all({ id: people })).map(p => [p.id, p.idNo]) : []) // as above
  const mates = await matesOf(db, claim, [...rows.keys()])
  return found.flatMap(({ id, isHeld: hasAccount, studies }) => {
    const row = rows.get(id)
    const isSameStudy = studies.some(({ year, major }) => year === claim.leaveYear && major !== null && majorOf(major) === majorOf(claim.majorName))
    return row ? [{ row, isSameStudy, mates: mates(id), tail: tailOf(claim, numbers.get(row.personId ?? '')), hasAccount }] : []
  })
}
function tailOf({ idTail }: AlumniClaim, idNo: string | undefined): Candidate['tail'] {
  if (!idTail) return null
  if (!idNo) return 'unknown'
  return idNo.toUpperCase().endsWith(idTail) ? 'same' : 'differs'
}
/** How many of the classmates named are in the class of each of these. */
async function matesOf(db: Db, { firstMate, secondMate }: AlumniClaim, ids: readonly string[]): Promise<(id: string) => number> {
  const names = [firstMate, secondMate].filter(name => name !== null)
  const sums = names.length
    ? await db.query<{
        id: string
        n: number
      }>(sql`select o.id, count(distinct a.name)::int as n from alumnus o join alumnus a on ${areClassmates} and a.name = any(${names}::text[])
        where o.tenant_id = ${db.me.tenantId} and o.id = any(${[...ids]}::uuid[]) group by o.id`)
    : []
  const counts = new Map(sums.map(({ id, n }) => [id, n]))
  return id => counts.get(id) ?? 0
}
/** 30-AL4: name, year and major agree, and with them the digits or both classmates. Digits that differ are never outweighed. */
const isProved = ({ isSameStudy, tail, mates }: Candidate): boolean => isSameStudy && (tail === 'same' || (tail !== 'differs' && mates === 2))

/** Opens the account where exactly one record is proved and nobody has it; the office looks at everything else. */
export async function matchClaim(db: Db, claimId: string): Promise<void> {
  const claims = db.unscoped(alumniClaim) // the program's own
  if (!(await claims.find({ id: claimId }))) return
  const claim = await claims.lock(claimId)
  if (claim.state !== 'pending') return
  const [proved, ...others] = (await candidatesOf(db, claim)).filter(isProved)
  const isOpened = proved && !others.length && !proved.hasAccount && (await openAccount(db, claim, proved.row.id, { isAutomatic: true }))
  if (!isOpened) await askOffice(db, claim)
}
/** After the answer, which therefore is the same in words and in time whoever exists. */
export default on('alumni.claimed', 'alumni.match', ({ db }, { claimId }) => matchClaim(db, String(claimId)))
