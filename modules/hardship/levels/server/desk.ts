import { today } from '#server/base/today.ts'
import { deskFigure } from '#server/extensions/desk-parts.ts'
import { aidLevelSpan } from '../model/span.ts'

const LIST = 'hardship:aidLevelSpan:list'
export default deskFigure({
  code: 'hardship.recognised',
  order: 45,
  permission: LIST,
  for: 'staff',
  async run({ db }) {
    const on = today()
    const value = await db.visibleFor(aidLevelSpan, LIST).count({ 'from.le': on, 'to.ge': on })
    return value ? { label: '在库困难生', value, unit: '人', link: '/hardship/levels' } : null
  },
})
