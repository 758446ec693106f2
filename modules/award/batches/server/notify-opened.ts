import { factsIn } from '#flow/index.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import { knownFacts } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { notify, notifyEach } from '#server/notifications/notify.ts'
import { OUTSTANDING } from '../../items/model/checks.ts'
import type { FrozenItem } from '../model/batch.ts'
import { AWARD_MESSAGES } from '../model/messages.ts'
import { type Batch, LINK } from './batches.ts'
import { type Judgement, judgeEverybody, meets } from './simulate.ts'
import { standingOf } from './subjects.ts'

const placed = (batch: Batch, link = LINK) => ({ bizType: 'awardBatch', bizId: batch.id, link, mobileLink: link })
const valuesOf = (batch: Batch, item: FrozenItem) => ({ batch: batch.name, item: item.name, until: schoolTimeText(batch.endTime) })
/** The conditions that somebody fails, if it is for want of data alone. */
function lackingOf({ results, lacks }: Judgement): number[] {
  const failed = results.flatMap((r, n) => (r === 'fail' || r === 'proof' ? [n] : []))
  return failed.every(n => lacks[n]) ? failed : []
}
/** The round is told to those whose facts fit, one message for each item; and which facts the school does not have, to whom nothing else keeps from it. */
export async function tellThoseWhoFit(db: Db, batch: Batch): Promise<void> {
  const known = await knownFacts(db)
  const labels = new Map(known.map(f => [f.name, f.label]))
  for (const [item, judged] of await judgeEverybody(db, batch, known)) {
    const accounts = await accountsOf(
      db,
      judged.map(j => j.id),
    )
    const to = judged.filter(meets).flatMap(j => accounts.get(j.id) ?? [])
    if (to.length) await notify(db, AWARD_MESSAGES.opened, { to, values: valuesOf(batch, item), ...placed(batch) })
    const lacking = Map.groupBy(
      judged.filter(j => lackingOf(j).length),
      j => lackingOf(j).join(),
    )
    const told = [...lacking].map(([key, of]) => {
      const conditions = key.split(',').flatMap(n => item.conditions[Number(n)] ?? [])
      const facts = new Set(conditions.flatMap(c => factsIn(c.when)))
      facts.delete(OUTSTANDING.name)
      const what = [...facts].map(name => ({ text: labels.get(name) ?? name }))
      return { to: of.flatMap(j => accounts.get(j.id) ?? []), values: { ...valuesOf(batch, item), what }, ...placed(batch) }
    })
    await notifyEach(db, AWARD_MESSAGES.unknown, told)
  }
}
/** Before the end: those whose facts fit and whose form is not there. */
export async function tellUnsubmitted(db: Db, batch: Batch): Promise<number> {
  let count = 0
  for (const [item, judged] of await judgeEverybody(db, batch, await knownFacts(db))) {
    const fit = judged.filter(meets).map(j => j.id)
    const applied = await standingOf(db, [batch.id], fit)
    const accounts = await accountsOf(
      db,
      fit.filter(id => !applied(batch.id, item.id, id)),
    )
    if (!accounts.size) continue
    await notify(db, AWARD_MESSAGES.unsubmitted, { to: [...accounts.values()], values: valuesOf(batch, item), ...placed(batch, `/award/apply?batch=${batch.id}&item=${item.id}`) })
    count += accounts.size
  }
  return count
}
