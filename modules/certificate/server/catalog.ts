import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { today } from '#server/base/today.ts'
import { compute, type Db, rules } from '#server/context.ts'
import { importRules } from '#server/spreadsheets/rules.ts'
import { type CertCatalog, certCatalog, levelNames } from '../model/cert-catalog.ts'
import { majorCert } from '../model/major-cert.ts'
import { studentCert } from '../model/student-cert.ts'
import { validCerts } from './valid-certs.ts'

type Draft = Partial<CertCatalog>
function mustDiffer(levels: readonly string[]): void {
  const twice = levels.find((l, n) => levels.indexOf(l) < n)
  if (twice) throw refusalOf(certCatalog, 'levelTwice', { level: twice }, 'levels')
}
/** Levels that certificates have stay in the catalogue. */
async function mustKeepLevels(db: Db, { id }: CertCatalog, levels: readonly string[]): Promise<void> {
  const used = await db.query<{ level: string | null; count: number }>(
    sql`select level, count(*)::int as count from student_cert where tenant_id = ${db.me.tenantId} and catalog_id = ${id} group by 1 order by 1`,
  )
  for (const { level, count } of used) {
    if (level === null && levels.length) throw refusalOf(certCatalog, 'levelsNeeded', { count }, 'levels')
    if (level !== null && !levels.includes(level)) throw refusalOf(certCatalog, 'levelUsed', { level, count }, 'levels')
  }
}
const entries = rules(certCatalog, {
  add: async (_ctx, draft: Draft) => mustDiffer(levelNames({ levels: draft.levels ?? [] })),
  async update({ db }, row, patch: Draft) {
    if (!('levels' in patch)) return
    const levels = levelNames({ levels: patch.levels ?? [] })
    mustDiffer(levels)
    await mustKeepLevels(db, row, levels)
  },
  async remove({ db }, { id, name }) {
    const count = await db.unscoped(studentCert).count({ catalogId: id }) // of anybody
    if (count) throw refusalOf(certCatalog, 'used', { name, count })
    const asked = await db.unscoped(majorCert).count({ catalogId: id }) // of any major
    if (asked) throw refusalOf(certCatalog, 'asked', { name, count: asked })
  },
})
/** People who hold a valid one. */
const holders = compute(certCatalog, ['holderCount'], async ({ db }, rows) => {
  const all = sql`select student_id from student_cert where tenant_id = ${db.me.tenantId} and catalog_id = any(${rows.map(r => r.id)}::uuid[])`
  const found = await db.query<{ id: string; count: number }>(sql`select h.catalog_id as id, count(*)::int as count from (${validCerts(db, all, today())}) h group by 1`)
  const of = new Map(found.map(f => [f.id, f.count]))
  for (const row of rows) row.holderCount = of.get(row.id) ?? 0
})
async function mustHaveLevel(db: Db, { catalogId, minLevel }: Partial<Row<typeof majorCert>>): Promise<void> {
  const entry = (await db.cached(certCatalog)).get(catalogId ?? '')
  if (!minLevel || !entry || levelNames(entry).includes(minLevel)) return
  throw refusalOf(majorCert, 'level', { name: entry.name, level: minLevel, levels: levelNames(entry).join('、') || '—' }, 'minLevel')
}
const demands = [
  rules(majorCert, {
    add: ({ db }, draft) => mustHaveLevel(db, draft),
    update: ({ db }, row, patch) => mustHaveLevel(db, { ...row, ...patch }),
  }),
  importRules(majorCert, {
    check: ({ rows, tenantId }) => [
      sql`select s._row as row, 'minLevel' as field, 'level' as rule,
          jsonb_build_object('name', c.name, 'level', s.min_level, 'levels', coalesce((select string_agg(l ->> 'name', '、') from jsonb_array_elements(coalesce(c.levels, '[]')) l), '—')) as values
        from ${rows} s join cert_catalog c on c.tenant_id = ${tenantId} and c.id = s.catalog_id
        where s.min_level is not null and not exists (select from jsonb_array_elements(coalesce(c.levels, '[]')) l where l ->> 'name' = s.min_level)`,
    ],
  }),
]
export default [entries, holders, ...demands]
