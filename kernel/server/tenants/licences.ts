import sql from 'sql-template-tag'
import { today } from '../base/today.ts'
import type { Db } from '../context.ts'
import type { Core } from '../data/core.ts'
import { isGenuine, type RegistrationCode, readCode } from '../licence/code.ts'
import { machineCode, sameMachine } from '../licence/machine.ts'
import { schoolRefusal } from './refusals.ts'

const bare = (name: string): string => name.normalize('NFKC').replace(/\s/g, '')
export const sameName = (a: string, b: string): boolean => bare(a) === bare(b)

/** Validates a registration code for a school name and this machine; refuses with the mismatch. */
export async function checkCode(core: Core, given: string, schoolName: string, machine?: string): Promise<RegistrationCode> {
  const code = readCode(given)
  if (!code) throw schoolRefusal('codeForm')
  const { licensed } = code
  if (!isGenuine(code, core.vendorKeys)) throw schoolRefusal('signature')
  const own = await machineCode(core)
  if (!sameMachine(licensed.machineCode, own) || (machine !== undefined && !sameMachine(machine, own)))
    throw schoolRefusal('machine', { licensed: sameMachine(licensed.machineCode, own) ? machine : licensed.machineCode, own })
  if (!sameName(licensed.schoolName, schoolName)) throw schoolRefusal('schoolName', { licensed: licensed.schoolName, given: schoolName })
  if (licensed.expireDate < today()) throw schoolRefusal('expired', { expireDate: licensed.expireDate })
  return code
}
/** Redeems a code for the school of `db`; it is unique, so the first to insert it wins. It becomes the school's licence and marks the school for provisioning of the licensed
 *  modules' menus. */
export async function takeCode(db: Db, { licensed, payload, signature, hash }: RegistrationCode): Promise<void> {
  const { tenantId, userId } = db.me
  const mine = await db.query(sql`insert into registration_code (code_hash, tenant_id) values (${hash}, ${tenantId}) on conflict do nothing returning 1 as mine`)
  if (!mine.length) throw schoolRefusal('used', {}, 409)
  const { schoolName, edition, modules, maxStudents, issuedAt, expireDate, graceDays } = licensed
  await db.query(sql`with made as (insert into licence (tenant_id, school_name, edition, modules, max_students, issued_at, expire_date, grace_days, machine_code, payload, signature, created_by)
      values (${tenantId}, ${schoolName}, ${edition}, ${JSON.stringify(modules)}::jsonb, ${maxStudents}, ${issuedAt}, ${expireDate}, ${graceDays}, ${licensed.machineCode}, ${payload}, ${signature}, ${userId || null}) returning id)
    update tenant set licence_id = made.id, provisioned_by = null, updated_at = now(), version = version + 1 from made where tenant.id = ${tenantId}`)
}
