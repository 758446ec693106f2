import { refusalOf } from '#model'
import { today } from '#server/base/today.ts'
import { type Ctx, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { CAUSES, type Dissolution, societyDissolution } from '../model/dissolution.ts'
import { finishDissolution, liquidation, tickLiquidation } from '../model/dissolution-actions.ts'
import { societyMember } from '../model/member.ts'
import { type Society, society } from '../model/society.ts'
import { intoName } from './dissolution-cases.ts'
import { leftoversOf } from './leftovers.ts'
import { lockMerger, passOn } from './merge.ts'
import { memberTodos } from './notify.ts'

interface Held {
  of: Society
  row: Dissolution
}
/** The society first, so that its balance holds, then its case. */
async function held({ db }: Pick<Ctx, 'db'>, id: string, verb: 'tick' | 'finish'): Promise<Held> {
  const found = await db.visible(societyDissolution).one(id)
  const of = await db.unscoped(society).lock(found.societyId) // of a case within the caller's scope
  return { of, row: await db.visible(societyDissolution).lock(id, verb) }
}
const list = handle(liquidation, async ({ db, lang }, { id }) => {
  const row = await db.visible(societyDissolution).one(id)
  const leftovers = await leftoversOf(db, await db.unscoped(society).one(row.societyId), row) // of a case within the caller's scope
  return { leftovers: leftovers.map(l => ({ ...l, title: translate(lang, l.title) })), isClear: !leftovers.length, into: await intoName(db, row) }
})
const tick = handle(tickLiquidation, async (ctx, { id, thingsBack, archived, clearNote }) => {
  await held(ctx, id, 'tick')
  await ctx.db.update(societyDissolution, id, { thingsBack, archived, clearNote: clearNote ?? null })
})
const WAITING = ['asked', 'confirming', 'active'] as const
const GONE = { role: 'member', removalReason: null, hearUntil: null, postDoubt: null, postFrom: null, headUntil: null } as const
/** 60-SO14: all clear. Memberships end; what members have earned stays in their ledger. */
const finish = handle(finishDissolution, async (ctx, { id }) => {
  const { db, lang } = ctx
  const found = await db.visible(societyDissolution).one(id)
  const passing = found.intoId ? await lockMerger(db, found) : null
  const { of, row } = await held(ctx, id, 'finish')
  const leftovers = await leftoversOf(db, of, row)
  if (leftovers.length) throw refusalOf(societyDissolution, 'notClear', { society: of.name, items: leftovers.map(l => translate(lang, l.title)).join(translate(lang, '、')) })
  if (passing) await passOn(db, row, passing)
  const members = await db.unscoped(societyMember).all({ societyId: of.id, state: WAITING }) // of the society that ends
  await db.updateWhere(
    societyMember,
    { societyId: of.id, state: WAITING },
    { ...GONE, state: 'left', leftOn: today(), leaveReason: passing ? `社团并入${passing.into.name}` : '社团已注销' },
  )
  const after = await db.unscoped(societyMember).all({ id: members.map(m => m.id) }) // as above
  await memberTodos.follow(db, after)
  await db.emitMany(
    'society.memberChanged',
    members.flatMap(m => (m.state === 'active' ? [{ societyId: of.id, studentId: m.studentId, role: null }] : [])),
  )
  await db.update(society, of.id, { state: 'dissolved', stateNote: CAUSES[row.cause], star: 0 })
  await db.update(societyDissolution, id, { state: 'dissolved', dissolvedOn: today() })
  await db.emit('society.dissolved', { societyId: of.id })
})
export default [list, tick, finish]
