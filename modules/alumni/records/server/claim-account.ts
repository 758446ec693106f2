import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { user } from '#modules/system/model/user.ts'
import { giveRole } from '#modules/system/server/api.ts'
import { accountsWith } from '#server/access/holders.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { schoolShortName } from '#server/data/school-name.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { textPhones } from '#server/notifications/sms.ts'
import { alumnus } from '../model/alumnus.ts'
import { type AlumniClaim, alumniClaim } from '../model/claim.ts'
import { approveClaim } from '../model/claim-actions.ts'
import { CLAIM_MESSAGES, claimOpened, claimRefused } from '../model/claim-messages.ts'
import { isHeld } from './own-alumnus.ts'

const aboutClaim = {
  bizType: 'alumniClaim',
  link: (row: AlumniClaim) => `/alumni/claims?view=pending&id=${row.id}`,
  values: ({ name, leaveYear, majorName }: AlumniClaim) => ({ name, leaveYear, majorName }),
}
const claimTodos = rowTodos(alumniClaim, aboutClaim, {
  check: { text: '请核对{name}的校友认领', while: c => c.state === 'pending', link: aboutClaim.link, message: CLAIM_MESSAGES.claimToCheck },
})
/** The alumni office looks at what the program could not settle. */
export const askOffice = async (db: Db, row: AlumniClaim): Promise<void> => claimTodos.open(db, 'check', [{ row, to: await accountsWith(db, approveClaim.permission) }])

/** The digits have done their work. */
const done = () => ({ idTail: null, decidedAt: new Date().toISOString() })

/**
 * 30-AL4: opens an account for who has claimed this record. The row is locked, so of two claims of one record the second finds the account of the first; false where there is one.
 * It has no password: its owner signs in with the phone that they have proved, and may set one there.
 */
export async function openAccount(db: Db, claim: AlumniClaim, alumnusId: string, more: Partial<AlumniClaim> = {}): Promise<boolean> {
  const row = await db.unscoped(alumnus).lock(alumnusId) // by the program's own match, or by the office, who decide about any
  const [held] = await db.query<{ isHeld: boolean }>(sql`select ${isHeld} as "isHeld" from alumnus a where a.tenant_id = ${db.me.tenantId} and a.id = ${alumnusId}::uuid`)
  if (held?.isHeld) return false
  const { code, name, personId } = row
  const made = await db.insertOrSkip(user, {
    ...{ userName: code, accountNo: code, nickName: name, realm: 'admin', userType: 3, personId, status: 'enabled', mustChangePassword: false },
    ...{ mobile: claim.mobile, mobileVerified: true },
  })
  if (!made) return false // somebody else signs in with this number
  await giveRole(db, made.id, 'alumnus')
  // 30-AL3: by this number, where they have ticked that
  await db.update(alumnus, alumnusId, { userId: made.id, ...(claim.contactConsent ? { contactConsent: true, phone: claim.mobile, lastConfirmed: today() } : {}) })
  await claimTodos.follow(db, [await db.update(alumniClaim, claim.id, { state: 'approved', alumnusId, userId: made.id, ...more, ...done() })])
  await textPhones(db, claimOpened, [{ mobile: claim.mobile, values: { school: await schoolShortName(db), name } }])
  return true
}
export const heldRefusal = ({ name, code }: { name: string; code: string }) => refusalOf(alumniClaim, 'hasAccount', { name, code }, 'alumnusId')

export async function turnDown(db: Db, claim: AlumniClaim, reason: string): Promise<void> {
  await claimTodos.follow(db, [await db.update(alumniClaim, claim.id, { state: 'refused', reason, ...done() })])
  await textPhones(db, claimRefused, [{ mobile: claim.mobile, values: { school: await schoolShortName(db), name: claim.name, reason } }])
}
