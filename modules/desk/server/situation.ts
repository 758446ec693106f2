import { handle } from '#server/context.ts'
import { headlines } from '#server/extensions/desk-parts.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { situation } from '../model/layout.ts'
import { contributed } from './contributions.ts'

export default handle(situation, ctx =>
  contributed(ctx, ctx.db.registered(headlines), async ({ code, run }) => {
    const found = await run(ctx)
    return found && { code, text: formatWording(ctx.lang, found.text), link: found.link }
  }),
)
