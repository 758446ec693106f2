import { type InputOf, refusalOf } from '#model'
import { admittedStudent } from '#modules/admission/roll/model/admitted-student.ts'
import { major } from '#modules/campus/model/organisation.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { countTriedNumbers } from '#server/access/tried-numbers.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { personAt, pointOf } from '../../desk/server/api.ts'
import { welcomeMember } from '../../steps/model/step-state.ts'
import { type Batch, type Member, stepsOf } from '../../steps/server/api.ts'
import { readDocument } from '../model/actions.ts'
import { type Check, idVerification } from '../model/verification.ts'
import { faultsOf, numberOf, type OnRoll } from './compare.ts'
import { type Document, readCard } from './id-reader.ts'
import { admissionPhotoOf, consentOf, keepCardPhoto } from './pictures.ts'
import { rollMark, signReading } from './reading.ts'
import { SOURCE } from './source.ts'

type Asked = InputOf<typeof readDocument>
/** What the system compares with a document in hand. */
const COMPARED: readonly Check[] = ['number', 'name', 'validity', 'twin']

/** The point, where this step is done and the caller works. */
export async function verifyPoint(ctx: Pick<Ctx, 'db' | 'me'>, pointId: string) {
  const of = await pointOf(ctx as Ctx, pointId)
  const steps = await stepsOf(ctx.db, of.batch.id)
  if (!steps.some(s => s.autoSource === SOURCE && of.point.stepCodes.includes(s.code))) throw refusalOf(idVerification, 'notHere', { point: of.point.name }, 'pointId')
  return of
}
async function documentOf(db: Db, { device, cardName, cardNo, validTo, isForever }: Asked): Promise<Document> {
  if (device) return readCard(db, device)
  if (!validTo && !isForever) throw refusalOf(idVerification, 'validityMissing', {}, 'validTo')
  return { name: cardName ?? '', no: cardNo ?? '', validTo: isForever ? null : (validTo ?? null) }
}
/** Whoever shows a code, else whose number is on the document. */
async function whoIs(ctx: Ctx, batch: Batch, { pointId, code }: Asked, card: Document): Promise<{ member: Member; roll: OnRoll }> {
  const { db, me } = ctx
  if (code) {
    const { member } = await personAt(ctx, batch, { pointId, code })
    return { member, roll: await db.unscoped(admittedStudent).one(member.studentId) } // whoever shows the code
  }
  countTriedNumbers(me, 1)
  const rolls = card.no ? await db.unscoped(admittedStudent).all({ idNo: numberOf(card.no) }) : [] // whose document lies on the desk
  const [member] = rolls.length ? await db.unscoped(welcomeMember).all({ batchId: batch.id, studentId: rolls.map(r => r.id) }) : [] // as above
  const roll = rolls.find(r => r.id === member?.studentId)
  if (!member || !roll) throw refusalOf(idVerification, 'stranger', { batch: batch.name }, 'cardNo')
  return { member, roll }
}
/** The reader is asked outside a transaction: it may take seconds, and forty desks ask at once. */
export default handle(readDocument, async (ctx, asked) => {
  const { db } = ctx
  const { point, batch } = await verifyPoint(ctx, asked.pointId)
  const card = await documentOf(db, asked)
  const { member, roll } = await whoIs(ctx, batch, asked, card)
  const [who, faults, consent] = [await studentOf(db, member.studentId), await faultsOf(db, batch.id, roll, card), await consentOf(db, member.studentId)]
  const [done] = await db.unscoped(idVerification).all({ batchId: batch.id, studentId: member.studentId }) // of the person at the point
  const by = await accountNamer(db, [done?.second ?? done?.verifier])
  const photo = card.photo && consent.idImage ? await db.tx(tx => keepCardPhoto(tx, card.photo as Buffer)) : null
  return {
    reading: signReading(db, { memberId: member.id, pointId: point.id, device: asked.device ?? null, faults, photo, roll: rollMark(db, roll) }),
    ...{ name: roll.name, major: (await db.cached(major)).get(who?.majorId ?? '')?.name ?? null, className: who?.className ?? null },
    ...{ admissionPhoto: await admissionPhotoOf(db, member.studentId), idPhoto: photo, mayTakePhoto: consent.face },
    checks: COMPARED.map(check => ({ check, isMet: !faults.includes(check) })),
    done: done ? { result: done.result, by: by(done.second ?? done.verifier), at: done.secondAt ?? done.at } : null,
  }
})
