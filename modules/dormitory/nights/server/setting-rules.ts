import { type Row, refusalOf } from '#model'
import { type Ctx, rules } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { inNight } from '../../places/model/night.ts'
import { dormBuilding, GATE_MODES } from '../../places/model/places.ts'
import { nightSetting } from '../model/night-setting.ts'

type Setting = Row<typeof nightSetting>
/** 20-DN1: a building needs at least one source, and only those it has the prerequisites for. */
async function check({ db, lang }: Ctx, draft: Partial<Setting>): Promise<void> {
  const { isSelf = true, isHead = true, isPatrol = true, isGate = true, openTime = '21:30', closeTime = '23:00' } = draft
  const dorm = (await db.cached(dormBuilding)).get(draft.dormId ?? '')
  const values = { dorm: dorm?.name ?? '' }
  if (inNight('2000-01-01', closeTime) <= inNight('2000-01-01', openTime)) throw refusalOf(nightSetting, 'order', { openTime, closeTime }, 'closeTime')
  if (!isSelf && !isHead && !isPatrol && !isGate) throw refusalOf(nightSetting, 'noWay', {}, 'isSelf')
  if (isSelf && dorm && !dorm.fence) throw refusalOf(nightSetting, 'noFence', values, 'isSelf')
  if (isGate && dorm && dorm.gateMode !== 'events') throw refusalOf(nightSetting, 'noGate', { ...values, gateMode: translate(lang, GATE_MODES[dorm.gateMode]) }, 'isGate')
}
export default rules(nightSetting, {
  async add(ctx, draft) {
    const taken = await ctx.db.unscoped(nightSetting).find({ dormId: draft.dormId ?? '' }) // one per building, whoever created it
    if (taken) throw refusalOf(nightSetting, 'dormTaken', { dorm: (await ctx.db.cached(dormBuilding)).get(taken.dormId)?.name ?? '' }, 'dormId')
    await check(ctx, draft)
  },
  update: (ctx, row, patch) => check(ctx, { ...row, ...patch }),
})
