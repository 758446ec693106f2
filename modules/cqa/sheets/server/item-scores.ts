import sql, { type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import { studentNumbers } from '#modules/student/server/api.ts'
import { type Db, rules } from '#server/context.ts'
import { checkRow } from '#server/spreadsheets/check-row.ts'
import { importRules } from '#server/spreadsheets/rules.ts'
import { cqaScheme } from '../../schemes/model/scheme.ts'
import { cqaItemScore } from '../model/item-score.ts'

/** What is wrong with scores that are about to be written: `row`, `field`, `rule`, `values`. `rows` is a relation of whole rows of the table with their line as `_row`. */
const faultsOf = (rows: Sql): Sql[] => {
  const inScheme = sql`${rows} s join cqa_scheme m on m.tenant_id = s.tenant_id and m.id = s.scheme_id`
  const index = sql`cqa_index i on i.tenant_id = s.tenant_id and i.scheme_id = s.scheme_id and i.code = s.index_code and i.kind = 'imported'`
  return [
    sql`select s._row as row, 'schemeId' as field, 'locked' as rule, jsonb_build_object('scheme', m.name) as values from ${inScheme} where m.stage <> 'scoring'`,
    sql`select s._row as row, 'indexCode' as field, 'index' as rule, jsonb_build_object('scheme', m.name, 'code', s.index_code) as values from ${inScheme} left join ${index} where i.id is null`,
    sql`select s._row as row, 'score' as field, 'range' as rule,
        jsonb_build_object('index', i.name, 'min', trim_scale(coalesce(i.min_score, 0)), 'max', trim_scale(i.max_score), 'score', trim_scale(s.score)) as values
      from ${rows} s join ${index} where s.score not between coalesce(i.min_score, 0) and i.max_score`,
    sql`select s._row as row, 'studentId' as field, 'noSheet' as rule, jsonb_build_object('scheme', m.name) as values
      from ${inScheme} where not exists (select from cqa_sheet t where t.tenant_id = s.tenant_id and t.scheme_id = s.scheme_id and t.student_id = s.student_id)`,
  ]
}
async function mustBeOpen(db: Db, schemeId: string): Promise<void> {
  const scheme = await db.unscoped(cqaScheme).one(schemeId) // only its stage is read
  if (scheme.stage !== 'scoring') throw refusalOf(cqaItemScore, 'locked', { scheme: scheme.name })
}
export default [
  rules(cqaItemScore, {
    add: ({ db }, draft) => checkRow(db, cqaItemScore, draft, faultsOf),
    update: ({ db }, row, patch) => checkRow(db, cqaItemScore, { ...row, ...patch }, faultsOf),
    remove: ({ db }, row) => mustBeOpen(db, row.schemeId),
  }),
  importRules(cqaItemScore, { check: ({ rows }) => faultsOf(rows) }),
  ...studentNumbers(cqaItemScore),
]
