import sql from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { considerPunishment } from '../model/case-actions.ts'
import { EFFECTS, effectsOf } from '../model/effects.ts'
import { isHeavier, LEVELS, type Level, oneHeavier } from '../model/levels.ts'
import { punishment } from '../model/punishment.ts'
import { monthsFor, periodFrom } from '../model/terms.ts'
import { priorsOf } from './priors.ts'
import { rangeOf } from './propose.ts'
import { sameDayCases } from './report.ts'
import { caseOf, termsOf } from './rows.ts'
import { settingsOf } from './settings.ts'

const YEARS = 5
interface Similar {
  year: string
  level: Level
  count: number
}
/** 50-PN4, 50-PN5: what speaks for a level; a person decides. */
export default handle(considerPunishment, async ({ db }, { id, level }) => {
  const row = await db.visible(punishment).one(id)
  const of = await caseOf(db, row)
  const [priors, { min, max }, terms] = [await priorsOf(db, row), await rangeOf(db, of), await termsOf(db, of)]
  const heaviest = priors.reduce<Level | null>((most, p) => (isHeavier(p.level, most) ? p.level : most), null)
  const least = min === 'none' ? 'warning' : min
  const suggestedLevel = heaviest ? oneHeavier(isHeavier(least, heaviest) ? least : heaviest) : least
  const wanted = level ?? suggestedLevel
  const months = monthsFor(terms, { measure: row.measure, level: wanted })
  const similar = await db.query<Similar>(sql`select to_char(p.decided_on, 'YYYY') as year, p.decided_level as level, count(*)::int as count
    from punishment p join discipline_case c on c.tenant_id = p.tenant_id and c.id = p.case_id
    where p.tenant_id = ${db.me.tenantId} and p.id <> ${id} and c.category = ${of.category} and p.decided_on > ${today()}::date - ${YEARS * 365}::int and p.decided_level is not null
      and c.rule_ids ?| (select coalesce(array_agg(r), '{}') from jsonb_array_elements_text((select rule_ids from discipline_case where tenant_id = ${db.me.tenantId} and id = ${of.id})) r)
    group by 1, 2 order by 1 desc, 3 desc`)
  return {
    priors: priors.map(({ level: given, ...prior }) => ({ ...prior, level: LEVELS[given] })),
    sameDay: await sameDayCases(db, of, row.studentId),
    ...{ minLevel: min, maxLevel: max, suggestedLevel: row.measure === 'punishment' ? suggestedLevel : null, months },
    blocks: effectsOf(await settingsOf(db), wanted).map(effect => EFFECTS[effect]),
    until: months ? periodFrom(today(), months).periodEnd : null,
    similar,
  }
})
