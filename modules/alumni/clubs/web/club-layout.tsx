import CantonPicker from '#modules/campus/web/CantonPicker.tsx'
import type { LayoutOf } from '#web/forms/layout.ts'
import type { startFounding } from '../model/founding.ts'

/** What a club is, as it is proposed and as it is kept. */
export const CLUB_LAYOUT: LayoutOf<typeof startFounding> = [
  'name',
  'kind',
  { field: 'canton', when: v => v.kind === 'region', render: props => <CantonPicker {...props} /> },
  { field: 'departmentId', when: v => v.kind === 'college' },
  'intro',
  'joinWay',
]
