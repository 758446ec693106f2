import { handle } from '#server/context.ts'
import { exportAgain } from '../model/actions.ts'
import { exportLog } from '../model/profile.ts'
import type { DataRow } from './datasets.ts'
import { makeAgain, usable } from './make.ts'

/** 40-X4: the file of a logged export, with the rows as they were and the profile as it is. */
export default handle(exportAgain, async (ctx, { id, ...choices }) => {
  const log = await ctx.db.visible(exportLog).with('content').one(id)
  const found = await usable(ctx, log.profileId)
  const { content, ...row } = log
  return (await makeAgain(ctx, found, row, JSON.parse(content) as DataRow[], choices)).blob
})
