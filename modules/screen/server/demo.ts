import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { day } from '#server/demo/days.ts'
import { newToken, tokenKey } from '#server/identity/tokens.ts'
import { screenDevice } from '../model/device.ts'
import { type PlaylistItem, playlist } from '../model/playlist.ts'
import { allScreens } from './declared-screens.ts'

const WALLS = [
  {
    name: '学工处大屏',
    place: '行政楼 302',
    screens: ['dormBigScreen', 'dormInspect', 'leavedatascreenone', 'zhcpdatascreenone', 'zhcpdatascreentwo', 'zhcpdatascreenthree'],
    minutes: 1,
  },
  { name: '学生公寓大厅', place: '1 号学生公寓一层大厅', screens: ['dormBigScreen'], minutes: 2 },
  { name: '公寓值班室', place: '2 号学生公寓值班室', screens: ['dormBigScreen', 'dormInspect'], minutes: 1, showRooms: true, isAwake: true },
  { name: '会议室', place: '行政楼 410', screens: ['leavedatascreenone'], minutes: 260, state: 'silent' },
  { name: '迎新大厅', place: '体育馆', screens: ['dormBigScreen'], minutes: 90_000, state: 'expired' },
  { name: '旧值班室', place: '3 号学生公寓', screens: ['dormInspect'], minutes: 40_000, state: 'revoked' },
] as const

/** Demo devices, one of them silent. Their keys are unknown; pair a browser to try one. */
export default async function demo(db: Db): Promise<void> {
  const known = new Set(allScreens().map(s => s.code))
  const walls = WALLS.map(w => ({ ...w, screens: w.screens.filter(code => known.has(code)) })).filter(w => w.screens.length)
  if (!walls.length) return
  const [first] = walls
  const turns = (name: string, seconds: number, more: Partial<PlaylistItem> = {}) =>
    db.insert(playlist, { name, items: (first?.screens ?? []).map(screen => ({ screen, seconds, ...more })), isEnabled: true })
  const { id: playlistId } = await turns('行政楼轮播', 30)
  await turns('工作日白天', 20, { from: '08:00', to: '18:00', weekdays: [1, 2, 3, 4, 5] })
  await db.insertMany(
    screenDevice,
    walls.map(w => {
      const state = 'state' in w ? w.state : ('active' as const)
      return {
        name: w.name,
        place: w.place,
        screens: w.screens,
        playlistId: w === first ? playlistId : null,
        cidrs: ['10.8.0.0/16'],
        showRooms: 'showRooms' in w,
        showMaskedNames: false,
        ...('isAwake' in w ? {} : { darkFrom: '23:00', darkTo: '06:30' }),
        expiresAt: day(state === 'expired' ? -7 : 300),
        state,
        keyHash: state === 'revoked' ? null : tokenKey(newToken()),
        pairedFrom: '10.8.3.21',
        revokedAt: state === 'revoked' ? new Date().toISOString() : null,
      } as never
    }),
  )
  const beats = walls.map(w => ({ name: w.name, minutes: w.minutes, screen: w.screens[0] }))
  await db.query(sql`insert into screen_beat (tenant_id, device_id, seen_at, screen, size)
    select d.tenant_id, d.id, now() - make_interval(mins => b.minutes), b.screen, '1920×1080' from screen_device d
    join jsonb_to_recordset(${JSON.stringify(beats)}::jsonb) b(name text, minutes int, screen text) on b.name = d.name where d.tenant_id = ${db.me.tenantId}`)
}
