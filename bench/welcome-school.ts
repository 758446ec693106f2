import sql from 'sql-template-tag'
import { citizenIdCheck } from '#model/checks.ts'
import { DAY_MS, HOUR_MS } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { takeOver } from '#modules/admission/server/api.ts'
import { gradeMajor } from '#modules/campus/model/organisation.ts'
import { campus } from '#modules/campus/model/places.ts'
import { personsFor } from '#modules/campus/server/api.ts'
import { baseParams } from '#modules/system/model/params.ts'
import { welcomePoint } from '#modules/welcome/steps/model/point.ts'
import { welcomeStep } from '#modules/welcome/steps/model/step.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { ACCOUNTS } from './school.ts'

/** What is done on site, each at a point of its own. */
const SITE = ['gate', 'college', 'papers', 'key', 'goods', 'card', 'medical', 'files'] as const
const SCANNERS = 24
const scannerName = (n: number): string => `bench-scan${n}`
const YEAR = Number(today().slice(0, 4))
const at = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()

/** Parameters of a group, beside those that are set. */
async function setParams(db: Db, group: string, content: object): Promise<void> {
  const [last] = await db.query<{ version: number; content: object }>(
    sql`select version, content from base_params where tenant_id = ${db.me.tenantId} and params_id = ${group} order by version desc limit 1`,
  )
  await db.query(
    sql`insert into base_params (tenant_id, params_id, version, content) values (${db.me.tenantId}, ${group}, ${(last?.version ?? 0) + 1}, ${JSON.stringify({ ...last?.content, ...content })}::jsonb)`,
  )
  await db.changed(baseParams)
}
/** An account like the officer's, with these roles. */
async function account(db: Db, name: string, roles: readonly string[]): Promise<void> {
  await db.query(sql`insert into sys_user (tenant_id, realm, user_name, account_no, nick_name, user_type, password_hash, pass_word_level, password_changed_at, must_change_password)
    select tenant_id, realm, ${name}, ${name}, ${name}, user_type, password_hash, pass_word_level, now(), false from sys_user where tenant_id = ${db.me.tenantId} and user_name = ${ACCOUNTS.officer}
    on conflict do nothing`)
  await db.query(sql`insert into role_user (tenant_id, role_id, user_id) select u.tenant_id, r.id, u.id from sys_user u join role r on r.tenant_id = u.tenant_id and r.code = any(${[...roles]}::text[])
    where u.tenant_id = ${db.me.tenantId} and u.user_name = ${name} on conflict do nothing`)
}
export const OFFICE = 'bench-welcome'
export const LEADER = 'bench-leader'
/** People who admit, pay out and scan; the leader of the school. */
export async function staff(db: Db): Promise<void> {
  await db.query(sql`update role set mfa_required = false where tenant_id = ${db.me.tenantId} and code = 'finance'`)
  await account(db, OFFICE, ['officer', 'admissions', 'finance'])
  await account(db, LEADER, ['teacher'])
  for (let n = 0; n < SCANNERS; n++) await account(db, scannerName(n), ['teacher'])
  const [leader] = await db.query<{ id: string }>(sql`select id from sys_user where tenant_id = ${db.me.tenantId} and user_name = ${LEADER}`)
  await setParams(db, 'workflow', { 'position.leader': leader?.id })
  await setParams(db, 'print', { checkAddress: 'https://xg.example.edu.cn' })
  await setParams(db, 'admission', { 'arrival.from': schoolDate(Date.now() + 20 * DAY_MS), 'arrival.to': schoolDate(Date.now() + 22 * DAY_MS) })
}
/** The majors of this year, like those of the newest grade. */
export async function newGrade(db: Db): Promise<Array<{ id: string }>> {
  const [newest] = await db.unscoped(gradeMajor).all({}, { sort: ['-grade'], limit: 1 }) // of the bench
  const rows = await db.unscoped(gradeMajor).all({ grade: newest?.grade ?? 0 }) // as above
  if (newest?.grade !== YEAR)
    await db.insertMany(
      gradeMajor,
      rows.map(({ name, majorId, departmentId, level, duration, campusId }) => ({ name: `${YEAR} ${name}`, grade: YEAR, majorId, departmentId, level, duration, campusId })),
    )
  return [...new Set(rows.map(r => r.majorId))].map(id => ({ id }))
}
/** New students on the roll, as if an examination had admitted them; their accounts follow in the background. */
export async function admit(db: Db, majors: ReadonlyArray<{ id: string }>, count: number): Promise<void> {
  const people = Array.from({ length: count }, (_, n) => {
    const birthDate = `${YEAR - 18}-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (Math.floor(n / 12) % 28)).padStart(2, '0')}`
    const serial = Math.floor(n / 336)
    const first17 = `110101${birthDate.replaceAll('-', '')}${String(serial * 2 + (n % 2)).padStart(3, '0')}`
    return { idType: '1', idNo: `${first17}${citizenIdCheck(first17)}`, name: `新生${n}`, birthDate, n }
  })
  const persons = await personsFor(db, people)
  const faults = await takeOver(
    db,
    people.map(({ n, idNo, name, birthDate }) => ({
      ...{ sourceId: String(n), year: YEAR, ksh: `${String(YEAR).slice(2)}110199${String(n).padStart(6, '0')}`, name, idNo, birthDate, politicalCode: '03' },
      ...{ schoolBefore: '青山中学', totalScore: 500, address: `人民路 ${n} 号`, batch: '2', majorId: majors[n % majors.length]?.id ?? '', personId: persons[n] ?? '' },
      ...{ genderCode: n % 2 ? '1' : '2', sourceCanton: '110101', phone: '13812342071' },
    })),
  )
  const [fault] = faults.values()
  if (fault) throw new Error(`${faults.size} were not admitted: ${fault}`)
}
/** Waits for the accounts, and gives them the password of all others. */
export async function openAccounts(db: Db, count: number): Promise<string[]> {
  const accounts = () =>
    db.query<{ name: string }>(sql`select u.user_name as name from sys_user u join admitted_student a on a.tenant_id = u.tenant_id and a.id = u.student_id
      where u.tenant_id = ${db.me.tenantId} and u.realm = 'welcome' and a.ksh like ${`${String(YEAR).slice(2)}110199%`} order by a.ksh`)
  let found = await accounts()
  for (let wait = 0; found.length < count && wait < 300; wait++) {
    await new Promise(done => setTimeout(done, 1000))
    found = await accounts()
  }
  if (found.length < count) throw new Error(`${found.length} of ${count} new students have an account`)
  await db.query(sql`update admitted_student set state = 'intended' where tenant_id = ${db.me.tenantId} and state = 'imported'`)
  await db.query(sql`update sys_user u set password_hash = o.password_hash, pass_word_level = o.pass_word_level, password_changed_at = now(), must_change_password = false
    from sys_user o where o.tenant_id = u.tenant_id and o.user_name = ${ACCOUNTS.officer} and u.tenant_id = ${db.me.tenantId} and u.realm = 'welcome'`)
  return found.map(f => f.name)
}
export const batchDraft = () => ({
  ...{ name: `压测迎新 ${Date.now()}`, year: YEAR, audience: { all: true } },
  ...{ beginTime: at(-48), preFrom: at(-47), preTo: at(-3), siteFrom: at(-2), siteTo: at(40), endTime: at(400) },
})
/** What there is to do: at home the intention, the arrival and the bed; on site one step at each point. */
export async function steps(db: Db, batchId: string): Promise<void> {
  const pre = [
    { code: 'intention', kind: 'auto', autoSource: 'admission.intention' },
    { code: 'arrival', kind: 'auto', autoSource: 'welcome.arrival' },
    { code: 'dorm', kind: 'auto', autoSource: 'dormitory' },
  ]
  const site = SITE.map(code => ({ code, phase: 'site', kind: 'staff', dependsOn: code === 'gate' ? null : ['gate'] }))
  await db.insertMany(welcomeStep, [...pre, ...site].map((step, n) => ({ batchId, name: step.code, phase: 'pre', sort: n, ...step })) as never)
  const [place] = await db.unscoped(campus).all({}, { limit: 1 }) // of the bench
  const people = await db.query<{ id: string }>(sql`select id from sys_user where tenant_id = ${db.me.tenantId} and user_name like 'bench-scan%' order by user_name`)
  await db.insertMany(
    welcomePoint,
    SITE.map(code => ({ batchId, name: `${code} 办理点`, campusId: place?.id ?? '', stepCodes: [code], staff: people.map(p => p.id) })),
  )
}
