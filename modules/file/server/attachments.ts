import { entityNamed, hasEntity } from '#model'
import { compute, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { audit } from '#server/records/verbs.ts'
import { attachment, blockFiles } from '../model/files.ts'

export default [
  compute(attachment, ['belongsTo', 'isOrphan'], async ({ lang }, rows) => {
    for (const row of rows) {
      const known = row.bizType && hasEntity(row.bizType) ? entityNamed(row.bizType) : undefined
      Object.assign(row, { belongsTo: known ? translate(lang, known.label) : row.bizType, isOrphan: row.bizId === null && !row.isPublic })
    }
  }),
  handle(blockFiles, async (ctx, { ids, isBlocked }) => {
    const reached = await ctx.db.visible(attachment).all({ id: ids })
    const done = await ctx.db.updateWhere(attachment, { id: reached.map(file => file.id) }, { scanState: isBlocked ? 'blocked' : 'clean' }, { history: false })
    for (const { id } of done) await audit(ctx, isBlocked ? 'file.block' : 'file.unblock', 'attachment', id, {})
  }),
]
