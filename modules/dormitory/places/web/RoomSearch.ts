import { address, get, type PageOf } from '#web/http/index.ts'
import type { Finder } from '#web/shell/finders.ts'
import { dormRoom } from '../model/places.ts'

const MOST = 6
interface Row {
  id: string
  dormId: string
  roomNo: string
  fullName: string
}
/** Search provider: rooms by number or name in scope; opens the card on the map. */
const finder: Finder = {
  title: '宿舍房间',
  permission: 'dormitory:dormRoom:list',
  async find(typed, signal) {
    const { result } = await get<PageOf<Row>>(address(dormRoom, 'list'), { keyword: typed, size: MOST }, { signal, quiet: true })
    return result.map(row => ({ key: `room ${row.id}`, title: row.roomNo, note: row.fullName, open: async () => `/dormitory/map?dormId=${row.dormId}&roomId=${row.id}` }))
  },
}
export default finder
