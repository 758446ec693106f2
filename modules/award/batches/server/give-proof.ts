import { refusalOf } from '#model'
import { handle } from '#server/context.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { giveProof } from '../model/application.ts'
import { awardApplication, lacksProof } from '../model/application-row.ts'
import { awards } from './application.ts'
import { caseTodos } from './case-todos.ts'
import { nameOf } from './exclusions.ts'

/** 40-A5: who decides on the case sees it, and a nomination counts it. */
export default handle(giveProof, async (ctx, { id, proofs }) => {
  const { db } = ctx
  const row = await awards.own.lock(ctx, id, 'giveProof')
  if (!lacksProof(row)) throw refusalOf(awardApplication, 'proved', { item: await nameOf(db, row.itemId) })
  const after = await db.update(awardApplication, id, { proofs, isOutstanding: true })
  await attachFiles(db, awardApplication, id, { proofs })
  await caseTodos.follow(db, [after])
})
