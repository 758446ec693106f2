import { until } from '../client.ts'
import { type Experiment, finding } from '../experiment.ts'
import type { Cut } from '../without.ts'

const TOLD = 200
/** Kills the process after the listeners have run and before the events are marked as done. */
const DIES: Cut = {
  file: 'kernel/server/events/outbox.ts',
  from: 'await settled(core, tenantId, batch, failures)',
  to: "if (batch.some(t => t.event === 'identity.passwordChanged')) process.kill(process.pid, 'SIGKILL')\n  await settled(core, tenantId, batch, failures)",
}

export const outboxKilled: Experiment = {
  title: 'The outbox worker is killed after it has handed events over and before it says so: another hands them over again, and everybody is told once.',
  control: 'the primary key of `inbox` is dropped',
  breaks: [DIES],
  views: ['repeated_messages', 'given_up_events'],
  async run(stage) {
    if (stage.isControl) await stage.rows('alter table inbox drop constraint inbox_pkey')
    const dying = await stage.start(0, { without: [DIES] })
    await stage.rows(
      `insert into outbox (tenant_id, event, payload) select tenant_id, 'identity.passwordChanged', jsonb_build_object('userId', id, 'isByOther', false)
        from sys_user where user_name like 'bench-s%' order by user_name limit $1`,
      [TOLD],
    )
    const answers = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${dying.port}/healthz`).then(
        answer => answer.ok,
        () => false,
      )
    const died = await until(async () => !(await answers()), 30)
    const count = async (text: string): Promise<number> => (await stage.rows<{ n: number }>(`select count(*)::int as n from ${text}`))[0]?.n ?? 0
    const open = "outbox where event = 'identity.passwordChanged' and done_at is null"
    const [before, waiting] = [await count("(select distinct event_id from inbox where listener = 'identity.passwordChanged') i"), await count(open)]
    await stage.start(1)
    const done = await until(async () => (await count(open)) === 0, 120)
    await until(async () => (await count('outbox where done_at is null')) === 0, 60)
    // a repeated delivery is merged into the existing message and counted
    const times = await stage.rows<{ n: number }>("select sum(merged)::int as n from message where event_code = 'identity.passwordChanged'")
    return [
      finding(
        'it died with its work done and nothing written down',
        `${died === undefined ? 'no' : 'yes'}: ${before} events worked off, ${waiting} of them open`,
        died !== undefined && before === TOLD && waiting === TOLD,
      ),
      finding('another took the events over', done === undefined ? 'never' : `after ${done.toFixed(0)} s`, done !== undefined),
      finding('people told in the end', `${TOLD} people, ${times[0]?.n} times in all`, times[0]?.n === TOLD),
    ]
  },
}
