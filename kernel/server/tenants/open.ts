import sql from 'sql-template-tag'
import { systemGate } from '../access/calls.ts'
import { PendingWork } from '../base/pending-work.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Db } from '../context.ts'
import type { Core } from '../data/core.ts'
import { runOn } from '../data/pool.ts'
import { awaitAdmin, type FirstAdmin } from './first-admin.ts'
import { checkCode, sameName, takeCode } from './licences.ts'
import { provision, type School, stepsOf } from './provision.ts'
import { schoolRefusal } from './refusals.ts'

/** A tenant row, as provisioning needs it. */
export interface SchoolRow extends School {
  id: string
  state: string
  provisionId: string
}
export interface SchoolData {
  schoolCode?: string | null
  schoolType?: string | null
  shortName?: string | null
  contact?: string | null
  contactMobile?: string | null
}
export interface Registration {
  regCode: string
  machineCode?: string
  schoolName: string
  /** Code of an existing school. */
  code?: string | null
  admin: FirstAdmin
  school?: SchoolData | null
}
export interface Opened {
  code: string
  provisionId: string
  /** Token of the first administrator's activation link; null for an existing school. */
  token: string | null
}
const COLUMNS = sql`id, code, school_name as "schoolName", state, provision_id as "provisionId"`
const ask = <T extends object>(core: Core, { text, values }: ReturnType<typeof sql>): Promise<T[]> => runOn<T>(core.pool, text, values)

export async function schoolById(core: Core, id: string): Promise<SchoolRow> {
  const [row] = await ask<SchoolRow>(core, sql`select ${COLUMNS} from tenant where id = ${id} and code <> '000000'`)
  if (!row) throw schoolRefusal('unknown', {}, 404)
  return row
}
/** Redeems a registration code: for an existing school, or for a new one, which is then provisioned. */
export async function register(core: Core, given: Registration): Promise<Opened> {
  const code = await checkCode(core, given.regCode, given.schoolName, given.machineCode)
  const [used] = await ask<SchoolRow>(core, sql`select ${COLUMNS} from tenant where id = (select tenant_id from registration_code where code_hash = ${code.hash})`)
  if (used) return again(core, used, given.admin)
  const known = await find(core, given)
  if (!known) return open(core, given, db => takeCode(db, code))
  await systemGate(core, known.id, 'register').tx(db => takeCode(db, code))
  go(core, known)
  return { code: known.code, provisionId: known.provisionId, token: null }
}
/** Creates a school without a registration code; it works, unregistered. */
export async function openUnregistered(core: Core, given: Omit<Registration, 'regCode'>): Promise<Opened> {
  const known = await find(core, given)
  if (known) throw schoolRefusal('nameTaken', { schoolName: known.schoolName, code: known.code })
  return open(core, given, async () => {})
}
/** Repeated use of a code joins a provisioning still running; afterwards it is refused as used. */
async function again(core: Core, school: SchoolRow, admin: FirstAdmin): Promise<Opened> {
  if (school.state !== 'provisioning') throw schoolRefusal('used', {}, 409, { tenantId: school.code, state: school.state })
  const token = await systemGate(core, school.id, 'register').tx(db => awaitAdmin(db, admin))
  go(core, school)
  return { code: school.code, provisionId: school.provisionId, token }
}
async function find(core: Core, { code, schoolName }: Pick<Registration, 'code' | 'schoolName'>): Promise<SchoolRow | undefined> {
  const rows = await ask<SchoolRow>(
    core,
    sql`select ${COLUMNS} from tenant where code <> '000000' and state <> 'closed' and (${code ?? null}::text is null or code = ${code ?? null}) order by created_at`,
  )
  if (!code) return rows.find(row => sameName(row.schoolName, schoolName))
  const [named] = rows
  if (!named) throw schoolRefusal('unknown', {}, 404)
  if (!sameName(named.schoolName, schoolName)) throw schoolRefusal('schoolName', { licensed: schoolName, given: named.schoolName })
  return named
}
/** Inserts tenant, licence and pending administrator in one transaction; provisioning can be resumed after any later failure. */
async function open(core: Core, given: Omit<Registration, 'regCode'>, licence: (db: Db) => Promise<void>): Promise<Opened> {
  if (!/^[\w.-]{2,32}$/.test(given.admin.userName)) throw schoolRefusal('adminName')
  const id = uuidv7()
  const { school, token } = await systemGate(core, id, 'register').tx(async db => {
    const school = await insert(db, id, given)
    await licence(db)
    return { school, token: await awaitAdmin(db, given.admin) }
  })
  go(core, school)
  return { code: school.code, provisionId: school.provisionId, token }
}
async function insert(db: Db, id: string, { schoolName, school, admin }: Omit<Registration, 'regCode'>): Promise<SchoolRow> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended('school code', 0))`)
  const [made] = await db.query<SchoolRow>(sql`
    insert into tenant (id, code, school_name, school_code, school_type, short_name, contact, contact_mobile, state)
    select ${id}, coalesce(max(code::int), 100000) + 1, ${schoolName}, ${school?.schoolCode ?? null}, ${school?.schoolType ?? null}, ${school?.shortName ?? null},
      ${school?.contact ?? admin.nickName}, ${school?.contactMobile ?? admin.mobile ?? null}, 'provisioning'
    from tenant where code ~ '^[1-9][0-9]{5}$' returning ${COLUMNS}`)
  return made as SchoolRow
}
/** Starts or joins provisioning in the background; clients poll its progress. */
export function go(core: Core, school: SchoolRow): void {
  openings.add(provision(core, school.id, school).catch(error => core.log.warn({ err: error, school: school.code }, 'opening a school broke off')))
}
const openings = new PendingWork()
/** Waits for all running provisionings of this process. */
export const openingsSettled = (): Promise<void> => openings.settle()
export interface Progress {
  tenantId: string
  schoolName: string
  state: string
  done: number
  total: number
  steps: Array<{ step: string; title: string; state: 'todo' | 'running' | 'done' | 'failed' }>
}
/** Progress of a provisioning, by an unguessable id. */
export async function progressOf(core: Core, provisionId: string): Promise<Progress> {
  const [school] = await ask<SchoolRow>(core, sql`select ${COLUMNS} from tenant where provision_id = ${provisionId} and code <> '000000'`)
  if (!school) throw schoolRefusal('unknown', {}, 404)
  const marks = await systemGate(core, school.id, 'register').query<{ step: string; state: 'todo' | 'running' | 'done' | 'failed' }>(
    sql`select step, state from provision_step where tenant_id = ${school.id}`,
  )
  const states = new Map(marks.map(m => [m.step, m.state]))
  const steps = stepsOf(core, school).map(({ code, title }) => ({ step: code, title, state: states.get(code) ?? ('todo' as const) }))
  return { tenantId: school.code, schoolName: school.schoolName, state: school.state, done: steps.filter(s => s.state === 'done').length, total: steps.length, steps }
}
