import type { Row } from '#model'
import { accountsOf } from '#modules/student/server/api.ts'
import { accountsWith } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { admissionLetter } from '../model/admission-letter.ts'
import { LETTER_MESSAGES } from '../model/messages.ts'
import { scanEnvelope } from '../model/sending-actions.ts'

export type Letter = Row<typeof admissionLetter>
const aboutLetter: MessageAbout<Letter> = { bizType: 'admissionLetter', link: () => '/welcome/letter', values: row => ({ name: row.name, letterNo: row.letterNo ?? '' }) }
/** 30-LT6: who sends letters calls the student about the address; it is settled once the letter is on its way again, or collected. */
const letterTodos = rowTodos(admissionLetter, aboutLetter, {
  returned: {
    text: '{name}的录取通知书退回，请电话核对地址',
    while: row => row.state === 'returned',
    gone: row => row.state === 'void',
    link: row => `/letter/letters?view=returned&id=${row.id}`,
    message: LETTER_MESSAGES.returned,
  },
})
/** Writes letters, all with the same fields, and tells what follows from their new state. */
export async function moveLetters(db: Db, patches: ReadonlyArray<{ id: string } & Partial<Letter>>): Promise<Letter[]> {
  if (!patches.length) return []
  await db.updateMany(admissionLetter, patches)
  const after = await db.unscoped(admissionLetter).all({ id: patches.map(p => p.id) }) // of the caller
  const back = after.filter(l => l.state === 'returned')
  const to = back.length ? await accountsWith(db, scanEnvelope.permission) : []
  if (back.length)
    await letterTodos.open(
      db,
      'returned',
      back.map(row => ({ row, to })),
    )
  await letterTodos.follow(db, after)
  return after
}
/** The students whose letters have left. */
export async function tellSent(db: Db, sent: ReadonlyArray<{ letter: Letter; waybill: string }>): Promise<void> {
  const accounts = await accountsOf(
    db,
    sent.map(s => s.letter.studentId),
  )
  await notifyAbout(
    db,
    LETTER_MESSAGES.sent,
    aboutLetter,
    sent.map(({ letter, waybill }) => ({ row: letter, to: [accounts.get(letter.studentId) ?? []].flat(), more: { waybill } })),
  )
}
