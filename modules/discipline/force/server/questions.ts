import sql from 'sql-template-tag'
import { department } from '#modules/campus/model/organisation.ts'
import { choiceGroup, dictGroup, entityGroup, valueGroup } from '#server/statistics/groupings.ts'
import { question } from '#server/statistics/questions.ts'
import { violationCategory } from '../../cases/model/dictionaries.ts'
import { LEVELS } from '../../cases/model/levels.ts'
import { punishment } from '../../cases/model/punishment.ts'

const LIST = 'discipline:punishment:list'
export default question({
  code: 'discipline.decisions',
  order: 90,
  title: '处分和申诉情况如何？',
  definition: '本学年到当天作出的处分决定（人次），改变处分的按改变后的等级计；申诉改变指校内或省级申诉到当天已有结论、结论为撤销或变更的',
  says: '本学年 {cases} 起案件作出 {decided} 人次处分，{alteredOf} 件申诉有结论，{altered} 件改变了处分（{alteredPercent}%）。',
  listedBy: LIST,
  figures: [
    { code: 'decided', label: '处分人次', as: 'count', n: sql`count(*)` },
    { code: 'cases', label: '案件', as: 'count', n: sql`count(distinct case_id)` },
    { code: 'altered', label: '申诉后改变', as: 'share', n: sql`coalesce(sum(altered), 0)`, of: sql`coalesce(sum(concluded), 0)` },
  ],
  rows: ({ db, day, yearStart }) => sql`select p.student_id, p.case_id, p.decided_level as level, c.category, p.department_id, p.grade::text as grade, a.concluded, a.altered
    from ${db.visibleFor(punishment, LIST).rows()} p join discipline_case c on c.tenant_id = p.tenant_id and c.id = p.case_id
      cross join lateral (select count(*) as concluded, count(*) filter (where a.conclusion <> 'uphold') as altered from appeal a
        where a.tenant_id = p.tenant_id and a.punishment_id in (p.id, p.replaces_id) and a.concluded_on <= ${day}) a
    where p.decided_on between ${yearStart} and ${day} and p.decided_level <> 'none'
      and not exists (select from punishment e where e.tenant_id = p.tenant_id and e.replaces_id = p.id and e.decided_on <= ${day})`,
  by: {
    category: { label: '违纪类别', of: dictGroup(sql`category`, violationCategory, { isPersonal: true }) },
    level: { label: '处分', of: choiceGroup(sql`level`, LEVELS, { isPersonal: true }) },
    college: { label: '学院', of: entityGroup(sql`department_id`, department, { isPersonal: true }) },
    grade: { label: '年级', of: valueGroup(sql`grade`, { isPersonal: true }) },
  },
  link: '/discipline/punishments',
  every: 'month',
})
