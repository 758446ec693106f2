import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import type { RELATIONS } from '../model/major-cert.ts'

/** Position of a level among those of its entry, from the lowest; 0 where there are none. */
const rankOf = (level: Sql, entry: Sql): Sql =>
  sql`coalesce((select o.n from jsonb_array_elements(coalesce(${entry}.levels, '[]')) with ordinality o(l, n) where o.l ->> 'name' = ${level}), 0)`
/** 50-SK3: of each student and entry the highest verified certificate, of those that `also` holds: `student_id`, `catalog_id`, `id`, `level`, `rank`, `issued_on`. */
export const highestOf = (db: Db, students: Sql, also: Sql = sql`true`): Sql => sql`select distinct on (t.student_id, t.catalog_id)
    t.student_id, t.catalog_id, t.id, t.level, ${rankOf(sql`t.level`, sql`c`)} as rank, t.issued_on
  from student_cert t join cert_catalog c on c.tenant_id = t.tenant_id and c.id = t.catalog_id
  where t.tenant_id = ${db.me.tenantId} and t.state = 'approved' and t.verify_state = 'verified' and ${also} and t.student_id in (${students})
  order by t.student_id, t.catalog_id, rank desc, t.issued_on desc, t.id`
/** The same of those that are valid on a day. */
export const validCerts = (db: Db, students: Sql, on: string): Sql =>
  highestOf(db, students, sql`t.issued_on <= ${on}::date and (t.expires_on is null or t.expires_on >= ${on}::date)`)
/** What the majors of students ask of their grades, and whether they have it on a day: `student_id`, `catalog_id`, `name`, `relation`, `min_level`, `held`, `is_met`. */
export const askedOf = (db: Db, students: Sql, on: string): Sql => sql`select m.student_id, m.catalog_id, m.name, m.relation, m.min_level, h.level as held,
    h.id is not null and h.rank >= ${rankOf(sql`m.min_level`, sql`m`)} as is_met
  from (select distinct on (s.id, a.catalog_id) s.id as student_id, a.catalog_id, a.relation, a.min_level, c.name, c.levels
      from student s join major_cert a on a.tenant_id = s.tenant_id and a.major_id = s.major_id and coalesce(a.grade, s.grade) is not distinct from s.grade
        join cert_catalog c on c.tenant_id = a.tenant_id and c.id = a.catalog_id
      where s.tenant_id = ${db.me.tenantId} and s.id in (${students}) order by s.id, a.catalog_id, a.grade nulls last) m
    left join (${validCerts(db, students, on)}) h on h.student_id = m.student_id and h.catalog_id = m.catalog_id`
export interface RequiredCertificate {
  catalogId: string
  name: string
  relation: keyof typeof RELATIONS
  minLevel: string | null
  held: string | null
  isMet: boolean
}
/** The same for one student, the required ones first. */
export const askedOfStudent = (db: Db, studentId: string, on: string): Promise<RequiredCertificate[]> =>
  db.query<RequiredCertificate>(sql`select a.catalog_id as "catalogId", a.name, a.relation, a.min_level as "minLevel", a.held, a.is_met as "isMet"
    from (${askedOf(db, sql`select ${studentId}::uuid`, on)}) a order by a.relation desc, a.name`)
