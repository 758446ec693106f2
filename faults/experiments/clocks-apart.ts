import { existsSync } from 'node:fs'
import { makeBeds, openRound } from '../../bench/claims.ts'
import { withClient } from '../../bench/database.ts'
import { ask, type Reply } from '../client.ts'
import { type Experiment, finding } from '../experiment.ts'
import type { Starting } from '../stage.ts'

const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
/** Wall clock ten minutes ahead; monotonic timers are unaffected. */
const AHEAD: Starting = { env: { LD_PRELOAD: LIBRARY, FAKETIME: '+10m', FAKETIME_DONT_FAKE_MONOTONIC: '1' } }
const said = ({ code, msg }: Reply): string => (code === 200 ? 'taken' : `${code} ${msg.slice(0, 40)}`)

export const clocksApart: Experiment = {
  title: 'The clocks of two instances are ten minutes apart: the database’s clock decides at both whether somebody is signed in and whether a round is open.',
  control: 'the instance goes by the clock of its own machine (taken out of the source)',
  without: [{ file: 'main.ts', from: 'await syncWithDatabase(server.core)', to: 'async () => {}' }],
  views: ['doubled_beds', 'doubled_students'],
  impossible: () => (existsSync(LIBRARY) ? undefined : 'libfaketime is not installed'),
  async run(stage) {
    const right = await stage.start(0)
    const [officer] = await stage.people(['bench-officer'], right.port)
    if (!officer) throw new Error('the officer is gone')
    const beds = await withClient(stage.url, client => makeBeds(client, 40))
    const [soon, ending] = [await openRound(officer, stage.url), await openRound(officer, stage.url)]
    const move = (id: string, begins: string, ends: string) =>
      stage.rows(`update claim_round set begin_time = now() + interval '${begins}', end_time = now() + interval '${ends}', version = version + 1 where id = $1`, [id])
    await move(soon, '5 minutes', '1 hour')
    await move(ending, '-1 hour', '5 minutes')
    await right.stop()
    const ports = [(await stage.start(0)).port, (await stage.start(1, AHEAD)).port]
    const names = await stage.rows<{ name: string }>(
      "select u.user_name as name from sys_user u join student s on s.id = u.student_id where u.user_name like 'bench-s%' and s.gender_code = '1' order by 1 limit 4",
    )
    const people = await stage.people(
      names.map(n => n.name),
      right.port,
    )
    // their sessions expire in five minutes by the database's clock
    await stage.rows("update user_session set access_expires_at = now() + interval '5 minutes', expires_at = now() + interval '5 minutes'")
    const own = beds.filter(b => b.gender === '1')
    const hold = (person: number, at: number, roundId: string): Promise<Reply> =>
      ask({ ...(people[person] as typeof officer), port: ports[at] as number }, 'dorm/claimRound/hold', { roundId, bedId: own[person]?.id })
    const early = [await hold(0, 0, soon), await hold(1, 1, soon)]
    const late = [await hold(2, 0, ending), await hold(3, 1, ending)]
    const inside = [await ask({ ...officer, port: ports[0] as number }, 'base/todo/count'), await ask({ ...officer, port: ports[1] as number }, 'base/todo/count')]
    const held = await stage.rows<{ n: number }>("select count(*)::int as n from dorm_stay where batch_id = $1 and hold_until between now() and now() + interval '5 minutes'", [
      ending,
    ])
    return [
      finding(
        'a round that begins in five minutes, at the right clock and at the one ahead',
        early.map(said).join('; '),
        early.every(r => r.code === 422),
      ),
      finding(
        'a round that ends in five minutes',
        late.map(said).join('; '),
        late.every(r => r.code === 200),
      ),
      finding('holds that end with it', held[0]?.n ?? 0, held[0]?.n === 2),
      finding(
        'somebody whose session lasts five minutes',
        inside.map(said).join('; '),
        inside.every(r => r.code === 200),
      ),
    ]
  },
}
