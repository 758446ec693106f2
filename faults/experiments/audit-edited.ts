import { ask } from '../client.ts'
import { type Experiment, finding } from '../experiment.ts'

const READ = 200
interface Verified {
  rows: number
  isWhole: boolean
  fault: string | null
  auditId: string | null
}

export const auditEdited: Experiment = {
  title: 'A row of the audit is altered by hand, another is taken away: the verifier names each.',
  control: 'the seals are taken away with the row',
  views: [],
  async run(stage) {
    await stage.rows(
      "insert into role_user (tenant_id, role_id, user_id) select u.tenant_id, r.id, u.id from sys_user u join role r on r.tenant_id = u.tenant_id and r.code = 'auditAdmin' where u.user_name = 'bench-officer'",
    )
    const { port } = await stage.start()
    const [officer] = await stage.people(['bench-officer'], port)
    if (!officer) throw new Error('the officer is gone')
    const students = await stage.rows<{ id: string }>('select id from student order by id limit $1', [READ])
    for (const { id } of students) await ask(officer, 'base/student/reveal', { id, fields: ['phone'], reason: '核对' })
    const verify = async (): Promise<Verified> => {
      const { data, code, msg } = await ask(officer, 'audit/auditCheck/verify', {})
      if (code !== 200) throw new Error(`the verifier answers ${code} ${msg}`)
      return data as Verified
    }
    const whole = await verify()
    const [altered, removed] = await stage.rows<{ id: string; detail: unknown }>('select id, detail from audit_log order by md5(id::text) limit 2')
    const edit = async (text: string, id: string | undefined): Promise<Verified> => {
      if (stage.isControl) await stage.rows('delete from audit_seal')
      await stage.rows(text, [id])
      return verify()
    }
    const afterEdit = await edit(`update audit_log set detail = '{"reason": "another"}' where id = $1`, altered?.id)
    await stage.rows('update audit_log set detail = $2 where id = $1', [altered?.id, JSON.stringify(altered?.detail)])
    const afterRemoval = await edit('delete from audit_log where id = $1', removed?.id)
    const named = ({ fault, auditId }: Verified): string => `${fault ?? 'whole'}, ${auditId ?? 'no row'}`
    return [
      finding('rows sealed, untouched', `${whole.rows}, ${whole.isWhole ? 'whole' : whole.fault}`, whole.isWhole && whole.rows >= READ),
      finding('after a row was altered', named(afterEdit), afterEdit.fault === 'altered' && afterEdit.auditId === altered?.id),
      finding('after a row was taken away', named(afterRemoval), afterRemoval.fault === 'removed' && afterRemoval.auditId === removed?.id),
    ]
  },
}
