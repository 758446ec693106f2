import { schoolTimeText } from '#model/school-time.ts'
import { type Audience, appCategory } from '#modules/system/model/app.ts'
import { role } from '#modules/system/model/role.ts'
import { type App, appsOf, appTitle, marksOf, sortMarks } from '#modules/system/server/api.ts'
import { type Ctx, handle, type Lang } from '#server/context.ts'
import { applicationSources } from '#server/extensions/desk-parts.ts'
import { soundsOf } from '#server/i18n/pinyin.ts'
import { formatIssue, translate } from '#server/i18n/translate.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import { services, sortApps } from '../model/own.ts'

/** Why a service is closed now; null while open. */
function closedReason(lang: Lang, a: App, now: number): string | null {
  const words = (text: string, time: string): string => formatIssue(lang, { text, values: { time: schoolTimeText(time) } })
  if (a.beginAt && Date.parse(a.beginAt) > now) return words('尚未开始，{time} 开放', a.beginAt)
  if (a.endAt && Date.parse(a.endAt) < now) return words('已于 {time} 截止，下一次开放时间另行通知', a.endAt)
  return null
}
/** Average handling times of late, by the page of the form. */
async function usualTimes(ctx: Ctx): Promise<ReadonlyMap<string, number>> {
  const sources = ctx.db.registered(applicationSources)
  const times = await Promise.all(sources.map(async ({ applyPage, usualMinutes }) => [applyPage, (await usualMinutes?.(ctx)) ?? null] as const))
  return new Map(times.flatMap(([page, minutes]) => (page && minutes !== null ? [[page, minutes] as const] : [])))
}
const list = handle(services, async (ctx, { terminal }) => {
  const { db, lang } = ctx
  const [apps, marks, categoryOf] = [await appsOf(ctx, terminal), await marksOf(ctx), await labelsOf(db, appCategory)]
  const roles = new Map([...(await db.cached(role)).values()].map(r => [r.code, r.name]))
  const sounds = await soundsOf(apps.map(a => appTitle(ctx, a)))
  const soundIn = (name: string): string => `${sounds.get(name)?.full} ${sounds.get(name)?.initials}`
  const usual = await usualTimes(ctx)
  const now = Date.now()
  return apps.map(a => ({
    id: a.id,
    name: appTitle(ctx, a),
    sound: soundIn(appTitle(ctx, a)),
    icon: a.icon,
    category: a.category,
    categoryName: translate(lang, categoryOf(a.category)),
    url: a.url,
    openType: a.openType,
    isCollected: marks.get(a.id)?.isCollected ?? false,
    badge: a.badge,
    isRecommended: a.isRecommended,
    isOpen: closedReason(lang, a, now) === null,
    closedReason: closedReason(lang, a, now),
    beginAt: a.beginAt,
    endAt: a.endAt,
    audience: ((a.audience as Audience | null)?.roles ?? []).map(code => translate(lang, roles.get(code) ?? code)),
    guide: a.guide,
    usualMinutes: usual.get(a.url) ?? null,
  }))
})
/** Order of favourites. */
const sort = handle(sortApps, (ctx, { ids }) => sortMarks(ctx, ids))
export default [list, sort]
