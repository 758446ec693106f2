import sql, { type Sql } from 'sql-template-tag'
import type { MessageEvent } from '#model'
import { MINUTE_MS } from '#model/days.ts'
import { reminderMarks } from '#model/reminder-marks.ts'
import { schoolTimeText } from '#model/school-time.ts'
import type { Db, Realm } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notify } from '#server/notifications/notify.ts'
import { CLAIM_MESSAGES } from '../model/messages.ts'
import { claimRound } from '../model/round.ts'
import type { Wave } from '../model/waves.ts'
import { type Round, readRound } from './facts.ts'
import { hasBed, ofGroup, studentsFor } from './people.ts'
import { LINK, WELCOME_LINK } from './rounds.ts'
import { claimSettings } from './settings.ts'

const wavesOf = (round: Round): Wave[] => (round.waves?.length ? [...round.waves] : [{ name: round.name, opensAt: round.beginTime, closesAt: round.endTime, group: {} }])

async function tellWave(db: Db, round: Round, wave: Wave, event: MessageEvent, at: string, who: Sql): Promise<number> {
  const people = await db.query<{
    id: string
    realm: Realm
  }>(sql`select u.user_id as id, a.realm from ${await studentsFor(db, round, false)} s join student_account u on u.tenant_id = s.tenant_id and u.student_id = s.id
    join sys_user a on a.tenant_id = u.tenant_id and a.id = u.user_id
    where ${ofGroup(wave.group)} and ${who}`)
  const values = { round: round.name, wave: wave.name, at: schoolTimeText(at) }
  for (const [link, own] of Map.groupBy(people, p => (p.realm === 'welcome' ? WELCOME_LINK : LINK)))
    await notify(db, event, { to: own.map(p => p.id), values, bizType: 'claimRound', bizId: round.id, link, mobileLink: link })
  return people.length
}
/** Due reminder marks of a wave: before the opening to all, before the end to those without a bed. */
function marks(wave: Wave, opening: readonly number[], closing: number, now: number) {
  const opens = Date.parse(wave.opensAt)
  const closes = Date.parse(wave.closesAt)
  const begin = opening.flatMap(m => (opens - m * MINUTE_MS <= now && now < opens ? [{ key: `${wave.name} opens ${m}`, isEnd: false }] : []))
  return closes - closing * MINUTE_MS <= now && opens <= now && now < closes ? [...begin, { key: `${wave.name} closes ${closing}`, isEnd: true }] : begin
}
/** Each mark once; after downtime the missed marks make one message. */
export async function remind(db: Db, now = Date.now()): Promise<number> {
  const { claimOpenMinutes, claimCloseMinutes } = await claimSettings(db)
  const opening = reminderMarks(claimOpenMinutes)
  let told = 0
  for (const row of await db.unscoped(claimRound).all({ state: 'published' })) {
    // scheduled job without a user: no data scope applies
    const round = readRound(row)
    const done = new Set(round.told ?? [])
    const due = wavesOf(round).map(wave => ({ wave, marks: marks(wave, opening, claimCloseMinutes, now).filter(m => !done.has(m.key)) }))
    const keys = due.flatMap(d => d.marks.map(m => m.key))
    if (!keys.length) continue
    await db.update(claimRound, round.id, { told: [...done, ...keys] })
    for (const { wave, marks: own } of due) {
      if (own.some(m => !m.isEnd)) told += await tellWave(db, round, wave, CLAIM_MESSAGES.claimOpens, wave.opensAt, sql`true`)
      if (own.some(m => m.isEnd) && !round.trial) told += await tellWave(db, round, wave, CLAIM_MESSAGES.claimNotChosen, wave.closesAt, sql`not ${hasBed(db, round)}`)
    }
  }
  return told
}
export default scheduledJob('dormitory.claimReminders', '提醒选床位', '* * * * *', db => remind(db), {
  due: `select from claim_round where tenant_id = $1 and state = 'published'`,
})
