import sql, { type Sql } from 'sql-template-tag'
import { citizenBirthDate, citizenGender, citizenIdFault, type Row, refusalOf } from '#model'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import { type Db, rules } from '#server/context.ts'
import { importRules, type RowFault, type Stage } from '#server/spreadsheets/rules.ts'
import { examCandidate } from '../model/candidate.ts'

type Candidate = Row<typeof examCandidate>
/** What an identity number says against the rest of its row; fills the date of birth. */
function settle(of: Partial<Candidate>): RowFault[] {
  const { idNo, genderCode } = of
  if (!idNo) return []
  const no = idNo.trim().toUpperCase()
  if (citizenIdFault(no)) return [{ rule: 'idNoFault', field: 'idNo' }]
  Object.assign(of, { idNo: no, birthDate: citizenBirthDate(no) })
  return genderCode && ['1', '2'].includes(genderCode) && genderCode !== citizenGender(no) ? [{ rule: 'genderDiffers', field: 'genderCode' }] : []
}
/** Whoever has registered is in the hands of the office. */
const isRegistered = async (db: Db, { batchId, ksh }: Pick<Candidate, 'batchId' | 'ksh'>): Promise<boolean> =>
  (await db.query(sql`select from exam_applicant where tenant_id = ${db.me.tenantId} and batch_id = ${batchId}::uuid and ksh = ${ksh}`)).length > 0
async function byHand(db: Db, values: Partial<Candidate>, given: Partial<Candidate>): Promise<void> {
  const whole = { ...given }
  const [fault] = settle(whole)
  if (fault) throw refusalOf(examCandidate, fault.rule as 'idNoFault', {}, fault.field)
  if (given.canton && !(await cantonsByCode(db)).has(given.canton)) throw refusalOf(examCandidate, 'cantonUnknown', { code: given.canton }, 'canton')
  Object.assign(values, { birthDate: whole.birthDate, ...(values.idNo ? { idNo: whole.idNo } : {}) })
}
function faults({ rows, tenantId }: Stage): Sql[] {
  return [
    sql`select s._row as row, 'canton'::text as field, 'cantonUnknown'::text as rule, jsonb_build_object('code', s.canton) as values from ${rows} s
      where s.canton is not null and not exists (select from canton c where c.tenant_id = ${tenantId} and c.code = s.canton)`,
    sql`select s._row as row, 'idNo'::text as field, 'idNoTwice'::text as rule, '{}'::jsonb as values from
      (select x._row, count(*) over (partition by x.batch_id, x.id_no_hash) as n, exists (select from exam_candidate c where c.tenant_id = ${tenantId} and c.batch_id = x.batch_id
        and c.id_no_hash = x.id_no_hash and c.id <> x.id and not exists (select from ${rows} y where y.id = c.id)) as "isStored" from ${rows} x) s where s.n > 1 or s."isStored"`,
    sql`select s._row as row, 'idNo'::text as field, 'registered'::text as rule, jsonb_build_object('name', s.name) as values from ${rows} s
      join exam_applicant a on a.tenant_id = ${tenantId} and a.batch_id = s.batch_id and a.ksh = s.ksh where s._changed and a.id_no_hash <> s.id_no_hash`,
  ]
}
/** 30-EA1: the list of the province, all rows or none. */
export default [
  importRules(examCandidate, { fills: ['birthDate'], row: settle, check: faults }),
  rules(examCandidate, {
    add: ({ db }, draft) => byHand(db, draft, draft),
    async update({ db }, row, patch) {
      await byHand(db, patch, { ...row, ...patch })
      const isOther = (patch.ksh ?? row.ksh) !== row.ksh || (patch.idNo ?? row.idNo) !== row.idNo
      if (isOther && (await isRegistered(db, row))) throw refusalOf(examCandidate, 'registered', { name: row.name })
    },
    async remove({ db }, row) {
      if (await isRegistered(db, row)) throw refusalOf(examCandidate, 'registered', { name: row.name })
    },
    async taken() {
      throw refusalOf(examCandidate, 'idNoTwice', {}, 'idNo')
    },
  }),
]
