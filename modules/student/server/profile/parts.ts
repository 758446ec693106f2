import type { OutputOf, Row } from '#model'
import { subjectsOf } from '#server/audit/subjects.ts'
import { type Ctx, handle } from '#server/context.ts'
import type { ProfilePart } from '#server/extensions/profile-parts.ts'
import { formatWording, translate } from '#server/i18n/translate.ts'
import { audit } from '#server/records/verbs.ts'
import * as m from '../../model/profile.ts'
import { student } from '../../model/student.ts'
import { comparedWithClass } from './class-averages.ts'
import { partsOf, studentSeen } from './look.ts'

type Student = Row<typeof student>
/** Largest number of events per part of a timeline. */
const MOST = 60
const list = handle(m.profileParts, async (ctx, { id }) => {
  await studentSeen(ctx, id)
  return partsOf(ctx.db).map(p => ({ code: p.code, label: translate(ctx.lang, p.label), isClosed: p.isClosed === true, list: p.list?.(id) ?? null }))
})
/** What a part says of a student: its section and its share of the timeline. */
export async function contentOf(ctx: Ctx, part: ProfilePart, who: Student): Promise<OutputOf<typeof m.profilePart>> {
  const [numbers, lines, happened] = await Promise.all([comparedWithClass(ctx, part, who), part.lines?.(ctx, who.id) ?? [], part.happened?.(ctx, who.id, MOST) ?? []])
  const { lang } = ctx
  return {
    numbers,
    lines: lines.flatMap(l => (l ? [{ label: translate(lang, l.label), value: formatWording(lang, l.value), tone: l.tone ?? null }] : [])),
    happened: happened.map(h => ({ at: h.at, title: formatWording(lang, h.title), note: h.note ? formatWording(lang, h.note) : null, tone: h.tone ?? null })),
  }
}
const one = handle(m.profilePart, async (ctx, { id, part }) => {
  const who = await studentSeen(ctx, id)
  const found = partsOf(ctx.db).find(p => p.code === part)
  if (!found) return ctx.refuse('noPart')
  if (found.isClosed) return ctx.refuse('closed')
  return contentOf(ctx, found, who)
})
/** 30-SP2: the audit names section, student and reason, whether or not there is anything to read. */
export async function openPart(ctx: Ctx, part: ProfilePart, who: Student, reason: string): Promise<OutputOf<typeof m.profilePart>> {
  const entry = await audit(ctx, 'reveal', student.name, who.id, { section: part.label, reason })
  await subjectsOf(ctx.db, student, entry, [who])
  return contentOf(ctx, part, who)
}
const opened = handle(m.openProfilePart, async (ctx, { id, part, reason }) => {
  const who = await studentSeen(ctx, id)
  const found = partsOf(ctx.db).find(p => p.code === part && p.isClosed)
  if (!found) return ctx.refuse('noPart')
  return openPart(ctx, found, who, reason)
})
export default [list, one, opened]
