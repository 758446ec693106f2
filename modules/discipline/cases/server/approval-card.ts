import { schoolDate } from '#model/school-time.ts'
import { mayReadRow } from '#modules/workflow/server/api.ts'
import { handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { punishmentCard } from '../model/card.ts'
import { punishment } from '../model/punishment.ts'
import { violationRule } from '../model/violation-rule.ts'
import { priorsOf } from './priors.ts'
import { caseOf } from './rows.ts'

export default handle(punishmentCard, async (ctx, { id }) => {
  const { db, me } = ctx
  const listed = me.permissions.has(punishmentCard.permission) ? await db.visibleFor(punishment, punishmentCard.permission).find({ id }) : undefined
  const row = listed ?? ((await mayReadRow(ctx, { bizType: 'punishment', bizId: id })) ? await db.unscoped(punishment).find({ id }) : undefined) // the flow decides who may read
  if (!row) throw notFound()
  const [of, priors] = [await caseOf(db, row), await priorsOf(db, row)]
  const rules = await db.unscoped(violationRule).all({ id: of.ruleIds.flatMap(r => r ?? []) }, { sort: ['code'] }) // the regulation is public
  return {
    ...{ caseNo: of.caseNo, title: of.title, occurredOn: schoolDate(of.occurredAt), measure: row.measure ?? 'punishment' },
    ...{ notified: row.proposedLevel, level: row.decidedLevel ?? row.proposedLevel, months: row.periodMonths },
    articles: rules.map(r => `${r.article} ${r.title}`.slice(0, 260)),
    evidence: row.materialIds?.length ?? 0,
    noticeServedOn: row.noticeServedOn,
    priors: priors.map(({ caseNo, level, decidedOn }) => ({ caseNo, level, decidedOn })),
  }
})
