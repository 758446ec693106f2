import sql from 'sql-template-tag'
import { Refusal } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { isOpen } from '#modules/workflow/rounds/model/round.ts'
import type { Db } from '#server/context.ts'
import { schoolShortName } from '#server/data/school-name.ts'
import { formatIssue } from '#server/i18n/translate.ts'
import { keyLinks } from '#server/identity/key-links.ts'
import { backgroundTask, enqueueTask, type Task } from '#server/jobs/background-task.ts'
import { notify } from '#server/notifications/notify.ts'
import { textPhones } from '#server/notifications/sms.ts'
import { type HomeLetter, type HomeLetterReceipt, homeLetter, homeLetterReceipt } from '../model/home-letter.ts'
import { LETTER_FIELDS } from '../model/letter-fields.ts'
import { LETTER_MESSAGES, letterReminder, letterSent } from '../model/messages.ts'
import { writeContacts } from './contacts.ts'
import { addresseesOf } from './letter-audience.ts'
import { carriedOf, mustCarryAllowed, toldOf } from './letter-content.ts'

const QUEUE = 'family.sendLetter'
/** Families of a portion: one transaction. */
const AT_ONCE = 1000
/** Starts sending, or goes on with it. */
export async function startSending(db: Db, id: string): Promise<void> {
  await db.update(homeLetter, id, { sending: 'running', sendNote: null })
  await enqueueTask(db, QUEUE, id, {})
}
/** A row for each student of the audience, once. */
async function enter(db: Db, letter: HomeLetter): Promise<void> {
  const columns = { letterId: sql`${letter.id}::uuid`, studentId: sql`x.student_id`, guardianId: sql`x.guardian_id`, phone: sql`x.phone`, state: sql`x.state` }
  await db.insertFrom(homeLetterReceipt, columns, sql`${await addresseesOf(db, letter)} x`, { skipExisting: true, history: false })
}
/** 50-HS3: tells the next students what the letter to their families carries, in a transaction before the one that sends it. */
async function tellNext(db: Db, letter: HomeLetter): Promise<number> {
  const fields = toldOf(letter)
  if (!fields.length) return 0
  return db.tx(async tx => {
    const next = sql`select r.id from home_letter_receipt r where r.tenant_id = ${tx.me.tenantId} and r.letter_id = ${letter.id} and r.told_at is null and r.sent_at is null
      and exists (select from student_account u where u.tenant_id = r.tenant_id and u.student_id = r.student_id) order by r.id limit ${AT_ONCE} for update skip locked`
    const told = await tx.updateWhere(homeLetterReceipt, sql`id in (${next})`, { toldAt: sql`clock_timestamp()` }, { returning: ['studentId'], history: false })
    const users = await tx.query<{ id: string }>(
      sql`select user_id as id from student_account where tenant_id = ${tx.me.tenantId} and student_id = any(${told.map(r => r.studentId)}::uuid[])`,
    )
    const values = { name: letter.name, fields: fields.map(field => ({ text: LETTER_FIELDS[field] })) }
    await notify(tx, LETTER_MESSAGES.letterCarries, {
      to: users.map(u => u.id),
      values,
      bizType: homeLetter.name,
      bizId: letter.id,
      link: '/family/mine',
      mobileLink: '/family/mine',
    })
    return told.length
  })
}
/** The next letters. A family has its letter once: whoever has it is not among the next. */
const sendNext = (db: Db, letter: HomeLetter): Promise<number> =>
  db.tx(async tx => {
    const told = toldOf(letter).length ? sql`and r.told_at is not null` : sql``
    const next = await tx.query<{
      id: string
    }>(sql`select r.id from home_letter_receipt r where r.tenant_id = ${tx.me.tenantId} and r.letter_id = ${letter.id} and r.state = 'waiting' ${told}
      order by r.id limit ${AT_ONCE} for update skip locked`)
    await sendTo(tx, letter, await tx.unscoped(homeLetterReceipt).all({ id: next.map(n => n.id) })) // of this letter
    return next.length
  })
/** Sends the letter to families that the caller has locked. Each text has a key of its own, of which the hash stays; an earlier link of the row ends. */
export async function sendTo(tx: Db, letter: HomeLetter, receipts: readonly HomeLetterReceipt[], { isReminder = false } = {}): Promise<void> {
  if (!receipts.length) return
  const [carried, school, linkTo] = [await carriedOf(tx, letter, receipts), await schoolShortName(tx), await keyLinks(tx)]
  const names = await carriedOf(tx, { content: `{${LETTER_FIELDS.student}}` }, receipts)
  const until = schoolTimeText(letter.endTime)
  const at = new Date().toISOString()
  const links = receipts.map(row => ({ row, ...linkTo('/family/letter') }))
  await tx.updateMany(
    homeLetterReceipt,
    links.map(({ row, hash: tokenHash }) =>
      isReminder
        ? { id: row.id, tokenHash, remindedAt: at }
        : { id: row.id, state: 'sent' as const, guardianId: row.guardianId, phone: row.phone, tokenHash, carried: JSON.stringify(carried(row.studentId)), sentAt: at },
    ) as never,
    { history: false },
  )
  await textPhones(
    tx,
    isReminder ? letterReminder : letterSent,
    links.map(({ row, path }) => ({ mobile: row.phone ?? '', values: { school, name: names(row.studentId).student ?? '', until, link: '' }, path })),
  )
  if (isReminder) return
  const common = { kind: 'letter', contactReason: letter.contactReason, at, byId: letter.ownerId, result: letter.name, sourceType: homeLetter.name } as const
  await writeContacts(
    tx,
    receipts.flatMap(({ id, studentId, guardianId }) => (guardianId ? { ...common, studentId, guardianId, sourceId: id } : [])),
  )
}
const STOPPED = '没有发完信就暂停或结束了'
/** Paused, cancelled or over, a letter sends nothing more. */
async function stillOpen(db: Db, { id }: HomeLetter): Promise<boolean> {
  return isOpen(await db.unscoped(homeLetter).one(id)) // the letter of this task
}
async function work(db: Db, task: Task<object>) {
  const letter = await db.unscoped(homeLetter).one(task.id) // the letter of this task
  await mustCarryAllowed(db, letter)
  await db.tx(tx => enter(tx, letter))
  for (const step of [tellNext, sendNext]) while ((await stillOpen(db, letter)) && (await step(db, letter))) task.signal.throwIfAborted()
  const ended = (await stillOpen(db, letter)) ? { sending: 'done' as const } : { sending: 'failed' as const, sendNote: STOPPED }
  return (tx: Db) => tx.updateWhere(homeLetter, { id: letter.id, sending: 'running' }, ended, { history: false })
}
const whyText = (error: unknown): string =>
  (error instanceof Refusal && error.issues[0] ? formatIssue('zh-cn', error.issues[0]) : error instanceof Error ? error.message : '').slice(0, 300)
export default backgroundTask(QUEUE, {
  atOnce: 1,
  run: work,
  failed: (tx, { id }, error) => tx.updateWhere(homeLetter, { id, sending: 'running' }, { sending: 'failed', sendNote: whyText(error) }, { history: false }),
})
