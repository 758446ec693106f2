import { call } from '../../bench/product.ts'
import { ACCOUNTS } from '../../bench/school.ts'
import { until } from '../client.ts'
import { type Experiment, finding } from '../experiment.ts'
import type { Cut } from '../without.ts'

/** Kills the process when the students have their numbers and nothing says which run gave them. */
const DIES: Cut = {
  file: 'modules/distribution/numbers/server/generate.ts',
  from: '  await db.insertMany(\n    givenNumber,',
  to: "  await db.query(sql`select 1`).then(() => process.kill(process.pid, 'SIGKILL'))\n  await db.insertMany(\n    givenNumber,",
}
const NO_TRANSACTION: Cut = {
  file: 'modules/distribution/numbers/model/actions.ts',
  from: "'生成学号', {",
  to: "'生成学号', {\n  isWhole: false,",
}
const RULE = '/api/flySource-distribution/numberRule'
export const numberingKilled: Experiment = {
  title: 'kill -9 while students are numbered: nobody has a number then; two officers who start again at once make one run, in which everybody gets one and nobody another’s.',
  control: 'a run is no transaction',
  breaks: [DIES],
  without: [NO_TRANSACTION],
  views: ['half_number_runs', 'unentered_numbers', 'given_up_events'],
  async run(stage) {
    const cuts = stage.isControl ? [NO_TRANSACTION] : []
    const waiting = await stage.rows<{ id: string }>(
      "update student set student_no = null, status = 'preEnrolled' where grade = (select max(grade) from student) and deleted_at is null returning id",
    )
    const dying = await stage.start(0, { without: [...cuts, DIES] })
    const [first] = await stage.people([ACCOUNTS.officer], dying.port)
    if (!first) throw new Error('nobody of the office')
    const rule = {
      name: 'fault',
      segments: [
        { kind: 'fixed', length: 1, value: 'F' },
        { kind: 'seq', length: 6 },
      ],
      seqScope: 'school',
      order: ['ksh'],
      isEnabled: true,
    }
    const { id } = await call<{ id: string }>(first, `${RULE}/add`, rule)
    const body = { id, expected: waiting.length }
    await call(first, `${RULE}/generate`, body).catch(() => undefined)
    const died = await until(async () => !(await answers(dying.port)), 60)
    const numbered = async () =>
      (await stage.rows<{ n: number }>('select count(student_no)::int as n from student where id = any($1::uuid[])', [waiting.map(w => w.id)]))[0]?.n ?? -1
    const between = await numbered()
    const [one, two] = [await stage.start(1, { without: cuts }), await stage.start(2, { without: cuts })]
    const officers = [...(await stage.people([ACCOUNTS.officer], one.port)), ...(await stage.people([ACCOUNTS.officer], two.port))]
    const runs = await Promise.all(officers.map(officer => call<{ count: number }>(officer, `${RULE}/generate`, body).catch(() => undefined)))
    const after = await numbered()
    const [given] = await stage.rows<{ n: number; different: number }>('select count(*)::int as n, count(distinct student_no)::int as different from given_number')
    return [
      finding('it died in the middle', died === undefined ? 'no' : 'yes', died !== undefined),
      finding('numbers after that', `${between} of ${waiting.length}`, between === 0),
      finding('runs of two officers at once', runs.filter(run => run?.count === waiting.length).length, runs.filter(run => run).length === 1),
      finding('numbered students', `${after} of ${waiting.length}`, after === waiting.length),
      finding('numbers given', `${given?.n}, ${given?.different} different`, given?.n === waiting.length && given.different === waiting.length),
    ]
  },
}
const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    answer => answer.ok,
    () => false,
  )
