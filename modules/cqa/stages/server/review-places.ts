import sql from 'sql-template-tag'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { type Ctx, handle } from '#server/context.ts'
import { cqaScheme, stageAt } from '../../schemes/model/scheme.ts'
import { collegePlaces, fdyPlaces } from '../model/actions.ts'

interface Place {
  schemeId: string
  id: string
  name: string
  students: number
  waiting: number
}
/** Classes in the caller's reach with sheets in a scheme; `waiting` are those the caller passes on: a class whose group has submitted, or that the counsellor has passed. */
async function placesOf({ db, me }: Pick<Ctx, 'db' | 'me'>, waiting: 'groupDone' | 'fdyDone') {
  const places = await db.query<Place>(sql`select t.scheme_id as "schemeId", c.id, c.name, count(*)::int as students, count(*) filter (where t.state = ${waiting})::int as waiting
    from ${db.visible(stuClass).rows()} c join cqa_sheet t on t.tenant_id = ${me.tenantId} and t.class_id = c.id and t.state <> 'excluded' group by 1, 2, 3 order by c.name, c.id`)
  const bySchemes = Map.groupBy(places, p => p.schemeId)
  const schemes = await db.unscoped(cqaScheme).all({ id: [...bySchemes.keys()], state: ['published', 'paused', 'closed'] }, { sort: ['-beginTime'] }) // of the caller's classes
  const offered = schemes.map(scheme => ({
    ...{ id: scheme.id, name: scheme.name, running: scheme.stage === 'scoring' ? (stageAt(scheme) ?? null) : null },
    classes: (bySchemes.get(scheme.id) ?? []).map(({ schemeId: _, ...one }) => one),
  }))
  return offered.sort((a, b) => Number(b.running !== null) - Number(a.running !== null))
}
export default [handle(fdyPlaces, ctx => placesOf(ctx, 'groupDone')), handle(collegePlaces, ctx => placesOf(ctx, 'fdyDone'))]
