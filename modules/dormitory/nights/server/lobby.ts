import { lobbyItems } from '#server/extensions/lobby-items.ts'
import { translate } from '#server/i18n/translate.ts'
import { nightDuty } from '../model/night-duty.ts'
import { tonight } from './confirm-presence.ts'

/** The number of tonight's duty desk of the school, without a name. */
export default lobbyItems('dormitory.nightDuty', async (db, lang) => {
  const duties = await db.unscoped(nightDuty).all({ nightDate: tonight(), 'departmentId.isNull': true }) // the school's own, to be called by anybody
  const phones = new Set(duties.flatMap(d => d.phone ?? []))
  return { phones: [...phones].map(phone => ({ title: translate(lang, '夜间值班电话'), phone })) }
})
