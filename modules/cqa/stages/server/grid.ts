import type { OutputOf, Row } from '#model'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { type Stage, stageAt } from '../../schemes/model/scheme.ts'
import { inTreeOrder } from '../../schemes/model/tree.ts'
import { indexesOf, type Scheme } from '../../schemes/server/api.ts'
import { cqaScore, cqaSheet } from '../../sheets/model/sheet.ts'
import type { groupGrid } from '../model/actions.ts'
import { isScoredAt } from './scoring.ts'

type Grid = OutputOf<typeof groupGrid>
type Sheet = Row<typeof cqaSheet>
export const NO_GRID: Grid = { schemeId: null, scheme: null, className: null, running: null, isLeader: false, items: [], rows: [] }
/** A class with what people gave it so far, for the scorers of a stage; the caller's right to the class is checked before. */
export async function gridOf(db: Db, scheme: Scheme, classId: string, stage: Stage, mayScore: (row: Sheet) => boolean): Promise<Grid> {
  const items = inTreeOrder(await indexesOf(db, scheme.id))
    .map(p => p.index)
    .filter(i => isScoredAt(stage, i))
  const sheets = (await db.unscoped(cqaSheet).all({ schemeId: scheme.id, classId })).filter(t => t.state !== 'excluded') // of the class
  const scores = await db.unscoped(cqaScore).all({ sheetId: sheets.map(t => t.id) }) // as above
  const people = await studentsOf(
    db,
    sheets.map(t => t.studentId),
  )
  const rows = sheets.map(sheet => {
    const who = people.get(sheet.studentId)
    const own = scores.filter(g => g.sheetId === sheet.id)
    const cells = items.map(i => {
      const at = (one: Stage) => own.find(g => g.indexId === i.id && g.stage === one)
      const now = at(stage)
      return {
        ...{ indexId: i.id, self: at('self')?.score ?? null, group: at('group')?.score ?? null, fdy: at('fdy')?.score ?? null, college: at('college')?.score ?? null },
        ...{ reason: at('college')?.reason ?? at('fdy')?.reason ?? null, version: now?.version ?? null },
      }
    })
    const { id: sheetId, state, isSelfMissed, total } = sheet
    return { sheetId, name: who?.name ?? '', studentNo: who?.studentNo ?? null, state, isSelfMissed, total, mayScore: mayScore(sheet), cells }
  })
  return {
    ...{ schemeId: scheme.id, scheme: scheme.name, className: (await db.cached(stuClass)).get(classId)?.name ?? null, running: stageAt(scheme) ?? null, isLeader: false },
    items: items.map(i => ({ id: i.id, name: i.name, min: i.minScore ?? 0, max: i.maxScore })),
    rows: rows.sort((a, b) => ((a.studentNo ?? '') < (b.studentNo ?? '') ? -1 : 1)),
  }
}
