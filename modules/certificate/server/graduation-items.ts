import sql from 'sql-template-tag'
import { auditItem } from '#server/extensions/graduation-items.ts'
import { askedOf } from './valid-certs.ts'

/** 30-GR1: certificates that the major requires. */
export default auditItem({
  ...{ code: 'certificate', title: '技能证书', order: 45, need: { text: '专业必考的证书全部取得' } },
  said: names => ({ text: '还没有取得：{names}', values: { names } }),
  judge: (db, students, on) => sql`select a.student_id as id, false as pass, string_agg(a.name, '、' order by a.name) as actual
    from (${askedOf(db, students, on)}) a where a.relation = 'required' and not a.is_met group by 1`,
})
