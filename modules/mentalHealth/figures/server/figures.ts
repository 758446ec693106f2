import sql from 'sql-template-tag'
import { smallGroups } from '#model/small-groups.ts'
import { type Db, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { settingsReader } from '#server/params/settings.ts'
import { LEVELS, type Level } from '../../attention/model/attention-case.ts'
import { isPsychologist, psychologists } from '../../attention/server/api.ts'
import { centreFigures, FIGURES_PARAMETERS, LEAST_STAFF, STUDENTS_EACH } from '../model/figures.ts'

const settingsOf = settingsReader('mentalHealth', FIGURES_PARAMETERS)
const ROUNDS = 8
const DAYS = 180
const MERGED = '其他（人数较少）' // translated where it is answered
/** People of a group, and what was found of them. */
interface Counted {
  people: number
  positive: number
  contacted: number
  days: number
}
interface Of extends Counted {
  roundId: string
  name: string
  asked: number | null
  college: string | null
}
/** Of each screening, by college: who has responded, whom a cut-off has found, whom somebody has talked to, and after how many days. People, not results. */
const counted = (db: Db): Promise<Of[]> =>
  db.query<Of>(sql`with round as (select id, name, audience_count, begin_time from mh_screening where tenant_id = ${db.me.tenantId} and (published_at is not null or is_outside) order by begin_time desc limit ${ROUNDS}),
      talked as (select result_id, min(at) as at from mh_interview where tenant_id = ${db.me.tenantId} group by 1),
      person as (select u.screening_id, u.student_id, s.department_id, bool_or(r.state in ('toInterview', 'confirmed', 'dismissed')) as positive, min(i.at) as contacted_at, min(r.consent_at) as answered_at
        from mh_turnout u join round p on p.id = u.screening_id join student s on s.tenant_id = u.tenant_id and s.id = u.student_id
          left join mh_result r on r.tenant_id = u.tenant_id and r.screening_id = u.screening_id and r.student_id = u.student_id left join talked i on i.result_id = r.id
        where u.tenant_id = ${db.me.tenantId} and u.said is not null group by 1, 2, 3)
    select p.id as "roundId", p.name, p.audience_count as asked, d.name as college, count(n.student_id)::int as people, count(*) filter (where n.positive)::int as positive,
      count(*) filter (where n.positive and n.contacted_at is not null)::int as contacted,
      coalesce(sum(extract(epoch from n.contacted_at - n.answered_at) / 86400) filter (where n.positive and n.contacted_at is not null), 0)::float8 as days
    from round p left join person n on n.screening_id = p.id left join department d on d.tenant_id = ${db.me.tenantId} and d.id = n.department_id
    group by p.id, p.name, p.audience_count, p.begin_time, d.name order by p.begin_time desc, d.name`)
const percent = (of: number, all: number): number | null => (all ? Math.round((of * 1000) / all) / 10 : null)
const sum = (rows: readonly Counted[]): Counted =>
  rows.reduce((a, b) => ({ people: a.people + b.people, positive: a.positive + b.positive, contacted: a.contacted + b.contacted, days: a.days + b.days }), {
    ...{ people: 0, positive: 0, contacted: 0, days: 0 },
  })
/** Shares of people, none of fewer than `least`. */
const shares = ({ people, positive, contacted, days }: Counted, least: number) => ({
  answered: people,
  positiveShare: people >= least ? percent(positive, people) : null,
  contactedShare: positive >= least ? percent(contacted, positive) : null,
  contactDays: contacted >= least ? Math.round((days / contacted) * 10) / 10 : null,
})
/** Colleges, the small ones as one without a name; none where even that one would be too small. */
function byCollege(rows: readonly Of[], least: number): Array<[string | null, Counted]> {
  const some = rows.filter(r => r.people > 0)
  const small = smallGroups(new Map(some.map(r => [r.college ?? '', r.people])), least)
  const rest = sum(some.filter(r => small.has(r.college ?? '')))
  const large = some.filter(r => !small.has(r.college ?? '')).map(r => [r.college, r] as [string | null, Counted])
  return rest.people >= least ? [...large, [null, rest]] : large
}
export default handle(centreFigures, async ({ db, lang, refuse }) => {
  // administrators hold every permission; the role decides
  if (!isPsychologist(db)) throw refuse('notCentre')
  const { statisticsLeast: least } = await settingsOf(db)
  const { tenantId } = db.me
  const rows = await counted(db)
  const rounds = Map.groupBy(rows, r => r.roundId)
  const [latest = []] = rounds.values()
  const [{ students } = { students: 0 }] = await db.query<{ students: number }>(
    sql`select count(*)::int as students from student where tenant_id = ${tenantId} and status = 'active' and deleted_at is null`,
  )
  const staff = (await psychologists(db)).length
  const [waited] = await db.query<{
    people: number
    days: number | null
  }>(sql`select count(distinct a.student_id)::int as people, (avg(extract(epoch from s.start - a.created_at)) / 86400)::float8 as days
    from mh_appointment a join mh_slot s on s.tenant_id = a.tenant_id and s.id = a.slot_id where a.tenant_id = ${tenantId} and a.state in ('checkedIn', 'done') and a.created_at > now() - make_interval(days => ${DAYS})`)
  const open = await db.query<{ level: Level; cases: number }>(
    sql`select level, count(*)::int as cases from attention_case where tenant_id = ${tenantId} and state in ('open', 'handover') group by 1 order by 1`,
  )
  const isMany = (waited?.people ?? 0) >= least
  return {
    ...{ least, students, staff, shortage: Math.max(0, Math.max(Math.ceil(students / STUDENTS_EACH), LEAST_STAFF) - staff) },
    screenings: [...rounds.values()].map(of => ({ label: of[0]?.name ?? '', asked: of[0]?.asked ?? null, ...shares(sum(of), least) })),
    latest: latest[0]?.name ?? null,
    colleges: byCollege(latest, least).map(([label, of]) => ({ label: label ?? translate(lang, MERGED), ...shares(of, least) })),
    ...{ waitingDays: isMany && waited?.days ? Math.round(waited.days * 10) / 10 : null, waitingPeople: isMany ? (waited?.people ?? null) : null },
    openByLevel: students >= least ? open.map(o => ({ key: o.level, cases: o.cases, label: translate(lang, LEVELS[o.level]) })) : [],
  }
})
