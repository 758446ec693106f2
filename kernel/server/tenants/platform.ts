import sql from 'sql-template-tag'
import { allEntities, Refusal } from '#model'
import { systemGate } from '../access/calls.ts'
import { PLATFORM_CODE } from '../access/platform-tenant.ts'
import type { Ctx } from '../context.ts'
import type { Core, KernelCtx } from '../data/core.ts'
import { runOn } from '../data/pool.ts'
import { type LicenceStatus, STANDING, type StoredState, standing } from '../licence/licence-status.ts'
import { machineCode } from '../licence/machine.ts'
import { closeSchool, freezeSchool, restoreSchool } from './close.ts'
import { checkCode, takeCode } from './licences.ts'
import { type By, note } from './note.ts'
import { go, type Opened, openUnregistered, type Progress, progressOf, type Registration, register, schoolById } from './open.ts'
import { openPackage, type Package } from './package.ts'

/** A school in the platform's list: numbers and dates only, no personal data. */
export interface SchoolLine {
  id: string
  tenantId: string
  schoolName: string
  contact: string | null
  standing: LicenceStatus
  students: number | null
  lastSignIn: string | null
  reason: string | null
  closedAt: string | null
  erasedAt: string | null
  provisionId: string
  createdAt: string
}
/** The only cross-tenant API. It exposes no gates: all operations inside a school are implemented in the kernel. */
export interface Platform {
  machineCode(): Promise<string>
  /** School by code, else the first one. */
  school(code?: string | null): Promise<{ schoolName: string; standing: LicenceStatus } | undefined>
  schools(): Promise<SchoolLine[]>
  register(given: Registration): Promise<Opened>
  open(given: Omit<Registration, 'regCode'>): Promise<Opened>
  progress(provisionId: string): Promise<Progress>
  /** Resumes an interrupted provisioning. */
  resume(id: string): Promise<void>
  renew(id: string, regCode: string, reason: string): Promise<void>
  freeze(id: string, reason: string): Promise<void>
  restore(id: string, reason: string): Promise<void>
  /** Returns the token of the data download link. */
  close(id: string, reason: string): Promise<string>
  package(token: string): Promise<Package>
}
/** Platform access for requests and jobs running in tenant 000000; refused elsewhere. */
export function platformOf(ctx: Ctx): Platform {
  if (ctx.me.tenantCode !== PLATFORM_CODE) throw new Refusal(403, [{ rule: 'access.platformOnly', text: '只有平台运维可以这样做' }])
  const { core } = ctx as KernelCtx
  const by = { name: ctx.me.nickName, ip: ctx.ip, traceId: ctx.traceId }
  return {
    machineCode: () => machineCode(core),
    school: code => schoolOf(core, code ?? null),
    schools: () => lines(core),
    register: given => register(core, given),
    open: given => openUnregistered(core, given),
    progress: id => progressOf(core, id),
    resume: async id => go(core, await schoolById(core, id)),
    renew: (id, regCode, reason) => renew(core, id, regCode, reason, by),
    freeze: (id, reason) => freezeSchool(core, id, reason, by),
    restore: (id, reason) => restoreSchool(core, id, reason, by),
    close: (id, reason) => closeSchool(core, id, reason, by),
    package: token => openPackage(core, token),
  }
}
type StoredLine = Parameters<typeof standing>[0] & { schoolName: string }

async function schoolOf(core: Core, code: string | null): Promise<{ schoolName: string; standing: LicenceStatus } | undefined> {
  const find = sql`select id from tenant where state <> 'closed' and code <> '000000' and (${code}::text is null or code = ${code}) order by created_at limit 1`
  const [found] = await runOn<{ id: string }>(core.pool, find.text, find.values)
  if (!found) return undefined
  const [row] = await systemGate(core, found.id, 'platform').query<StoredLine>(sql`select t.school_name as "schoolName", ${STANDING} where t.id = ${found.id}`)
  return row && { schoolName: row.schoolName, standing: standing(row, core.vendorKeys) }
}
async function lines(core: Core): Promise<SchoolLine[]> {
  const ids = await runOn<{ id: string }>(core.pool, "select id from tenant where code <> '000000' order by created_at", [])
  return Promise.all(ids.map(({ id }) => line(core, id)))
}
async function line(core: Core, id: string): Promise<SchoolLine> {
  const gate = systemGate(core, id, 'platform')
  const [row] = await gate.query<StoredLine & Omit<SchoolLine, 'standing' | 'students'> & { state: StoredState }>(sql`
    select t.id, t.code as "tenantId", t.school_name as "schoolName", t.contact, t.reason, t.closed_at as "closedAt", t.erased_at as "erasedAt", t.provision_id as "provisionId",
      t.created_at as "createdAt", (select max(last_login_time) from sys_user u where u.tenant_id = t.id) as "lastSignIn", ${STANDING} where t.id = ${id}`)
  const { schoolName, tenantId, contact, reason, closedAt, erasedAt, provisionId, createdAt, lastSignIn } = row as NonNullable<typeof row>
  return {
    ...{ id, tenantId, schoolName, contact, reason, closedAt, erasedAt, provisionId, createdAt, lastSignIn },
    standing: standing(row as NonNullable<typeof row>, core.vendorKeys),
    students: await countStudents(core, id),
  }
}
/** Students counted against the licence; null when no module has students. */
export async function countStudents(core: Core, tenantId: string): Promise<number | null> {
  const e = allEntities().find(of => typeof of.options.limit === 'object' && core.registry.entities.has(of.name))
  if (typeof e?.options.limit !== 'object') return null
  return systemGate(core, tenantId, 'platform')
    .unscoped(e)
    .count(e.options.limit.students as never) // a count, no rows
}
async function renew(core: Core, id: string, regCode: string, reason: string, by: By): Promise<void> {
  const school = await schoolById(core, id)
  const code = await checkCode(core, regCode, school.schoolName)
  await systemGate(core, id, 'platform').tx(async db => {
    await takeCode(db, code)
    await note(db, 'tenancy.renew', { reason, expireDate: code.licensed.expireDate }, by)
  })
  go(core, school)
}
