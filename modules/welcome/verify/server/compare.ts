import sql from 'sql-template-tag'
import type { Row } from '#model'
import { admittedStudent } from '#modules/admission/roll/model/admitted-student.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import type { Check } from '../model/verification.ts'
import type { Document } from './id-reader.ts'

export type OnRoll = Row<typeof admittedStudent>
/** Digits of a citizen's number that name the place. */
const PLACE = 6
/** Blanks and the different dots between the names of a minority are no difference. */
const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\s/g, '')
    .replace(/[•・.．]/g, '·')
export const numberOf = (no: string): string => no.trim().toUpperCase()

/** 30-WV1: what does not agree between a document and the row of the roll. */
export async function faultsOf(db: Db, batchId: string, roll: OnRoll, card: Document): Promise<Check[]> {
  const faults: Check[] = []
  if (numberOf(card.no) !== numberOf(roll.idNo)) faults.push('number')
  if (plain(card.name) !== plain(roll.name)) faults.push('name')
  if (card.validTo !== null && card.validTo < today()) faults.push('validity')
  if (await hasTwin(db, batchId, roll)) faults.push('twin')
  return faults
}
/** Another new student of the same family name, day and place of birth: they may be taken for each other, by people and by services. */
async function hasTwin(db: Db, batchId: string, { id, name, birthDate, idNo }: OnRoll): Promise<boolean> {
  if (!birthDate) return false
  const near = await db.query<{
    id: string
  }>(sql`select a.id from admitted_student a join welcome_member m on m.tenant_id = a.tenant_id and m.student_id = a.id and m.batch_id = ${batchId}
    where a.tenant_id = ${db.me.tenantId} and a.birth_date = ${birthDate} and left(a.name, 1) = ${name.slice(0, 1)} and a.id <> ${id}`)
  if (!near.length) return false
  const others = await db.unscoped(admittedStudent).all({ id: near.map(n => n.id) }) // of the batch that is verified at the point; numbers are stored encrypted
  return others.some(other => numberOf(other.idNo).slice(0, PLACE) === numberOf(idNo).slice(0, PLACE))
}
