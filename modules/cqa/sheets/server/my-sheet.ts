import { ownStudentId } from '#modules/student/server/api.ts'
import { handle } from '#server/context.ts'
import { cqaScheme } from '../../schemes/model/scheme.ts'
import { mySheet } from '../model/actions.ts'
import { cqaSheet } from '../model/sheet.ts'
import { explanationOf } from './explain.ts'

export default handle(mySheet, async (ctx, { schemeId }) => {
  const { db, me } = ctx
  const sheets = await db.unscoped(cqaSheet).all({ studentId: ownStudentId(me) }, { sort: ['-createdAt'] }) // the caller's own
  const schemes = (await db.unscoped(cqaScheme).all({ id: sheets.map(s => s.schemeId) }, { sort: ['-beginTime'] })).filter(s => s.state !== 'cancelled') // those of the sheets
  const scheme = schemeId ? schemes.find(s => s.id === schemeId) : schemes[0]
  const sheet = sheets.find(s => s.schemeId === scheme?.id)
  if (!sheet) return []
  return [{ ...(await explanationOf(ctx, sheet)), others: schemes.filter(s => s.id !== sheet.schemeId).map(s => ({ schemeId: s.id, scheme: s.name, xn: s.xn })) }]
})
