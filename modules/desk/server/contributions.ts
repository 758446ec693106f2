import type { Ctx } from '#server/context.ts'
import type { KernelCtx } from '#server/data/core.ts'

interface Contribution {
  code: string
  /** Smaller ones come first. */
  order: number
  /** Only for holders of this permission. */
  permission?: string
}
/** What modules contribute to the caller's dashboard, in order; one that fails is logged and does not affect the others. */
export async function contributed<C extends Contribution, T>(ctx: Ctx, declared: readonly C[], run: (contribution: C) => Promise<T | null>): Promise<T[]> {
  const mine = declared.filter(c => !c.permission || ctx.me.permissions.has(c.permission)).sort((a, b) => a.order - b.order)
  const found = await Promise.all(
    mine.map(c =>
      run(c).catch((error: unknown) => {
        const { core } = ctx as unknown as KernelCtx
        core.log.error({ err: error, contribution: c.code }, 'a part of the dashboard failed')
        return null
      }),
    ),
  )
  return found.filter(one => one !== null)
}
