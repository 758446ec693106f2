import { createPrivateKey, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { DAY_MS } from '#model/days.ts'
import { systemGate } from '../access/calls.ts'
import { today } from '../base/today.ts'
import type { Core } from '../data/core.ts'
import { makeCode, readCode } from '../licence/code.ts'
import { machineCode } from '../licence/machine.ts'
import { makeVendorKeys } from '../licence/vendor.ts'
import { linkFor } from '../tenants/first-admin.ts'
import { takeCode } from '../tenants/licences.ts'
import { OPERATOR, preparePlatform } from '../tenants/platform-start.ts'

const DAYS = 200
const dayFrom = (days: number): string => new Date(Date.parse(today()) + days * DAY_MS).toISOString().slice(0, 10)
const folder = (dataDir: string): string => join(dataDir, 'vendor')

/** Creates a vendor key for the demo, so that licences can be signed and schools registered in it. Returns the public key. */
export function demoVendor(dataDir: string): string {
  const home = folder(dataDir)
  if (!existsSync(join(home, 'private.pem'))) makeVendorKeys(home)
  return readFileSync(join(home, 'public.pem'), 'utf8')
}
/** Spare student count in the demo's licence, for importing a roster. */
const SPARE = 50_000
/** Licenses the demo school for 200 days and creates a platform account with the demo's password. */
export async function makeDemoPlatform(core: Core, tenantId: string, options: { students: number; passwordHash: string }): Promise<void> {
  await license(core, tenantId, options.students)
  await (await preparePlatform(core)).tx(async db => {
    await linkFor(db, 'platform', OPERATOR)
    await db.query(
      sql`update sys_user set password_hash = ${options.passwordHash}, pass_word_level = 2, password_changed_at = now(), must_change_password = false where tenant_id = ${db.me.tenantId}`,
    )
    await db.query(sql`insert into base_params (tenant_id, params_id, content) values (${db.me.tenantId}, 'identity', '{"mfaEnabled": false}') on conflict do nothing`)
  })
}
async function license(core: Core, tenantId: string, students: number): Promise<void> {
  const key = join(folder(core.dataDir), 'private.pem')
  if (!existsSync(key)) return
  await systemGate(core, tenantId, 'demo').tx(async db => {
    const [school] = await db.query<{ schoolName: string }>(sql`select school_name as "schoolName" from tenant where id = ${tenantId} and licence_id is null`)
    if (!school) return
    const licensed = {
      id: randomUUID(),
      schoolName: school.schoolName,
      edition: '标准版',
      modules: [],
      maxStudents: students + SPARE,
      issuedAt: dayFrom(DAYS - 365),
      expireDate: dayFrom(DAYS),
      graceDays: 30,
      machineCode: await machineCode(core),
    }
    const code = readCode(makeCode(licensed, createPrivateKey(readFileSync(key))))
    if (code) await takeCode(db, code)
    await db.query(sql`update tenant set school_type = 'vocational', short_name = '青蓝职院', contact = '学工处 周主任', contact_mobile = '13900000000' where id = ${tenantId}`)
  })
}
