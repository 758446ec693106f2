import { Refusal } from '#model'
import { doctorCheck, found, ok } from '#server/operate/doctor.ts'
import { PARAMETERS } from '../model/parameters.ts'
import { wayTo } from './channels/email.ts'

interface Sender {
  school: string
  host: string | null
  port: number | null
}
const SENDERS = `
  with latest as (select distinct on (tenant_id, params_id) tenant_id, params_id, content from base_params where params_id = 'message' order by tenant_id, params_id, version desc)
  select t.code as school, m.content->>'smtpHost' as host, (m.content->>'smtpPort')::int as port
  from latest m join tenant t on t.id = m.tenant_id and t.state = 'active'
  where m.content->>'emailMode' = 'on' order by t.code`

/** Connects to each school's mail server and reads its greeting; no authentication, nothing is sent. */
export default doctorCheck(async query => {
  const senders = await query<Sender>(SENDERS)
  const wrong: string[] = []
  for (const sender of senders) {
    const says = await faultOf(sender)
    if (says) wrong.push(`school ${sender.school}: ${says}`)
  }
  if (!wrong.length) return ok('Mail', senders.length ? `the servers of ${senders.length} schools answer` : 'no school sends any')
  return found('Mail', 'fail', wrong.join('; '), 'Mend 系统参数 → 通知与消息 → 邮件服务器; list a server inside in OUTBOUND_HOSTS.') // verbatim
})
/** Reason why mail cannot be sent; undefined if the server answers. */
async function faultOf({ host, port }: Sender): Promise<string | undefined> {
  if (!host) return 'no server is named'
  const at = port ?? PARAMETERS.smtpPort.initial
  try {
    const way = await wayTo({ host, port: at })
    await way.verify().finally(() => way.close())
    return undefined
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return `${host}:${at} ${error instanceof Refusal ? error.issues[0]?.rule : (code ?? message)}`
  }
}
