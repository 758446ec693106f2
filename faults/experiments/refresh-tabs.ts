import { PASSWORD } from '../../bench/database.ts'
import { tokenShot } from '../../bench/product.ts'
import { type Experiment, finding, none } from '../experiment.ts'

const TABS = 20
const ROUNDS = 5
interface Pair {
  access_token?: string
  refresh_token?: string
  error_code?: number
}
const shot = tokenShot('bench-officer', PASSWORD)
async function tokens(port: number, body: string): Promise<Pair & { status: number }> {
  const answer = await fetch(`http://127.0.0.1:${port}${shot.path}`, { method: 'POST', headers: shot.headers, body })
  return { ...((await answer.json()) as Pair), status: answer.status }
}
const renewed = (port: number, token: string) => tokens(port, String(new URLSearchParams({ tenantId: '100001', grant_type: 'refresh_token', refresh_token: token })))

export const refreshTabs: Experiment = {
  title: 'Twenty tabs trade in the same refresh token at once, at two instances: all get the same successor; an old one offered later ends the session.',
  control: 'the session is not held while its token is traded (`for update` is taken out of the source)',
  without: [{ file: 'kernel/server/identity/refresh.ts', from: ' for update`)', to: '`)' }],
  views: ['forgotten_tokens'],
  async run(stage) {
    const instances = [await stage.start(0), await stage.start(1)]
    const portOf = (i: number): number => instances[i % 2]?.port ?? 0
    let pair: Pair = await tokens(portOf(0), shot.body ?? '')
    const first = pair.refresh_token ?? ''
    let refused = 0
    let differing = 0
    for (let round = 0; round < ROUNDS; round++) {
      const token = pair.refresh_token ?? ''
      const given = await Promise.all(Array.from({ length: TABS }, (_, tab) => renewed(portOf(tab), token)))
      refused += given.filter(g => !g.access_token).length
      differing += new Set(given.map(g => g.access_token)).size - 1
      pair = given.find(g => g.access_token) ?? pair
    }
    const alive = await stage.rows<{ n: number }>("select count(*)::int as n from user_session where state = 'active' and rotated_at is not null")
    await stage.rows("update user_session set rotated_at = rotated_at - interval '31 seconds'")
    const replayed = await renewed(portOf(0), first)
    const ended = await stage.rows<{ n: number }>("select count(*)::int as n from user_session where end_reason = 'stolen'")
    return [
      none(`of ${TABS * ROUNDS} tabs refused`, refused),
      none('further successors of one token', differing),
      finding('sessions alive after it', alive[0]?.n ?? 0, alive[0]?.n === 1),
      finding('an old token offered later is answered with', replayed.error_code ?? 'a pair', replayed.error_code === 401),
      finding('sessions ended by it as stolen', ended[0]?.n ?? 0, ended[0]?.n === 1),
    ]
  },
}
