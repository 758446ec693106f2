import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { OutputOf } from '#model'
import { lazily } from '#web/base/chunk.ts'
import { Copy } from '#web/feedback/Copy.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State, StateTag } from '#web/feedback/State.tsx'
import { get } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useCan } from '#web/session/useCan.ts'
import { actionAddress, entityKey } from '#web/values/address.ts'
import { licenceStanding } from '../model/licence-status.ts'
import { saveSchool } from '../model/own-school.ts'
import { licence, schoolStates } from '../model/school.ts'
import { daysText, studentsText } from './labels.ts'
import style from './tenancy.module.css'

const OwnSchool = lazily(() => import('./OwnSchool.tsx'))
type Now = OutputOf<typeof licenceStanding>

/** 系统管理 → 学校与授权 → 软件授权: current licence and history. */
export default function LicencePage() {
  const canSave = useCan(saveSchool.permission)
  const [isEditing, setEditing] = useState(false)
  const read = useQuery({
    queryKey: [...entityKey(licence), 'standing'],
    queryFn: ({ signal }) => get<Now>(actionAddress(licenceStanding), {}, { signal, quiet: true }),
    meta: { inPlace: true },
  })
  const { data } = read
  return (
    <Page
      title={t('软件授权')}
      actions={
        <>
          {canSave ? <Button onClick={() => setEditing(true)}>{t('学校信息')}</Button> : null}
          {data ? (
            <Link to={`/registerschool?tenantId=${data.tenantId}`}>
              <Button type="primary">{data.isRegistered ? t('续期') : t('注册软件')}</Button>
            </Link>
          ) : null}
        </>
      }
    >
      {data ? <Standing now={data} /> : <Loading of={read} lines={4} />}
      <EntityTable
        of={licence}
        title={false}
        columns={['edition', 'maxStudents', 'issuedAt', 'expireDate', 'graceDays', { key: 'createdAt', title: t('启用时间'), width: 168 }]}
        detail={false}
      />
      <Suspense>{isEditing ? <OwnSchool onClose={() => setEditing(false)} /> : null}</Suspense>
    </Page>
  )
}
function Standing({ now }: { now: Now }) {
  return (
    <Sheet className={style.licence}>
      <h2>
        {now.schoolName}
        {now.isRegistered ? <StateTag of={schoolStates} state={now.state} /> : <State tone="waiting">{t('未注册')}</State>}
      </h2>
      <p>{sentence(now)}</p>
      <dl className="ql-facts">
        <dt>{t('学校编号')}</dt>
        <dd>{now.tenantId}</dd>
        <dt>{t('版本')}</dt>
        <dd>{now.edition ?? '—'}</dd>
        <dt>{t('在籍学生')}</dt>
        <dd>{studentsText(now.students, now.maxStudents)}</dd>
        <dt>{t('剩余天数')}</dt>
        <dd>{daysText(now.daysLeft)}</dd>
        <dt>{t('模块')}</dt>
        <dd>{now.modules.length ? now.modules.join(t('、')) : t('全部')}</dd>
        <dt>{t('机器码')}</dt>
        <dd>
          {now.machineCode} <Copy text={now.machineCode} label={t('复制')} />
        </dd>
      </dl>
    </Sheet>
  )
}
/** The licence's state in one sentence. */
function sentence({ isRegistered, state, expireDate, daysLeft, graceLeft }: Now): string {
  if (!isRegistered) return t('软件还没有注册，功能不受限制；注册后可以取得供应商的支持')
  if (state === 'grace') return t('授权已于 {{date}} 到期，{{n}} 天后不能新增用户、批次和导入', { date: expireDate, n: graceLeft })
  if (state === 'limited' && (daysLeft ?? 0) >= 0) return t('授权记录与供应商的签名不符，不能新增用户、批次和导入；请重新输入注册码')
  if (state === 'limited') return t('授权已于 {{date}} 到期，不能新增用户、批次和导入；查询、导出、未办结的审批和学生安全功能照常', { date: expireDate })
  return t('授权有效期至 {{date}}', { date: expireDate })
}
