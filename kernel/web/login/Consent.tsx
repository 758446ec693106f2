import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { useState } from 'react'
import { post } from '#web/http/client.ts'
import { failureText } from '#web/http/failure.ts'
import { need } from '#web/http/need.ts'
import { port } from '#web/http/ports.ts'
import { t } from '#web/i18n/index.ts'
import { useAppInfo } from '#web/session/appInfo.ts'
import { privacyNoticeQuery } from '#web/session/queries.ts'
import { signOut } from '#web/session/sign.ts'
import look from './consent.module.css'
import style from './login.module.css'
import { NoticeText } from './NoticeText.tsx'
import { Paper } from './Paper.tsx'
import { Refused } from './Refused.tsx'

/** Blocks everything until the current privacy notice is accepted. Declining signs out. */
export default function Consent() {
  const info = useAppInfo()
  const client = useQueryClient()
  const notice = useQuery({ ...privacyNoticeQuery(info?.tenantId ?? ''), enabled: info !== undefined })
  const [refused, setRefused] = useState<string>()
  const [busy, setBusy] = useState(false)
  const agree = async () => {
    setBusy(true)
    try {
      await post(port('agreePrivacyNotice'), { noticeVersion: notice.data?.noticeVersion }, { quiet: true })
      need.set(undefined)
      await client.resetQueries()
    } catch (error) {
      setRefused(failureText(error))
      void notice.refetch()
    }
    setBusy(false)
  }
  return (
    <Paper info={info}>
      <h1>{notice.data?.title || t('隐私政策')}</h1>
      <p className={style.sub}>
        {notice.data?.noticeVersion ? t('版本 {{version}}，阅读并同意后才能继续使用', { version: notice.data.noticeVersion }) : t('阅读并同意后才能继续使用')}
      </p>
      <section className={look.notice} aria-label={t('隐私政策')}>
        {notice.isPending ? <Spin /> : notice.error ? failureText(notice.error) : <NoticeText html={notice.data.content} />}
      </section>
      <Refused text={refused} />
      <div className={look.acts}>
        <Button size="large" onClick={() => void signOut(info?.ssoLogoutUrl)}>
          {t('不同意并退出')}
        </Button>
        <Button type="primary" size="large" loading={busy} disabled={!notice.data?.noticeVersion} onClick={() => void agree()}>
          {t('同意并继续')}
        </Button>
      </div>
    </Paper>
  )
}
