import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { schoolShortName } from '#server/data/school-name.ts'
import { keyHash } from '#server/identity/key-links.ts'
import { notify } from '#server/notifications/notify.ts'
import { type HomeLetter, type HomeLetterReceipt, homeLetter, homeLetterReceipt, LETTER_ANSWERS } from '../model/home-letter.ts'
import { answerLetter, openLetter } from '../model/letter-actions.ts'
import { type Carried, letterText } from '../model/letter-fields.ts'
import { LETTER_MESSAGES } from '../model/messages.ts'
import { counsellorsOf } from './ask-consent.ts'

/** 50-HS4: the one row of this key, locked, and its letter. Of two who come at once the second finds what the first has left. */
async function letterOf(db: Db, key: string): Promise<{ row: HomeLetterReceipt & { carried: string | null }; letter: HomeLetter }> {
  const [found] = await db.query<{ id: string }>(sql`select id from home_letter_receipt where tenant_id = ${db.me.tenantId} and token_hash = ${keyHash(key)} for update`)
  if (!found) throw refusalOf(homeLetterReceipt, 'unknown')
  const row = await db.unscoped(homeLetterReceipt).with('carried').one(found.id) // whoever has the key
  const letter = await db.unscoped(homeLetter).one(row.letterId) // of whoever has the key
  if (letter.state === 'cancelled' || letter.state === 'paused') throw refusalOf(homeLetterReceipt, 'withdrawn')
  if (letter.state !== 'published' || Date.parse(letter.endTime) <= Date.now()) throw refusalOf(homeLetterReceipt, 'expired', { until: schoolTimeText(letter.endTime) })
  return { row, letter }
}
const open = handle(openLetter, async ({ db }, { key }) => {
  const { row, letter } = await letterOf(db, key)
  if (row.state === 'sent') await db.update(homeLetterReceipt, row.id, { state: 'read', readAt: new Date().toISOString() })
  const school = await schoolShortName(db)
  const text = letterText(letter.content, JSON.parse(row.carried ?? '{}') as Carried)
  return { school, name: letter.name, text, until: letter.endTime, answer: row.answer, answeredAt: row.answeredAt }
})
const answer = handle(answerLetter, async ({ db }, { key, answer: said, opinion }) => {
  const { row, letter } = await letterOf(db, key)
  if (row.state === 'answered')
    throw refusalOf(homeLetterReceipt, 'answered', { at: schoolTimeText(row.answeredAt ?? ''), answer: { text: LETTER_ANSWERS[row.answer ?? 'known'] } })
  const answeredAt = new Date().toISOString()
  await db.update(homeLetterReceipt, row.id, { state: 'answered', readAt: row.readAt ?? answeredAt, answer: said, opinion: opinion ?? null, answeredAt })
  const who = await studentOf(db, row.studentId)
  if (said === 'call' && who)
    await notify(db, LETTER_MESSAGES.letterCall, {
      to: await counsellorsOf(db, who),
      values: { name: letter.name, student: who.name },
      bizType: homeLetterReceipt.name,
      bizId: row.id,
      link: `/family/receipts?id=${row.id}`,
    })
  return { answeredAt }
})
export default [open, answer]
