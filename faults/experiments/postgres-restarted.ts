import { setTimeout as pause } from 'node:timers/promises'
import { ask, keepAsking, keepWriting, tally, until } from '../client.ts'
import { type Experiment, finding, none } from '../experiment.ts'

/** Fast shutdown, then immediate shutdown as in a power failure. */
const SIGNALS = ['SIGINT', 'SIGQUIT'] as const
const RUNNING_MS = 2000

export const postgresRestarted: Experiment = {
  title: 'PostgreSQL is restarted under load, in order and at once: two instances answer 503 meanwhile, never 401, and everybody is still signed in.',
  control: 'sessions are kept in an unlogged table, which a crash empties',
  views: ['lost_writes', 'repeated_writes', 'unwritten_history'],
  async run(stage) {
    if (stage.isControl) {
      const links = await stage.rows<{ table: string; name: string }>(
        "select conrelid::regclass::text as table, conname as name from pg_constraint where confrelid = 'user_session'::regclass",
      )
      for (const { table, name } of links) await stage.rows(`alter table ${table} drop constraint ${name}`)
      await stage.rows('alter table user_session set unlogged')
    }
    const ports = [(await stage.start(0)).port, (await stage.start(1)).port]
    const people = (await stage.people(['bench-officer', 'bench-east', 'bench-college'], ports[0] as number)).map((session, i) => ({ ...session, port: ports[i % 2] as number }))
    const [officer] = people
    if (!officer) throw new Error('the officer is gone')
    const findings = []
    for (const signal of SIGNALS) {
      const writing = keepWriting([officer], { writers: 4, restMs: 10 })
      const reading = keepAsking(6, caller => ask(people[caller % people.length] as typeof officer, 'base/student/list?size=20'), 20)
      await pause(RUNNING_MS)
      process.kill(stage.postgres(), signal)
      await pause(RUNNING_MS)
      const back = await until(async () => (await Promise.all(people.map(person => ask(person, 'base/todo/count')))).every(r => r.code === 200 || r.code === 401), 30)
      await pause(RUNNING_MS)
      const replies = [...(await writing.stop()), ...(await reading.stop())]
      await stage.acknowledge(writing.acknowledged)
      findings.push(
        finding(
          `${signal}: answers`,
          tally(replies),
          replies.some(r => r.code === 200),
        ),
        finding(`${signal}: serves again`, back === undefined ? 'never' : 'yes', back !== undefined),
        none(`${signal}: answers of 401`, replies.filter(r => r.code === 401).length),
        none(`${signal}: answers that are neither 200, 401 nor 503`, replies.filter(r => ![200, 401, 503].includes(r.code)).length),
      )
    }
    return findings
  },
}
