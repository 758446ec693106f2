import sql, { raw, type Sql } from 'sql-template-tag'
import { percentOf } from '#model/percent.ts'
import { department } from '#modules/campus/model/organisation.ts'
import { student } from '#modules/student/model/student.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { dictGroup, entityGroup, periodGroup, valueGroup } from '#server/statistics/groupings.ts'
import { violationCategory } from '../../cases/model/dictionaries.ts'
import { DECIDED, punishment } from '../../cases/model/punishment.ts'
import { punishmentStatistics } from '../model/statistics.ts'

const isDecided = (p: 'p' | 'e') => sql`${raw(p)}.state = any(${[...DECIDED]}::text[])`
const perThousand = (part: number, whole: number): number | null => (whole ? Math.round((part * 100_000) / whole) / 100 : null)
const mean = (days: Sql): Sql => sql`round(avg(${days}), 1)::float8`
const occurred = sql`(c.occurred_at at time zone 'Asia/Shanghai')::date`
/** A defence that was not made was over on its last day. */
const heard = sql`coalesce(p.defended_on, p.defence_due_on)`
interface Pupils {
  college: string | null
  grade: string | null
  pupils: number
}
const countOf = (of: readonly Pupils[]): number => of.reduce((sum, { pupils }) => sum + pupils, 0)
interface Appeals {
  appeals: number
  concluded: number
  altered: number
}
/** Decisions of the span that stand, by the college and grade of the day; whoever had one before counts as repeated. The stages of a changed decision are those of its first
 *  version, which is not counted. */
export default answerStatistics(punishmentStatistics, {
  rows: ({ db }, { from, to }) => sql`(select p.*, c.category, p.decided_on - ${occurred} as took,
      case when p.replaces_id is null then p.notice_served_on - ${occurred} end as to_notice, ${heard} - p.notice_served_on as to_heard, p.decided_on - ${heard} as to_decision,
      p.served_on - p.decided_on as to_service,
      exists (select from punishment e where e.tenant_id = p.tenant_id and e.student_id = p.student_id and e.id <> p.id and e.decided_on < p.decided_on and ${isDecided('e')}) as again
    from ${db.visible(punishment).rows()} p join discipline_case c on c.tenant_id = p.tenant_id and c.id = p.case_id
    where p.decided_on between ${from}::date and ${to}::date and ${isDecided('p')})`,
  sums: {
    punishments: sql`count(*)::int`,
    students: sql`count(distinct student_id)::int`,
    repeated: sql`count(*) filter (where again)::int`,
    days: mean(sql`took`),
    toNotice: mean(sql`to_notice`),
    toHeard: mean(sql`to_heard`),
    toDecision: mean(sql`to_decision`),
    toService: mean(sql`to_service`),
  },
  people: { count: sql`count(distinct student_id)::int`, listedBy: 'discipline:punishment:list' },
  by: {
    byCollege: entityGroup(sql`department_id`, department),
    byGrade: valueGroup(sql`grade::text`),
    byCategory: dictGroup(sql`category`, violationCategory),
    byYear: periodGroup(sql`decided_on`, 'year'),
  },
  each: sums => ({ ...sums, repeatShare: percentOf(sums.repeated, sums.punishments) }),
  async more({ db }, { from, to }, { sums, groups }) {
    const enrolled = await db.query<Pupils>(sql`select s.department_id as college, s.grade::text as grade, count(*)::int as pupils
      from ${db.visibleFor(student, punishmentStatistics.permission).rows()} s where s.status = 'active' group by 1, 2`)
    const [found] = await db.query<Appeals>(sql`select count(*)::int as appeals, count(a.conclusion)::int as concluded, count(a.carried_out_on)::int as altered
      from ${db.visible(punishment).rows()} p join appeal a on a.tenant_id = p.tenant_id and a.punishment_id = p.id
      where a.state <> 'withdrawn' and (a.submitted_at at time zone 'Asia/Shanghai')::date between ${from}::date and ${to}::date`)
    const { appeals = 0, concluded = 0, altered = 0 } = found ?? {}
    /** Decisions per thousand of those enrolled whom a group is about. */
    const rated = <G extends { key: string; punishments: number }>(of: readonly G[], isIn: (pupils: Pupils, key: string) => boolean) =>
      of.map(g => ({ ...g, perThousand: perThousand(g.punishments, countOf(enrolled.filter(pupils => isIn(pupils, g.key)))) }))
    const pupils = countOf(enrolled)
    return {
      ...{ pupils, appeals, concluded, altered, perThousand: perThousand(sums.punishments, pupils), alteredShare: percentOf(altered, concluded) },
      byCollege: rated(groups.byCollege, (of, college) => of.college === college),
      byGrade: rated(groups.byGrade, (of, grade) => of.grade === grade),
      byCategory: rated(groups.byCategory, () => true),
    }
  },
})
