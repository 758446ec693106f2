import { ownStudentId } from '#modules/student/server/api.ts'
import { handle } from '#server/context.ts'
import { evidenceSources } from '#server/extensions/evidence.ts'
import { translate } from '#server/i18n/translate.ts'
import { myGrowth } from '../model/actions.ts'
import { evidence } from '../model/evidence.ts'
import { sourceName } from './reverse.ts'
import { reversedAmong } from './store.ts'

const MOST = 1000
export default handle(myGrowth, async ({ db, me, lang }) => {
  const rows = await db.unscoped(evidence).all({ studentId: ownStudentId(me), 'reversesId.isNull': true }, { sort: ['-occurredOn'], limit: MOST }) // the caller's own
  const reversed = await reversedAmong(
    db,
    rows.map(r => r.id),
  )
  const sources = db.registered(evidenceSources)
  const entries = rows.map(({ id, occurredOn, xn, xqM, kind, level, place, teamRole, quantity, title, sourceType }) => {
    const reason = reversed.get(id) ?? null
    return {
      ...{ id, occurredOn, xn, xqM, kind, level, place, teamRole, quantity, title },
      source: translate(lang, sourceName(sources, sourceType)),
      isReversed: reason !== null,
      reason,
    }
  })
  return { entries }
})
