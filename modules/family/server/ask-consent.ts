import sql, { type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import { DAY_MS, HOUR_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { familyMember } from '#modules/student/model/family.ts'
import { type StudentOf, studentOf } from '#modules/student/server/api.ts'
import { staffOf } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { schoolShortName } from '#server/data/school-name.ts'
import { keyLinks } from '#server/identity/key-links.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { textPhones } from '#server/notifications/sms.ts'
import { type GuardianConsent, guardianConsent } from '../model/guardian-consent.ts'
import { CONSENT_MESSAGES, consentAsked } from '../model/messages.ts'
import { settingsOf } from './settings.ts'

export const aboutConsent = {
  bizType: 'guardianConsent',
  link: ({ id }: GuardianConsent) => `/family/consents?id=${id}`,
  values: ({ asks }: GuardianConsent) => ({ asks }),
}
export const consentTodos = rowTodos<GuardianConsent, 'check' | 'paper'>(guardianConsent, aboutConsent, {
  check: {
    text: '{name}的监护人电话最近改过，请核对后发送同意链接',
    while: row => row.state === 'toCheck',
    link: row => `/family/consents?view=toCheck&id=${row.id}`,
    message: CONSENT_MESSAGES.checkPhone,
  },
  paper: {
    text: '{name}的监护人没有可以发链接的电话，请登记书面或视频同意',
    while: row => row.state === 'toCheck',
    link: row => `/family/consents?view=toCheck&id=${row.id}`,
    message: CONSENT_MESSAGES.needsPaper,
  },
})
/** What a module asks a guardian about one of its rows. `asks` is read in lists, messages and by the guardian; what is personal goes into `detail`, what staff must not learn into `forGuardian`. */
export type ConsentAsk = Pick<GuardianConsent, 'studentId' | 'guardianId' | 'bizType' | 'bizId' | 'asks'> & Partial<Pick<GuardianConsent, 'detail' | 'forGuardian'>>

/**
 * 50-HS2: asks a guardian by a link to the phone on record, in place of any earlier link of the same matter. It waits for the counsellor where the number changed lately, and where
 * there is none to send to: then for a consent on paper or by video.
 */
export async function askConsent(db: Db, ask: ConsentAsk): Promise<GuardianConsent> {
  const { phone, lack } = await reachOf(db, ask)
  const before = sql`t.biz_type = ${ask.bizType} and t.biz_id = ${ask.bizId} and t.state in ('toCheck', 'sent')`
  await consentTodos.follow(db, await db.updateWhere(guardianConsent, before, { state: 'replaced' }))
  const row = await db.insert(guardianConsent, { ...ask, state: 'toCheck' })
  const { phoneDays } = await settingsOf(db)
  if (phone && !lack && !(await changedLately(db, ask.guardianId, phoneDays))) return sendLink(db, row, phone)
  const who = await studentOf(db, ask.studentId)
  if (who) await consentTodos.open(db, lack ? 'paper' : 'check', [{ row, who, to: await counsellorsOf(db, who) }])
  return row
}
export const counsellorsOf = (db: Db, { counselledClassId, classId, departmentId }: StudentOf): Promise<string[]> =>
  staffOf(db, { counselledClassId: counselledClassId ?? classId, departmentId }, 'fdy')
type Asked = Pick<ConsentAsk, 'guardianId' | 'studentId'>
/** The number on record of a guardian, and why a link cannot go to it: there is none, or it is the student's own. */
async function reachOf(db: Db, { guardianId, studentId }: Asked): Promise<{ name: string; phone: string | null; lack?: 'noPhone' | 'ownPhone' }> {
  const guardian = await db.unscoped(familyMember).find({ id: guardianId, studentId }) // of the student whose row it is
  const { name = '—', phone = null } = guardian ?? {}
  if (!guardian?.isGuardian) throw refusalOf(guardianConsent, 'notGuardian', { guardian: name }, 'guardianId')
  if (!phone) return { name, phone, lack: 'noPhone' }
  return phone === (await studentOf(db, studentId))?.phone ? { name, phone, lack: 'ownPhone' } : { name, phone }
}
/** The number on record of a guardian; refused where there is none to send to. */
export async function phoneOf(db: Db, asked: Asked): Promise<string> {
  const { name, phone, lack } = await reachOf(db, asked)
  if (lack || !phone) throw refusalOf(guardianConsent, lack ?? 'noPhone', { guardian: name }, 'guardianId')
  return phone
}
/** Whether the number of a relative `m` was entered or changed in the last days: from the history of the row, which nobody edits. */
export function changedWithin(days: number): Sql {
  const since = new Date(Date.now() - days * DAY_MS).toISOString()
  return sql`(m.created_at > ${since} or exists (select from operation_log l
      where l.tenant_id = m.tenant_id and l.biz_type = ${familyMember.name} and l.biz_id = m.id and l.at > ${since} and l.diff ? 'phone'))`
}
async function changedLately(db: Db, guardianId: string, days: number): Promise<boolean> {
  const [found] = await db.query<{ isLate: boolean }>(
    sql`select ${changedWithin(days)} as "isLate" from family_member m where m.tenant_id = ${db.me.tenantId} and m.id = ${guardianId}`,
  )
  return found?.isLate ?? true
}
/** Sends the link to this number. Its key leaves with the text, and only its hash stays. */
export async function sendLink(db: Db, row: GuardianConsent, phone: string, more: Partial<GuardianConsent> = {}): Promise<GuardianConsent> {
  const now = Date.now()
  const expiresAt = new Date(now + (await settingsOf(db)).linkHours * HOUR_MS).toISOString()
  const who = await studentOf(db, row.studentId)
  const [school, linkTo] = [await schoolShortName(db), await keyLinks(db)]
  const { path, hash: tokenHash } = linkTo('/family/consent')
  const after = await db.update(guardianConsent, row.id, { ...more, state: 'sent', phone, tokenHash, sentAt: new Date(now).toISOString(), expiresAt })
  const values = { school, name: who?.name ?? '', until: schoolTimeText(expiresAt), link: '' }
  await textPhones(db, consentAsked, [{ mobile: phone, values, path }])
  await consentTodos.follow(db, [after])
  return after
}
