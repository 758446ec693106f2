import { type DashboardFigure, deskFigure } from '#server/extensions/desk-parts.ts'
import { checkIn } from '../model/actions.ts'
import type { StayState } from '../model/states.ts'
import { dormStay } from '../model/stay.ts'

const LIST = 'dormitory:dormStay:list'
/** Whoever runs a building sees how many live in it, and who is still to come. */
const figure = (view: 'living' | 'reserved', order: number, label: string, state: readonly StayState[]): DashboardFigure =>
  deskFigure({
    ...{ code: `dormitory.${view}`, order, permission: checkIn.permission, for: 'staff' },
    async run({ db }) {
      const value = await db.visibleFor(dormStay, LIST).count({ state })
      return value ? { label, value, unit: '人', link: `/dormitory/stays?view=${view}` } : null
    },
  })
export default [figure('living', 46, '在住', ['checkedIn']), figure('reserved', 47, '待入住', ['held', 'reserved'])]
