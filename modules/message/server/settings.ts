import sql from 'sql-template-tag'
import type { SettingsOf } from '#model'
import { addressesIn } from '#model/return-path.ts'
import type { Db } from '#server/context.ts'
import { schoolShortName } from '#server/data/school-name.ts'
import { settingsReader } from '#server/params/settings.ts'
import type { OutsideChannel } from '../model/message.ts'
import { PARAMETERS } from '../model/parameters.ts'

/** The school's message settings and its base address for links. */
export type Settings = Readonly<SettingsOf<typeof PARAMETERS>> & {
  readonly schoolName: string
  readonly site: string
}

const ownSettings = settingsReader('message', PARAMETERS)
export async function settingsOf(db: Db): Promise<Settings> {
  const [own, login] = await Promise.all([ownSettings(db), db.params('login')])
  return {
    ...own,
    schoolName: await schoolShortName(db),
    site: addressesIn(login.siteUrl)[0] ?? '',
  }
}
export type Mode = 'off' | 'log' | 'on'
/** Whether a channel sends, only logs, or is off. SMS without a provider is logged. */
export function modeOf(settings: Settings, channel: OutsideChannel): Mode {
  if (channel === 'email') return settings.emailMode as Mode
  if (channel === 'webPush') return settings.webPushMode as Mode
  if (channel === 'wecom') return settings.wecomMode as Mode
  return channel === 'sms' ? 'on' : 'off'
}
/** Whether `time` (`HH:MM`) is within a period that may span midnight; an empty period contains nothing. */
export function isWithin(time: string, from: string, to: string): boolean {
  if (from === to) return false
  return from < to ? time >= from && time < to : time >= from || time < to
}
/** Uses the database clock: servers' clocks may differ. */
export async function isQuiet(db: Db, settings: Settings): Promise<boolean> {
  const [now] = await db.query<{ time: string }>(sql`select to_char(now() at time zone 'Asia/Shanghai', 'HH24:MI') as time`)
  return isWithin(now?.time ?? '12:00', settings.quietFrom ?? '', settings.quietTo ?? '')
}
