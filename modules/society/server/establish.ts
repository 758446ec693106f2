import sql from 'sql-template-tag'
import { Refusal } from '#model'
import { addMonths } from '#modules/campus/model/days.ts'
import { noticeKind } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, on } from '#server/context.ts'
import { serialNo } from '#server/data/serial-no.ts'
import { type Founding, societyFounding } from '../model/founding.ts'
import { societyMember } from '../model/member.ts'
import { society } from '../model/society.ts'
import { foundersOf, release } from './founders.ts'
import { holderOfName } from './founding.ts'
import { begin, lockPair, mayHead, mustFit, termFrom, told } from './membership.ts'
import { tellFounder } from './notify.ts'
import { settingsOf } from './settings.ts'

/** Runs what may be refused for one student without keeping the others waiting. */
async function allowed(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
/** Founders are members, as far as they have room; who applied is the head. */
async function enter(db: Db, of: Founding, societyId: string): Promise<void> {
  const { sound } = await foundersOf(db, of.id)
  for (const { id } of sound.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const pair = await lockPair(db, id, societyId)
    if (!(await allowed(() => mustFit(db, pair)))) continue
    const row = await begin(db, pair, undefined, 'active', null)
    if (id !== of.studentId || !(await allowed(() => mayHead(db, pair)))) continue
    await told(db, await db.update(societyMember, row.id, { role: 'head', ...(await termFrom(db, row)) }))
  }
}
/** 60-SO3: nobody has objected; the society begins its probation. */
async function establish(db: Db, row: Founding): Promise<void> {
  const { name, nameEn, category, level, departmentId, guidanceUnitId, advisorId, purpose, meets, joinWay, charter } = row
  if (await holderOfName(db, name)) {
    await db.update(societyFounding, row.id, { state: 'rejected' })
    await release(db, [row.id])
    return tellFounder(db, 'notFounded', row)
  }
  const { probationYears } = await settingsOf(db)
  const made = await db.insert(society, {
    ...{ code: await serialNo(db, 'ST', 'society_code_seq'), name, nameEn, category, level, departmentId, guidanceUnitId, advisorId, purpose, meets, joinWay, charter },
    ...{ foundedOn: today(), state: 'probation', probationUntil: addMonths(today(), probationYears * 12) },
  })
  await enter(db, row, made.id)
  await release(db, [row.id])
  await tellFounder(db, 'founded', await db.update(societyFounding, row.id, { state: 'established', societyId: made.id }))
}
/** Whether the school may still object, or somebody has. */
async function isOpen(db: Db, id: string): Promise<boolean> {
  const found = await db.query(
    sql`select 1 from public_notice_line where tenant_id = ${db.me.tenantId} and biz_type = ${societyFounding.name} and biz_id = ${id} and state in ('shown', 'suspended') limit 1`,
  )
  return found.length > 0
}
export default [
  noticeKind({ entity: societyFounding }),
  on('publicNotice.ended', 'society.founded', async ({ db }, { roundId }) => {
    const [row] = typeof roundId === 'string' ? await db.unscoped(societyFounding).all({ id: roundId, state: 'publicised' }) : [] // the event names it
    if (!row) return
    if (!(await isOpen(db, row.id))) await establish(db, await db.unscoped(societyFounding).lock(row.id)) // as above
  }),
  on('publicNotice.objectionDecided', 'society.objected', async ({ db }, { bizType, bizId, upheld }) => {
    if (bizType !== societyFounding.name || typeof bizId !== 'string') return
    const [row] = await db.unscoped(societyFounding).all({ id: bizId, state: 'publicised' }) // the event names it
    if (!row) return
    if (upheld) {
      await tellFounder(db, 'notFounded', await db.update(societyFounding, row.id, { state: 'rejected' }))
      await release(db, [row.id])
    } else if (!(await isOpen(db, row.id))) await establish(db, row)
  }),
]
