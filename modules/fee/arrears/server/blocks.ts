import sql from 'sql-template-tag'
import { arrearsSides, studentServices } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { arrears, obligatory, ofSchool } from '../../bills/server/api.ts'
import { offeredServices, setBlock } from '../model/actions.ts'
import { serviceBlock } from '../model/service-block.ts'

const chosen = async (db: Db) => new Map([...(await db.cached(serviceBlock)).values()].map(b => [b.service, b.effect]))
/** 40-F16: withholding papers of graduation is not on the list of ticks. */
const offered = (db: Db) => db.registered(studentServices).filter(s => !s.isGraduation)
const list = handle(offeredServices, async ({ db, lang }) => {
  const effects = await chosen(db)
  return offered(db).map(({ code, label }) => ({ service: code, label: formatWording(lang, { text: label }), effect: effects.get(code) ?? ('none' as const) }))
})
const set = handle(setBlock, async ({ db, refuse }, { service, effect }) => {
  const known = db.registered(studentServices).find(s => s.code === service)
  if (!known) return refuse('unknown', { service }, 'service')
  if (known.isGraduation) refuse('graduation', { label: { text: known.label } }, 'service')
  if (effect === 'none') await db.removeWhere(serviceBlock, { service })
  else await db.upsert(serviceBlock, ['service'], [{ service, effect }])
})
/** What students owe past its date, for services that the school has chosen; voluntary items withhold nothing. */
const side = arrearsSides.make({
  async of(db, service, studentIds) {
    const effect = (await chosen(db)).get(service)
    if (!effect || !studentIds.length) return new Map()
    const rows = await db.query<{ id: string; late: number }>(sql`select l.student_id as id, sum(${arrears(today())})::float8 as late from bill_line l
      where l.tenant_id = ${db.me.tenantId} and l.owed > 0 and ${ofSchool} and ${obligatory} and l.student_id = any(${[...studentIds]}::uuid[]) group by 1`)
    return new Map(rows.flatMap(({ id, late }) => (late > 0 ? [[id, { amount: late, blocks: effect === 'block' }] as const] : [])))
  },
})
export default [list, set, side]
