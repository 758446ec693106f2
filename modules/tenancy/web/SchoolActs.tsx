import { useState } from 'react'
import { Copy } from '#web/feedback/Copy.tsx'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { closeSchool, freezeSchool, renewSchool, restoreSchool, resumeSchool } from '../model/platform.ts'
import { OpenSchool } from './OpenSchool.tsx'
import { Opening } from './register/Opening.tsx'
import type { School } from './SchoolsPage.tsx'
import style from './tenancy.module.css'

export type Opened = { what: 'open' } | { what: 'renew' | 'freeze' | 'restore' | 'close' | 'progress'; school: School }

/** Platform actions on a school; each requires a reason. */
export default function SchoolActs({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  const [packageLink, setPackageLink] = useState<string>()
  const resume = useAct(resumeSchool)
  if (opened.what === 'open') return <OpenSchool onClose={onClose} />
  const { school, what } = opened
  const name = school.schoolName
  if (packageLink) return <PackageLink name={name} link={packageLink} onClose={onClose} />
  if (what === 'progress')
    return (
      <Panel open title={t('开通进度')} onClose={onClose}>
        <Opening provisionId={school.provisionId} link={null} onAgain={() => resume.mutate({ id: school.id })} />
      </Panel>
    )
  const common = { input: { id: school.id }, onClose }
  if (what === 'renew') return <ActionForm of={renewSchool} {...common} title={t('续期：{{name}}', { name })} />
  if (what === 'freeze') return <ActionForm of={freezeSchool} {...common} title={t('冻结：{{name}}', { name })} note={t('所有人立即退出，不能再登录；数据不动，可以恢复')} />
  if (what === 'restore') return <ActionForm of={restoreSchool} {...common} title={t('恢复：{{name}}', { name })} />
  return (
    <ActionForm
      of={closeSchool}
      {...common}
      danger
      title={t('关闭：{{name}}', { name })}
      note={<p className="ql-danger">{t('所有人立即退出。系统会打包全部数据供学校下载，30 天后彻底清除，只留法律要求的日志；30 天内可以恢复。')}</p>}
      onDone={answer => setPackageLink(answer.packageLink)}
    />
  )
}
/** Shown once: only its hash is stored. */
function PackageLink({ name, link, onClose }: { name: string; link: string; onClose: () => void }) {
  const whole = location.origin + link
  return (
    <Dialog open title={t('{{name}}已关闭', { name })} onClose={onClose} width={480}>
      <p>{t('请把下面的链接交给学校的联系人，30 天内可以下载全部数据。链接只显示这一次，每次下载都会记入审计日志。')}</p>
      <code className={style.link}>{whole}</code>
      <Copy text={whole} label={t('复制链接')} />
    </Dialog>
  )
}
