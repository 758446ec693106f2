import { refusalOf } from '#model'
import { teacher } from '#modules/campus/model/people.ts'
import { accountsOf, studentNumbers, studentOf } from '#modules/student/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { confirmPhone, resendConsent, witnessConsent } from '../model/actions.ts'
import { CONSENT_ANSWERS, type GuardianConsent, guardianConsent } from '../model/guardian-consent.ts'
import { CONSENT_MESSAGES } from '../model/messages.ts'
import { aboutConsent, consentTodos, phoneOf, sendLink } from './ask-consent.ts'
import { writeContacts } from './contacts.ts'

type Given = Pick<GuardianConsent, 'answer' | 'signature' | 'channel'> & Partial<Pick<GuardianConsent, 'witnessId' | 'proof'>>
/** Takes the answer to a consent that the caller holds locked: entered once, told to the module that asked and to the student, and noted as a contact. */
export async function takeAnswer(db: Db, row: GuardianConsent, given: Given): Promise<GuardianConsent> {
  const answeredAt = new Date().toISOString()
  const after = await db.update(guardianConsent, row.id, { ...given, state: 'answered', answeredAt })
  const { studentId, guardianId, bizType, bizId, createdBy } = after
  const label = CONSENT_ANSWERS[given.answer ?? 'refused']
  // a student who asked made no contact, and whoever reads the ledger need not learn who asked
  const isOwn = (await accountsOf(db, [studentId])).get(studentId) === createdBy
  await writeContacts(db, [
    {
      studentId,
      guardianId,
      kind: 'consent',
      contactReason: 'other',
      at: answeredAt,
      result: label,
      content: after.asks,
      byId: isOwn ? null : createdBy,
      sourceType: guardianConsent.name,
      sourceId: after.id,
    },
  ])
  await db.emit('family.consentAnswered', { studentId, bizType, bizId, answer: given.answer, consentId: after.id })
  await consentTodos.follow(db, [after])
  const who = await studentOf(db, studentId)
  await notifyAbout(db, CONSENT_MESSAGES.consentAnswered, { ...aboutConsent, link: () => '/personal/messages' }, [{ row: after, who, more: { answer: { text: label } } }])
  return after
}
const confirm = handle(confirmPhone, async ({ db, me }, { id }) => {
  const row = await db.visible(guardianConsent).lock(id, 'confirmPhone')
  await sendLink(db, row, await phoneOf(db, row), { checkedById: me.userId })
})
const resend = handle(resendConsent, async ({ db }, { id }) => {
  const row = await db.visible(guardianConsent).lock(id, 'resend')
  await sendLink(db, row, await phoneOf(db, row))
})
const witness = handle(witnessConsent, async ({ db }, { id, proof, ...given }) => {
  const row = await db.visible(guardianConsent).lock(id, 'witness')
  if (!proof.length) throw refusalOf(guardianConsent, 'proof', {}, 'proof')
  const by = await db.unscoped(teacher).find({ id: given.witnessId }) // any member of staff may witness
  if (by?.status !== 'active') throw refusalOf(guardianConsent, 'witness', {}, 'witnessId')
  await takeAnswer(db, row, { ...given, proof })
  await attachFiles(db, guardianConsent, row.id, { proof })
})
export default [...studentNumbers(guardianConsent), confirm, resend, witness]
