import type { Row } from '#model'
import type { familyMember } from '#modules/student/model/family.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { moment } from '#server/demo/days.ts'
import { type GuardianConsent, guardianConsent } from '../model/guardian-consent.ts'
import { type ConsentAsk, consentTodos, counsellorsOf } from './ask-consent.ts'

/** What a guardian was asked two days ago, and what became of it. A link that waits is nobody's: its hash belongs to no key. */
export async function demoConsent(
  db: Db,
  ask: ConsentAsk,
  said: 'toCheck' | 'sent' | 'agreed' | 'refused',
  guardian: Pick<Row<typeof familyMember>, 'name' | 'phone'>,
): Promise<GuardianConsent> {
  const createdAt = moment(-2, '08:50')
  const sent = { phone: guardian.phone, sentAt: createdAt, expiresAt: moment(1, '08:50') }
  const states = {
    toCheck: { state: 'toCheck' },
    sent: { state: 'sent', tokenHash: uuidv7(), ...sent },
    agreed: { state: 'answered', answer: 'agreed', signature: guardian.name, answeredAt: moment(-1, '19:30'), channel: 'link', ...sent },
    refused: { state: 'answered', answer: 'refused', signature: guardian.name, answeredAt: moment(-1, '12:10'), channel: 'link', ...sent },
  } as const
  const row = await db.insert(guardianConsent, { ...ask, createdAt, ...states[said] } as never)
  const who = await studentOf(db, ask.studentId)
  if (said === 'toCheck' && who) await consentTodos.open(db, 'check', [{ row, who, to: await counsellorsOf(db, who) }])
  return row
}
