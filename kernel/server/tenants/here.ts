import { type Entity, fill } from '#model'
import type { Ctx, Lang } from '../context.ts'
import type { KernelCtx } from '../data/core.ts'
import { translate } from '../i18n/translate.ts'
import { type LicenceStatus, refuseWhenLimited, standingOf } from '../licence/licence-status.ts'
import { machineCode } from '../licence/machine.ts'
import { countStudents } from './platform.ts'
import { type Ready, readinessChecks } from './readiness.ts'

/** Licence status of the caller's school. */
export const standingHere = (ctx: Ctx): Promise<LicenceStatus> => standingOf((ctx as KernelCtx).core, ctx.me.tenantId)
/** Refuses a new row of this kind once licence and grace period are over. */
export const refuseNewHere = (ctx: Ctx, of: Entity): Promise<void> => refuseWhenLimited((ctx as KernelCtx).core, ctx.me.tenantId, 'add', of)
export const machineHere = (ctx: Ctx): Promise<string> => machineCode((ctx as KernelCtx).core)
export const studentsHere = (ctx: Ctx): Promise<number | null> => countStudents((ctx as KernelCtx).core, ctx.me.tenantId)

export interface ReadyLine {
  code: string
  title: string
  share: number
  text: string | null
  link: string
}
/** Start-up checklist of the caller's school: lines of all modules, translated, and their average in percent. */
export async function readinessHere(ctx: Ctx): Promise<{ score: number; lines: ReadyLine[] }> {
  const { core } = ctx as KernelCtx
  const checks = core.registry.of(readinessChecks)
  const lines: ReadyLine[] = []
  for (const { code, title, link, run } of checks) {
    const { share, text, values } = await run(ctx.db)
    lines.push({ code, title: translate(ctx.lang, title), share, text: text ? fill(translate(ctx.lang, text), said(ctx.lang, values)) : null, link })
  }
  const sum = lines.reduce((all, line) => all + line.share, 0)
  return { score: lines.length ? Math.floor((sum / lines.length) * 100) : 0, lines }
}
const said = (lang: Lang, values: Ready['values'] = {}): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? value.map(v => translate(lang, v)).join(lang === 'en' ? ', ' : '、') : value]),
  )
