import type { Row } from '#model'
import { accountNames } from '#server/access/accounts.ts'
import { type Ctx, handle } from '#server/context.ts'
import type { Notable, ProfilePart, Whereabouts } from '#server/extensions/profile-parts.ts'
import { formatWording, translate } from '#server/i18n/translate.ts'
import { hintKey, isSettled, profileBrief, settledHint } from '../../model/profile.ts'
import type { student } from '../../model/student.ts'
import { type Compared, comparedWithClass } from './class-averages.ts'
import { partsOf, studentSeen } from './look.ts'

interface BriefPart {
  part: ProfilePart
  place: Whereabouts | null
  notable: ReadonlyArray<Notable | null>
  numbers: readonly Compared[]
}
/** What one part says in short. */
async function toldBy(ctx: Ctx, part: ProfilePart, who: Row<typeof student>): Promise<BriefPart> {
  const [place, notable, numbers] = await Promise.all([part.whereabouts?.(ctx, who.id) ?? null, part.notable?.(ctx, who.id) ?? [], comparedWithClass(ctx, part, who)])
  return { part, place, notable, numbers }
}
/** Hints settled with a note, by hint, each with who did it. Students do not read notes of the staff (30-SP4). */
async function settledOf({ db }: Ctx, studentId: string) {
  const rows = await db.visibleFor(settledHint, profileBrief.permission).all({ studentId })
  const names = await accountNames(
    db,
    rows.map(r => r.userId),
  )
  return new Map(rows.map(r => [r.hint, { ...r, by: names.get(r.userId) ?? null }]))
}
export default handle(profileBrief, async (ctx, { id }) => {
  const { db, lang } = ctx
  const who = await studentSeen(ctx, id)
  const parts = partsOf(db).filter(p => !p.isClosed)
  const answers = await Promise.allSettled(parts.map(part => toldBy(ctx, part, who)))
  const told = answers.flatMap(a => (a.status === 'fulfilled' ? [a.value] : []))
  const settled = db.me.studentId === id ? new Map<string, never>() : await settledOf(ctx, id)
  return {
    places: told
      .flatMap(({ place }) => (place ? [{ kind: place.kind, text: formatWording(lang, place.text), until: place.until ?? null, tone: place.tone ?? null }] : []))
      .sort((a, b) => Number(a.kind === 'lives') - Number(b.kind === 'lives')),
    notable: told.flatMap(({ part, notable }) =>
      notable.flatMap(n => {
        if (!n) return []
        const hint = hintKey(part.code, n.code)
        const done = settled.get(hint)
        const of = done && isSettled(done, n.at) ? { by: done.by, note: done.note, on: done.updatedAt } : null
        return [{ hint, title: formatWording(lang, n.title), at: n.at ?? null, link: n.link ?? null, settled: of }]
      }),
    ),
    numbers: told.flatMap(t => t.numbers),
    failed: answers.flatMap((a, at) => (a.status === 'rejected' && parts[at] ? [translate(lang, parts[at].label)] : [])),
  }
})
