import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { ownStudentId } from '#modules/student/server/api.ts'
import { handle } from '#server/context.ts'
import { schoolShortName } from '#server/data/school-name.ts'
import { keyHash, keyLinks } from '#server/identity/key-links.ts'
import { welcomeBatch } from '../../steps/model/batch.ts'
import { welcomeMember } from '../../steps/model/step-state.ts'
import { findBatch, statesOf, stepsOf } from '../../steps/server/api.ts'
import { endFamilyLink, followArrival, giveFamilyLink, myFamilyLink, welcomeFamilyLink } from '../model/family-link.ts'

const PAGE = '/family/arrival'
const mine = handle(myFamilyLink, async ({ db, me }) => {
  const row = await db.unscoped(welcomeFamilyLink).find({ studentId: ownStudentId(me) }) // the caller's own
  return { isGiven: Boolean(row), until: row?.until ?? null, openedAt: row?.openedAt ?? null }
})
/** 30-WS: as long as the batch lasts. Of two made at once the later one stands. */
const give = handle(giveFamilyLink, async ({ db, me }) => {
  const studentId = ownStudentId(me)
  const found = await findBatch(db, studentId)
  if (!found) throw refusalOf(welcomeFamilyLink, 'noBatch')
  const { path, hash } = (await keyLinks(db))(PAGE)
  const until = found.batch.endTime
  await db.upsert(welcomeFamilyLink, ['studentId'], [{ studentId, batchId: found.batch.id, tokenHash: hash, until, openedAt: null }])
  return { path, until }
})
const end = handle(endFamilyLink, async ({ db, me }) => {
  await db.removeWhere(welcomeFamilyLink, { studentId: ownStudentId(me) })
})
/** Required steps by their names, whoever waived or did them: neither fees nor aid, no bed, no class, no name. */
const open = handle(followArrival, async ({ db }, { key }) => {
  const [found] = await db.query<{ id: string }>(sql`select id from welcome_family_link where tenant_id = ${db.me.tenantId} and token_hash = ${keyHash(key)}`)
  const row = found && (await db.unscoped(welcomeFamilyLink).find({ id: found.id })) // whoever has the key
  if (!row) throw refusalOf(welcomeFamilyLink, 'unknown')
  if (Date.parse(row.until) <= Date.now()) throw refusalOf(welcomeFamilyLink, 'expired', { until: schoolTimeText(row.until) })
  await db.updateWhere(welcomeFamilyLink, { id: row.id }, { openedAt: new Date().toISOString() }, { bookkeeping: true, history: false })
  const [batch, member] = [await db.unscoped(welcomeBatch).one(row.batchId), await db.unscoped(welcomeMember).find({ batchId: row.batchId, studentId: row.studentId })] // as above
  const states = new Map((member ? await statesOf(db, member) : []).map(s => [s.stepCode, s.state]))
  const steps = (await stepsOf(db, batch.id)).flatMap(({ code, name, phase, required }) => {
    const state = states.get(code)
    return required && state ? [{ name, phase, isDone: state === 'done' || state === 'waived' }] : []
  })
  return {
    ...{ school: await schoolShortName(db), batch: batch.name, siteFrom: batch.siteFrom, siteTo: batch.siteTo, contacts: batch.contacts, until: row.until },
    ...{ arrivedAt: member?.arrivedAt ?? null, done: steps.filter(s => s.isDone).length, steps },
  }
})
export default [mine, give, end, open]
