import { Alert, Typography } from 'antd'
import { useState } from 'react'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { formatDatetime } from '#web/values/format.ts'
import { createClient, renewSecret } from '../model/api-client.ts'
import type { ClientRow } from './ApiClients.tsx'
import { CallGuide } from './CallGuide.tsx'
import { newClientLayout } from './clientForm.tsx'
import style from './system.module.css'

interface Secret {
  appKey: string
  secret: string
  previousUntil?: string | null
}
/** Creates an application or renews its secret and shows the secret once; or shows the guide. */
export default function ClientDialogs({ opened, onClose }: { opened: 'new' | 'guide' | ClientRow; onClose: () => void }) {
  const [made, setMade] = useState<Secret>()
  if (opened === 'guide') return <CallGuide onClose={onClose} />
  if (made) return <SecretOnce of={made} onClose={onClose} />
  if (opened === 'new')
    return (
      <ActionForm of={createClient} size={720} layout={newClientLayout()} initial={{ dataScope: 'custom', dailyQuota: 10_000 }} onDone={setMade} done={false} onClose={onClose} />
    )
  return (
    <ActionForm
      of={renewSecret}
      title={t('更换“{{name}}”的密钥', { name: opened.name })}
      note={<p className="ql-quiet">{t('两个密钥在重叠时间内都有效，对方改好以后原密钥自行失效；密钥已经泄露时填 0，立即失效。')}</p>}
      input={{ id: opened.id }}
      initial={{ overlapHours: 24 }}
      onDone={setMade}
      done={false}
      onClose={onClose}
    />
  )
}
const SecretOnce = ({ of, onClose }: { of: Secret; onClose: () => void }) => (
  <Dialog open title={t('密钥只显示这一次')} leave={t('我已保存')} onClose={onClose} width={560}>
    <Alert type="warning" showIcon title={t('系统只保存它的散列值，关闭后无法再查看；遗失了只能更换。')} />
    <p className={style.label}>App-Key</p>
    <Copied text={of.appKey} />
    <p className={style.label}>{t('密钥')}</p>
    <Copied text={of.secret} />
    {of.previousUntil ? <p className="ql-quiet">{t('原密钥有效到 {{time}}', { time: formatDatetime(of.previousUntil) })}</p> : null}
  </Dialog>
)
const Copied = ({ text }: { text: string }) => (
  <Typography.Paragraph className={classes(style.secret)} copyable={{ text, tooltips: [t('复制'), t('已复制')] }}>
    {text}
  </Typography.Paragraph>
)
