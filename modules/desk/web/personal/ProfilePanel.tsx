import { useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { Camera } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#model'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { fileLink } from '#web/files/links.ts'
import { usePick } from '#web/files/usePick.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { failureText, notify, putFile } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { Avatar } from '#web/theme/Avatar.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { ownData, saveOwn } from '../../model/own.ts'
import style from '../apps/apps.module.css'
import deskStyle from '../desk.module.css'

export const title = '基本资料'
export const order = 10

type Own = OutputOf<typeof ownData>
/** Photo, name and contact data of the account. */
export default function ProfilePanel() {
  const read = useRead(ownData, {})
  const { data } = read
  if (!data) return <Loading of={read} lines={4} />
  return (
    <div className={style.profile}>
      <Photo own={data} />
      <div>
        <Data key={data.version} own={data} />
      </div>
    </div>
  )
}
/** Refreshes the shell's header, which shows the same photo and name. */
function useSaved() {
  const client = useQueryClient()
  return useAct(saveOwn, { done: t('资料已保存'), onDone: () => void client.invalidateQueries({ queryKey: ['session'] }) })
}
function Photo({ own }: { own: Own }) {
  const save = useSaved()
  const [isBusy, setBusy] = useState(false)
  const send = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    try {
      const put = await putFile(file)
      save.mutate({ avatarId: put.fileId, version: own.version })
    } catch (error) {
      notify.error(t('照片没有传上去'), failureText(error))
    }
    setBusy(false)
  }
  const { pick, input } = usePick({ accept: '.jpg,.jpeg,.png', onPick: ([file]) => void send(file) })
  return (
    <div>
      <Avatar name={own.nickName} src={own.avatarId ? fileLink(own.avatarId) : null} size={88} />
      <Button size="small" icon={<Camera size={14} />} loading={isBusy || save.isPending} onClick={pick}>
        {t('换照片')}
      </Button>
      {input}
      {save.error ? <Refused what={t('照片没有保存')} error={save.error} /> : null}
    </div>
  )
}
function Data({ own }: { own: Own }) {
  const [nickName, setNickName] = useState(own.nickName)
  const [email, setEmail] = useState(own.email ?? '')
  const save = useSaved()
  const changes = { ...(nickName !== own.nickName ? { nickName } : {}), ...(email !== (own.email ?? '') ? { email: email || null } : {}) }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        save.mutate({ ...changes, version: own.version })
      }}
    >
      {save.error ? <Refused what={t('资料没有保存')} error={save.error} /> : null}
      <dl className="ql-facts">
        <dt>{t('姓名')}</dt>
        <dd>{own.mayRename ? <Input aria-label={t('姓名')} value={nickName} maxLength={64} onChange={event => setNickName(event.target.value)} /> : own.nickName}</dd>
        <dt>{t('账号')}</dt>
        <dd>{own.accountNo === own.userName ? own.accountNo : `${own.accountNo} / ${own.userName}`}</dd>
        <dt>{own.className ? t('班级') : t('部门')}</dt>
        <dd>{own.className ?? own.departmentName ?? '—'}</dd>
        <dt>{t('手机号')}</dt>
        <dd>{own.mobile ? (own.mobileVerified ? own.mobile : t('{{mobile}}，未验证', { mobile: own.mobile })) : t('未绑定')}</dd>
        <dt>{t('邮箱')}</dt>
        <dd>
          {own.byApproval ? (own.email ?? '—') : <Input aria-label={t('邮箱')} type="email" value={email} maxLength={100} onChange={event => setEmail(event.target.value)} />}
        </dd>
        <dt>{t('最近登录')}</dt>
        <dd>{own.lastLoginTime ? formatDatetime(own.lastLoginTime) : '—'}</dd>
      </dl>
      {own.byApproval ? <p className={deskStyle.quiet}>{t('学校规定联系方式变更须经审批，学生请联系辅导员、教职工请联系学工处修改')}</p> : null}
      {Object.keys(changes).length ? (
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          {t('保存')}
        </Button>
      ) : null}
    </form>
  )
}
