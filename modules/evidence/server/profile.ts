import sql from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import { profilePart } from '#server/extensions/profile-parts.ts'
import { itemsOf } from '#server/params/dictionaries.ts'
import { evidenceKind } from '../model/evidence.ts'
import { evidenceOf } from './api.ts'

const MOST = 6
/** How much of each kind there is of the student. */
export default profilePart({
  code: 'evidence.evidence',
  label: '学生成长',
  order: 16,
  permission: 'evidence:evidence:list',
  list: studentId => `/evidence/entries?studentId=${studentId}`,
  async lines({ db }, studentId) {
    const kinds = await itemsOf(db, evidenceKind.code)
    const rows = await db.query<{ kind: string; n: number }>(
      sql`select e.kind, count(*)::int as n from (${evidenceOf(db, sql`select ${studentId}::uuid`, '1900-01-01', today())}) e group by 1 order by 2 desc limit ${MOST}`,
    )
    return rows.map(({ kind, n }) => ({ label: kinds.get(kind)?.dictionaryValue ?? kind, value: { text: '{n} 条', values: { n } } }))
  },
})
