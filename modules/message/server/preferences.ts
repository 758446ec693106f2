import sql from 'sql-template-tag'
import { allModules } from '#model'
import { handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { LEVELS, type OutsideChannel } from '../model/message.ts'
import { messagePreference, myPreferences, savePreference } from '../model/rule.ts'
import { channelsOf, rulesByEvent } from './fan-out.ts'
import { devicesOf } from './push-devices.ts'
import { settingsOf } from './settings.ts'
import { eventNamed } from './texts.ts'

/** Events the caller gets on outside channels; mandatory ones cannot be switched off. */
const mine = handle(myPreferences, async ({ db, me, lang }) => {
  const settings = await settingsOf(db)
  const rules = await rulesByEvent(db)
  const off = await db.query<{ eventCode: string; offChannels: string[] }>(
    sql`select event_code as "eventCode", off_channels as "offChannels" from message_preference where tenant_id = ${me.tenantId} and user_id = ${me.userId}`,
  )
  const isPushed = (await devicesOf(db, me.userId)).length > 0
  const rows = allModules().flatMap(m =>
    m.messages.map(e => ({
      eventCode: e.code,
      name: translate(lang, e.name),
      moduleName: translate(lang, m.name),
      channels: channelsOf(e, rules.get(e.code), settings)
        .filter(channel => channel !== 'webPush' || isPushed)
        .map(channel => ({
          channel,
          isOn: e.level !== 'info' || !off.find(o => o.eventCode === e.code)?.offChannels.includes(channel),
          isFixed: e.level !== 'info',
        })),
    })),
  )
  return rows.filter(r => r.channels.length)
})
const save = handle(savePreference, async ({ db, me, refuse }, { eventCode, offChannels }) => {
  const event = eventNamed(eventCode)
  if (!event) return refuse('unknownEvent', { code: eventCode }, 'eventCode')
  if (event.level !== 'info' && offChannels.length) refuse('fixed', { name: event.name, level: LEVELS[event.level] })
  const off = (offChannels as string[]).filter((c): c is OutsideChannel => c !== 'inApp')
  await db.upsert(messagePreference, ['userId', 'eventCode'], [{ userId: me.userId, eventCode, offChannels: off }])
})
export default [mine, save]
