import { type Row, refusalOf } from '#model'
import { compute, rules } from '#server/context.ts'
import { screenDevice } from '../model/device.ts'
import { parseItems, playlist } from '../model/playlist.ts'
import { screenNamed } from './declared-screens.ts'

type Patch = Partial<Row<typeof playlist>>
function read(patch: Patch): void {
  if (patch.items === undefined) return
  const items = parseItems(patch.items)
  if (!Array.isArray(items)) throw refusalOf(playlist, 'itemForm', { ...items }, 'items')
  if (!items.length) throw refusalOf(playlist, 'noItems', {}, 'items')
  const unknown = items.find(i => !screenNamed(i.screen))
  if (unknown) throw refusalOf(playlist, 'unknownScreen', { screen: unknown.screen }, 'items')
  patch.items = items
}
export default [
  rules(playlist, {
    async add(_ctx, draft) {
      read(draft)
    },
    async update(_ctx, _row, patch) {
      read(patch)
    },
    async remove({ db }, row) {
      const device = [...(await db.cached(screenDevice)).values()].find(d => d.playlistId === row.id)
      if (device) throw refusalOf(playlist, 'inUse', { device: device.name, name: row.name })
    },
  }),
  compute(playlist, ['itemCount', 'cycleSeconds'], async (_ctx, rows) => {
    for (const row of rows) Object.assign(row, { itemCount: row.items.length, cycleSeconds: row.items.reduce((sum, i) => sum + i.seconds, 0) })
  }),
]
