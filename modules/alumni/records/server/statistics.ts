import sql from 'sql-template-tag'
import { type InputOf, type OutputOf, refusalOf } from '#model'
import { percentOf } from '#model/percent.ts'
import { department } from '#modules/campus/model/organisation.ts'
import { cantonGroup } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { sheetAnswer } from '#server/spreadsheets/answer.ts'
import { type Group, grouped, mayReadRows, minCell } from '#server/statistics/grouped.ts'
import { dictGroup, entityGroup, valueGroup } from '#server/statistics/groupings.ts'
import { alumnus } from '../model/alumnus.ts'
import { alumniIndustry } from '../model/dictionaries.ts'
import { alumniStatistics, alumniStatisticsSheet, GROUPINGS } from '../model/statistics.ts'

const LIST = 'alumni:alumnus:list'
const person = { isPersonal: true } as const
type Answer = OutputOf<typeof alumniStatistics>
const linesOf = (groups: readonly Group[]): Answer['byYear'] => groups.map(({ key, label, sums }) => ({ key, label, people: sums.people ?? 0, reachable: sums.reachable ?? 0 }))

/** Alumni of the reader's scope. Who may not list them reads no small group, and nothing about a few whom the filters single out. */
async function counted(ctx: Ctx, { fromYear, toYear, departmentId, province, industry }: InputOf<typeof alumniStatistics>): Promise<Answer> {
  if (fromYear && toYear && toYear < fromYear) throw refusalOf(alumniStatistics, 'order', { fromYear, toYear }, 'toYear')
  const rows = sql`(select a.* from ${ctx.db.visibleFor(alumnus, alumniStatistics.permission).rows()} a
    where (${fromYear ?? null}::int is null or a.leave_year >= ${fromYear ?? null}::int) and (${toYear ?? null}::int is null or a.leave_year <= ${toYear ?? null}::int)
    and (${departmentId ?? null}::uuid is null or a.department_id = ${departmentId ?? null}::uuid)
    and (${province ?? null}::text is null or a.province = ${province ?? null}::text) and (${industry ?? null}::text is null or a.industry = ${industry ?? null}::text))`
  const { total, groups } = await grouped(ctx, rows, {
    by: {
      byYear: valueGroup(sql`leave_year::text`, person),
      byRegion: cantonGroup(sql`province`, person),
      byIndustry: dictGroup(sql`industry`, alumniIndustry, person),
      byCollege: entityGroup(sql`department_id`, department, person),
    },
    sums: {
      people: sql`count(*)::int`,
      reachable: sql`count(*) filter (where contact_consent)::int`,
      employed: sql`count(employer)::int`,
      located: sql`count(canton)::int`,
    },
    people: { count: sql`count(*)::int`, listedBy: LIST },
  })
  const { people, reachable, employed, located } = { people: total.people ?? 0, reachable: total.reachable ?? 0, employed: total.employed ?? 0, located: total.located ?? 0 }
  const isNarrowed = [fromYear, toYear, departmentId, province, industry].some(Boolean)
  if (isNarrowed && !mayReadRows(ctx, LIST)) {
    const least = await minCell(ctx)
    if (people < least) throw refusalOf(alumniStatistics, 'tooFew', { least })
  }
  return {
    ...{ people, reachable, percent: percentOf(reachable, people), employed, located },
    byYear: linesOf(groups.byYear.toReversed()),
    ...{ byRegion: linesOf(groups.byRegion), byIndustry: linesOf(groups.byIndustry), byCollege: linesOf(groups.byCollege) },
  }
}
export default [
  handle(alumniStatistics, counted),
  handle(alumniStatisticsSheet, async (ctx, asked) => {
    const answer = await counted(ctx, asked)
    const say = (word: string): string => translate(ctx.lang, word)
    const names = Object.keys(GROUPINGS) as Array<keyof typeof GROUPINGS>
    const lines = names.flatMap(name => answer[name].flatMap(g => (g ? [[say(GROUPINGS[name]), g.label, g.people, g.reachable]] : [])))
    if (!lines.length) throw refusalOf(alumniStatisticsSheet, 'empty')
    return sheetAnswer({
      name: `${say(alumniStatistics.label)} ${today()}`,
      columns: [{ title: say('分组') }, { title: say('名称'), width: 24 }, { title: say('人数'), kind: 'number' }, { title: say('可联系'), kind: 'number' }],
      rows: [lines],
    })
  }),
]
