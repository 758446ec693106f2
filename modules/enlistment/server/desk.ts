import { deskFigure } from '#server/extensions/desk-parts.ts'
import { militaryAid } from '../model/aid.ts'
import { enlistRecord } from '../model/record.ts'

const [RECORDS, AIDS] = ['enlistment:enlistRecord:list', 'enlistment:militaryAid:list']
const serving = deskFigure({
  code: 'enlistment.serving',
  order: 62,
  permission: RECORDS,
  for: 'staff',
  async run({ db }) {
    const rows = db.visibleFor(enlistRecord, RECORDS)
    const [value, due] = [await rows.count({ stage: 'enlisted' }), await rows.count({ stage: 'discharged' })]
    if (!value && !due) return null
    return { label: '在伍学生', value, unit: '人', note: { text: '{n} 人待复学', values: { n: due } }, link: '/enlistment/records?view=serving' }
  },
})
const toReport = deskFigure({
  code: 'enlistment.toReport',
  order: 63,
  permission: 'enlistment:militaryAid:report',
  for: 'staff',
  async run({ db }) {
    const value = await db.visibleFor(militaryAid, AIDS).count({ state: 'approved' })
    return value ? { label: '参军资助待上报', value, unit: '份', link: '/enlistment/aids?view=approved' } : null
  },
})
export default [serving, toReport]
