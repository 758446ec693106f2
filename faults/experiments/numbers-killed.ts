import { ACCOUNTS } from '../../bench/school.ts'
import { ask } from '../client.ts'
import { type Experiment, finding, none } from '../experiment.ts'
import type { Stage } from '../stage.ts'
import type { Cut } from '../without.ts'

/** Kills the process when the serials are taken and the first portion of certificates is stored. */
const DIES: Cut = {
  file: 'modules/graduation/certificates/server/numbering.ts',
  from: '  await db.insertMany(graduationCertificate, drafts)\n',
  to: "  await db.insertMany(graduationCertificate, drafts)\n  process.kill(process.pid, 'SIGKILL')\n",
}
const NO_TRANSACTION: Cut = {
  file: 'modules/graduation/certificates/model/actions.ts',
  from: "action('graduation.graduationCertificate.number', '编号', {",
  to: "action('graduation.graduationCertificate.number', '编号', { isWhole: false,",
}
const GRADUATES = 1200
/** A batch whose results are certain, and a school that has its code. */
async function certain({ rows }: Stage): Promise<string> {
  const [batch] = await rows<{ id: string }>(`insert into graduation_batch (tenant_id, process_type, name, begin_time, end_time, audience, state, published_at, cert_date)
    select tenant_id, 'graduation', '毕业', now() - interval '30 days', now() - interval '1 day', '{"all":true}', 'closed', now(), current_date from campus order by code limit 1 returning id`)
  await rows(
    `insert into graduation_audit (tenant_id, batch_id, student_id, suggest, result, state, approved_at)
    select tenant_id, $1::uuid, id, 'graduate', 'graduate', 'confirmed', now() - interval '2 days' from student where status = 'active' and deleted_at is null order by student_no limit ${GRADUATES}`,
    [batch?.id],
  )
  await rows(`insert into base_params (tenant_id, params_id, version, content) select tenant_id, 'graduation', 1, '{"schoolCode":"12345"}' from campus order by code limit 1`)
  return batch?.id ?? ''
}
interface Previewed {
  count: number
  first: string
}
export const numbersKilled: Experiment = {
  title: 'kill -9 while certificates are numbered, then three runs at once: each graduate has one number, and the serials have no gap.',
  control: 'numbering is no transaction',
  breaks: [DIES],
  without: [NO_TRANSACTION],
  views: ['gaps_in_serials', 'doubled_certificates', 'given_up_events'],
  async run(stage) {
    const cuts = stage.isControl ? [NO_TRANSACTION] : []
    const batchId = await certain(stage)
    const asked = { batchId, kind: 'study' }
    const preview = async (who: Parameters<typeof ask>[0]): Promise<Previewed> =>
      (await ask(who, `graduation/graduationCertificate/previewNumbers?batchId=${batchId}&kind=study`)).data as Previewed
    const dying = await stage.start(0, { without: [...cuts, DIES] })
    const [officer] = await stage.people([ACCOUNTS.officer], dying.port)
    if (!officer) throw new Error('nobody of the office')
    const { count, first } = await preview(officer)
    const lost = await ask(officer, 'graduation/graduationCertificate/number', { ...asked, count, first }, { timeoutMs: 30_000 })
    const numbered = async (): Promise<number> => (await stage.rows<{ n: number }>('select count(*)::int as n from graduation_certificate'))[0]?.n ?? -1
    const half = await numbered()
    const next = await stage.start(1, { without: cuts })
    const [again] = await stage.people([ACCOUNTS.officer], next.port)
    if (!again) throw new Error('nobody of the office')
    const now = await preview(again)
    const runs = await Promise.all([1, 2, 3].map(() => ask(again, 'graduation/graduationCertificate/number', { ...asked, count: now.count, first: now.first })))
    return [
      finding('the answer was lost', lost.status, lost.status === 0),
      none('certificates of the run that died', half),
      finding('three runs at once', runs.map(r => r.code).join(', '), runs.filter(r => r.code === 200).length === 1),
      finding('certificates', `${await numbered()} of ${GRADUATES}`, (await numbered()) === GRADUATES),
    ]
  },
}
