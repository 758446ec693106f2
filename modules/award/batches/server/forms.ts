import sql from 'sql-template-tag'
import { handle } from '#server/context.ts'
import { awardForms } from '../model/actions.ts'
import { awardApplication, SEATED } from '../model/application-row.ts'

interface Forms {
  itemId: string
  item: string
  ids: string[]
}
export default handle(awardForms, async ({ db }, { id }) =>
  db.query<Forms>(sql`select i.id as "itemId", i.name as item, array_agg(a.id::text order by d.code, c.name, s.student_no, a.id) as ids
    from ${db.visible(awardApplication).rows()} a join award_item i on i.tenant_id = a.tenant_id and i.id = a.item_id join student s on s.tenant_id = a.tenant_id and s.id = a.student_id
      left join department d on d.tenant_id = a.tenant_id and d.id = a.department_id left join stu_class c on c.tenant_id = a.tenant_id and c.id = a.class_id
    where a.batch_id = ${id} and a.state = any(${[...SEATED]}::text[]) group by i.id, i.name, i.code order by i.code`),
)
